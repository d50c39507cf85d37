"""The order in which the literals of a rule can be asked: what binds a variable before what needs it bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.syntax import And, Distinct, Literal, Not, Or, variables_in


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
        ready = next((literal for literal in waiting if _ready(literal, known)), waiting[0])
        waiting.remove(ready)
        ordered.append(ready)
        known |= _binds(ready)
    return ordered


def _ready(literal: Literal, known: set[str]) -> bool:
    match literal:
        case Not() | Distinct():
            return set(literal_variables(literal)) <= known
        case Or(parts):
            return all(_ready(part, known) for part in parts)
        case And(parts):
            seen = set(known)
            for part in schedule(parts, frozenset(known)):
                if not _ready(part, seen):
                    return False
                seen |= _binds(part)
            return True
        case _:
            return True


def _binds(literal: Literal) -> set[str]:
    match literal:
        case Not() | Distinct():
            return set()
        case Or(parts):
            return set.intersection(*(_binds(part) for part in parts)) if parts else set()
        case And(parts):
            return set().union(*(_binds(part) for part in parts))
        case _:
            return set(literal_variables(literal))
