"""Plain regression run along a random play of progression, and compared with it."""

from __future__ import annotations

import random
import time
from collections.abc import Container
from dataclasses import dataclass

from gdl.syntax import Description
from lelma.errors import GameError
from lelma.play import JointMove, Play
from lelma.regression import Regression
from lelma.solver import Limits


@dataclass(frozen=True)
class Answer:
    """Regression on the situation after `depth` joint moves: its CPU seconds, and whether its fluents, legal moves
    and end are those of progression.
    """

    depth: int
    seconds: float
    agrees: bool


def regress(
    description: Description, *, depths: Container[int], deepest: int, seed: int, seconds: float
) -> list[Answer]:
    """Answers at those depths of a random play, in order; those not done in `seconds` in all are left out."""
    play, regression = Play(description), Regression(description)
    choose = random.Random(seed)
    end = time.monotonic() + seconds
    state, history = play.initial, list[JointMove]()
    found = []
    try:
        for depth in range(deepest + 1):
            look = play.look(state)
            left = end - time.monotonic()
            if depth in depths and left > 0:
                limits = Limits(seconds=left, inferences=10**12)
                there = regression.after(history, limits=limits)
                same = (there.state, there.terminal, there.legal) == (state, look.terminal, look.legal)
                found.append(Answer(depth, there.cpu_seconds, same))
            if look.terminal or not all(look.legal.values()):
                break
            history.append({role: choose.choice(moves) for role, moves in look.legal.items()})
            state = play.next(state, history[-1])
    except GameError as error:
        if "time" not in str(error) and "memory" not in str(error):
            raise
    finally:
        play.close()
        regression.close()
    return found
