"""What the solver is asked and what it answers, as values; and how they are read from its replies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from gdl.values import dataclass
from translators.language.query import Name, QueryCompound, QueryTerm, QueryVar

Truth = Literal["true", "false", "unknown", "error", "pending"]
TRUTHS: tuple[Truth, ...] = ("true", "false", "unknown", "error", "pending")
"""`pending`: an announcement that is neither kept nor broken yet."""


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
class PayoffCell:
    """One cell of a payoff table: a move and a payoff for each role, in role order."""

    profile: tuple[QueryTerm, ...]
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
    moves: tuple[tuple[QueryTerm, ...], ...]
    rounds: int
    plays: int
    simultaneous: bool
    cells: tuple[PayoffCell, ...]
    untabulated: str = ""


@dataclass(frozen=True)
class GraphState:
    """A state of a game as its graph has it.

    Attributes:
        moves: for each role, its legal moves; empty for a terminal state.
        next: for each joint move, the last role's move changing fastest, the index of the state it leads to.
        percepts: for each joint move, what each role perceives; empty unless percepts were asked for.
        goals: the goal values of each role that hold in a terminal state.
    """

    moves: tuple[tuple[QueryTerm, ...], ...] = ()
    next: tuple[int, ...] = ()
    percepts: tuple[tuple[tuple[QueryTerm, ...], ...], ...] = ()
    goals: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Graph:
    """The states of a game, `states[0]` being the first, and its roles in the order of the rules."""

    roles: tuple[str, ...]
    states: tuple[GraphState, ...]


@dataclass(frozen=True)
class Answers:
    """Answers to an open question: variable name → term, for each answer; `truth` is false for none."""

    truth: Truth
    answers: tuple[dict[str, QueryTerm], ...] = ()
    reason: str = ""


def truth_of(value: object) -> Truth:
    text = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
    for truth in TRUTHS:
        if truth == text:
            return truth
    raise ValueError(f"the solver gave {value!r} for a verdict")


def state_of(item: dict[str, Any]) -> GraphState:
    if "goals" in item:
        goals = ((str(role), term_of(value)) for role, value in item["goals"])
        return GraphState(goals=tuple((role, value) for role, value in goals if isinstance(value, Fraction)))
    return GraphState(
        moves=tuple(tuple(map(term_of, moves)) for moves in item["moves"]),
        next=tuple(item["next"]),
        percepts=tuple(tuple(tuple(map(term_of, seen)) for seen in each) for each in item["percepts"]),
    )


def cell_of(item: dict[str, Any]) -> PayoffCell:
    try:
        return _plain_cell(tuple(item["profile"]), tuple(item["payoffs"]))
    except TypeError:  # a move with arguments, or a fraction
        return _cell(item["profile"], item["payoffs"])


@lru_cache(maxsize=4096)
def _plain_cell(profile: tuple[Any, ...], payoffs: tuple[Any, ...]) -> PayoffCell:
    return _cell(profile, payoffs)


def _cell(profile: Sequence[Any], payoffs: Sequence[Any]) -> PayoffCell:
    numbers = map(term_of, payoffs)
    return PayoffCell(
        profile=tuple(map(term_of, profile)),
        payoffs=tuple(number if isinstance(number, Fraction) else Fraction(0) for number in numbers),
    )


def term_of(value: Any) -> QueryTerm:
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
            return QueryVar(name)
        case {"functor": functor, "args": args}:
            return QueryCompound(functor, tuple(map(term_of, args)))
    raise ValueError(f"the solver gave {value!r} for a term")
