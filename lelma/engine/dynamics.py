"""`Dynamics`, the one way to step a game: what every stepper answers, and in which values.

Sentences are texts in KIF, `(cell 1 1 b)`, as transcripts and prompts have them; `gdl.tree.term.read_term` gives the
tree of one. Between the solver and a transcript nothing looks inside most of them, so trees would be made and written
again for nothing: that makes a match of Avalon or Werewolf up to 1.1 times as long, one of a word game 1.1 to 1.25
times (docs/decisions/0001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from gdl.tree.numbers import exact
from gdl.tree.syntax import Description, signature
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.support.errors import GameError, UsageError

GameState = tuple[str, ...]
"""The fluents that hold, sorted."""

JointMove = Mapping[str, str]
"""Role → move, for every role."""

STEP_LIMITS = Limits(seconds=10.0, inferences=1_000_000_000)
"""Of one step."""

COUNTING_LIMITS = Limits(seconds=3600.0, inferences=10**15)
"""Of counting or searching a whole game."""

PLAYOUT_STATES = 100_000
"""States after which a playout ends in any case: rules may let a game go on for ever."""


@dataclass(frozen=True)
class Look:
    """What a state offers: whether the game is over in it, and each role's legal moves, sorted.

    In a terminal state the legal moves mean nothing, and steppers may differ in them.
    """

    terminal: bool
    legal: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Step:
    """What a joint move leads to: the next state, and what each role sees meanwhile, sorted."""

    state: GameState
    percepts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Playouts:
    """Random playouts.

    Attributes:
        playouts: how many ended.
        states: states met, also in playouts that did not end in time; the network counts the first one of each too.
        seconds: wall-clock time, without loading or building what plays them.
        cpu_seconds: of the processor that plays them.
        stuck: how many of the playouts ended where a role has no legal move although the state is not terminal; None
            where such playouts are not counted as ended.
        goals: for each role, goal value → how many playouts ended with it; empty where that is not counted.
        backend: `numpy` or `llvmlite`; empty for playouts in Prolog.
    """

    playouts: int
    states: int
    seconds: float
    cpu_seconds: float
    stuck: int | None = None
    goals: tuple[Mapping[Fraction, int], ...] = ()
    backend: str = ""

    @property
    def averages(self) -> tuple[Fraction | None, ...]:
        """For each role its average goal value; None if no playout gave it one."""
        found: list[Fraction | None] = []
        for counts in self.goals:
            ended = sum(counts.values())
            total = sum((value * count for value, count in counts.items()), Fraction(0))
            found.append(total / ended if ended else None)
        return tuple(found)


@dataclass(frozen=True)
class LevelCounts:
    """What `perft` counts at one depth.

    Attributes:
        depth: joint moves made.
        sequences: sequences of that many joint moves.
        terminal_sequences: those of them that end the game.
        distinct_states, distinct_terminal: the states they lead to, and the terminal ones among these.
    """

    depth: int
    sequences: int
    terminal_sequences: int
    distinct_states: int
    distinct_terminal: int


class Dynamics(Protocol):
    """One game, to be stepped; `lelma.engine.steppers.stepper` makes one by name.

    Whether a joint move is legal in a state is not looked at: a record may tell of one that was not. A text that is no
    term in KIF is a UsageError, and so is a joint move that lacks a role's move; a stepper may also refuse a state that
    no moves lead to, or a move that is legal in no state. Every question may raise GameError, if it takes more than the
    limits allow or the rules don't let it be answered.
    """

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the rules."""
        ...

    @property
    def initial(self) -> GameState:
        """The state the game begins in."""
        ...

    def look(self, state: GameState) -> Look:
        """What a state offers."""
        ...

    def step(self, state: GameState, move: JointMove) -> Step:
        """What a joint move leads to."""
        ...

    def advance(self, state: GameState, move: JointMove) -> tuple[Step, Look]:
        """What a joint move leads to, and what the next state offers: `step` and `look` for the price of one."""
        ...

    def goals(self, state: GameState) -> Mapping[str, tuple[Fraction, ...]]:
        """Each role's goal values in a state, sorted; a well-formed game has one for each role at the end."""
        ...

    def after(self, moves: Sequence[JointMove]) -> GameState:
        """The state after some joint moves from the start."""
        ...

    def playouts(self, seconds: float, *, seed: int = 0) -> Playouts:
        """Random playouts for that time; each role chooses among its legal moves alike."""
        ...

    def perft(self, depth: int, *, limits: Limits = COUNTING_LIMITS) -> list[LevelCounts]:
        """How many sequences of joint moves and how many states there are at each depth from 0."""
        ...

    def close(self) -> None:
        """Forget the game."""
        ...


def has_percepts(description: Description) -> bool:
    """Whether the rules say what roles perceive; else, as in plain GDL, everyone perceives every move."""
    return any(signature(rule.head) == ("sees", 2) for rule in description.rules)


def by_role(roles: Sequence[str], lists: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """A list of texts for each role, sorted."""
    return {role: tuple(sorted(texts)) for role, texts in zip(roles, lists, strict=True)}


def numbers_by_role(roles: Sequence[str], lists: Sequence[Sequence[str]]) -> dict[str, tuple[Fraction, ...]]:
    """A list of goal values for each role, sorted.

    Raises:
        GameError: for a goal value that is no number.
    """
    return {role: tuple(sorted(map(_number, values))) for role, values in zip(roles, lists, strict=True)}


def _number(token: str) -> Fraction:
    value = exact(token)
    if value is None:
        raise GameError(f"the goal value {token} is no number")
    return value


def in_role_order(roles: Sequence[str], move: JointMove) -> list[str]:
    """The moves of a joint move in the order of the roles.

    Raises:
        UsageError: if a role's move is missing.
    """
    missing = [role for role in roles if role not in move]
    if missing:
        raise UsageError(f"a joint move needs a move of every role; {', '.join(missing)} has none")
    return [move[role] for role in roles]
