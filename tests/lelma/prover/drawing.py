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


NAMES = ("anne", "bob", "carl", "dana", "erin", "finn")
KINDS = ("Big", "Kind", "Cold", "Rough", "Quiet", "Young", "Green", "Smart", "Nice", "Round")
RELATIONS = ("Likes", "Chases", "Sees", "Needs")
EVENTS = ("Visit", "Call", "Carry")


def draw_rule_theory(chance: random.Random) -> Theory:
    """A theory of facts and rules about some people, with a goal: chains of rules, negations, cases, some person who
    is not named, events with who does what to whom, identities, exceptions. A third have none of these but the chains.
    """
    rich = chance.random() < 0.67
    names, kinds = NAMES[: chance.randint(2, 6)], KINDS[: chance.randint(4, 10)]
    relations = RELATIONS[: chance.randint(1, 4)]

    def literal(things: tuple[Thing, ...], denied: float) -> FirstOrder:
        if len(things) > 1 and chance.random() < 0.6:
            atom: FirstOrder = Predicate(chance.choice(relations), tuple(chance.sample(things, 2)))
        elif rich and len(things) > 1 and chance.random() < 0.05:
            atom = Equation(*chance.sample(things, 2))
        else:
            atom = Predicate(chance.choice(kinds), (chance.choice(things),))
        return Opposite(atom) if chance.random() < denied else atom

    def event(who: Thing, whom: Thing) -> FirstOrder:
        done = LogicVariable("e")
        parts = [Predicate(chance.choice(EVENTS), (done,)), Predicate("Agent", (done, who))]
        return Bound("some", ("e",), join_all("and", [*parts, Predicate("Patient", (done, whom))]))

    people = tuple(Apply(name) for name in names)

    def fact() -> FirstOrder:
        if rich and chance.random() < 0.15:
            return event(chance.choice(people), chance.choice(people))
        if rich and chance.random() < 0.1:
            return Joined("or", literal(people, 0.2), literal(people, 0.2))
        if rich and chance.random() < 0.1:
            return Bound("some", ("z",), join_all("and", [literal((LogicVariable("z"), *people[:1]), 0.2)] * 2))
        return literal(people, 0.2)

    def rule() -> FirstOrder:
        variables = ("x", "y") if chance.random() < 0.5 else ("x",)
        things: tuple[Thing, ...] = tuple(LogicVariable(name) for name in variables)
        reached = things if chance.random() < 0.8 else (*things, chance.choice(people))
        conditions = [literal(reached, 0.2) for _ in range(chance.randint(1, 3))]
        drawn = chance.random()
        if rich and drawn < 0.1 and len(things) > 1:
            conditions.append(event(*things))
        head = literal(things, 0.25)
        if rich and 0.1 < drawn < 0.25:
            head = Joined("or", head, literal(things, 0.1))
        elif rich and 0.25 < drawn < 0.35:
            head = Bound("some", ("z",), literal((LogicVariable("z"), things[0]), 0.1))
        elif rich and 0.35 < drawn < 0.45:
            head = event(things[0], things[-1])
        elif rich and 0.45 < drawn < 0.5:
            head = Joined("iff", literal(things, 0.0), literal(things, 0.2))
            return Bound("every", variables, head)
        return Bound("every", variables, Joined("implies", join_all("and", conditions), head))

    facts = [Axiom(f"fact_{at}", fact()) for at in range(1, chance.randint(3, 10))]
    rules = [Axiom(f"rule_{at}", rule()) for at in range(1, chance.randint(3, 14))]
    drawn = chance.random()
    goal = literal(people, 0.3)
    if drawn < 0.3:
        inner = [literal((LogicVariable("x"), *people[:1]), 0.2) for _ in range(chance.randint(1, 2))]
        goal = Bound("some", ("x",), join_all("and", inner))
    elif drawn < 0.5:
        goal = Bound(
            "every", ("x",), Joined("implies", literal((LogicVariable("x"),), 0.2), literal((LogicVariable("x"),), 0.2))
        )
    elif rich and drawn < 0.6:
        goal = event(chance.choice(people), chance.choice(people))
    return Theory((*facts, *rules), goal)
