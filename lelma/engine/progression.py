"""Games played move by move: states, legal moves, goal values, percepts, random playouts and counting.

Sentences are texts in KIF, `(cell 1 1 b)`. A state is the sorted tuple of the fluents that hold in it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from gdl.compile.play_program import to_play_program
from gdl.compile.prolog_text import prolog_atom, prolog_constant, prolog_number
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Variable, signature, subterms
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge
from lelma.engine.program import Loaded
from lelma.engine.solver import Solver, compile_program
from lelma.support.errors import EngineStopped, GameError, UsageError

State = tuple[str, ...]
JointMove = Mapping[str, str]

PLAYOUT_STATES = 100_000
"""States after which a playout ends in any case: rules may let a game go on for ever."""

LOADING_SECONDS = 60.0
STEP_LIMITS = Limits(seconds=10.0, inferences=1_000_000_000)
BLAMING_SECONDS = 10.0
COUNTING_LIMITS = Limits(seconds=3600.0, inferences=10**15)

_GOAL = ("goal", 2)
_STATE = re.compile(r"\w+\((\[.*?\])[,)]")
_TOKEN = re.compile(r"[()]|[^\s()]+")


@dataclass(frozen=True)
class Look:
    """What a state offers: whether the game is over in it, and each role's legal moves, sorted."""

    terminal: bool
    legal: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Step:
    """What a joint move leads to: the next state, and what each role sees meanwhile, sorted."""

    state: State
    percepts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Playouts:
    """Random playouts: how many ended, how many states they met, in how many seconds, and those of the processor."""

    playouts: int
    states: int
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True)
class Level:
    """Sequences of `depth` joint moves from the start, and the distinct states they lead to."""

    depth: int
    sequences: int
    terminal_sequences: int
    distinct_states: int
    distinct_terminal: int


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
    are, and whether one of them is terminal.
    """

    troubles: tuple[Trouble, ...]
    visited: int
    complete: bool
    ended: bool


class Play(Solver):
    """One game to be played and asked about. Its play program is loaded when it is first needed."""

    def __init__(
        self,
        description: Description,
        *,
        pass_moves: Sequence[str] = ("noop",),
        bridge: str | Bridge | None = None,
        limits: Limits = STEP_LIMITS,
    ) -> None:
        """Load a game.

        Raises:
            GameError: if the solver rejects it.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        self._rules = description.rules
        play_program = to_play_program(description)
        super().__init__(compile_program(description, pass_moves=pass_moves), bridge=bridge, limits=limits)
        self._play_module = self._module.replace("game", "play")
        self._played = Loaded(
            self._play_module, play_program, self.bridge, command="load_play", seconds=LOADING_SECONDS
        )
        self._terms: dict[str, str] = {}

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        return tuple(self._play("roles")["roles"])

    @cached_property
    def initial(self) -> State:
        """The state the game begins in."""
        return _state(self._play("initial")["state"])

    def look(self, state: State) -> Look:
        """What a state offers."""
        reply = self._play(f"look({self._list(state)})")
        return Look(reply["terminal"], self._by_role(reply["legal"]))

    def legal(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Each role's legal moves in a state, sorted."""
        return self.look(state).legal

    def terminal(self, state: State) -> bool:
        """Whether the game is over in a state."""
        return self.look(state).terminal

    def goals(self, state: State) -> Mapping[str, tuple[Fraction, ...]]:
        """Each role's goal values in a state, sorted; a well-formed game has one for each role at the end.

        Raises:
            GameError: for a goal value that is no number.
        """
        reply = self._play(f"goals({self._list(state)})")
        return {role: tuple(sorted(map(_number, values))) for role, values in self._by_role(reply["goals"]).items()}

    def step(self, state: State, move: JointMove) -> Step:
        """What a joint move leads to; whether it is legal is not looked at.

        Raises:
            UsageError: if a role's move is missing.
        """
        missing = [role for role in self.roles if role not in move]
        if missing:
            raise UsageError(f"a joint move needs a move of every role; {', '.join(missing)} has none")
        reply = self._play(f"next({self._list(state)},{self._list([move[role] for role in self.roles])})")
        return Step(_state(reply["state"]), self._by_role(reply["sees"]))

    def walk(self, moves: Sequence[JointMove], *, start: State | None = None) -> tuple[list[Look], list[Step]]:
        """What each state on the way of joint moves offers, the last one as well, and what each move leads to; in one
        request, so ten times as fast as `look` and `step` in turns. Whether the moves are legal is not looked at.
        """
        state = self.initial if start is None else start
        joints = ",".join(self._list([move[role] for role in self.roles]) for move in moves)
        reply = self._play(f"walk({self._list(state)},[{joints}])")
        looks = [Look(look["terminal"], self._by_role(look["legal"])) for look in reply["looks"]]
        return looks, [Step(_state(step["state"]), self._by_role(step["sees"])) for step in reply["steps"]]

    def next(self, state: State, move: JointMove) -> State:
        """The state that a joint move leads to."""
        return self.step(state, move).state

    def percepts(self, state: State, move: JointMove) -> Mapping[str, tuple[str, ...]]:
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

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[Level]:
        """How many sequences of joint moves and how many states there are at each depth from 0."""
        reply = self._play(f"perft({depth})", limits)
        return [Level(place, *counts) for place, counts in enumerate(reply["levels"])]

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
        return Survey(tuple(troubles), reply["visited"], reply["complete"], reply["ended"])

    def possible_states(
        self, observer: str | None, history: Sequence[JointMove], *, assumptions: Sequence[str] = ()
    ) -> list[State]:
        """The states that an observer cannot exclude after some joint moves, as `percept.pl` specifies it.

        The cost grows with every unseen move of the history: `lelma.knowledge` is for real matches.

        Args:
            observer: a role; None for somebody who sees what every player sees.

        Raises:
            GameError: if it takes more than the limits allow.
        """
        who = "everyone" if observer is None else self.prolog(observer)
        if assumptions:
            who = f"given([{','.join(map(self.prolog, assumptions))}],{who})"
        joints = (",".join(f"does({self.prolog(r)},{self.prolog(move[r])})" for r in self.roles) for move in history)
        asked = f"worlds({self._module},{who},[{','.join(f'[{joint}]' for joint in joints)}],{self.limits.prolog()})"
        reply = self._call(asked, self.limits.seconds)
        if "verdict" in reply:
            raise GameError(f"the worlds can't be found: {reply['reason']}")
        return [_state(texts) for texts in reply["states"]]

    def close(self) -> None:
        """Forget the game."""
        self._played.drop()
        super().close()

    def _play(self, request: str, limits: Limits | None = None, *, door: str = "play") -> Any:
        """The reply to a request to the play program.

        Raises:
            GameError: if it takes more than the limits allow; the message says what.
        """
        allowed = limits or self.limits
        try:
            reply = self._played.call(f"{door}({self._play_module},{request},{allowed.prolog()})", allowed.seconds)
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
        asked = f"play({self._play_module},growing({state[1] if state else '[]'}),{limits.prolog()})"
        try:
            found = self._played.call(asked, BLAMING_SECONDS)
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

    def _list(self, texts: Sequence[str]) -> str:
        return f"[{','.join(map(self.play_term, texts))}]"

    def prolog(self, text: str) -> str:
        """A KIF term as the text of the Prolog term that queries know it by."""
        return _prolog_text(text, prolog_constant)

    def play_term(self, text: str) -> str:
        """A KIF term as the text of the Prolog term that the play program knows it by."""
        known = self._terms.get(text)
        if known is None:
            known = self._terms[text] = play_term(text)
        return known


def by_role(roles: Sequence[str], lists: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """A list of texts for each role, sorted."""
    return {role: tuple(sorted(texts)) for role, texts in zip(roles, lists, strict=True)}


def play_term(text: str) -> str:
    """A KIF term as the text of a Prolog term in which every constant is an atom."""
    return _prolog_text(text, prolog_atom)


def _prolog_text(text: str, constant: Callable[[str], str]) -> str:
    open_lists: list[list[str]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
        elif token != ")":
            is_name = len(open_lists) > 1 and not open_lists[-1]
            open_lists[-1].append(prolog_atom(token) if is_name else constant(token))
        elif len(open_lists) > 1 and open_lists[-1]:
            name, *args = open_lists.pop()
            open_lists[-1].append(f"{name}({','.join(args)})" if args else name)
        else:
            raise UsageError(f"{text!r} is no term in KIF")
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise UsageError(f"{text!r} is no term in KIF")
    return open_lists[0][0]


def _state(texts: Sequence[str]) -> State:
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


def _number(token: str) -> Fraction:
    value = exact(token)
    if value is None:
        raise GameError(f"the goal value {token} is no number")
    return value
