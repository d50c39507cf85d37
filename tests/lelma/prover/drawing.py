"""Random theories: of few predicates and variables, so that much follows and much does not."""

from __future__ import annotations

import random

from lelma.prover.theory import (
    Apply,
    Axiom,
    Bound,
    Connective,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Theory,
    Thing,
)

PREDICATES = {"Tea": 1, "Cup": 1, "Hot": 1, "Agent": 2, "Rain": 0}
CONNECTIVES: tuple[Connective, ...] = ("and", "or", "implies", "iff")


def draw_formula(chance: random.Random, bound: tuple[str, ...], depth: int, *, equal: bool = True) -> FirstOrder:
    """A closed formula over the predicates, with the variables that are bound around it."""
    if depth == 0 or chance.random() < 0.15:
        if equal and bound and chance.random() < 0.1:
            return Equation(_thing(chance, bound), _thing(chance, bound))
        name = chance.choice(list(PREDICATES))
        return Predicate(name, tuple(_thing(chance, bound) for _ in range(PREDICATES[name])))
    kind = chance.random()
    if kind < 0.15:
        return Opposite(draw_formula(chance, bound, depth - 1, equal=equal))
    if kind < 0.6 or len(bound) > 2:
        one, other = (draw_formula(chance, bound, depth - 1, equal=equal) for _ in range(2))
        return Joined(chance.choices(CONNECTIVES, (4, 2, 3, 1))[0], one, other)
    name = f"x{len(bound)}"
    inner = draw_formula(chance, (*bound, name), depth - 1, equal=equal)
    return Bound(chance.choice(("every", "some")), (name,), inner)


def _thing(chance: random.Random, bound: tuple[str, ...]) -> Thing:
    if bound and chance.random() < 0.85:
        return LogicVariable(chance.choice(bound))
    return Apply(chance.choice(("it", "pot")))


def draw_theory(chance: random.Random, *, axioms: int = 4, depth: int = 3, equal: bool = True) -> Theory:
    """A theory of that many axioms, and a goal."""
    drawn = tuple(
        Axiom(f"{chance.choice(('fact', 'rule'))}_{i}", draw_formula(chance, (), depth, equal=equal))
        for i in range(axioms)
    )
    return Theory(drawn, draw_formula(chance, (), min(2, depth), equal=equal))
