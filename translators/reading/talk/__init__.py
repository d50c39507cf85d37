"""Talk about a match to formulas: who did what, who is what, what somebody will do, who said what.

What may be said of a game is data: each query template lists sentence patterns (`reads`), and nouns do. `automaton`
finds patterns over the words of a sentence, in which `people` and nouns are found first (`lattice`); `frames` tells
what is asked, supposed, guessed or reported (`reports`); `meanings` makes formulas of what was found, which `meant`
writes; `matches` are what was found with what it means, and `reader` joins them.

Begin with `reader`.
"""

from __future__ import annotations

from translators.reading.talk.reader import read_talk

__all__ = ["read_talk"]
