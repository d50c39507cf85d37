"""`Progression`: a game stepped from state to state by its play program; also searched, surveyed and walked through."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from gdl.compile.play_program import to_play_program
from gdl.compile.prolog_text import prolog_atom, prolog_number
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Variable, signature, subterms
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.dynamics import (
    COUNTING_LIMITS,
    PLAYOUT_STATES,
    STEP_LIMITS,
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
from lelma.engine.program import Loaded, ModuleNames, play_term, situation_term
from lelma.engine.solver import Solver, compile_program
from lelma.support.errors import EngineStopped, GameError

_MODULES = ModuleNames("play")

LOADING_SECONDS = 60.0
BLAMING_SECONDS = 10.0

_GOAL = ("goal", 2)
_STATE = re.compile(r"\w+\((\[.*?\])[,)]")


@dataclass(frozen=True)
class Value:
    """What each role gets, in role order, if each plays best for itself.

    Attributes:
        play: the joint moves, in role order, of a play with that value; up to chance's first choice.
        states: how many states were visited to find it.
    """

    payoffs: tuple[Fraction, ...]
    play: tuple[tuple[str, ...], ...]
    states: int


@dataclass(frozen=True)
class Trouble:
    """What goes wrong for a role after some joint moves.

    Attributes:
        kind: `stuck`, it has no legal move before the end; `none`, `several` or `unnumbered`, its goal values at the
            end, which are `values`.
        play: the joint moves before, in role order.
    """

    kind: str
    role: str
    values: tuple[str, ...]
    play: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Survey:
    """What shows in the first states of a game: troubles, how many states were visited, whether these are all there
    are, and whether one of them is terminal; and role → the goal values it has in some terminal one of them.
    """

    troubles: tuple[Trouble, ...]
    visited: int
    complete: bool
    ended: bool
    goals: Mapping[str, frozenset[str]] = field(default_factory=dict)


class Progression:
    """One game, stepped by its play program, which is loaded when it is first needed. Threads may share it."""

    def __init__(
        self,
        description: Description,
        *,
        pass_moves: Sequence[str] = ("noop",),
        bridge: str | Bridge | None = None,
        limits: Limits = STEP_LIMITS,
    ) -> None:
        """Nothing is loaded yet; `limits` are those of a step.

        Raises:
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        self.limits = limits
        self._rules = description.rules
        self._bridge = shared_bridge(bridge)
        self._bridge.ready()
        self._module = _MODULES.take(self)
        program = to_play_program(description)
        self._program = Loaded(self._module, program, self._bridge, command="load_play", seconds=LOADING_SECONDS)
        self._situations = partial(compile_program, description, pass_moves=pass_moves)

    @cached_property
    def solver(self) -> Solver:
        """The same game as situations have it, for queries; loaded when it is first needed.

        Raises:
            GameError: if the solver rejects it.
        """
        return Solver(self._situations(), bridge=self._bridge, limits=self.limits)

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        return tuple(self._play("roles")["roles"])

    @cached_property
    def initial(self) -> GameState:
        """The state the game begins in."""
        return _state(self._play("initial")["state"])

    def look(self, state: GameState) -> Look:
        """What a state offers."""
        reply = self._play(f"look({_listed(state)})")
        return Look(reply["terminal"], self._by_role(reply["legal"]))

    def legal(self, state: GameState) -> Mapping[str, tuple[str, ...]]:
        """Each role's legal moves in a state, sorted."""
        return self.look(state).legal

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over in a state."""
        return self.look(state).terminal

    def goals(self, state: GameState) -> Mapping[str, tuple[Fraction, ...]]:
        """Each role's goal values in a state, sorted; a well-formed game has one for each role at the end.

        Raises:
            GameError: for a goal value that is no number.
        """
        reply = self._play(f"goals({_listed(state)})")
        return numbers_by_role(self.roles, reply["goals"])

    def step(self, state: GameState, move: JointMove) -> Step:
        """What a joint move leads to; whether it is legal is not looked at.

        Raises:
            UsageError: if a role's move is missing.
        """
        reply = self._play(f"next({_listed(state)},{self._joint(move)})")
        return Step(_state(reply["state"]), self._by_role(reply["sees"]))

    def advance(self, state: GameState, move: JointMove) -> tuple[Step, Look]:
        """What a joint move leads to, and what the next state offers, in one request.

        Raises:
            UsageError: if a role's move is missing.
        """
        reply = self._play(f"advance({_listed(state)},{self._joint(move)})")
        step = Step(_state(reply["state"]), self._by_role(reply["sees"]))
        return step, Look(reply["terminal"], self._by_role(reply["legal"]))

    def after(self, moves: Sequence[JointMove]) -> GameState:
        """The state after some joint moves from the start."""
        state = self.initial
        for move in moves:
            state = self.next(state, move)
        return state

    def walk(self, moves: Sequence[JointMove], *, start: GameState | None = None) -> tuple[list[Look], list[Step]]:
        """What each state on the way of joint moves offers, the last one as well, and what each move leads to; in one
        request, so ten times as fast as `look` and `step` in turns. Whether the moves are legal is not looked at.
        """
        state = self.initial if start is None else start
        joints = ",".join(map(self._joint, moves))
        reply = self._play(f"walk({_listed(state)},[{joints}])")
        looks = [Look(look["terminal"], self._by_role(look["legal"])) for look in reply["looks"]]
        return looks, [Step(_state(step["state"]), self._by_role(step["sees"])) for step in reply["steps"]]

    def next(self, state: GameState, move: JointMove) -> GameState:
        """The state that a joint move leads to."""
        return self.step(state, move).state

    def percepts(self, state: GameState, move: JointMove) -> Mapping[str, tuple[str, ...]]:
        """What each role sees as a joint move is made in a state, sorted."""
        return self.step(state, move).percepts

    def playouts(self, seconds: float, *, seed: int = 0, longest: int = PLAYOUT_STATES) -> Playouts:
        """Random playouts for that time, one after another; each role chooses among its legal moves alike."""
        limits = Limits(seconds=seconds + 10.0, inferences=10**15)
        self._play("roles")  # loading takes none of the time
        start = time.perf_counter()
        reply = self._play(f"random({seconds:.6f},{seed},{longest})", limits, door="playout")
        seconds = time.perf_counter() - start
        return Playouts(reply["playouts"], reply["states"], seconds, reply["cpu_micros"] / 1e6)

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[LevelCounts]:
        """How many sequences of joint moves and how many states there are at each depth from 0."""
        reply = self._play(f"perft({depth})", limits)
        return [LevelCounts(place, *counts) for place, counts in enumerate(reply["levels"])]

    def value(self, *, states: int, limits: Limits = COUNTING_LIMITS) -> Value:
        """The value of the game by minimax with memory, over at most so many states; `random` gets 0.

        Where a role has several moves that are best for itself it takes the first in Prolog's standard order.

        Raises:
            GameError: if that takes more than the limits allow, or the game has no such value; the message says why.
        """
        numbers = _goal_values(self._rules)
        most = prolog_number(max(numbers.values(), default=Fraction(0)))
        request = f"value([{_pairs(numbers)}],{most},{states})"
        reply = self._play(request, limits, door="search")
        payoffs = tuple(map(_fraction, reply["values"]))
        return Value(payoffs, tuple(map(tuple, reply["play"])), reply["states"])

    def survey(self, *, states: int, seconds: float) -> Survey:
        """What goes wrong in the first states, breadth first: at most so many, for at most that time.

        Raises:
            GameError: if a single step takes more than the limits allow.
        """
        limits = Limits(seconds=seconds + self.limits.seconds, inferences=self.limits.inferences)
        request = f"survey([{_pairs(_goal_values(self._rules))}],{states},{seconds:.6f})"
        reply = self._play(request, limits, door="survey")
        troubles = (
            Trouble(found["kind"], found["role"], tuple(found["values"]), tuple(map(tuple, found["play"])))
            for found in reply["faults"]
        )
        goals = {role: frozenset(values) for role, *values in reply["goals"]}
        return Survey(tuple(troubles), reply["visited"], reply["complete"], reply["ended"], goals)

    def possible_states(
        self, observer: str | None, history: Sequence[JointMove], *, assumptions: Sequence[str] = ()
    ) -> list[GameState]:
        """The states that an observer cannot exclude after some joint moves, as `percept.pl` specifies it.

        The cost grows with every unseen move of the history: `lelma.knowledge` is for real matches.

        Args:
            observer: a role; None for somebody who sees what every player sees.

        Raises:
            GameError: if it takes more than the limits allow.
        """
        who, listed = self._course(observer, history, assumptions)
        reply = self.solver.call(f"worlds({self.solver.module},{who},[{listed}],{self.limits.prolog()})")
        if "verdict" in reply:
            raise GameError(f"the worlds can't be found: {reply['reason']}")
        return [_state(texts) for texts in reply["states"]]

    def possible_ways(
        self, observer: str | None, history: Sequence[JointMove], names: Sequence[str], *, limits: Limits
    ) -> tuple[int, ...]:
        """In how many ways the fluents of these names may hold for an observer, initially and after each joint move.

        As `lelma.knowledge` counts worlds, at a higher cost: each possible state is stepped by itself.

        Args:
            observer, history: as for `possible_states`.
            names: of fluents; all of them where there are none.

        Raises:
            GameError: if it takes more than the limits allow.
        """
        who, listed = self._course(observer, history, ())
        named = ",".join(map(prolog_atom, names))
        request = f"course({self.solver.module},{who},[{named}],[{listed}],{limits.prolog()})"
        reply = self.solver.call(request, limits.seconds)
        if "verdict" in reply:
            raise GameError(f"the worlds can't be counted: {reply['reason']}")
        return tuple(reply["counts"])

    def _course(
        self, observer: str | None, history: Sequence[JointMove], assumptions: Sequence[str]
    ) -> tuple[str, str]:
        """An observer and a history as requests spell them."""
        who = "everyone" if observer is None else situation_term(observer)
        if assumptions:
            who = f"given([{','.join(map(situation_term, assumptions))}],{who})"
        roles = [(role, situation_term(role)) for role in self.roles]
        joints = (",".join(f"does({named},{situation_term(move[role])})" for role, named in roles) for move in history)
        listed = ",".join(f"[{joint}]" for joint in joints)
        return who, listed

    def close(self) -> None:
        """Forget the game."""
        self._program.drop()
        if "solver" in self.__dict__:
            self.solver.close()

    def _play(self, request: str, limits: Limits | None = None, *, door: str = "play") -> Any:
        """The reply to a request to the play program.

        Raises:
            GameError: if it takes more than the limits allow; the message says what.
        """
        allowed = limits or self.limits
        try:
            reply = self._program.call(f"{door}({self._module},{request},{allowed.prolog()})", allowed.seconds)
            if "verdict" not in reply:
                return reply
            reason = str(reply["reason"])
        except EngineStopped as stopped:
            reason = str(stopped)
        raise GameError(f"the game can't be played: {reason}{self._culprit(request, reason)}")

    def _culprit(self, request: str, reason: str) -> str:
        """Which relation grows, where a limit was met; empty if none is found."""
        if not reason.startswith(("time", "inferences", "memory")):
            return ""
        state = _STATE.match(request)
        limits = Limits(seconds=BLAMING_SECONDS, inferences=10**12)
        asked = f"play({self._module},growing({state[1] if state else '[]'}),{limits.prolog()})"
        try:
            found = self._program.call(asked, BLAMING_SECONDS)
        except EngineStopped:
            return ""
        if "relation" not in found:
            return ""
        name = str(found["relation"]).rpartition(" ")[0]
        heads = [rule.head for rule in self._rules if not isinstance(rule.head, Variable)]
        named = (head.position for head in heads if signature(head) == (name, found["arity"]))
        line = next((f" (line {position.line})" for position in named if position is not None), "")
        return f"; the relation `{name}`{line} {found['trouble']}"

    def _by_role(self, lists: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
        return by_role(self.roles, lists)

    def _joint(self, move: JointMove) -> str:
        return _listed(in_role_order(self.roles, move))


def _listed(texts: Sequence[str]) -> str:
    return f"[{','.join(map(play_term, texts))}]"


def _state(texts: Sequence[str]) -> GameState:
    return tuple(sorted(texts))


def _goal_values(rules: Sequence[Rule]) -> dict[str, Fraction]:
    """The numbers that goal values may be: those that `goal` names, or all there are where it names a variable."""
    goals = [rule.head.args[1] for rule in rules if isinstance(rule.head, Compound) and signature(rule.head) == _GOAL]
    named = [goal for goal in goals if isinstance(goal, Symbol)]
    if len(named) < len(goals):  # a value comes from a fact or a fluent, so it stands in some head
        named = [term for rule in rules for term in subterms(rule.head) if isinstance(term, Symbol)]
    known = ((term.name, exact(term.name)) for term in named)
    return {name: number for name, number in known if number is not None}


def _pairs(numbers: Mapping[str, Fraction]) -> str:
    return ",".join(f"{prolog_atom(name)}-({prolog_number(number)})" for name, number in numbers.items())


def _fraction(value: int | Mapping[str, int]) -> Fraction:
    return Fraction(value) if isinstance(value, int) else Fraction(value["over"], value["under"])
