"""Formulas: what a claim about a game says, as values.

A formula is true or false of a game, of a course of play in it, or of a moment of a match. It speaks of *plays*: whole
courses of the game, each a choice of a move at every step at which a role (or chance) had one. A *condition* says which
plays are meant, and what it leaves open is quantified over. Values are compared and hashed by what they say; where
they stand in a text is no part of them.

Meanings that hold everywhere:

- Steps are the joint moves of a play, from 1. A condition that gives a role a move without a step holds of the plays
  in which it makes the move at some step, and binds all of that role's choices; with a step it binds that choice.
- A *case* fixes what is open. Terms that are compared are compared case by case: what is open in both is the same in
  both, what only one of them binds runs free in the other. The choices of chance are open like those of any role.
- Where moves or payoffs tie, "at least as good" holds of every one of them; only `>` and `<` ask for more.
- A term that speaks of no play at all has no value, and what rests on it is unknown: "no such play".

Long, because the forms are one language, and each says what it means.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from gdl.values import dataclass

Comparison = Literal["=", "!=", "<", ">", "<=", ">=", "~"]
"""`~` is equality as people tell numbers: 1.67 for five thirds. A whole number is told exactly."""

COMPARISONS: tuple[Comparison, ...] = ("=", "!=", "<", ">", "<=", ">=", "~")

Operator = Literal["+", "-", "*", "/"]
Quantifier = Literal["each", "any", "one"]


# Names


@dataclass(frozen=True, slots=True)
class Const:
    """A constant of the game: a role, a move, a player, a number token; `offer(3)` has arguments.

    In a formula that binds N, `offer(N)` is one, too.
    """

    name: str
    args: tuple[Const | Var, ...] = ()


@dataclass(frozen=True, slots=True)
class Var:
    """A name that a quantifier, a count or the head of a definition binds."""

    name: str


Ref = Const | Var
"""Something of the game: named, or bound further out."""


# Conditions


@dataclass(frozen=True, slots=True)
class Bind:
    """A role makes a move; at some step if `step` is None."""

    role: Ref
    move: Ref
    step: Ref | None = None


@dataclass(frozen=True, slots=True)
class ReplyTo:
    """Where `after` holds, the role makes the move. If `after` holds of no play left, the reply never comes up."""

    role: Ref
    after: Condition
    move: Ref


@dataclass(frozen=True, slots=True)
class Saw:
    """A role perceives something; at some step if `step` is None."""

    role: Ref
    percept: Ref
    step: Ref | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """Which plays are meant: those of which every part holds; all plays if there is none.

    A variable stands for a whole condition. A later part goes before an earlier one that gives the same role another
    move at the same step, or at all: `S, p1=hare` is S with p1 turning to hare.
    """

    parts: tuple[Bind | ReplyTo | Saw | Var, ...] = ()


# Probabilities


@dataclass(frozen=True, slots=True)
class Belief:
    """Probabilities of moves, independent of each other between roles: (role, move, probability).

    A role's probabilities sum to 1; its moves that are not named have probability 0. A belief about `random` takes the
    place of the rules' even chances.
    """

    parts: tuple[tuple[Ref, Ref, NumberTerm], ...] = ()


@dataclass(frozen=True, slots=True)
class Lottery:
    """Probabilities of whole plays, which sum to 1: what a signal seen by all, or by each in part, may bring about."""

    parts: tuple[tuple[Condition, NumberTerm], ...]


# Numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A number, exactly."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Pay:
    """What a role gets in a play of the condition: a number for each such play, each a case of its own."""

    role: Ref
    when: Condition


@dataclass(frozen=True, slots=True)
class Sum:
    """What all roles get together in a play of the condition."""

    when: Condition


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected payoff of a role under the condition.

    Chance, and the roles of the belief, choose by their probabilities, among the plays of the condition; a condition
    that binds a role goes before a belief about it. Choices of other roles that the condition leaves open are cases.
    """

    role: Ref
    when: Condition
    belief: Belief | Var


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or greatest value of a term over all its cases: what is guaranteed, the best that can come."""

    which: Literal["min", "max"]
    term: NumberTerm


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two terms added, subtracted, multiplied or divided, case by case. Division by zero has no value."""

    operator: Operator
    left: NumberTerm
    right: NumberTerm


