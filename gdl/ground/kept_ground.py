"""Ground instances that were found before on this machine, kept as plain data.

Grounding takes a large part of what a short program spends on a game whose rules have not changed since the last one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gdl.ground.ground import Grounding, GroundLimits, ground
from gdl.text.kept import GDL_FOLDER, kept
from gdl.tree.syntax import Compound, Description, Symbol, Term


def ground_kept(description: Description, limits: GroundLimits, name: str) -> Grounding:
    """What `ground` finds with percepts and sentences; `seconds` is the time it took when it was found.

    Args:
        name: the same for the same rules, in any process, and another for others.

    Raises:
        DoesNotGround: a limit was reached.
        GdlError: a rule is not safe, or negation is not stratified among rules that do not depend on the state.
    """
    made_of = name, limits.seconds, limits.instances, limits.facts
    made: list[Grounding] = []

    def make() -> Any:
        made.append(ground(description, limits, percepts=True, sentences=True))
        return _plain(made[0])

    told = kept(made_of, make, sources=GDL_FOLDER, kind="grounding")
    return made[0] if made else _of_plain(told)


def _plain(found: Grounding) -> Any:
    return (
        tuple(map(_plain_term, found.roles)),
        _plain_items(found.fluents),
        tuple(map(_plain_term, found.initial)),
        tuple(map(_plain_items, found.moves)),
        tuple(
            tuple((value.numerator, value.denominator, literal) for value, literal in of_role.items())
            for of_role in found.goals
        ),
        tuple(map(_plain_items, found.percepts)),
        found.terminal,
        _plain_items(found.sentences),
        found.bodies,
        found.instances,
        found.seconds,
    )


def _of_plain(told: Any) -> Grounding:
    roles, fluents, initial, moves, goals, percepts, terminal, sentences, bodies, instances, seconds = told
    return Grounding(
        roles=tuple(map(_term, roles)),
        fluents=_items(fluents),
        initial=frozenset(map(_term, initial)),
        moves=tuple(map(_items, moves)),
        goals=tuple({Fraction(above, below): literal for above, below, literal in of_role} for of_role in goals),
        percepts=tuple(map(_items, percepts)),
        terminal=terminal,
        sentences=_items(sentences),
        bodies=bodies,
        instances=instances,
        seconds=seconds,
    )


def _plain_items(found: dict[Term, Any]) -> tuple[tuple[Any, Any], ...]:
    return tuple((_plain_term(term), value) for term, value in found.items())


def _items(told: Iterable[tuple[Any, Any]]) -> dict[Term, Any]:
    return {_term(term): value for term, value in told}


def _plain_term(term: Term) -> Any:
    """A ground term: a name, or a tuple of a functor and its arguments."""
    return (term.functor, *map(_plain_term, term.args)) if isinstance(term, Compound) else term.name


def _term(told: Any) -> Term:
    return Symbol(told) if isinstance(told, str) else Compound(told[0], tuple(map(_term, told[1:])))
