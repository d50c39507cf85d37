"""The deterministic translator for statements about a match: who did what, who is what, what someone will do.

What may be said of a game, and how, is data: each query template may list sentence patterns (`reads`) with places
for players and numbers (`patterns`). A text is cut into sentences (`sentences`), mentions of players are resolved
(`people`), and each pattern that a sentence holds makes one claim for every player meant (`reader`).
"""

from __future__ import annotations

from translators.statements.reader import translate

__all__ = ["translate"]
