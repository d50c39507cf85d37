"""A recorded match as the page that `lelma report` writes, from the text of its transcript, without NumPy.

What each player could know is counted in Prolog (`Progression.possible_ways`): it is what `lelma.knowledge` counts, at
a higher cost, so that the numbers of a long match with much hidden may end early.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from lelma.engine.answers import Limits
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.interfaces.views.match_page import match_page
from lelma.matches.replay import ReplayedMatch, recorded_in
from lelma.matches.story import tell
from lelma.matches.world_counts import WorldCounts, story_worlds
from lelma.support.errors import GameError

_SOURCE = "the transcript"
"""What errors call it."""

_LIMITS = Limits(seconds=30.0, inferences=12_000_000)
"""Of counting the worlds of one role."""

_SHARES = (1.0, 0.5, 0.25, 0.1, 0.0)
"""How much of a match is tried, until one is within the limits; nothing is known at its beginning."""


def shown_match(record: str, *, worlds: bool, seconds: float = 60.0) -> str:
    """An HTML page that loads nothing.

    Args:
        worlds: whether to count what each player could hold possible.
        seconds: after so long only short parts of the match are counted.

    Raises:
        UsageError: if the text is no transcript, or its moves are not legal in the game.
        GameError: if there is no such game.
    """
    recorded = recorded_in(record.encode("utf-8", "replace"), _SOURCE)
    story = tell(recorded, recorded.game())
    if not worlds:
        return match_page(story, without_worlds="It is being worked out.")
    stepper = Progression(story.game.description)
    counts, trouble = story_worlds(story, partial(_counted, stepper, time.monotonic() + seconds))
    return match_page(story, counts, without_worlds=trouble)


def _counted(stepper: Progression, end: float, game: Game, role: str, course: Sequence[ReplayedMatch]) -> WorldCounts:
    moves, names, trouble = [each.joint for each in course], sorted(game.file.knowledge.identity), ""
    for share in _SHARES:
        part = moves[: int(len(moves) * share)]
        if part and time.monotonic() > end:
            trouble = trouble or "counting takes too long here; `lelma report` counts on"
            continue
        try:
            counts = stepper.possible_ways(role, part, names, limits=_LIMITS)
        except GameError as error:
            trouble = f"{error}; `lelma report` counts on"
            continue
        if 0 in counts:
            counts, trouble = counts[: counts.index(0)], "no world agrees with what it perceived"
        return WorldCounts(role, counts, trouble)
    return WorldCounts(role, (), trouble)
