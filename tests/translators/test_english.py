"""The English reader on written sentences: one small game, many ways of saying the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

from translators.claim import Translation
from translators.english import translate
from translators.language.vocabulary import Naming, Vocabulary

COLOURS = Vocabulary(
    game="colours",
    roles=("first", "second"),
    moves={"first": ("red", "blue"), "second": ("red", "blue")},
    numbers=frozenset(map(Fraction, (0, 1, 3, 5))),
    namings=(Naming("game", {"red": ("R", "red"), "blue": ("B", "blue")}),),
)


def read(text: str) -> Translation:
    return translate(text, COLOURS, role="first")


def queries(text: str) -> list[str]:
    return [claim.query for claim in read(text).claims]


def cell(who: str, payoff: int, mine: str, theirs: str) -> str:
    return f"finally(goal({who}, {payoff}), do(choice(them, '{theirs}'), do(choice(you, '{mine}'), s0)))"


@pytest.mark.parametrize(
    "text",
    [
        "If I choose R and the other player chooses B, I get $5.",
        "If the other player picks B and I pick R, I get 5$.",
        "If they go with B, then I earn 5 dollars by going with R.",
        "I receive five dollars if I select R and my opponent selects B.",
        "I pick R, they pick B: I get \\$5.",
        "If I choose R:\n- If they choose B: I get 5$",
        "**If I choose R:**\n\n   * My partner chooses B: my payoff is 5.",
        "1. **I choose R while they choose B:**\n   - My payoff: 5$",
        "Choosing R gives me a payoff of 5$ if they choose B.",
        "If they choose B, choosing R gives me 5.",
        "If Player 2 plays B, Player 1 receives 5 by playing R.",
        "You get 5$ when you choose R and the other person chooses B.",
        "If \\(\\text{R}\\) is what I pick and they pick B, I get 5$. If I pick R and they pick B, I get 5$.",
        "Hoping they choose B, I would choose R to get 5$.",
        "If I choose R, my payoff depends on the other player's choice. However, if they choose B, I get 5$.",
    ],
)
def test_one_payoff_is_read_however_it_is_said(text: str) -> None:
    assert cell("you", 5, "R", "B").replace("'R'", "'red'").replace("'B'", "'blue'") in queries(text)


def test_condition_of_a_heading_governs_its_items_and_not_the_next_heading() -> None:
    text = (
        "If I choose R:\n  - If they choose R, I get 1$\n  - If they choose B, I get 5$\n"
        "If I choose B:\n  - If they choose R, I get 0$"
    )
    assert queries(text) == [
        cell("you", 1, "red", "red"),
        cell("you", 5, "red", "blue"),
        cell("you", 0, "blue", "red"),
    ]


def test_conditions_after_their_payoffs_go_with_the_nearest_one() -> None:
    assert queries("If I choose R, I get 1$ if they choose R, and 5$ if they choose B.") == [
        cell("you", 1, "red", "red"),
        cell("you", 5, "red", "blue"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If we both choose B, we each get 3$.",
        "Both choose B: Both get 3$.",
        "If both players choose B, they both earn $3.",
    ],
)
def test_both_means_either_role(text: str) -> None:
    assert queries(text) == [cell("you", 3, "blue", "blue"), cell("them", 3, "blue", "blue")]


def test_a_gerund_belongs_to_the_subject_of_its_clause() -> None:
    assert cell("them", 5, "blue", "red") in queries("If I choose B, they get 5$ by choosing R.")
    assert cell("them", 0, "red", "blue") in queries("If I choose R, choosing B gives them 0$.")


def test_same_and_also_repeat_the_move() -> None:
    assert queries("If I choose R and they do the same, I get 1$.") == [cell("you", 1, "red", "red")]
    assert queries("If I choose B and the other player also chooses B, I get 3$.") == [cell("you", 3, "blue", "blue")]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("By choosing R, I am guaranteed to get at least 1$.", "guarantees_at_least(1, 'red')"),
        ("Choosing R ensures a payoff of 1$.", "guarantees_at_least(1, 'red')"),
        ("I can't get less than 1$ by choosing R.", "guarantees_at_least(1, 'red')"),
        ("Choosing B guarantees me a minimum of 3$, no matter what they do.", "guarantees_at_least(3, 'blue')"),
        ("If I choose B, I get 3$ regardless of what they choose.", "always_individual_payoff_for_choice(3, 'blue')"),
        ("R is the safest choice.", "highest_guaranteed_payoff_choice('red')"),
        ("The safest option seems to be choosing B.", "highest_guaranteed_payoff_choice('blue')"),
        ("Choosing B is safer.", "higher_guaranteed_payoff('blue', 'red')"),
        ("B is riskier than R.", "lower_guaranteed_payoff('blue', 'red')"),
        ("By choosing B I avoid getting 0$.", "guarantees_at_least(1, 'blue')"),
        ("To avoid the worst outcome, I should choose B.", "higher_guaranteed_payoff('blue', 'red')"),
        ("R gives me the highest guaranteed payoff.", "highest_guaranteed_payoff_choice('red')"),
        ("R has a higher guaranteed payoff than B.", "higher_guaranteed_payoff('red', 'blue')"),
        ("Picking B exposes me to the risk of getting nothing.", "possible_individual_payoff_for_choice(0, 'blue')"),
        ("In the worst case I get 1$ if I choose R.", "lowest_individual_payoff_for_choice(1, 'red')"),
        ("If I choose R:\n- Worst case: I earn $1", "lowest_individual_payoff_for_choice(1, 'red')"),
        ("If I choose R:\n- Best outcome: 5$", "highest_individual_payoff_for_choice(5, 'red')"),
        ("With B I can get at most 3$.", "limits_to_at_most(3, 'blue')"),
        ("The highest possible payoff is 5$.", "highest_possible_individual_payoff(5)"),
        ("The lowest payoff I can get is 0$.", "lowest_possible_individual_payoff(0)"),
        ("If they choose B, my highest payoff is 5$.", "highest_individual_payoff_against(5, 'blue')"),
        ("Both choosing B gives the highest combined payoff.", "highest_mutual_payoff('blue', 'blue')"),
        ("If they choose B, my best response is R.", "best_response('red', 'blue')"),
        ("My best response to B is R.", "best_response('red', 'blue')"),
        ("It is always better for me to choose R.", "higher_payoff_in_every_case('red', 'blue')"),
        ("R strictly dominates B.", "strictly_dominates('red', 'blue')"),
        ("(R, R) is a Nash equilibrium.", "nash_equilibrium('red', 'red')"),
        (
            "Each is equally likely, so the expected payoff of R is 3.",
            "expected_payoff(3, 'red', ['red': 0.5, 'blue': 0.5])",
        ),
        ("So the expected payoff of R is (1 + 5) / 2 = 3$.", "equal((1+5)/2, 3)"),
        ("0.5 * 1 + 0.5 * 3 = 2", "equal(0.5*1+0.5*3, 2)"),
    ],
)
def test_claims_about_moves(text: str, query: str) -> None:
    assert query in queries(text)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("If I choose B, I get 3$, which is better than 5$.", "higher(3, 5)"),
        ("I get 1$ instead of 0$, and 5 > 3.", "higher(5, 3)"),
        ("A payoff of 1$ is lower than 3$.", "lower(1, 3)"),
        ("If they choose R, choosing R gives more than choosing B.", "higher_payoff_against('red', 'blue', 'red')"),
    ],
)
def test_comparisons(text: str, query: str) -> None:
    assert query in queries(text)


def test_payoff_that_is_compared_with_is_read_in_its_own_scene() -> None:
    found = queries("If they choose B, I get 3$ with B, which is lower than the 5$ I would get if I chose R.")
    assert cell("you", 5, "red", "blue") in found
    assert "lower(3, 5)" in found


@pytest.mark.parametrize(
    "text",
    [
        "It's not true that choosing B guarantees 3$.",
        "Would I get 5$ if I chose B?",
        "I would not get 5$ if I chose B.",
        "The game has 2 players, 1 round and 4 outcomes.",
        "On the other hand, R is bold.",
        "R is my favourite letter.",
        "",
    ],
)
def test_what_is_not_asserted_is_no_claim(text: str) -> None:
    assert queries(text) == []


def test_what_seems_a_claim_but_cannot_be_read_is_reported() -> None:
    translation = read("Between us the payoffs differ by 7$.")
    assert translation.claims == ()
    assert [item.sentence for item in translation.untranslated] == ["Between us the payoffs differ by 7$."]
    assert translation.untranslated[0].reason


def test_a_payoff_against_their_move_alone_is_one_of_those_it_leaves() -> None:
    assert queries("If they choose R, I get 1$.") == ["possible_individual_payoff_against(1, 'red')"]


@pytest.mark.parametrize(
    "table",
    [
        "|  | R (other) | B (other) |\n|---|---|---|\n| R (me) | 1, 1 | 5, 0 |\n| B (me) | 0, 5 | 3, 3 |",
        "\\[\\begin{array}{c|cc} & R & B \\\\ \\hline R & (1,1) & (5,0) \\\\ B & (0,5) & (3,3) \\end{array}\\]",
        "| Other \\ Me | I choose R | I choose B |\n|---|---|---|\n| R | I get 1, they get 1 | I get 0, they get 5 |\n"
        "| B | I get 5, they get 0 | I get 3, they get 3 |",
    ],
)
def test_payoff_tables_are_read_cell_by_cell(table: str) -> None:
    found = queries(table)
    assert len(found) == 8
    assert {cell("you", 5, "red", "blue"), cell("them", 0, "red", "blue")} <= set(found)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("I like B, but {R}", "red"),
        ("If I choose B, I may lose. My final choice is **R**.", "red"),
        ("Therefore, I choose B.", "blue"),
        ("{R} or {B}? My choice: {B}.", "blue"),
        ("If I choose B, I get 3$.", None),
        ("Should I choose R?", None),
    ],
)
def test_final_choice(text: str, choice: str | None) -> None:
    assert read(text).choice == choice


def test_each_claim_quotes_its_sentence() -> None:
    text = "First. **If I choose R** and they choose B, I get 5$! Then {R}"
    for claim in read(text).claims:
        assert text[slice(*claim.span)] == claim.sentence
        assert claim.sentence in text
