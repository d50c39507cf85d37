"""Plain regression run along a random play of progression, and compared with it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from gdl.tree.syntax import Description
from lelma.engine.answers import Limits
from lelma.engine.bridges import shared_bridge
from lelma.engine.dynamics import JointMove
from lelma.engine.progression import Progression
from lelma.engine.regression import Regression
from lelma.support.errors import GameError


@dataclass(frozen=True)
class Answer:
    """Regression on the situation after `depth` joint moves: its CPU seconds, and whether its fluents, legal moves
    and end are those of progression.
    """

    depth: int
    seconds: float
    agrees: bool


@dataclass(frozen=True)
class Try:
    """Regression on the situation after `depth` joint moves: the CPU seconds it had, and whether it was done then."""

    depth: int
    seconds: float
    done: bool


def regress(
    description: Description, *, depths: Container[int], deepest: int, seed: int, seconds: float
) -> list[Answer]:
    """Answers at those depths of a random play, in order; those not done in `seconds` in all are left out."""
    play, regression = Progression(description), Regression(description)
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
                there = regression.situation(history, limits=limits)
                same = (there.state, there.look) == (state, look)
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


def attempt(description: Description, *, depth: int, seed: int, seconds: float) -> Try:
    """Regression at `depth` of that random play, or at the last state of one that ends before, for some seconds."""
    history = random_play(description, depth, seed)
    regression = Regression(description)
    try:
        regression.situation([])  # loading takes none of the time
        before = _solver_seconds()
        try:
            there = regression.situation(history, limits=Limits(seconds=seconds, inferences=10**12))
        except GameError as error:
            if "time" not in str(error) and "memory" not in str(error):
                raise
            return Try(len(history), _solver_seconds() - before, done=False)
        return Try(len(history), there.cpu_seconds, done=True)
    finally:
        regression.close()


def random_play(description: Description, most: int, seed: int) -> list[JointMove]:
    """The first joint moves of a random play, `most` of them or all that lead to a state that is not terminal."""
    play = Progression(description)
    choose = random.Random(seed)
    state, history = play.initial, list[JointMove]()
    while len(history) < most and all((legal := play.legal(state)).values()):
        move = {role: choose.choice(moves) for role, moves in legal.items()}
        state = play.next(state, move)
        if play.terminal(state):
            break
        history.append(move)
    play.close()
    return history


def _solver_seconds() -> float:
    """CPU seconds of the solver's process so far (Linux); seconds of the clock where they can't be read."""
    file = Path(f"/proc/{getattr(shared_bridge(), 'pid', 0)}/stat")
    if not file.is_file():
        return time.monotonic()
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
