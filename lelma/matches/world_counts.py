"""How many worlds each player held possible in the course of a match.

Short, because it asks `lelma.knowledge` alone; the pages that show the counts need nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from gdl.values import dataclass
from lelma.game.file_format import KnowledgeNames
from lelma.game.game import Game
from lelma.matches.replay import ReplayedMatch
from lelma.matches.story import Story
from lelma.support.errors import LelmaError

_SECONDS = 60.0


@dataclass(frozen=True)
class WorldCounts:
    """One role's worlds after each joint move, from the initial state; `trouble` says why the numbers end early."""

    role: str
    counts: tuple[int, ...]
    trouble: str = ""


def worlds_of(game: Game, role: str, course: Sequence[ReplayedMatch], *, seconds: float = _SECONDS) -> WorldCounts:
    """What a role's percepts left possible.

    Args:
        seconds: after so long the numbers end.
    """
    from lelma.knowledge import Knowledge  # and numpy with it, which a page that shows no numbers need not have

    end = time.monotonic() + seconds
    counts: list[int] = []
    try:
        against = [[(who, each.joint[who]) for who in each.refused] for each in course]
        knowledge = Knowledge(game, role, refused=[move for of_ply in against for move in of_ply])
        counts.append(knowledge.worlds)
        for each, refused in zip(course, against, strict=True):
            if time.monotonic() > end:
                return WorldCounts(role, tuple(counts), f"it takes more than {seconds:g} seconds")
            knowledge.observe(each.joint[role], each.step.percepts[role], refused=refused)
            counts.append(knowledge.worlds)
    except LelmaError as error:
        return WorldCounts(role, tuple(counts), str(error))
    return WorldCounts(role, tuple(counts))


WorldCounter = Callable[[Game, str, Sequence[ReplayedMatch]], WorldCounts]


def story_worlds(story: Story, count: WorldCounter = worlds_of) -> tuple[list[WorldCounts], str]:
    """The numbers of worlds of each player of a story, or why there are none."""
    if story.game.file.knowledge == KnowledgeNames():
        return [], "The game names no identities that could be hidden."
    if not story.course:
        return [], "No joint move of the record could be followed."
    return [count(story.game, player.role, story.course) for player in story.players], ""