@dataclass(frozen=True, slots=True)
class Count:
    """How many members of the domain the formula holds of."""

    variable: str
    domain: Domain
    body: Formula


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability a role has reason to give a formula, over the deals that its worlds at a moment come from.

    Only chance has probabilities: those of the odds that are given, or else each of its legal moves is equally likely.
    Where players' hidden moves, for which nobody gave odds, decide the formula within one deal, the number is unknown.
    """

    role: Ref
    body: Formula
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Earned:
    """What a role got in an earlier round of a game that is played again; in the last one if no round is named."""

    role: Ref
    round: Moment = None


@dataclass(frozen=True, slots=True)
class Total:
    """What a role got in all rounds until now, or up to and with a round; it has no value before the first."""

    role: Ref
    round: Moment = None


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds have been played."""


# Formulas


@dataclass(frozen=True, slots=True)
class Compare:
    """Two terms stand so to each other in every case."""

    relation: Comparison
    left: NumberTerm
    right: NumberTerm


@dataclass(frozen=True, slots=True)
class Some:
    """Two terms stand so to each other in some case."""

    compare: Compare


@dataclass(frozen=True, slots=True)
class Negation:
    """The formula is false."""

    body: Formula


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of the formulas, at least two, are true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the formulas, at least two, is true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class If:
    """The second is true, or the first is false."""

    condition: Formula
    body: Formula


@dataclass(frozen=True, slots=True)
class Iff:
    """Both are true, or neither is."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Domain:
    """What a quantifier runs over, but for some.

    Attributes:
        kind: `roles` (without chance), `moves` (of a role: those it makes in some play), `profiles` (whole plays, as
            conditions), `rounds` (earlier ones, by number), or a sort of the game.
        role: whose moves.
        but: members that are left out.
    """

    kind: str
    role: Ref | None = None
    but: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Quantified:
    """The formula holds of each member of the domain, of any (at least one), or of exactly one."""

    quantifier: Quantifier
    variable: str
    domain: Domain
    body: Formula


@dataclass(frozen=True, slots=True)
class Same:
    """Two names mean the same role, move or thing."""

    left: Ref
    right: Ref


@dataclass(frozen=True, slots=True)
class Applied:
    """A definition, or a relation that is built in, of arguments. It gives a formula or a number."""

    name: str
    args: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Holds:
    """A relation of the game or of its record holds at a moment."""

    relation: str
    args: tuple[Ref, ...] = ()
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Did:
    """A role made a move, in a round of a game that is played again or at a step of this one; ever if none is named."""

    role: Ref
    move: Ref
    step: Moment = None


@dataclass(frozen=True, slots=True)
class Can:
    """A role may make a move at a moment: the rules allow it."""

    role: Ref
    move: Ref
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Knows:
    """The formula holds in every world that a role can't exclude at a moment: all it did and perceived fits.

    Without a role it holds in all worlds that what is given allows: it is certain from where it is judged.
    """

    role: Ref | None
    body: Formula
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Possible:
    """The formula holds in some world that a role, or without one whoever judges it, can't exclude at a moment."""

    role: Ref | None
    body: Formula
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Common:
    """All of some roles know it, know that they know it, and so on; all roles if none is named."""

    roles: tuple[Ref, ...]
    body: Formula
    moment: Moment = None


@dataclass(frozen=True, slots=True)
class Will:
    """An announcement: the next choice of a role after a moment is this move. Pending until it has chosen.

    Of a move with arguments it is the next choice of that kind: a vote, whatever is said before it.
    """

    role: Ref
    move: Ref
    moment: Moment = None


Moment = Ref | None
"""A number of joint moves made, or of a round; None is now."""

NumberTerm = (
    Number | Pay | Sum | Expected | Extreme | Arithmetic | Count | Chance | Earned | Total | Rounds | Applied | Var
)
Formula = (
    Compare
    | Some
    | Negation
    | AllOf
    | AnyOf
    | If
    | Iff
    | Quantified
    | Same
    | Applied
    | Holds
    | Did
    | Can
    | Knows
    | Possible
    | Common
    | Will
)
Argument = Ref | Condition | Belief | Lottery | NumberTerm


def contrary(formula: Formula) -> Formula:
    """That a formula is not so, without `not` before another."""
    return formula.body if isinstance(formula, Negation) else Negation(formula)
