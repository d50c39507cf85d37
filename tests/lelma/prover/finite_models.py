"""Models of theories over a few things, looked for one by one: an oracle that shares nothing with the prover."""

from __future__ import annotations

from itertools import product

from lelma.prover.theory import (
    Always,
    Apply,
    Bound,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Thing,
    subformulas,
    things,
)

World = tuple[dict[tuple[str, tuple[int, ...]], bool], dict[str, int]]


def holds(formula: FirstOrder, world: World, size: int, values: dict[str, int]) -> bool:
    facts, constants = world

    def value(thing: Thing) -> int:
        return values[thing.name] if isinstance(thing, LogicVariable) else constants[thing.name]

    match formula:
        case Always(truth):
            return truth
        case Predicate(name, args):
            return facts[name, tuple(map(value, args))]
        case Equation(left, right):
            return value(left) == value(right)
        case Opposite(body):
            return not holds(body, world, size, values)
        case Joined(connective, one, other):
            first, second = holds(one, world, size, values), holds(other, world, size, values)
            return {
                "and": first and second,
                "or": first or second,
                "implies": not first or second,
                "iff": first == second,
            }[connective]
        case Bound(quantifier, variables, body):
            cases = (
                holds(body, world, size, values | dict(zip(variables, chosen, strict=True)))
                for chosen in product(range(size), repeat=len(variables))
            )
            return all(cases) if quantifier == "every" else any(cases)
    raise AssertionError(formula)


def has_model(formulas: list[FirstOrder], size: int) -> bool:
    """Whether closed formulas without functions hold together of so many things."""
    heads = {
        (each.name, len(each.args))
        for formula in formulas
        for each in subformulas(formula)
        if isinstance(each, Predicate)
    }
    names = sorted({thing.name for formula in formulas for thing in things(formula) if isinstance(thing, Apply)})
    facts = [(name, args) for name, arity in sorted(heads) for args in product(range(size), repeat=arity)]
    for chosen in product(range(size), repeat=len(names)):
        constants = dict(zip(names, chosen, strict=True))
        for truths in product((False, True), repeat=len(facts)):
            world = (dict(zip(facts, truths, strict=True)), constants)
            if all(holds(formula, world, size, {}) for formula in formulas):
                return True
    return False
