"""Nested and common knowledge in puzzles are what models say that are written out world by world."""

from __future__ import annotations

import random

import pytest

from tests.lelma.verify.formulas.puzzles import (
    BAD,
    GOOD,
    Puzzle,
    Scene,
    World,
    dining_cryptographers,
    muddy_puzzle,
    russian_cards,
)
from translators.formulas import formula as f
from translators.formulas import text

SPOKEN = {False: "false", True: "true"}


def random_formula(rng: random.Random, puzzle: Puzzle, depth: int) -> f.Formula:
    pick = rng.random()
    if depth == 0 or pick < 0.1:
        return rng.choice(puzzle.facts)
    inner = random_formula(rng, puzzle, depth - 1)
    player = f.Const(rng.choice(puzzle.players))
    if pick < 0.25:
        return f.Negation(inner)
    if pick < 0.4:
        return rng.choice([f.AllOf, f.AnyOf])((inner, random_formula(rng, puzzle, depth - 1)))
    if pick < 0.65:
        return f.Knows(player, inner)
    if pick < 0.85:
        return f.Possible(player, inner)
    return f.Common(tuple(f.Const(each) for each in puzzle.players if rng.random() < 0.5), inner)


@pytest.mark.parametrize(
    ("puzzle", "formulas"),
    [
        pytest.param(muddy_puzzle(3), 60, id="muddy children"),
        pytest.param(dining_cryptographers(3), 60, id="dining cryptographers"),
        pytest.param(russian_cards(5, 2, 2), 40, id="russian cards, 5"),
        pytest.param(russian_cards(), 25, id="russian cards, 7", marks=pytest.mark.slow),
    ],
)
def test_random_formulas_of_puzzles_are_those_of_their_models(puzzle: Puzzle, formulas: int) -> None:
    rng, scene, found = random.Random(31), Scene(puzzle.rules), set[bool]()
    for _ in range(4):
        world = rng.choice(puzzle.worlds)
        asked = [random_formula(rng, puzzle, 3) for _ in range(formulas // 4)]
        for formula, judged in zip(asked, scene.judge(world.given, asked), strict=True):
            expected = puzzle.truth(formula, world)
            assert judged.truth == SPOKEN[expected], f"{text(formula)}\n{judged}\n{world}"
            found.add(expected)
    assert found == {True, False}
    scene.solver.close()


def dinner(puzzle: Puzzle, payer: str) -> World:
    return next(world for world in puzzle.worlds if world.joints[0]["random"].args[0].name == payer)


def test_diners_learn_whether_one_of_them_paid_and_not_who() -> None:
    puzzle = dining_cryptographers(3)
    scene, someone = Scene(puzzle.rules), "(paid(c1) or paid(c2) or paid(c3))"
    one, nobody = dinner(puzzle, "c2"), dinner(puzzle, "nobody")
    assert [
        each.truth
        for each in scene(
            one.given,
            f"common({someone})",
            "knows(c2, paid(c2))",
            "knows(c1, paid(c2))",
            "knows(c1, not paid(c3))",
            "common(not knows(c1, paid(c2)))",
            "chance(c1, paid(c2)) = 1/2",
            f"chance(c1, {someone})@1 = 3/4",
        )
    ] == ["true", "true", "false", "false", "true", "true", "false"]
    assert [each.truth for each in scene(nobody.given, f"common(not {someone})", "common(c1, c3, not paid(c2))")] == [
        "true",
        "true",
    ]
    scene.solver.close()


def test_ann_can_tell_bob_her_cards_and_cath_none() -> None:
    puzzle = russian_cards()
    scene = Scene(puzzle.rules)
    deal = f.Const("d012_345_6")
    known = " and ".join(f"(knows(bob, holds(ann, {card})) or knows(bob, not holds(ann, {card})))" for card in range(7))
    told = " or ".join(f"knows(cath, holds(ann, {card})) or knows(cath, holds(bob, {card}))" for card in range(6))
    for words, learns, safe in ((GOOD, "true", "true"), (BAD, "true", "false")):
        world = next(
            world
            for world in puzzle.worlds
            if world.joints[0]["random"] == deal and ref_of(world.joints[1]["ann"]) == words
        )
        asked = [known, f"common({known})", f"not ({told})", f"common(not ({told}))", f"knows(ann, not ({told}))"]
        formulas = [scene.parse(each) for each in asked]
        expected = [SPOKEN[puzzle.truth(formula, world)] for formula in formulas]
        assert [each.truth for each in scene.judge(world.given, formulas)] == expected
        assert (expected[0], expected[2]) == (learns, safe)
    scene.solver.close()


def ref_of(said: f.Const) -> str:
    return said.args[0].name if said.args else ""
