"""Queries: what a claim says, as a value; its text; and the goal that asks the solver.

A query is a conjunction of calls. Its roles and moves are the game's own; each remembers how it was said
(`you`, a move's other name), so that sentences can be written in the words of the text.
"""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from gdl.compile.prolog_text import prolog_atom, prolog_constant, prolog_number
from gdl.tree.numbers import number_text
from gdl.values import dataclass


@dataclass(frozen=True, slots=True)
class QueryRole:
    """A role of the game; `said` is how the query calls it (`you`, `them`, or the role itself)."""

    name: str
    said: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the game, spelled as in its rules; `said` is the name the query uses."""

    name: str
    said: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class QueryVar:
    """A variable, which the solver is asked to fill in. `_` is a new one each time."""

    name: str


@dataclass(frozen=True, slots=True)
class Name:
    """Any other constant, such as a word inside a fluent."""

    name: str


@dataclass(frozen=True, slots=True)
class QueryCompound:
    """A functor with arguments: a call, a fluent, a choice, a situation."""

    functor: str
    args: tuple[QueryTerm, ...]


@dataclass(frozen=True, slots=True)
class QueryMix:
    """A mixed strategy: moves with probabilities."""

    parts: tuple[tuple[Move, Fraction], ...]


@dataclass(frozen=True, slots=True)
class QueryArithmetic:
    """A sum, difference, product or quotient that holds a variable; others are worked out when read."""

    operator: str
    left: QueryTerm
    right: QueryTerm


QueryTerm = QueryRole | Move | QueryVar | Name | QueryCompound | QueryMix | QueryArithmetic | Fraction


@dataclass(frozen=True, slots=True)
class Call:
    """One goal of a query, possibly negated."""

    term: QueryCompound | Name
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A conjunction of calls."""

    calls: tuple[Call, ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables, in order of appearance, without `_`."""
        names = (part.name for call in self.calls for part in parts(call.term) if isinstance(part, QueryVar))
        return tuple(name for name in dict.fromkeys(names) if not name.startswith("_"))

    @property
    def functors(self) -> tuple[str, ...]:
        """The name of each call."""
        return tuple(
            call.term.functor if isinstance(call.term, QueryCompound) else call.term.name for call in self.calls
        )

    def __str__(self) -> str:
        """The query as text, in the form of the paper's logs; parsing it gives an equal query."""
        return ", ".join(f"\\+ {term_text(call.term)}" if call.negated else term_text(call.term) for call in self.calls)


def parts(term: QueryTerm) -> list[QueryTerm]:
    """A term and all terms inside it, from left to right."""
    found: list[QueryTerm] = []
    stack: list[QueryTerm] = [term]
    while stack:
        part = stack.pop()
        found.append(part)
        if isinstance(part, QueryCompound):
            stack.extend(reversed(part.args))
        elif isinstance(part, QueryArithmetic):
            stack.extend((part.right, part.left))
    return found


def term_text(term: QueryTerm) -> str:
    """A term as a query spells it."""
    match term:
        case QueryRole(name, said):
            return _plain(said or name)
        case Move(name, said):
            return _quoted(said or name)
        case QueryVar(name):
            return name
        case Name(name):
            return _plain(name)
        case QueryCompound(functor, args):
            return f"{_plain(functor)}({', '.join(map(term_text, args))})"
        case QueryMix(parts):
            return f"[{', '.join(f'{term_text(move)}: {number_text(weight)}' for move, weight in parts)}]"
        case QueryArithmetic(operator, left, right):
            return f"({term_text(left)} {operator} {term_text(right)})"
        case Fraction():
            return number_text(term)


def move_name(term: QueryTerm) -> str:
    """A move as vocabularies spell it: without quotes, a compound one as the term it is."""
    return term.name if isinstance(term, Name | Move) else term_text(term)


def _plain(name: str) -> str:
    """A name as the grammar reads it back, without quotes where it can do without: numbers can, as in `offer(3)`."""
    return name if prolog_constant(name) == name else _quoted(name)


def _quoted(name: str) -> str:
    """A name in quotes, as the grammar reads it back; a compound move is written as the term it is."""
    if name.endswith(")") and "(" in name:
        return name
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def prolog_term(term: QueryTerm) -> str:
    """A term as Prolog text that reads back as exactly that term: the only way from a query to the solver."""
    match term:
        case QueryRole(name):
            return prolog_constant(name)
        case Move(name):
            return prolog_move(name)
        case QueryVar(name):
            return "_" if name == "_" else f"V{name.encode('utf-8').hex()}"
        case Name(name):
            return prolog_constant(name)
        case QueryCompound(functor, args):
            return f"{prolog_atom(functor)}({','.join(map(prolog_term, args))})"
        case QueryMix(parts):
            return f"[{','.join(f'{prolog_move(move.name)}-({prolog_number(weight)})' for move, weight in parts)}]"
        case QueryArithmetic(operator, left, right):
            exact = "rdiv" if operator == "/" else operator
            return f"(({prolog_term(left)}) {exact} ({prolog_term(right)}))"
        case Fraction():
            return prolog_number(term)


def prolog_move(name: str) -> str:
    """A move, which may be a compound such as `mark(1, 2)`, as Prolog text."""
    depth, start, args = 0, 0, []
    if not (name.endswith(")") and "(" in name):
        return prolog_constant(name)
    functor, inner = name[:-1].split("(", 1)
    for index, char in enumerate(inner):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            args.append(inner[start:index].strip())
            start = index + 1
    args.append(inner[start:].strip())
    return f"{prolog_atom(functor)}({','.join(map(prolog_move, args))})"
