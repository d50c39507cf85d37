"""A thousand random formulas for each family of games: the solver's word is that of a brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.engine.solver import Solver, compile_program
from lelma.verify.formulas.given import Given, GivenFact, Moved, Odds, Perceived, Played, stated
from lelma.verify.formulas.goal import Setting, setting_of
from lelma.verify.formulas.judge import judge
from tests.lelma.verify.formulas.brute_force import Fact, Oracle, facts_at
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
FEW = 200
GAMES = 20

many = pytest.mark.parametrize(
    "formulas", [pytest.param(FEW, id="few"), pytest.param(FORMULAS, id="many", marks=pytest.mark.slow)]
)


def spoken(truth: object) -> str:
    return {True: "true", False: "false"}.get(truth, str(truth)) if isinstance(truth, bool) else str(truth)


def setting_with(game: ExplicitGame) -> Setting:
    setting = setting_of(game.description(), DEFINITIONS)
    told = setting_of(read_kif(game.record), record=True).relations if game.record else {}
    return replace(setting, relations={**setting.relations, **told})


def compare(game: ExplicitGame, formulas: list[f.Formula], oracle: Oracle, given: Given, found: Counter[str]) -> None:
    description = game.description()
    solver = Solver(compile_program(description), limits=LIMITS)
    try:
        judged = judge(solver, formulas, setting=setting_with(game), given=given)
    finally:
        solver.close()
    for formula, each in zip(formulas, judged, strict=True):
        expected = spoken(oracle.judge(formula))
        assert each.truth == expected, f"{text(formula)}\n{each}\n{game.gdl()}\n{given}"
        found[expected] += 1


def check_both_come_up(found: Counter[str], formulas: int) -> None:
    assert sum(found.values()) == formulas
    assert min(found["true"], found["false"]) > formulas / 10, found


@many
def test_formulas_of_one_shot_games(formulas: int) -> None:
    rng, found = random.Random(11), Counter[str]()
    for number in range(GAMES):
        roles = 2 + number % 3
        game = matrix_game(rng, roles, 3 if roles < 4 else 2)
        maker = Maker(game.vocabulary(), number, definitions=DEFINITIONS)
        made = [maker.play_formula(2) for _ in range(formulas // GAMES)]
        compare(game, made, Oracle(game, DEFINITIONS), Given(), found)
    check_both_come_up(found, formulas)


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


@many
@pytest.mark.parametrize("chance", [False, True], ids=["in turn", "with chance"])
def test_formulas_of_games_of_several_steps(chance: bool, formulas: int) -> None:
    rng, found = random.Random(12 + chance), Counter[str]()
    for number in range(GAMES):
        roles = (["random"] if chance else []) + ["p1", "p2", *(["p3"] if number % 2 else [])]
        game = tree_game(rng, roles, 3, percepts=bool(number % 3), moves=("a", "b"))
        maker = Maker(
            game.vocabulary(), number, steps=(1, 2, 3), definitions=DEFINITIONS, percepts=("saw_a", "saw_noop")
        )
        given, allowed = given_of(rng, game) if number % 2 else (Given(), [History(0)])
        made = [maker.play_formula(2) for _ in range(formulas // GAMES)]
        compare(game, made, Oracle(game, DEFINITIONS, allowed), given, found)
    check_both_come_up(found, formulas)


@many
@pytest.mark.parametrize("chance", [False, True], ids=["without chance", "with chance"])
def test_formulas_of_what_roles_know(chance: bool, formulas: int) -> None:
    rng, found = random.Random(14 + chance), Counter[str]()
    for number in range(GAMES):
        roles = (["random"] if chance else []) + ["p1", "p2", *(["p3"] if number % 2 else [])]
        game = tree_game(rng, roles, 3, percepts=bool(number % 4), moves=("a", "b"))
        if chance and number % 2:
            game.odds = {(rng.choice([None, 1]), "a"): rng.randint(0, 3), (None, "b"): rng.randint(1, 3)}
        given, allowed = given_of(rng, game)
        given = replace(given, facts=(*given.facts, *odds_given(game)))
        atoms = record_atoms(game, rng)
        maker = Maker(game.vocabulary(), number)
        made = [maker.record_formula(3, (0, 1, 2), atoms) for _ in range(formulas // GAMES)]
        compare(game, made, Oracle(game, DEFINITIONS, allowed), given, found)
    check_both_come_up(found, formulas)


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


def odds_given(game: ExplicitGame) -> Iterator[Odds]:
    for (step, move), weight in game.odds.items():
        yield Odds(f.Const(move), Fraction(weight), step)


RECORD = """
(<= (noticed ?p) (saw ?n ?p))
(<= (to_come ?p) (comes ?n ?p))
(<= (made ?r ?m) (did ?n ?r ?m))
(<= (did_again ?r) (did ?n ?r ?m) (next_ply ?n ?k) (did ?k ?r ?m))
(<= (so_far ?n) (now ?n))
(<= (unnoticed ?p) (might_be_seen ?p) (not (noticed ?p)))
(might_be_seen saw_a) (might_be_seen saw_b)
(saw 0 none) (comes 0 none) (did 0 none none) (next_ply 0 0) (now none)
"""
"""What may be said of a match; the last line has the facts of a record by their form."""


def noticed(facts: frozenset[Fact], args: Sequence[str]) -> bool:
    return any(fact[0] == "saw" and fact[2] == args[0] for fact in facts)


def did_again(facts: frozenset[Fact], args: Sequence[str]) -> bool:
    done = {(fact[1], fact[3]) for fact in facts if fact[0] == "did" and fact[2] == args[0]}
    return any((ply + 1, move) in done for ply, move in done)


COURSE: dict[str, Callable[[frozenset[Fact], Sequence[str]], bool]] = {
    "noticed": noticed,
    "to_come": lambda facts, args: any(fact[0] == "comes" and fact[2] == args[0] for fact in facts),
    "made": lambda facts, args: any(fact[0] == "did" and list(fact[2:]) == list(args) for fact in facts),
    "did_again": did_again,
    "so_far": lambda facts, args: ("now", int(args[0])) in facts,
    "unnoticed": lambda facts, args: not noticed(facts, args),
}


def course_atoms(game: ExplicitGame, rng: random.Random) -> list[f.Formula]:
    moments: list[f.Moment] = [None, None, None, f.Const("0"), f.Const("1"), f.Const("2")]
    told = [(name, (f.Const(seen),)) for name in ("noticed", "to_come", "unnoticed") for seen in ("saw_a", "saw_b")]
    told += [("so_far", (f.Const(str(number)),)) for number in (1, 2)]
    for role in map(f.Const, game.roles):
        told += [("did_again", (role,)), ("made", (role, f.Const(rng.choice("ab"))))]
    return [f.Holds(name, args, rng.choice(moments)) for name, args in told]


def match_of(rng: random.Random, game: ExplicitGame) -> tuple[Given, list[History], frozenset[Fact]]:
    """A moment of a match from a role's view: what is given, the histories it allows, and the record."""
    true = rng.choice(plays_from(game, History(0)))
    depth, index = rng.randint(0, len(true.joints)), rng.choice([game.roles.index(each) for each in game.players])
    role, ends = game.roles[index], len(true.joints)
    facts: list[GivenFact] = []
    for step, (joint, seen) in enumerate(zip(true.joints[:depth], true.seen[:depth], strict=True), start=1):
        facts += [Moved(step, role, f.Const(joint[index]))]
        facts += [Perceived(step, role, tuple(map(f.Const, seen[index])), whole=True)]
    allowed = [
        each
        for each in histories(game, depth)
        if [(joint[index], set(seen[index])) for joint, seen in zip(each.joints, each.seen, strict=True)]
        == [
            (joint[index], set(seen[index])) for joint, seen in zip(true.joints[:depth], true.seen[:depth], strict=True)
        ]
    ]
    own = {("saw", ply, percept) for ply, seen in enumerate(true.seen, start=1) for percept in seen[index]}
    own |= {("did", ply, role, joint[index]) for ply, joint in enumerate(true.joints, start=1)}
    record = facts_at(frozenset(own | {("now", ends)}), depth)
    lines = [f"({' '.join(map(str, fact))})" for fact in record]
    lines += [f"(next_ply {ply} {ply + 1})" for ply in range(1, ends)] + [f"(view {role})"]
    return Given(role, (*facts, *stated(lines)), depth), allowed, record


