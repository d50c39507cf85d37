"""Sentences as models write them when they reason: what they say, and near ones that must not be read so."""

from __future__ import annotations

import pytest

from lelma import Verifier
from translators.formulas.write import text as formula_text
from translators.reading.discourse.walk import FoundClaim, Walk
from translators.reading.document import Sentence, read_document
from translators.reading.said.templates import game_grammar
from translators.reading.words.game_words import game_words

TOLD = [
    ("They can also go for the hare, in which case I only get 0, and I chose stag.", "pay(p1; p2=hare) = 0"),
    ("If they hunt stag, hunting stag gives me a 50% chance of getting 4.", "some pay(p1; p1=stag, p2=stag) = 4"),
    ("If they hunt hare, I get 3 with hare, which is better than getting 0 by choosing stag.", "pay(p1; p1=stag, p2=hare) = 0"),
    ("If I hunt hare, my payoff could be either 3 (if they hunt hare) or 2 (if they hunt stag).", "pay(p1; p2=stag, p1=hare) = 2"),
    ("The other player's payoff if I hunt hare and they hunt stag: 1", "pay(p2; p1=hare, p2=stag) = 1"),
    ("I understand that my highest payoff for choice hare is 4.", "max pay(p1; p1=hare) = 4"),
    ("You are right that hunting hare gives me a higher guaranteed payoff than hunting stag.", "min pay(p1; p1=hare) > min pay(p1; p1=stag)"),
    ("I can guarantee that I get 3 by hunting hare.", "min pay(p1; p1=hare) = 3"),
    ("Hunting hare is tempting because it could result in a payoff of 0 if they hunt stag.", "some pay(p1; p2=stag, p1=hare) = 0"),
    ("If both players are rational and aim to avoid the worst outcome, hare gives me 2.", "pay(p1; p1=hare) = 2"),
    ("If we both collaborate (hunt stag), we each get 2. If they collaborate, hunting hare gives me 1.", "pay(p1; p1=hare, p2=stag) = 1"),
    ("If they think I will hunt hare, they would realize that their best response is stag.", "best(p2, stag, {p1=hare})"),
    ("My best payoff is 4. I get this payoff if we both hunt stag.", "pay(p1; p1=stag, p2=stag) = 4"),
    ("Regardless of what they choose, I will always get a higher payoff by hunting stag.", "pay(p1; p1=stag) > pay(p1; p1=hare)"),
    ("Whatever I do, they are better off hunting hare.", "best(p2, hare, {})"),
]  # fmt: skip

UNTOLD = [
    "They believe that hare gives me 2.",
    "If they hunt hare and something else happens, I get 2 with hare.",
    "This guarantees a positive payoff.",
    "If they collaborate, hunting hare gives me 1.",
]


@pytest.mark.parametrize(("text", "formula"), TOLD)
def test_a_sentence_of_reasoning_says_this(text: str, formula: str) -> None:
    assert formula in {each for claim in _sure(text) for each in map(formula_text, claim.alternatives)}


@pytest.mark.parametrize("text", UNTOLD)
def test_what_was_not_understood_says_nothing(text: str) -> None:
    assert not _sure(text)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("The most I can lose is 1.", "min pay(p1; ) = -1"),
        ("My biggest loss is 1.", "min pay(p1; ) = -1"),
        ("The biggest loss with hare is 1.", "min pay(p1; p1=hare) = -1"),
    ],
)
def test_the_biggest_loss_is_the_lowest_payoff(text: str, formula: str) -> None:
    assert formula_text(_sure(text)[0].alternatives[0]) == formula


def test_at_most_by_a_choice_is_rather_said_of_all_that_others_may_do() -> None:
    """Not of what they did in the case of the sentence before, though it may have been meant."""
    text = "If they hunt hare, I get 3 with hare. Hunting hare gives me 4 at most."
    assert [formula_text(each) for each in _sure(text)[-1].alternatives] == [
        "pay(p1; p1=hare) <= 4",
        "some pay(p1; p1=hare) <= 4",
        "pay(p1; p1=hare, p2=hare) <= 4",
    ]


def _sure(text: str) -> list[FoundClaim]:
    """The claims of a text, as the reasoning of the first player in Stag Hunt, that are understood in every word."""
    verifier = Verifier.load("stag_hunt")
    walk = Walk(game_words(verifier.vocabulary, "p1"), game_grammar(verifier.vocabulary.definitions()))
    read = [walk.read(part) for part in read_document(text) if isinstance(part, Sentence)]
    return [claim for each in read for claim in each.claims if not claim.unread and not claim.doubts]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Hare brings me $2m if they hunt hare.", ["pay(p1; p1=hare, p2=hare) = 2"]),
        ("With hare I get nothing more than they do.", []),
        ("A lone stag hunter gets 0 while the other one loses 3.", ["pay(p2; p1=hare, p2=stag) = 0", "pay(p1; p1=stag, p2=hare) = 0"]),
    ],
)  # fmt: skip
def test_words_for_amounts_are_not_taken_for_others(text: str, says: list[str]) -> None:
    claims = [claim.query for claim in Verifier.load("stag_hunt").translate(text).claims if claim.sure]
    assert [claim for claim in claims if "3" not in claim] == says and not any(
        claim.endswith("= 3") for claim in claims
    )


def test_whose_amounts_a_table_has_is_a_guess_where_its_rows_are_another_s() -> None:
    cells = "| Player 2 \\ Player 1 | stag | hare |\n|---|---|---|\n| stag | 5 / 5 | 3 / 1 |\n| hare | 1 / 3 | 2 / 2 |"
    verifier = Verifier.load("stag_hunt")
    told = verifier.translate(f"Payoffs (Player 1, Player 2):\n\n{cells}").claims
    assert told and not any(claim.otherwise for claim in told)
    assert all(len(claim.otherwise) == 1 for claim in verifier.translate(cells).claims if "5" not in claim.query)
