"""Odds, expectations and thresholds: what sentences say, and near ones that must not be read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from translators.language.vocabulary import Naming, Vocabulary
from translators.reading.reader import read_english


def game(**moves: tuple[str, ...]) -> Vocabulary:
    return Vocabulary(
        game="written",
        roles=tuple(moves),
        moves=moves,
        namings=(Naming("game", {move: (move,) for each in moves.values() for move in each}),),
        role_names={},
    )


TWO = game(ann=("stag", "hare"), ben=("stag", "hare"))
TAX = game(office=("audit", "trust"), payer=("comply", "evade"))
THREE = game(ann=("rock", "paper", "scissors"), ben=("rock", "paper", "scissors"))
TRIO = game(ann=("pier", "park"), ben=("pier", "park"), cem=("pier", "park"))

ODDS = "ben=stag:0.4, ben=hare:0.6"
LINE = "mean(ann; ann=stag; ben=hare:1) = 1 and mean(ann; ann=stag; ben=stag:1) = 6"
MEANS = [
    ("If they pick stag with probability 0.4, stag earns me 2 on average.", f"mean(ann; ann=stag; {ODDS}) ~ 2"),
    (
        "Suppose there is a 40 % chance that they go for stag. Then hare is worth 1.8.",
        f"mean(ann; ann=hare; {ODDS}) ~ 1.8",
    ),
    ("They choose stag two times in five. Stag averages 2.", f"mean(ann; ann=stag; {ODDS}) ~ 2"),
    ("P(stag) = 0.4. EV(stag) = 0.4 * 5 + 0.6 * 0 = 2.", f"mean(ann; ann=stag; {ODDS}) ~ 2"),
    ("Let p be the probability that they choose stag. Stag gives me 1 + 5p.", LINE),
    (
        "With q for hare, stag pays 6 - 5q.",
        "mean(ann; ann=stag; ben=stag:1) = 6 and mean(ann; ann=stag; ben=hare:1) = 1",
    ),
    (
        "Let p be the probability that they choose stag. At p = 0.4, hare gives me 1.8.",
        f"mean(ann; ann=hare; {ODDS}) ~ 1.8",
    ),
    (
        "If they pick at random, the expected payoff of hare is (3 + 1)/2 = 2.",
        "mean(ann; ann=hare; ben=stag:0.5, ben=hare:0.5) ~ 2",
    ),
    ("Stag averages 2 against a 50/50 opponent.", "mean(ann; ann=stag; ben=stag:0.5, ben=hare:0.5) ~ 2"),
]


@pytest.mark.parametrize("text,formula", MEANS)
def test_an_expectation_is_of_the_odds_that_were_told(text: str, formula: str) -> None:
    assert _formulas(text, TWO, "ann") == formula.split(" and ")


def test_the_same_sentence_with_another_number_reads_alike() -> None:
    (first,) = _formulas("If they pick stag with probability 0.4, stag earns me 2 on average.", TWO, "ann")
    (second,) = _formulas("If they pick stag with probability 0.4, stag earns me 3.5 on average.", TWO, "ann")
    assert second == first.replace("~ 2", "~ 3.5")


def test_an_amount_that_is_not_called_an_average_may_be_what_is_got_in_one_case() -> None:
    (found,) = _claims("If they are 40% likely to choose stag, I get 5 with stag.", TWO, "ann")
    assert found == [f"mean(ann; ann=stag; {ODDS}) ~ 5", "some pay(ann; ann=stag) = 5"]


def test_a_new_chance_is_of_the_case_told_before() -> None:
    text = "With an audit probability of 30 %, evading costs me 1.5 on average. At 60 %, it costs 3."
    assert _formulas(text, TAX, "payer") == [
        "mean(payer; payer=evade; office=audit:0.3, office=trust:0.7) ~ -1.5",
        "mean(payer; payer=evade; office=audit:0.6, office=trust:0.4) ~ -3",
    ]


def test_odds_of_three_moves_are_told_together() -> None:
    text = "I put 50% on rock, 30% on paper and 20% on scissors. Paper is worth 0.3."
    belief = "ben=rock:0.5, ben=paper:0.3, ben=scissors:0.2"
    assert _formulas(text, THREE, "ann") == [f"mean(ann; ann=paper; {belief}) ~ 0.3"]


def test_a_list_of_odds_may_be_in_any_order_the_games_first() -> None:
    assert _claims("The belief is (0.4, 0.6). Stag averages 2.", TWO, "ann") == [
        [f"mean(ann; ann=stag; {ODDS}) ~ 2", "mean(ann; ann=stag; ben=stag:0.6, ben=hare:0.4) ~ 2"]
    ]


def test_every_move_may_be_meant() -> None:
    belief = "ben=rock:1/3, ben=paper:1/3, ben=scissors:1/3"
    found = _formulas("If they mix uniformly, each of my moves has an expected payoff of 0.", THREE, "ann")
    assert found == [f"mean(ann; ann={move}; {belief}) ~ 0" for move in THREE.moves["ann"]]


def test_several_roles_may_mix_each_by_itself() -> None:
    text = "Let each of the others pick the pier independently with probability q. Pier gives me 4q*q + 1."
    assert _formulas(text, TRIO, "ann") == [
        "mean(ann; ann=pier; ben=park:1, cem=park:1) = 1",
        "mean(ann; ann=pier; ben=pier:0.5, ben=park:0.5, cem=pier:0.5, cem=park:0.5) = 2",
        "mean(ann; ann=pier; ben=pier:1, cem=pier:1) = 5",
    ]


def test_on_average_may_stand_before_what_it_is_said_of() -> None:
    text = "On average I get 2.5 from stag and 2 from hare if they randomize equally."
    belief = "ben=stag:0.5, ben=hare:0.5"
    assert _formulas(text, TWO, "ann") == [f"mean(ann; ann=stag; {belief}) ~ 2.5", f"mean(ann; ann=hare; {belief}) ~ 2"]


def test_an_even_chance_of_a_move_is_a_half() -> None:
    text = "There's a 50-50 chance that they choose stag. So the expected value of hare is 2."
    assert _formulas(text, TWO, "ann") == ["mean(ann; ann=hare; ben=stag:0.5, ben=hare:0.5) ~ 2"]


def test_what_a_letter_stands_for_may_be_told_after_it() -> None:
    text = "EV(stag) > EV(hare) if and only if p > 1/3, where p is the probability that they choose stag."
    assert _formulas(text, TWO, "ann") == ["better_from(ann, stag, hare, ben, stag, hare, 1/3)"]


def test_unless_turns_a_threshold() -> None:
    text = "Hare is better unless they pick stag with a probability of more than 1/2."
    assert _formulas(text, TWO, "ann") == ["better_from(ann, hare, stag, ben, hare, stag, 0.5)"]


def test_more_often_than_not_is_above_a_half() -> None:
    (found,) = _claims("If they go for stag more often than not, stag is better.", TWO, "ann")
    assert found[0] == "better_from(ann, stag, hare, ben, stag, hare, 0.5)"


def test_all_roles_may_mix_in_an_equilibrium() -> None:
    text = "Each player chooses stag with probability 1/3 in the mixed equilibrium."
    parts = ", ".join(f"{role}=stag:1/3, {role}=hare:2/3" for role in TWO.roles)
    assert _formulas(text, TWO, "ann") == [f"mixed_nash({{{parts}}})"]


def test_a_threshold_is_where_it_turns() -> None:
    text = "Stag is better if and only if they choose stag with probability above 1/3."
    assert _formulas(text, TWO, "ann") == ["better_from(ann, stag, hare, ben, stag, hare, 1/3)"]


def test_a_threshold_told_by_if_need_not_be_where_it_turns() -> None:
    found = _claims("Stag is better if they choose stag with probability above 1/2.", TWO, "ann")
    assert found == [
        [
            "better_from(ann, stag, hare, ben, stag, hare, 0.5)",
            "mean(ann; ann=stag; ben=stag:0.5, ben=hare:0.5) >= mean(ann; ann=hare; ben=stag:0.5, ben=hare:0.5)",
        ]
    ]


def test_who_mixes_is_not_who_is_indifferent() -> None:
    text = "The office is indifferent when the payer complies with probability 0.9."
    belief = "{payer=comply:0.9, payer=evade:0.1}"
    assert _formulas(text, TAX, "office") == [f"indifferent(office, audit, trust, {belief})"]


def test_one_mix_of_an_equilibrium_leaves_the_other_role_indifferent() -> None:
    text = "In the mixed equilibrium they choose stag with probability 1/3."
    assert _formulas(text, TWO, "ann") == ["indifferent(ann, stag, hare, {ben=stag:1/3, ben=hare:2/3})"]


LINES = ("mean(ann; ann=stag; ben=hare:1) = 1", "mean(ann; ann=stag; ben=stag:1) = 6")
STAG_AT = "mean(ann; ann=stag; ben=stag:0.4, ben=hare:0.6)"
LET = "Let p be the probability of stag. "
EVEN_STAG = "mean(ann; ann=stag; ben=stag:0.5, ben=hare:0.5) ~ 2.5"
MIXED = "mixed_nash({ann=stag:1/3, ann=hare:2/3, ben=stag:1/3, ben=hare:2/3})"
INDIFFERENT = "indifferent(ann, stag, hare, {ben=stag:1/3, ben=hare:2/3})"
WORDINGS = [
    (
        "There's a 30 % chance of an evading payer. Then an audit is worth 2.5 on average.",
        TAX,
        ["mean(office; office=audit; payer=evade:0.3, payer=comply:0.7) ~ 2.5"],
    ),
    ("Let q be the chance of a stag opponent. Stag gives me 1 + 5q.", TWO, LINES),
    ("Let q be their chance of stag. Stag gives me 1 + 5q.", TWO, LINES),
    ("His probability of choosing stag is 0.4. Stag averages 2.", TWO, [f"{STAG_AT} ~ 2"]),
    ("With probabilities 0.4 for stag and 0.6 for hare, stag comes to 2.", TWO, [f"{STAG_AT} ~ 2"]),
    (
        "My belief: 50 % on rock, 30 % on paper and 20 % on scissors. Paper is worth 0.3.",
        THREE,
        ["mean(ann; ann=paper; ben=rock:0.5, ben=paper:0.3, ben=scissors:0.2) ~ 0.3"],
    ),
    (
        "They flip a fair coin. Stag brings 2.5 on average.",
        TWO,
        ["mean(ann; ann=stag; ben=stag:0.5, ben=hare:0.5) ~ 2.5"],
    ),
    ("Suppose instead that they choose stag two times in five. Then stag averages 2.", TWO, [f"{STAG_AT} ~ 2"]),
    (
        LET + "They cross at 3p = 1. Above that, stag. Below it, hare is better.",
        TWO,
        [
            INDIFFERENT,
            "better_from(ann, stag, hare, ben, stag, hare, 1/3)",
            "better_from(ann, hare, stag, ben, hare, stag, 2/3)",
        ],
    ),
    (LET + "5p = 1 + 2p gives p = 1/3.", TWO, [INDIFFERENT]),
    (LET + "Setting them equal: 5p = 1 + 2p.", TWO, [INDIFFERENT]),
    ("P(stag) = 0.4. EV(stag) is not 3 but 2.", TWO, [f"{STAG_AT} ~ 2"]),
    ("P(stag) = 0.4. Stag can't reach 3 at that belief.", TWO, [f"{STAG_AT} < 3"]),
    (LET + "At p = 1/3 both options give me the same.", TWO, [INDIFFERENT]),
    (
        "P(stag) = 0.4. Stag is worth 2 against 1.8 for hare.",
        TWO,
        [f"{STAG_AT} ~ 2", "mean(ann; ann=hare; ben=stag:0.4, ben=hare:0.6) ~ 1.8"],
    ),
    ("If I thought both of their options equally likely, stag would bring me 2.5.", TWO, [EVEN_STAG]),
    ("The unweighted average of stag is 2.5.", TWO, [EVEN_STAG]),
    ("In the mixed equilibrium we both choose stag with probability 1/3.", TWO, [MIXED]),
    (
        "## Mixed equilibrium\n\nAnn chooses stag with probability 1/3, Ben chooses stag with probability 1/3.",
        TWO,
        [MIXED],
    ),
    ("## Mixed equilibrium\n\nI think they choose stag with probability 0.4.", TWO, []),  # a belief
    ("Stag is better iff P(stag) > 1/3 or so.", TWO, ["better_from(ann, stag, hare, ben, stag, hare, 1/3)"]),
]


@pytest.mark.parametrize("text,vocabulary,formulas", WORDINGS)
def test_wordings_of_odds_and_of_where_something_turns(
    text: str, vocabulary: Vocabulary, formulas: Sequence[str]
) -> None:
    found = _claims(text, vocabulary, vocabulary.roles[0])
    assert [each[0] for each in found] == list(formulas)


@pytest.mark.parametrize(
    "text",
    [
        "There's a 30 % chance of rain. Then stag is worth 2.5 on average.",
        "Let p be the probability of stag. Above it, hare is better.",  # no number was told
        "Let p be the probability of stag. p = 1 - q.",
        "Let p be the probability of stag. 5p = 2 gives p = 0.4.",  # perhaps where stag alone averages 2
        "Stag, above that, is a noble animal.",
    ],
)
def test_what_tells_no_odds_or_no_turning_point_is_not_judged(text: str) -> None:
    assert _claims(text, TWO, "ann") == []


@pytest.mark.parametrize(
    "text",
    [
        "They seem rather likely to hunt. Stag averages 3.",  # how likely isn't told
        "I give stag 30 or so percent, whatever. Stag averages 3.",  # a chance that was not understood
        "P(stag) = 0.4. Or is it nearer to 60 percent, who knows? Stag averages 3.",  # the last word is not the first
        "Stag against hare: 5 - 3 = 2.",  # a difference is no payoff
        "Is stag better if they choose it with probability above 1/3?",
    ],
)
def test_odds_that_are_not_understood_are_not_judged(text: str) -> None:
    assert _formulas(text, TWO, "ann") == []


def _claims(text: str, vocabulary: Vocabulary, role: str) -> list[list[str]]:
    return [[claim.query, *claim.otherwise] for claim in read_english(text, vocabulary, role=role).claims]


def _formulas(text: str, vocabulary: Vocabulary, role: str) -> list[str]:
    """The claims of a text. What isn't called an average may be what is got in one case; nothing else is left open."""
    claims = _claims(text, vocabulary, role)
    assert all(len(each) == 1 or (len(each) == 2 and each[1].startswith("some pay(")) for each in claims), claims
    return [each[0] for each in claims]
