"""The order in which the literals of a rule can be asked: what binds a variable before what needs it bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gdl.tree.syntax import And, Distinct, Literal, Not, Or, variables_in

Order = Callable[[Sequence[Literal], frozenset[str]], list[Literal]]
"""A body, and the variables bound before it, to the order in which its literals are asked."""


def literal_variables(literal: Literal) -> Iterator[str]:
    """Names of the variables in a literal, with repetition, in order."""
    match literal:
        case Not(inner):
            yield from literal_variables(inner)
        case Or(parts) | And(parts):
            for part in parts:
                yield from literal_variables(part)
        case Distinct(left, right):
            yield from variables_in(left)
            yield from variables_in(right)
        case _:
            yield from variables_in(literal)


def schedule(body: Sequence[Literal], bound: frozenset[str] = frozenset()) -> list[Literal]:
    """`body` in the author's order, with each negation and `distinct` moved behind what binds its variables."""
    known, waiting, ordered = set(bound), list(body), []
    while waiting:
        chosen = next((literal for literal in waiting if ready(literal, known, schedule)), waiting[0])
        waiting.remove(chosen)
        ordered.append(chosen)
        known |= binds(chosen)
    return ordered


def ready(literal: Literal, known: set[str], order: Order) -> bool:
    """Whether a literal can be asked where variables are `known`, if conjunctions in it are asked in that order."""
    match literal:
        case Not() | Distinct():
            return known.issuperset(literal_variables(literal))
        case Or(parts):
            return all(ready(part, known, order) for part in parts)
        case And(parts):
            seen = set(known)
            for part in order(parts, frozenset(known)):
                if not ready(part, seen, order):
                    return False
                seen |= binds(part)
            return True
        case _:
            return True


def binds(literal: Literal) -> set[str]:
    """The variables that a literal binds where it holds."""
    match literal:
        case Not() | Distinct():
            return set()
        case Or(parts):
            return set.intersection(*map(binds, parts)) if parts else set()
        case And(parts):
            return set().union(*map(binds, parts))
        case _:
            return set(literal_variables(literal))
