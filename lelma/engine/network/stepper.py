"""A game stepped by its network of gates: `Dynamics` over the network's own terms.

What it is for is `playouts` and `perft`, where thousands of states share a step; stepped one by one, a state takes as
long as thousands would.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from gdl.errors import GdlError
from gdl.ground.ground import GroundLimits, ground
from gdl.text.write import kif_term
from gdl.tree.syntax import Description, Term
from lelma.engine.answers import Limits
from lelma.engine.dynamics import (
    COUNTING_LIMITS,
    GameState,
    JointMove,
    LevelCounts,
    Look,
    Playouts,
    Step,
    has_percepts,
    in_role_order,
)
from lelma.engine.network.network import Network, NetworkState
from lelma.engine.network.playouts import play_out
from lelma.engine.network.search import perft
from lelma.support.errors import GameError, UsageError


class NetworkDynamics:
    """One game, stepped by its network. The rules are ground when they are first needed."""

    def __init__(self, description: Description, *, limits: GroundLimits | None = None) -> None:
        """`limits`: on grounding and the circuit, which large games exceed."""
        self._description, self._limits = description, limits
        self._hidden = has_percepts(description)

    @cached_property
    def network(self) -> Network:
        """The network that playouts and counts are made by; percepts have no gates in it.

        Raises:
            GameError: if the rules have too many instances, or can't be ground.
        """
        return self._ground(percepts=False)

    @cached_property
    def _stepped(self) -> Network:
        """The network that steps are made by."""
        return self._ground(percepts=True) if self._hidden else self.network

    def _ground(self, *, percepts: bool) -> Network:
        try:
            limits = self._limits or GroundLimits()
            return Network(ground(self._description, limits, percepts=percepts), seconds=limits.seconds)
        except GdlError as error:
            raise GameError(str(error)) from error

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        return tuple(map(kif_term, self._stepped.roles))

    @cached_property
    def initial(self) -> GameState:
        """The state the game begins in."""
        return self._texts(self._stepped.initial)

    def look(self, state: GameState) -> Look:
        """What a state offers."""
        terms = self._terms(state)
        return Look(self._stepped.terminal(terms), self._sorted(self._stepped.legal(terms)))

    def step(self, state: GameState, move: JointMove) -> Step:
        """What a joint move leads to. A move that no state makes legal is a UsageError."""
        terms, joint = self._terms(state), self._joint(move)
        seen = self._stepped.percepts(terms, joint) if self._hidden else [()] * len(self.roles)
        return Step(self._texts(self._stepped.next(terms, joint)), self._sorted(seen))

    def advance(self, state: GameState, move: JointMove) -> tuple[Step, Look]:
        """What a joint move leads to, and what the next state offers."""
        step = self.step(state, move)
        return step, self.look(step.state)

    def goals(self, state: GameState) -> Mapping[str, tuple[Fraction, ...]]:
        """Each role's goal values in a state, sorted; those that are no numbers are left out."""
        found = self._stepped.goals(self._terms(state))
        return {role: tuple(sorted(values)) for role, values in zip(self.roles, found, strict=True)}

    def after(self, moves: Sequence[JointMove]) -> GameState:
        """The state after some joint moves from the start."""
        terms = self._stepped.initial
        for move in moves:
            terms = self._stepped.next(terms, self._joint(move))
        return self._texts(terms)

    def playouts(self, seconds: float, *, seed: int = 0) -> Playouts:
        """Random playouts for that time, thousands side by side."""
        return play_out(self.network, seconds=seconds, seed=seed)

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[LevelCounts]:
        """How many sequences of joint moves and how many states there are at each depth from 0.

        Raises:
            GameError: if it takes more seconds than the limits allow, or there are too many states.
        """
        return perft(self.network, depth, proceed=_until(time.monotonic() + limits.seconds, limits.seconds))

    def close(self) -> None:
        """Nothing to forget: the network goes with this."""

    # between texts and the network's terms

    @cached_property
    def _fluents(self) -> Mapping[str, Term]:
        return {kif_term(fluent): fluent for fluent in self._stepped.fluents}

    @cached_property
    def _moves(self) -> Mapping[str, Mapping[str, Term]]:
        listed = zip(self.roles, self._stepped.moves, strict=True)
        return {role: {kif_term(move): move for move in moves} for role, moves in listed}

    def _terms(self, state: GameState) -> NetworkState:
        try:
            return frozenset(self._fluents[text] for text in state)
        except KeyError as strange:
            raise UsageError(f"{strange.args[0]!r} is no fluent that the rules bring about") from None

    def _joint(self, move: JointMove) -> list[Term]:
        made = zip(self.roles, in_role_order(self.roles, move), strict=True)
        try:
            return [self._moves[role][text] for role, text in made]
        except KeyError as strange:
            raise UsageError(f"{strange.args[0]!r} is never a move of that role") from None

    def _sorted(self, lists: Iterable[Iterable[Term]]) -> dict[str, tuple[str, ...]]:
        return {role: self._texts(terms) for role, terms in zip(self.roles, lists, strict=True)}

    @staticmethod
    def _texts(terms: Iterable[Term]) -> tuple[str, ...]:
        return tuple(sorted(map(kif_term, terms)))


def _until(end: float, seconds: float) -> Callable[[], None]:
    def proceed() -> None:
        if time.monotonic() > end:
            raise GameError(f"not done in {seconds:g} s")

    return proceed
