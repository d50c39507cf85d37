"""Dominance, equilibria, gaining by another choice, efficiency: what sentences say, and near ones."""

from __future__ import annotations

import pytest

from lelma.verify.verifier import Verifier

HUNT = [
    ("Hare strictly dominates stag.", ["strictly_dominates(p1, hare, stag)"]),
    ("For them, stag does not strictly dominate hare.", ["not strictly_dominates(p2, stag, hare)"]),
    ("Player 2 has a dominant strategy.", ["any X in moves(p2): weakly_dominant(p2, X)"]),
    ("Both choosing stag is a Nash equilibrium.", ["nash({p1=stag, p2=stag})"]),
    ("(stag, hare) is not stable.", ["not nash({p1=stag, p2=hare})"]),
    ("The only equilibrium is (hare, hare).", ["only_nash({p1=hare, p2=hare})"]),
    (
        "(stag, stag) and (hare, hare) are the only equilibria.",
        ["nash({p1=stag, p2=stag})", "nash({p1=hare, p2=hare})", "count S in profiles: nash(S) = 2"],
    ),
    ("If both hunt stag together, Player 2 gets 7.", ["pay(p2; p1=stag, p2=stag) = 7"]),
    ("There are two pure Nash equilibria.", ["count S in profiles: nash(S) = 2"]),
    ("No outcome is stable.", ["count S in profiles: nash(S) = 0"]),
    (
        "The game has two equilibria: (stag, stag) and (hare, hare).",
        ["count S in profiles: nash(S) = 2", "nash({p1=stag, p2=stag})", "nash({p1=hare, p2=hare})"],
    ),
    ("If we both choose hare, nobody can gain by deviating.", ["nash({p1=hare, p2=hare})"]),
    ("No player benefits from switching away from (stag, stag).", ["nash({p1=stag, p2=stag})"]),
    (
        "Each player has an incentive to deviate from (stag, stag).",
        [
            "any X in moves(p1): pay(p1; p1=X, p2=stag) > pay(p1; p1=stag, p2=stag)",
            "any X in moves(p2): pay(p2; p1=stag, p2=X) > pay(p2; p1=stag, p2=stag)",
        ],
    ),
    (
        "Player 2 has no incentive to deviate from (stag, hare).",
        ["not any X in moves(p2): pay(p2; p1=stag, p2=X) > pay(p2; p1=stag, p2=hare)"],
    ),
    ("(stag, stag) payoff-dominates (hare, hare).", ["payoff_dominates({p1=stag, p2=stag}, {p1=hare, p2=hare})"]),
    ("(hare, hare) is risk-dominant.", ["risk_dominates(p1, hare, stag, p2, hare, stag)"]),
    ("(hare, hare) is not Pareto-optimal.", ["not pareto({p1=hare, p2=hare})"]),
    ("Everything but (hare, hare) is efficient.", ["not pareto({p1=hare, p2=hare})"]),
]


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt", role="p1")


def formulas(verifier: Verifier, sentence: str) -> list[tuple[str, ...]]:
    return [(claim.query, *claim.otherwise) for claim in verifier.translate(sentence).claims]


@pytest.mark.parametrize(("sentence", "said"), HUNT)
def test_theory_is_read(verifier: Verifier, sentence: str, said: list[str]) -> None:
    assert [first for first, *_ in formulas(verifier, sentence)] == said


@pytest.mark.parametrize(
    "sentence",
    ["Neither option dominates.", "There is no dominant strategy.", "Neither player has a dominant strategy."],
)
def test_that_nothing_dominates_may_be_meant_strictly_or_weakly(verifier: Verifier, sentence: str) -> None:
    (alternatives,) = formulas(verifier, sentence)
    assert any("weakly" in each for each in alternatives) and any("strictly" in each for each in alternatives)
    assert all(each.startswith("not any X in moves(p1)") for each in alternatives)


@pytest.mark.parametrize(
    "sentence",
    [
        "Nobody can gain by deviating.",  # from what isn't said
        "Would anybody gain by deviating from (stag, stag)?",
        "Some say that (stag, hare) is an equilibrium.",
    ],
)
def test_what_is_open_is_not_read(verifier: Verifier, sentence: str) -> None:
    assert formulas(verifier, sentence) == []


def test_a_condition_after_a_claim_is_part_of_it(verifier: Verifier) -> None:
    assert formulas(verifier, "Both choosing stag is a Nash equilibrium if stag gives me 7.") == []
