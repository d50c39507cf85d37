"""The syntax tree of a game description: terms, literals, rules.

Trees are values: equal when they say the same thing, wherever they stand in a file (positions do not
take part in equality). Names keep the spelling they have in the file; GDL folds case, and the readers
fold by giving every name the spelling of its first occurrence (GDL specification, section 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from gdl.values import dataclass

KEYWORDS = frozenset("role init true does legal next terminal goal sees base input random distinct not or and".split())


@dataclass(frozen=True, slots=True)
class Position:
    """Where a piece of text starts: 1-based line and column, 0-based offset."""

    line: int
    column: int
    offset: int


def _at() -> Position | None:
    return field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `name` has no leading question mark."""

    name: str
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A constant, a number token (`5`, `-1`, `2.5`) or a sentence without arguments."""

    name: str
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class Compound:
    """A function term or a sentence with arguments: at least one of them."""

    functor: str
    args: tuple[Term, ...]
    position: Position | None = _at()


Term = Variable | Symbol | Compound

Signature = tuple[str, int]
"""A relation or function: its name and how many arguments it has."""


@dataclass(frozen=True, slots=True)
class Not:
    """A negated literal. Safe descriptions negate plain sentences only."""

    literal: Literal
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction; each alternative is one literal (use `And` for several)."""

    alternatives: tuple[Literal, ...]
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction inside an `Or`, as some published sheets write it."""

    literals: tuple[Literal, ...]
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class Distinct:
    """`(distinct left right)`: the two ground terms differ."""

    left: Term
    right: Term
    position: Position | None = _at()


Literal = Variable | Symbol | Compound | Not | Or | And | Distinct


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds if every literal of `body` does; a fact has an empty body."""

    head: Term
    body: tuple[Literal, ...] = ()
    position: Position | None = _at()


@dataclass(frozen=True, slots=True)
class Description:
    """A whole game description: its rules in file order, and the file it was read from."""

    rules: tuple[Rule, ...]
    source: str = field(default="<text>", compare=False)
    text: str = field(default="", compare=False, repr=False)


def signature(sentence: Term) -> tuple[str, int]:
    """Name and number of arguments of a sentence or constant.

    Raises:
        TypeError: for a variable.
    """
    match sentence:
        case Symbol(name):
            return name, 0
        case Compound(functor, args):
            return functor, len(args)
        case _:
            raise TypeError(f"a variable has no signature: {sentence}")


def subterms(term: Term) -> Iterator[Term]:
    """`term` and all terms inside it, outermost first."""
    stack = [term]
    while stack:
        current = stack.pop()
        yield current
        if isinstance(current, Compound):
            stack.extend(reversed(current.args))


def arguments(term: Term) -> tuple[Term, ...]:
    """The arguments of a term; none for a constant."""
    return term.args if isinstance(term, Compound) else ()


def variables_in(term: Term) -> Iterator[str]:
    """The names of the variables of a term, with repetition, in order."""
    return (part.name for part in subterms(term) if isinstance(part, Variable))


def atoms(literal: Literal) -> Iterator[tuple[Term, bool]]:
    """The plain sentences inside a literal, each with whether it stands under `not`."""
    match literal:
        case Not(inner):
            for sentence, negative in atoms(inner):
                yield sentence, not negative
        case Or(parts) | And(parts):
            for part in parts:
                yield from atoms(part)
        case Distinct():
            return
        case _:
            yield literal, False
