"""The names of the query templates of matrix games are definitions; queries are read as their formulas."""

from __future__ import annotations

import pytest

from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import judge
from lelma.verify.formulas.query_formula import formula_of
from lelma.verify.verifier import Verifier
from tests.lelma.verify.drawing import Table
from translators.formulas import parse
from translators.language.explain import read_claim

QUERIES = {
    "highest_guaranteed_payoff_choice('A')": "highest_guaranteed_payoff_choice(me, A)",
    "higher_payoff_against('A', 'b', 'b')": "higher_payoff_against(me, you2, A, b, b)",
    "pareto_dominates('A', 'b', 'b', 'A')": "pareto_dominates({me=A, you2=b}, {me=b, you2=A})",
    "expected_payoff(2, 'A', ['A': 1/4, 'b': 3/4])": "expected_payoff(me, 2, A, {you2=A:1/4, you2=b:3/4})",
    "mixed_nash_equilibrium(['A': 1], ['b': 1])": "mixed_nash_equilibrium({me=A:1, you2=b:1})",
    "best_response(them, 'A', 'b')": "best_response(you2, me, A, b)",
    "higher(5, 3)": "5 > 3",
    "equal(1/3, 0.33)": "1/3 ~ 0.33",
    "finally(goal(them, 3), do(choice(them, 'b'), do(choice(you, 'A'), s0)))": "pay(you2; me=A, you2=b) = 3",
    "finally(goal(you, 3), do(choice(you, 'A'), s0))": "pay(me; me=A) = 3",
    "finally(goal(you, 3), _)": "some pay(me; ) = 3",
    "finally(outcome(me, 'A', 1, them, 'b', 2), _)": "pay(me; me=A, you2=b) = 1 and pay(you2; me=A, you2=b) = 2",
}


def verifier() -> Verifier:
    return Table(("A", "b"), ("A", "b"), [[(1, 1), (5, 0)], [(0, 5), (3, 3)]]).verifier()


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_the_formula_of_its_name(query: str) -> None:
    one = verifier()
    reading = read_claim(one.language, one.language.parse_claim(query))
    meant = formula_of(reading, one.language, one.formulas.definitions)
    assert meant.formula == one.formulas.parse(QUERIES[query]) and not meant.open


def test_every_template_of_matrix_games_is_a_definition() -> None:
    one = verifier()
    told = {template.name for template in one.vocabulary.templates if template.goal is not None}
    assert told == {"finally", "higher", "lower", "equal"}
    assert {template.name for template in one.vocabulary.templates} - told <= one.formulas.definitions.keys()


def test_a_part_of_a_play_is_a_condition() -> None:
    one = Verifier.load("sequential_prisoners_dilemma")
    first, second = one.vocabulary.moves[one.vocabulary.roles[0]][:2]
    half = "finally(goal(you, {}), do(choice(you, '{}'), s0))"
    truths = {verdict.truth for verdict in one.judge([half.format(n, first) for n in range(6)])}
    assert truths == {"false"}  # it brings one thing or another, so nothing in every play
    whole = f"finally(goal(you, 3), do(choice(them, '{second}'), do(choice(you, '{second}'), s0)))"
    assert one.judge([whole])[0].truth in ("true", "false")


@pytest.mark.parametrize("name", ["higher", "lower", "equal"])
def test_comparisons_of_numbers_are_forms_of_the_language(name: str) -> None:
    sign = {"higher": ">", "lower": "<", "equal": "~"}[name]
    game = Game.load("stag_hunt")
    solver, setting = Solver(compile_program(game.description)), setting_of(game.description)
    for left, right in ((1, 2), (2, 2), (3, 2)):
        expected = {"higher": left > right, "lower": left < right, "equal": left == right}[name]
        judged = judge(solver, [parse(f"{left} {sign} {right}", verifier().formulas.names)], setting=setting)[0]
        assert judged.truth == ("true" if expected else "false")
    solver.close()
