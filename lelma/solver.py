"""The solver of one game: its rules in SWI-Prolog, questions to it, and its verdicts."""

from __future__ import annotations

import itertools
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Literal

from gdl.prolog import Program, prolog_atom, to_prolog
from gdl.syntax import Description
from lelma.engines import Engine, ProcessEngine, engine
from lelma.errors import EngineStopped, EngineUnavailable, GameError
from lelma.loaded import Loaded
from lelma.paths import prolog_folder
from translators.query import Compound, Name, Term, Var, prolog_term

Truth = Literal["true", "false", "unknown", "error"]
TRUTHS: tuple[Truth, ...] = ("true", "false", "unknown", "error")

BATCH = 256
"""Claims judged in one request; a longer list is split, so that no request outlives its limit by much."""


@dataclass(frozen=True)
class Limits:
    """What one question may cost.

    Attributes:
        seconds: wall-clock time.
        inferences: logical steps.
        answers: how many answers to an open question are given.
        plays: how many positions are visited to tabulate a game.
    """

    seconds: float = 2.0
    inferences: int = 20_000_000
    answers: int = 1000
    plays: int = 20_000

    def prolog(self) -> str:
        return f"limits({self.seconds:.3f},{self.inferences})"


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class Cell:
    """One cell of a payoff table: a move and a payoff for each role, in role order."""

    profile: tuple[Term, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True)
class Facts:
    """What tabulating a game tells.

    Attributes:
        roles: in the order of the rules.
        moves: for each role, the moves it ever chooses, in the order they come up.
        rounds: length of the longest play.
        plays: number of plays, a joint move a round.
        simultaneous: whether every play is a single round.
        cells: the payoff table; empty, with the reason in `untabulated`, unless every role chooses once.
    """

    roles: tuple[str, ...]
    moves: tuple[tuple[Term, ...], ...]
    rounds: int
    plays: int
    simultaneous: bool
    cells: tuple[Cell, ...]
    untabulated: str = ""


@dataclass(frozen=True)
class State:
    """A state of a game as its graph has it.

    Attributes:
        moves: for each role, its legal moves; empty for a terminal state.
        next: for each joint move, the last role's move changing fastest, the index of the state it leads to.
        percepts: for each joint move, what each role perceives; empty unless percepts were asked for.
        goals: the goal values of each role that hold in a terminal state.
    """

    moves: tuple[tuple[Term, ...], ...] = ()
    next: tuple[int, ...] = ()
    percepts: tuple[tuple[tuple[Term, ...], ...], ...] = ()
    goals: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Graph:
    """The states of a game, `states[0]` being the first, and its roles in the order of the rules."""

    roles: tuple[str, ...]
    states: tuple[State, ...]


