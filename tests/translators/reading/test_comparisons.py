"""Comparisons, best answers, extremes and totals: what sentences say, and near ones that must not be read."""

from __future__ import annotations

import pytest

from translators.language.vocabulary import Naming, Vocabulary
from translators.reading.reader import read_english

MOVES = ("stag", "hare")
HUNT = Vocabulary(
    game="written",
    roles=("ann", "ben"),
    moves={"ann": MOVES, "ben": MOVES},
    namings=(Naming("game", {move: (move,) for move in MOVES}),),
    role_names={},
)

SAYS = [
    (
        "Against hare, stag gives me 1 less than hare.",
        "pay(ann; ann=hare, ben=hare) - pay(ann; ann=stag, ben=hare) = 1",
    ),
    (
        "If they pick stag, stag is 2 better for me than hare.",
        "pay(ann; ann=stag, ben=stag) - pay(ann; ann=hare, ben=stag) = 2",
    ),
    (
        "If they pick stag, switching from hare to stag gains me 2.",
        "pay(ann; ann=stag, ben=stag) - pay(ann; ann=hare, ben=stag) = 2",
    ),
    (
        "If I pick stag and they pick hare, they get 3 more than me.",
        "pay(ben; ann=stag, ben=hare) - pay(ann; ann=stag, ben=hare) = 3",
    ),
    ("If they pick hare, it makes no difference to me.", "pay(ann; ann=stag, ben=hare) = pay(ann; ann=hare, ben=hare)"),
    ("Hare always gives me the same.", "pay(ann; ann=hare, ben=stag) = pay(ann; ann=hare, ben=hare)"),
    ("Hare gives me the same as stag.", "pay(ann; ann=hare) = pay(ann; ann=stag)"),
    ("If they pick stag, hare gives me 3 instead of 5.", "pay(ann; ann=hare, ben=stag) = 3"),
    ("If they pick stag, I should pick stag.", "best(ann, stag, {ben=stag})"),
    ("Hare is never a best response.", "not best(ann, hare, {ben=stag}) and not best(ann, hare, {ben=hare})"),
    ("My best reply is always to match their choice.", "best(ann, stag, {ben=stag}) and best(ann, hare, {ben=hare})"),
    ("Stag can leave me with 0.", "some pay(ann; ann=stag) = 0"),
    ("The worst I can do with hare is 1.", "min pay(ann; ann=hare) = 1"),
    ("The most that I can get is 5.", "max pay(ann; ) = 5"),
    ("Hare's ceiling is 3.", "max pay(ann; ann=hare) = 3"),
    ("With hare I never fall below 1.", "pay(ann; ann=hare) >= 1"),
    ("Hare protects me from a payoff of 0.", "pay(ann; ann=hare) != 0"),
    ("No payoff in this game is negative.", "pay(ann; ) >= 0"),
    ("It is not true that hare guarantees 3.", "not min pay(ann; ann=hare) = 3"),
    (
        "The worst outcome of hare is better than the worst outcome of stag.",
        "min pay(ann; ann=hare) > min pay(ann; ann=stag)",
    ),
    ("The combined payoff is highest at (stag, stag), with 10.", "highest_sum({ann=stag, ben=stag})"),
    ("Our payoffs add up to 10 if both of us pick stag.", "sum(ann=stag, ben=stag) = 10"),
]

NOTHING = [
    "Would hare be 2 better than stag?",
    "Nothing else pays more than 3.",
    "Stag is better than the alternative that my neighbour knits.",
    "I'm 2 better off.",
    "The gap is 2.",
]


@pytest.mark.parametrize(("text", "formula"), SAYS, ids=[text for text, _ in SAYS])
def test_a_sentence_says_a_formula(text: str, formula: str) -> None:
    claims = read_english(text, HUNT, role="ann").claims
    assert set(formula.split(" and ")) <= {claim.query for claim in claims if claim.sure}


@pytest.mark.parametrize("text", NOTHING)
def test_a_near_sentence_is_not_read(text: str) -> None:
    assert not read_english(text, HUNT, role="ann").claims
