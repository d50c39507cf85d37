"""Formulas about states: what they say, and what is no formula."""

from __future__ import annotations

import pytest

from lelma.knowledge import Knowledge
from lelma.support.errors import UsageError
from tests.lelma.knowledge.sheets import SPIES, game


@pytest.fixture
def ann() -> Knowledge:
    """Ann is not the spy, and does not know who is."""
    knowledge = Knowledge(game(SPIES), "ann")
    knowledge.observe("noop", [])
    return knowledge


@pytest.mark.parametrize(
    "formula",
    [
        "(not (spy ann))",
        "(true (phase vote))",
        "(not (true (phase deal)))",
        "(or (spy ben) (spy cid))",
        "(not (and (spy ben) (spy cid)))",
        "(at-least 1 (spy ben) (spy cid))",
        "(at-most 1 (spy ann) (spy ben) (spy cid))",
        "(exactly 1 (true (spy ann)) (true (spy ben)) (true (spy cid)))",
        "(exactly 2 (honest ann) (honest ben) (honest cid))",
        "(at-least 0)",
        "(not (at-least 1))",
        "(player ben)",
        "(not (player random))",
        "(not (true (phase night)))",
        "  (and\n  (player ann)) ",
    ],
)
def test_known(ann: Knowledge, formula: str) -> None:
    assert ann.knows(formula)
    assert ann.possible(formula)
    assert ann.knows_whether(formula)
    assert ann.knows_whether(f"(not {formula})")
    assert not ann.possible(f"(not {formula})")
    assert ann.count(formula) == ann.states == 2


@pytest.mark.parametrize(
    "formula", ["(spy ben)", "(true (spy cid))", "(honest cid)", "(at-least 2 (spy ben) (honest cid))"]
)
def test_unknown(ann: Knowledge, formula: str) -> None:
    assert ann.possible(formula)
    assert not ann.knows(formula)
    assert not ann.knows_whether(formula)
    assert ann.count(formula) == 1


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("(wolf ann)", "the rules have no relation like (wolf ann)"),
        ("(phase vote)", "the rules have no relation like (phase vote); the fluent is (true (phase vote))"),
        ("(true (wolf ann))", "the rules have no fluent like (wolf ann)"),
        ("(spy ?x)", "?x in (spy ?x) stands for nothing"),
        ("(true ?x)", "?x in ?x stands for nothing"),
        ("(suspect ann)", "(suspect ann) depends on the moves made"),
        ("(at-least some (spy ann))", "(at-least …) counts with a whole number, not with 'some'"),
        ("(at-most 1", "is not one term"),
        ("", "is not one term"),
        ("(not (spy ann) (spy ben))", "the rules have no relation like (not (spy ann) (spy ben))"),
        ("(" * 60, "more than 50 open parentheses"),
        ("?x", "?x in ?x stands for nothing"),
    ],
)
def test_no_formula(ann: Knowledge, formula: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        ann.knows(formula)
    assert message in str(raised.value)


def test_roles_that_know_nothing() -> None:
    with pytest.raises(UsageError, match="'random' is no role that knows something; there are: ann, ben, cid"):
        Knowledge(game(SPIES), "random")


def test_deals_are_states_where_no_identity_is_named(ann: Knowledge) -> None:
    assert ann.worlds == 2
