"""Random theories: of few predicates and variables, so that much follows and much does not; and richer ones, with
functions, equality, quantifiers one after another and variables that hide others.
"""

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
    join_all,
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


FUNCTIONS = {"f": 1, "g": 2, "it": 0, "pot": 0, "jar": 0}


def draw_rich_theory(chance: random.Random) -> Theory:
    """A theory of facts, rules and deeper formulas, and a goal; some of them with functions and equality."""
    equal, nested, depth = chance.choice((0.0, 0.1, 0.3)), chance.choice((0, 0, 1, 2)), chance.choice((2, 3, 4))

    def term(bound: tuple[str, ...], left: int) -> Thing:
        if bound and chance.random() < 0.6:
            return LogicVariable(chance.choice(bound))
        names = [name for name, arity in FUNCTIONS.items() if left or not arity]
        name = chance.choices(names, [1 if FUNCTIONS[each] else 3 for each in names])[0]
        return Apply(name, tuple(term(bound, left - 1) for _ in range(FUNCTIONS[name])))

    def atom(bound: tuple[str, ...]) -> FirstOrder:
        if chance.random() < equal:
            return Equation(term(bound, nested), term(bound, nested))
        name = chance.choice(list(PREDICATES))
        return Predicate(name, tuple(term(bound, nested) for _ in range(PREDICATES[name])))

    def formula(bound: tuple[str, ...], left: int) -> FirstOrder:
        kind = chance.random()
        if not left or kind < 0.12:
            return atom(bound)
        if kind < 0.25:
            return Opposite(formula(bound, left - 1))
        if kind < 0.6 or len(bound) > 3:
            one, other = formula(bound, left - 1), formula(bound, left - 1)
            return Joined(chance.choices(CONNECTIVES, (4, 2, 3, 1))[0], one, other)
        names = tuple(f"x{len(bound) + i}" for i in range(chance.choice((1, 1, 2))))
        names = bound[:1] if bound and chance.random() < 0.08 else names  # hides the one outside
        inner = formula(tuple(dict.fromkeys((*bound, *names))), left - 1)
        return Bound(chance.choice(("every", "some")), names, inner)

    def axiom() -> FirstOrder:
        kind = chance.random()
        if kind < 0.3:
            return atom(())
        if kind > 0.5:
            return formula((), depth)
        names = ("x", "y")
        body = join_all("and", [atom(names) for _ in range(chance.choice((1, 2)))])
        return Bound("every", names, Joined("implies", body, atom(names)))

    axioms = tuple(Axiom(f"axiom_{at}", axiom()) for at in range(chance.randint(1, 6)))
    return Theory(axioms, formula((), min(depth, 3)))
