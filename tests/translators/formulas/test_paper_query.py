"""Queries of the paper's logs say what the definitions of their names do."""

from __future__ import annotations

from pathlib import Path

import pytest

from translators.formulas import FormulaError, GameNames, heads_of, parse, read_definitions
from translators.formulas.formula import Const
from translators.formulas.paper_query import paper_formula

SETS = Path(__file__).resolve().parents[3] / "games" / "_sets"
FILES = ("theory.definitions", "matrix.definitions", "lelma2024.definitions")
HEADS = heads_of(read_definitions({name: (SETS / name).read_text("utf-8") for name in FILES}))
MOVES = (Const("stag"), Const("hare"))
NAMES = GameNames(("p1", "p2"), {"p1": MOVES, "p2": MOVES}, aliases={"R": "stag", "B": "hare"})


@pytest.mark.parametrize(
    ("query", "formula"),
    [
        ("highest_possible_individual_payoff(5).", "highest_possible_individual_payoff(p1, 5)"),
        ("highest_possible_individual_payoff(them, 5)", "highest_possible_individual_payoff(p2, 5)"),
        ("higher_guaranteed_payoff('R', 'B').", "higher_guaranteed_payoff(p1, stag, hare)"),
        ("best_response('R', 'B')", "best_response(p1, p2, stag, hare)"),
        ("best_response(them, 'R', 'B')", "best_response(p2, p1, stag, hare)"),
        ("highest_mutual_payoff('R', 'B')", "highest_mutual_payoff(p1, stag, hare)"),
        ("pareto_dominates(stag, hare, hare, stag)", "pareto_dominates({p1=stag, p2=hare}, {p1=hare, p2=stag})"),
        ("zero_sum", "zero_sum"),
        ("higher(5, 7/2).", "higher(5, 7/2)"),
        (
            "finally(goal(them, 0), do(choice(you, 'R'), do(choice(them, 'B'), s0))).",
            "finally(p1, stag, p2, hare, p2, 0)",
        ),
        ("finally(goal(you, -3), do(choice(you, 'R'), s0))", "pay(p1; p1=stag) = -3"),
        (
            "finally(outcome(you, 'R', 5, them, 'B', 1), do(choice(you, 'R'), do(choice(them, 'B'), s0)))",
            "finally(p1, stag, p2, hare, p1, 5) and finally(p1, stag, p2, hare, p2, 1)",
        ),
        (
            "finally(outcome(you, 'R', 5, them, 'B', _), do(choice(them, 'B'), do(choice(you, 'R'), s0)))",
            "finally(p2, hare, p1, stag, p1, 5)",
        ),
    ],
)
def test_a_query_is_the_formula_of_its_name(query: str, formula: str) -> None:
    assert paper_formula(query, NAMES, HEADS, role="p1") == parse(formula, NAMES, HEADS)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "halt.",
        "highest_prize(5)",
        "best_response('R')",
        "highest_guaranteed_payoff_choice('Q')",
        "higher(5, you)",
        "finally(goal(you, 5), s0)",
        "finally(goal(you, 5), do(choice(you, 'R'), s1))",
        "finally(goal(you, 5), do(you, s0))",
        "finally(did(you, 'R'), do(choice(you, 'R'), s0))",
        "finally(outcome(you, 'R', 5, them, 'B', 1), do(choice(you, 'R'), do(choice(them, 'R'), s0)))",
        "finally(outcome(you, 'R', _, them, 'B', _), do(choice(you, 'R'), do(choice(them, 'B'), s0)))",
    ],
)
def test_what_is_no_query_is_named(query: str) -> None:
    with pytest.raises(FormulaError):
        paper_formula(query, NAMES, HEADS, role="p1")
