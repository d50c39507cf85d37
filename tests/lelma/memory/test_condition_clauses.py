"""What the solver says of conditions is what trying out every way in which things may be says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from lelma.memory.condition_clauses import can_hold_together, condition_follows
from lelma.memory.finished_match import RULE_SIGNS
from lelma.memory.rule_language import EntryCondition, RuleAll, RuleAny, RuleAtom, RuleComparison, RuleNot

NUMBERS = tuple(Fraction(each, 2) for each in range(1, 6))
"""Below, at, between and above the thresholds that are drawn."""
ROUNDS = tuple(each for longest in range(4) for each in product(NUMBERS, repeat=longest))
"""What a number may be in each round, oldest first."""


def drawn(chance: Random, depth: int = 2) -> EntryCondition:
    """A condition over a plain relation, a number, and a number of rounds with at most one window of each."""
    kind = chance.choice(("out", "vague", "votes", "not", "and", "or") if depth else ("out", "vague", "votes"))
    match kind:
        case "out":
            return RuleAtom("out", ("P",))
        case "vague" | "votes":
            args = ("P",) if kind == "vague" else ("P", chance.choice(("last", "any", "every")))
            return RuleComparison(RuleAtom(kind, args), chance.choice([*RULE_SIGNS]), Fraction(chance.choice((1, 2))))
        case "not":
            return RuleNot(drawn(chance, depth - 1))
        case _:
            parts = (drawn(chance, depth - 1), drawn(chance, depth - 1))
            return RuleAll(parts) if kind == "and" else RuleAny(parts)


World = tuple[bool, Fraction, tuple[Fraction, ...]]


def holds(condition: EntryCondition, world: World) -> bool:
    match condition:
        case RuleNot(part):
            return not holds(part, world)
        case RuleAll(parts):
            return all(holds(part, world) for part in parts)
        case RuleAny(parts):
            return any(holds(part, world) for part in parts)
        case RuleAtom():
            return world[0]
        case RuleComparison(RuleAtom("vague", _), sign, number):
            return RULE_SIGNS[sign](world[1], number)
        case RuleComparison(atom, sign, number):
            found = [RULE_SIGNS[sign](each, number) for each in world[2]]
            asked = {"any": found, "last": found[-1:], "every": [all(found)] if found else []}[atom.window or "any"]
            return any(asked)


@pytest.mark.parametrize("seed", range(40))
def test_the_solver_finds_what_all_worlds_show(seed: int) -> None:
    chance = Random(seed)
    first, second = drawn(chance), drawn(chance)
    told = {(holds(first, world), holds(second, world)) for world in product((False, True), NUMBERS, ROUNDS)}
    assert condition_follows(first, second) is ((True, False) not in told), (str(first), str(second))
    assert can_hold_together(first, second) is ((True, True) in told), (str(first), str(second))
