"""How many worlds each player held possible in the course of a match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.matches.replay import Replayed
from lelma.support.errors import LelmaError

SECONDS = 60.0


@dataclass(frozen=True)
class Worlds:
    """One role's worlds after each joint move, from the initial state; `trouble` says why the numbers end early."""

    role: str
    counts: tuple[int, ...]
    trouble: str = ""


def worlds_of(game: Game, role: str, course: Sequence[Replayed], *, seconds: float = SECONDS) -> Worlds:
    """What a role's percepts left possible.

    Args:
        seconds: after so long the numbers end.
    """
    end = time.monotonic() + seconds
    counts: list[int] = []
    try:
        knowledge = Knowledge(game, role)
        counts.append(knowledge.worlds)
        for each in course:
            if time.monotonic() > end:
                return Worlds(role, tuple(counts), f"it takes more than {seconds:g} seconds")
            knowledge.observe(each.joint[role], each.step.percepts[role])
            counts.append(knowledge.worlds)
    except LelmaError as error:
        return Worlds(role, tuple(counts), str(error))
    return Worlds(role, tuple(counts))