@dataclass(frozen=True)
class Judgement:
    """The solver's word on one claim.

    Attributes:
        truth: `true`, `false`, or `unknown` and `error` with a `reason`.
        why: the cells that decide it.
        alternative: index of the correction that has answers, or None.
        answers: those answers: values of the correction's solved slots.
    """

    truth: Truth
    why: tuple[Cell, ...] = ()
    alternative: int | None = None
    answers: tuple[tuple[Term, ...], ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Answers:
    """Answers to an open question: variable name → term, for each answer; `truth` is false for none."""

    truth: Truth
    answers: tuple[dict[str, Term], ...] = ()
    why: tuple[Cell, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Question:
    """A claim as the solver is asked: its goals in Prolog text, and corrections, each with what to solve for."""

    goals: tuple[str, ...]
    corrections: tuple[tuple[str, tuple[Term, ...]], ...] = field(default=())

    @cached_property
    def prolog(self) -> str:
        alternatives = ",".join(
            f"alternative([{goal}],[{','.join(map(prolog_term, values))}])" for goal, values in self.corrections
        )
        return f"claim([{','.join(self.goals)}],[{alternatives}])"


def compile_program(description: Description, *, pass_moves: Sequence[str] = ("noop",)) -> str:
    """The whole Prolog program of a game: its own part and the game-independent one."""
    program: Program = to_prolog(description, pass_moves=pass_moves)
    situation = (prolog_folder() / "situation.pl").read_text("utf-8")
    return f"{program.text}\n{situation}"


class Solver:
    """One game loaded into an engine, in a Prolog module of its own. Threads may share a solver."""

    _count = itertools.count(1)
    _free_modules: ClassVar[deque[str]] = deque()  # of solvers that are gone: loading replaces what a module holds

    def __init__(
        self,
        program: str,
        *,
        engine_name: str | Engine | None = None,
        limits: Limits = DEFAULT_LIMITS,
        copies: int = 1,
    ) -> None:
        """Load a program.

        Args:
            copies: how many engines hold it; each more is a process of its own, so that so many threads can ask at
                the same time.

        Raises:
            GameError: if the solver rejects the program.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        first = engine(engine_name)
        if copies > 1 and not isinstance(first, ProcessEngine):
            raise EngineUnavailable(f"there is one {first.name} in a process; engines of your own are `process`")
        self._module = _pop(Solver._free_modules) or f"game_{next(Solver._count)}"
        weakref.finalize(self, Solver._free_modules.append, self._module).atexit = False
        own = [ProcessEngine() for _ in range(copies - 1)]
        weakref.finalize(self, _close, own).atexit = False  # engines end with the process by themselves
        self._copies = [Loaded(self._module, program, each) for each in (first, *own)]
        self.engine: Engine = first
        self.limits = limits
        self._copies[0].load()

    def close(self) -> None:
        """Forget the game."""
        for copy in self._copies:
            copy.drop()
        _close([copy.engine for copy in self._copies[1:]])

    def facts(self) -> Facts:
        """Play the game in every way and tabulate it, for payoff questions.

        Raises:
            GameError: if that takes more than the limits allow; the message says which.
        """
        try:
            reply = self._call(self._tabulation())
        except EngineStopped as stopped:
            raise GameError(f"the game can't be tabulated: {stopped}") from stopped
        if "verdict" in reply:
            raise GameError(f"the game can't be tabulated: {reply['reason']}")
        for copy in self._copies:
            copy.after_load = self._tabulation()
        return Facts(
            roles=tuple(map(str, reply["roles"])),
            moves=tuple(tuple(map(_term, moves)) for moves in reply["moves"]),
            rounds=reply["rounds"],
            plays=reply["plays"],
            simultaneous=reply["simultaneous"],
            cells=tuple(map(_cell, reply["cells"])),
            untabulated=reply.get("untabulated", ""),
        )

    def graph(self, *, percepts: bool, most: int, limits: Limits | None = None) -> Graph:
        """The states that can be reached, with at most `most` joint moves in all of them together.

        Raises:
            GameError: if that takes more than the limits allow; the message says which.
        """
        allowed = limits or self.limits
        flag = "true" if percepts else "false"
        try:
            reply = self._call(f"graph({self._module},{flag},{most},{allowed.prolog()})", allowed.seconds)
        except EngineStopped as stopped:
            raise GameError(str(stopped)) from None
        if "verdict" in reply:
            raise GameError(str(reply["reason"]))
        return Graph(tuple(map(str, reply["roles"])), tuple(map(_state, reply["states"])))

    def judge(self, questions: Sequence[Question], *, limits: Limits | None = None) -> list[Judgement]:
        """A judgement for each question, in order. A question that stops the engine is `unknown` alone."""
        allowed = limits or self.limits
        found: list[Judgement] = []
        for start in range(0, len(questions), BATCH):
            batch = questions[start : start + BATCH]
            judged = self._judge(batch, allowed)
            if isinstance(judged, Judgement):  # the request as a whole failed; ask one by one to find which did it
                alone = (self._judge([question], allowed) for question in batch)
                found.extend(item if isinstance(item, Judgement) else item[0] for item in alone)
            else:
                found.extend(judged)
        return found

    def _judge(self, batch: Sequence[Question], limits: Limits) -> list[Judgement] | Judgement:
        """A judgement for each question of a request, or one for the whole request if it failed."""
        claims = ",".join(question.prolog for question in batch)
        try:
            reply = self._call(f"judge({self._module},[{claims}],{limits.prolog()})", limits.seconds)
        except EngineStopped as stopped:
            return Judgement("unknown", reason=str(stopped))
        return _judgement(reply) if isinstance(reply, dict) else [_judgement(item) for item in reply]

    def judge_formulas(self, given: str, formulas: Sequence[str], *, limits: Limits | None = None) -> Any:
        """The reply of `prolog/judge/judge.pl` on formulas in Prolog text, of what is given.

        Raises:
            EngineStopped: if there was none.
        """
        allowed = limits or self.limits
        formulas_text = ",".join(formulas)
        request = f"judge_formulas({self._module},{given},[{formulas_text}],{allowed.plays},{allowed.prolog()})"
        return self._call(request, allowed.seconds)

    def ask(self, goals: Sequence[str], variables: dict[str, str], *, limits: Limits | None = None) -> Answers:
        """Answers to a conjunction of goals in Prolog text; `variables` maps shown names to Prolog variables."""
        allowed = limits or self.limits
        bindings = ",".join(f"{prolog_atom(name)}={variable}" for name, variable in variables.items())
        request = f"ask({self._module},[{','.join(goals)}],[{bindings}],{allowed.answers},{allowed.prolog()})"
        try:
            reply = self._call(request, allowed.seconds)
        except EngineStopped as stopped:
            return Answers("unknown", reason=str(stopped))
        return Answers(
            truth=_truth(reply["verdict"]),
            answers=tuple({name: _term(value) for name, value in item.items()} for item in reply.get("answers", ())),
            why=tuple(map(_cell, reply.get("why", ()))),
            reason=reply.get("reason", ""),
        )

    def _call(self, request: str, seconds: float | None = None) -> Any:
        copy = min(self._copies, key=lambda each: each.busy)
        return copy.call(request, self.limits.seconds if seconds is None else seconds)

    def _tabulation(self) -> str:
        return f"tabulate({self._module},{self.limits.plays},{self.limits.prolog()})"


def _close(engines: Sequence[Engine]) -> None:
    for each in engines:
        each.close()


def _pop(names: deque[str]) -> str | None:
    with suppress(IndexError):
        return names.pop()
    return None


def _truth(value: object) -> Truth:
    text = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
    for truth in TRUTHS:
        if truth == text:
            return truth
    raise ValueError(f"the solver gave {value!r} for a verdict")


def _judgement(item: dict[str, Any]) -> Judgement:
    return Judgement(
        truth=_truth(item["verdict"]),
        why=tuple(map(_cell, item.get("why", ()))),
        alternative=item.get("alternative"),
        answers=tuple(tuple(map(_term, values)) for values in item.get("correct", ())),
        reason=item.get("reason", ""),
    )


def _state(item: dict[str, Any]) -> State:
    if "goals" in item:
        goals = ((str(role), _term(value)) for role, value in item["goals"])
        return State(goals=tuple((role, value) for role, value in goals if isinstance(value, Fraction)))
    return State(
        moves=tuple(tuple(map(_term, moves)) for moves in item["moves"]),
        next=tuple(item["next"]),
        percepts=tuple(tuple(tuple(map(_term, seen)) for seen in each) for each in item["percepts"]),
    )


def _cell(item: dict[str, Any]) -> Cell:
    payoffs = (_term(number) for number in item["payoffs"])
    return Cell(
        profile=tuple(map(_term, item["profile"])),
        payoffs=tuple(number if isinstance(number, Fraction) else Fraction(0) for number in payoffs),
    )


def _term(value: Any) -> Term:
    match value:
        case bool():
            raise ValueError(f"the solver gave {value!r} for a term")
        case int():
            return Fraction(value)
        case str():
            return Name(value)
        case {"over": over, "under": under}:
            return Fraction(over, under)
        case {"variable": name}:
            return Var(name)
        case {"functor": functor, "args": args}:
            return Compound(functor, tuple(map(_term, args)))
    raise ValueError(f"the solver gave {value!r} for a term")
