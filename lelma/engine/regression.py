"""`Regression`: a game stepped by asking every question of the whole history, as in the LELMA paper.

It is the specification that the other steppers are held to. The cost of a step grows with the history, often doubling
with each joint move, so it is for short plays and for comparison.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from gdl.compile.situation_program import to_prolog
from gdl.tree.syntax import Description
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.dynamics import (
    COUNTING_LIMITS,
    PLAYOUT_STATES,
    GameState,
    JointMove,
    LevelCounts,
    Look,
    Playouts,
    Step,
    by_role,
    in_role_order,
    numbers_by_role,
)
from lelma.engine.program import Loaded, ModuleNames, play_term
from lelma.support.errors import EngineStopped, GameError, UsageError
from lelma.support.paths import prolog_folder

_MODULES = ModuleNames("history")


@dataclass(frozen=True)
class Situation:
    """What holds after a history, what that state offers, and what finding out cost."""

    state: GameState
    look: Look
    cpu_seconds: float


class Regression:
    """One game, stepped by regression. A state stands for the first history that was seen to lead to it."""

    def __init__(
        self, description: Description, *, bridge: str | Bridge | None = None, limits: Limits = COUNTING_LIMITS
    ) -> None:
        """Load a game; `limits` are those of a step.

        Raises:
            GameError: if the solver rejects it.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        text = (prolog_folder() / "situation/regression.pl").read_text("utf-8")
        self.limits = limits
        self._module = _MODULES.take(self)
        program = f"{to_prolog(description, numbers=False).text}\n{text}"
        self._loaded = Loaded(self._module, program, shared_bridge(bridge))
        self._loaded.load()
        self._histories: dict[GameState, tuple[JointMove, ...]] = {}
        self._looks: dict[GameState, Look] = {}

    def close(self) -> None:
        """Forget the game."""
        self._loaded.drop()

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        return tuple(self._ask("roles", self.limits)["roles"])

    @cached_property
    def initial(self) -> GameState:
        """The state the game begins in."""
        return self.situation(()).state

    def situation(self, history: Sequence[JointMove], *, limits: Limits | None = None) -> Situation:
        """The situation after some joint moves, whether legal or not.

        Raises:
            GameError: if it takes more than the limits allow.
        """
        return self._situation(history, self._ask(f"after({self._listed(history)})", limits or self.limits))

    def after(self, moves: Sequence[JointMove]) -> GameState:
        """The state after some joint moves from the start."""
        return self.situation(moves).state

    def look(self, state: GameState) -> Look:
        """What a state offers.

        Raises:
            UsageError: for a state that this has not come to: regression knows no state but by a history.
        """
        self._history(state)
        return self._looks[state]

    def step(self, state: GameState, move: JointMove) -> Step:
        """What a joint move leads to; see `look` for which states there are."""
        history = (*self._history(state), dict(move))
        reply = self._ask(f"step({self._listed(history)})", self.limits)
        return Step(self._situation(history, reply).state, by_role(self.roles, reply["sees"]))

    def advance(self, state: GameState, move: JointMove) -> tuple[Step, Look]:
        """What a joint move leads to, and what the next state offers, in one request."""
        step = self.step(state, move)
        return step, self._looks[step.state]

    def goals(self, state: GameState) -> Mapping[str, tuple[Fraction, ...]]:
        """Each role's goal values in a state, sorted; see `look` for which states there are.

        Raises:
            GameError: for a goal value that is no number.
        """
        reply = self._ask(f"goals({self._listed(self._history(state))})", self.limits)
        return numbers_by_role(self.roles, reply["goals"])

    def playouts(self, seconds: float, *, seed: int = 0, longest: int = PLAYOUT_STATES) -> Playouts:
        """Random playouts for that time: those that `lelma.engine.progression` makes with the same seed."""
        start = time.perf_counter()
        limits = Limits(seconds=seconds + 10.0, inferences=10**15)
        reply = self._ask(f"random({seconds:.6f},{seed},{longest})", limits)
        seconds = time.perf_counter() - start
        return Playouts(reply["playouts"], reply["states"], seconds, reply["cpu_micros"] / 1e6)

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[LevelCounts]:
        """How many sequences of joint moves and how many states there are at each depth from 0."""
        reply = self._ask(f"perft({depth})", limits)
        return [LevelCounts(place, *counts) for place, counts in enumerate(reply["levels"])]

    def _situation(self, history: Sequence[JointMove], reply: Mapping[str, Any]) -> Situation:
        """The situation that a reply tells of, remembered with its history."""
        state = tuple(sorted(reply["state"]))
        look = Look(reply["terminal"], by_role(self.roles, reply["legal"]))
        self._histories.setdefault(state, tuple(history))
        self._looks.setdefault(state, look)
        return Situation(state, look, reply["cpu_micros"] / 1e6)

    def _history(self, state: GameState) -> tuple[JointMove, ...]:
        if state not in self._histories and state != self.initial:
            raise UsageError("regression knows a state by joint moves that lead to it, and has not come to this one")
        return self._histories[state]

    def _listed(self, history: Sequence[JointMove]) -> str:
        joints = (",".join(map(play_term, in_role_order(self.roles, move))) for move in history)
        return f"[{','.join(f'[{joint}]' for joint in joints)}]"

    def _ask(self, request: str, limits: Limits) -> Any:
        try:
            reply = self._loaded.call(f"history({self._module},{request},{limits.prolog()})", limits.seconds)
        except EngineStopped as stopped:
            raise GameError(f"the game can't be played by regression: {stopped}") from stopped
        if "verdict" in reply:
            raise GameError(f"the game can't be played by regression: {reply['reason']}")
        return reply
