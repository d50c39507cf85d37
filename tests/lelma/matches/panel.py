"""A game of one vote, in which one role can vote in one way only; goal values are written with two places."""

from __future__ import annotations

from pathlib import Path

_RULES = """
(role ann) (role bob) (role cyd)
(init open)
(<= (legal ann (vote ?p)) (true open) (role ?p) (distinct ?p ann))
(<= (legal bob (vote ?p)) (true open) (role ?p) (distinct ?p bob))
(<= (legal cyd (vote ann)) (true open))
(<= terminal (not (true open)))
(<= (goal ?r 2.50) (role ?r))
"""


def panel(folder: Path) -> Path:
    """The folder of the game, written there."""
    (folder / "rules.gdl").write_text(_RULES)
    (folder / "game.toml").write_text('title = "A panel"\n[report]\nvotes = ["vote"]\n')
    return folder