@many
def test_formulas_of_what_roles_know_of_the_record_of_a_match(formulas: int) -> None:
    rng, found = random.Random(17), Counter[str]()
    for number in range(GAMES):
        roles = (["random"] if number % 2 else []) + ["p1", "p2", *(["p3"] if number % 3 else [])]
        game = tree_game(rng, roles, 3, percepts=True, moves=("a", "b"))
        game.record = RECORD
        given, allowed, record = match_of(rng, game)
        maker = Maker(game.vocabulary(), number)
        atoms = course_atoms(game, rng) + record_atoms(game, rng)[:4]
        made = [maker.record_formula(3, (0, 1, 2), atoms) for _ in range(formulas // GAMES)]
        compare(game, made, Oracle(game, DEFINITIONS, allowed, record=record, course=COURSE), given, found)
    check_both_come_up(found, formulas)


@many
def test_formulas_of_earlier_rounds(formulas: int) -> None:
    rng, found = random.Random(16), Counter[str]()
    for number in range(GAMES):
        game = matrix_game(rng, 2 + number % 2, 2)
        vocabulary = game.vocabulary()
        played = [
            {role: rng.choice(moves).name for role, moves in vocabulary.moves.items()} for _ in range(rng.randint(1, 4))
        ]
        facts = tuple(Played(tuple((role, f.Const(move)) for role, move in each.items())) for each in played)
        make = round_maker(rng, game)
        made = [make(2) for _ in range(formulas // GAMES)]
        compare(game, made, Oracle(game, DEFINITIONS, rounds=played), Given(facts=facts), found)
    check_both_come_up(found, formulas)


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
