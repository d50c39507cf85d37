"""A game played by plain regression: every question is asked of the whole history, as in the LELMA paper.

The stepper `regression`, the specification that the faster steppers are held to. The cost of a step grows with the
history, often doubling with each joint move, so it is for short plays and for comparison.
"""

from __future__ import annotations

import itertools
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.compile.situation_program import to_prolog
from gdl.tree.syntax import Description
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.program import Loaded
from lelma.engine.progression import (
    COUNTING_LIMITS,
    PLAYOUT_STATES,
    JointMove,
    Level,
    Playouts,
    State,
    by_role,
    play_term,
)
from lelma.support.errors import EngineStopped, GameError
from lelma.support.paths import prolog_folder

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Situation:
    """What holds after a history, whether the game is over, each role's legal moves, and what finding out cost."""

    state: State
    terminal: bool
    legal: Mapping[str, tuple[str, ...]]
    cpu_seconds: float


class Regression:
    """One game, played by regression."""

    def __init__(self, description: Description, *, bridge: str | Bridge | None = None) -> None:
        """Load a game.

        Raises:
            GameError: if the solver rejects it.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        text = (prolog_folder() / "situation/regression.pl").read_text("utf-8")
        self._module = f"history_{next(_numbers)}"
        program = f"{to_prolog(description, numbers=False).text}\n{text}"
        self._loaded = Loaded(self._module, program, shared_bridge(bridge))
        self._loaded.load()
        weakref.finalize(self, self._loaded.drop).atexit = False

    def close(self) -> None:
        """Forget the game."""
        self._loaded.drop()

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        return tuple(self._ask("roles", COUNTING_LIMITS)["roles"])

    def after(self, history: Sequence[JointMove], *, limits: Limits = COUNTING_LIMITS) -> Situation:
        """The situation after some joint moves, whether legal or not.

        Raises:
            GameError: if it takes more than the limits allow.
        """
        moves = (f"[{','.join(play_term(move[role]) for role in self.roles)}]" for move in history)
        reply = self._ask(f"after([{','.join(moves)}])", limits)
        legal = by_role(self.roles, reply["legal"])
        return Situation(tuple(sorted(reply["state"])), reply["terminal"], legal, reply["cpu_micros"] / 1e6)

    def playouts(self, seconds: float, *, seed: int = 0, longest: int = PLAYOUT_STATES) -> Playouts:
        """Random playouts for that time: those that `lelma.engine.progression.Play` makes with the same seed."""
        start = time.perf_counter()
        limits = Limits(seconds=seconds + 10.0, inferences=10**15)
        reply = self._ask(f"random({seconds:.6f},{seed},{longest})", limits)
        seconds = time.perf_counter() - start
        return Playouts(reply["playouts"], reply["states"], seconds, reply["cpu_micros"] / 1e6)

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[Level]:
        """How many sequences of joint moves and how many states there are at each depth from 0."""
        reply = self._ask(f"perft({depth})", limits)
        return [Level(place, *counts) for place, counts in enumerate(reply["levels"])]

    def _ask(self, request: str, limits: Limits) -> Any:
        try:
            reply = self._loaded.call(f"history({self._module},{request},{limits.prolog()})", limits.seconds)
        except EngineStopped as stopped:
            raise GameError(f"the game can't be played by regression: {stopped}") from stopped
        if "verdict" in reply:
            raise GameError(f"the game can't be played by regression: {reply['reason']}")
        return reply
