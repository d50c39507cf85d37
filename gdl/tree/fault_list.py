"""Collects the faults of a description, and says its sentences in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.errors import Fault
from gdl.tree.syntax import And, Compound, Distinct, Literal, Not, Or, Position, Rule, Symbol, Term, Variable

_LONG = 60


class FaultList:
    """The faults of one description, each put where a node of its tree stands."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def error(self, node: Literal | Rule | None, code: str, message: str, fix: str) -> None:
        """Adds an error at a node; without a node it is about the whole text."""
        place = line_and_column(node)
        self.faults.append(Fault(self.source, *place, code, message, "error", fix))

    def warning(self, node: Literal | Rule | None, code: str, message: str, fix: str) -> None:
        """Adds a warning at a node."""
        place = line_and_column(node)
        self.faults.append(Fault(self.source, *place, code, message, "warning", fix))


def line_and_column(node: Literal | Rule | None) -> tuple[int, int]:
    """Where a node stands; a tree that was read from no text stands at 1:1."""
    position: Position | None = node.position if node is not None else None
    return (position.line, position.column) if position else (1, 1)


def shown_term(term: Term) -> str:
    """A term for a message: short, in KIF."""
    text = _kif(term)
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {joint} {items[-1]}"


def _kif(term: Term) -> str:
    match term:
        case Variable(name):
            return f"?{name}"
        case Symbol(name):
            return name
        case Compound(functor, args):
            return f"({functor} {' '.join(_kif(arg) for arg in args)})"


def terms_in(literal: Literal) -> Iterator[Term]:
    """The sentences of a literal, and the terms that it compares."""
    match literal:
        case Not(inner):
            yield from terms_in(inner)
        case Or(parts) | And(parts):
            for part in parts:
                yield from terms_in(part)
        case Distinct(left, right):
            yield from (left, right)
        case _:
            yield literal
