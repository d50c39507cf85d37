"""A thousand random formulas for each family of games: the solver's word is that of a brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from lelma.engine.answers import Limits
from lelma.engine.solver import Solver, compile_program
from lelma.verify.formulas.given import Given, Moved, Perceived, Played
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import judge
from tests.lelma.verify.formulas.brute_force import Oracle
from tests.lelma.verify.formulas.explicit_games import (
    ExplicitGame,
    History,
    histories,
    matrix_game,
    plays_from,
    tree_game,
)
from tests.translators.formulas.random_formulas import Maker
from translators.formulas import formula as f
from translators.formulas import read_definitions, text

THEORY = Path(__file__).resolve().parents[4] / "games" / "_sets" / "theory.definitions"
DEFINITIONS = read_definitions({THEORY.name: THEORY.read_text("utf-8")})
LIMITS = Limits(seconds=60.0, inferences=200_000_000)

FORMULAS = 1000
GAMES = 20


def spoken(truth: object) -> str:
    return {True: "true", False: "false"}.get(truth, str(truth)) if isinstance(truth, bool) else str(truth)


def compare(game: ExplicitGame, formulas: list[f.Formula], oracle: Oracle, given: Given, found: Counter[str]) -> None:
    description = game.description()
    solver = Solver(compile_program(description), limits=LIMITS)
    try:
        judged = judge(solver, formulas, setting=setting_of(description, DEFINITIONS), given=given)
    finally:
        solver.close()
    for formula, each in zip(formulas, judged, strict=True):
        expected = spoken(oracle.judge(formula))
        assert each.truth == expected, f"{text(formula)}\n{each}\n{game.gdl()}\n{given}"
        found[expected] += 1


def check_both_come_up(found: Counter[str]) -> None:
    assert sum(found.values()) == FORMULAS
    assert min(found["true"], found["false"]) > FORMULAS / 10, found


def test_formulas_of_one_shot_games() -> None:
    rng, found = random.Random(11), Counter[str]()
    for number in range(GAMES):
        roles = 2 + number % 3
        game = matrix_game(rng, roles, 3 if roles < 4 else 2)
        maker = Maker(game.vocabulary(), number, definitions=DEFINITIONS)
        formulas = [maker.play_formula(2) for _ in range(FORMULAS // GAMES)]
        compare(game, formulas, Oracle(game, DEFINITIONS), Given(), found)
    check_both_come_up(found)


def given_of(rng: random.Random, game: ExplicitGame) -> tuple[Given, list[History]]:
    """Something that is given of a play: some moves, and what some role saw; the histories it allows."""
    true = rng.choice(plays_from(game, History(0)))
    depth = rng.randint(0, len(true.joints))
    facts: list[Moved | Perceived] = []
    allowed = histories(game, depth)
    for step in range(1, depth + 1):
        for index, role in enumerate(game.roles):
            if rng.random() < 0.4:
                move = true.joints[step - 1][index]
                facts.append(Moved(step, role, f.Const(move)))
                allowed = [each for each in allowed if each.joints[step - 1][index] == move]
            if game.percepts and rng.random() < 0.4:
                percepts, whole = true.seen[step - 1][index], rng.random() < 0.5
                facts.append(Perceived(step, role, tuple(map(f.Const, percepts)), whole))
                allowed = [
                    each
                    for each in allowed
                    if set(percepts) <= set(each.seen[step - 1][index])
                    and (not whole or set(percepts) == set(each.seen[step - 1][index]))
                ]
    return Given(None, tuple(facts), depth), allowed


@pytest.mark.parametrize("chance", [False, True], ids=["in turn", "with chance"])
def test_formulas_of_games_of_several_steps(chance: bool) -> None:
    rng, found = random.Random(12 + chance), Counter[str]()
    for number in range(GAMES):
        roles = (["random"] if chance else []) + ["p1", "p2", *(["p3"] if number % 2 else [])]
        game = tree_game(rng, roles, 3, percepts=bool(number % 3), moves=("a", "b"))
        maker = Maker(
            game.vocabulary(), number, steps=(1, 2, 3), definitions=DEFINITIONS, percepts=("saw_a", "saw_noop")
        )
        given, allowed = given_of(rng, game) if number % 2 else (Given(), [History(0)])
        formulas = [maker.play_formula(2) for _ in range(FORMULAS // GAMES)]
        compare(game, formulas, Oracle(game, DEFINITIONS, allowed), given, found)
    check_both_come_up(found)


@pytest.mark.parametrize("chance", [False, True], ids=["without chance", "with chance"])
def test_formulas_of_what_roles_know(chance: bool) -> None:
    rng, found = random.Random(14 + chance), Counter[str]()
    for number in range(GAMES):
        roles = (["random"] if chance else []) + ["p1", "p2", *(["p3"] if number % 2 else [])]
        game = tree_game(rng, roles, 3, percepts=bool(number % 4), moves=("a", "b"))
        given, allowed = given_of(rng, game)
        atoms = record_atoms(game, rng)
        maker = Maker(game.vocabulary(), number)
        formulas = [maker.record_formula(3, (0, 1, 2), atoms) for _ in range(FORMULAS // GAMES)]
        compare(game, formulas, Oracle(game, DEFINITIONS, allowed), given, found)
    check_both_come_up(found)


def record_atoms(game: ExplicitGame, rng: random.Random) -> list[f.Formula]:
    moments: list[f.Moment] = [None, None, f.Const("0"), f.Const("1"), f.Const("2")]
    atoms: list[f.Formula] = [
        f.Holds("mark", (f.Const(fact),), rng.choice(moments)) for fact in ("red", "blue") for _ in range(3)
    ]
    for role in game.roles:
        move = f.Const(rng.choice(("a", "b")))
        atoms.append(f.Did(f.Const(role), move, rng.choice([None, f.Const("1"), f.Const("2")])))
        atoms.append(f.Can(f.Const(role), move, rng.choice(moments)))
    return atoms


def test_formulas_of_earlier_rounds() -> None:
    rng, found = random.Random(16), Counter[str]()
    for number in range(GAMES):
        game = matrix_game(rng, 2 + number % 2, 2)
        vocabulary = game.vocabulary()
        played = [
            {role: rng.choice(moves).name for role, moves in vocabulary.moves.items()} for _ in range(rng.randint(1, 4))
        ]
        facts = tuple(Played(tuple((role, f.Const(move)) for role, move in each.items())) for each in played)
        make = round_maker(rng, game)
        formulas = [make(2) for _ in range(FORMULAS // GAMES)]
        compare(game, formulas, Oracle(game, DEFINITIONS, rounds=played), Given(facts=facts), found)
    check_both_come_up(found)


def round_maker(rng: random.Random, game: ExplicitGame) -> Callable[[int], f.Formula]:
    vocabulary = game.vocabulary()

    def number(bound: bool) -> f.NumberTerm:
        role = f.Const(rng.choice(game.roles))
        round_: f.Moment = rng.choice([None, f.Const("1"), f.Const("2"), *([f.Var("K")] if bound else [])])
        return rng.choice([f.Earned(role, round_), f.Total(role, round_), f.Rounds(), f.Pay(role, f.Condition())])

    def make(depth: int, bound: bool = False) -> f.Formula:
        pick = rng.random()
        if depth == 0 or pick < 0.4:
            if rng.random() < 0.5:
                role = rng.choice(game.roles)
                step: f.Moment = rng.choice([None, f.Const("1"), f.Const("2"), *([f.Var("K")] * 3 if bound else [])])
                return f.Did(f.Const(role), rng.choice(vocabulary.moves[role]), step)
            return f.Compare(rng.choice(["<", ">=", "="]), number(bound), number(bound))
        if pick < 0.5:
            return f.Negation(make(depth - 1, bound))
        if pick < 0.7:
            return f.AllOf((make(depth - 1, bound), make(depth - 1, bound)))
        quantifier = rng.choice(["each", "any", "one"])
        return f.Quantified(quantifier, "K", f.Domain("rounds"), make(depth - 1, True))

    return make
