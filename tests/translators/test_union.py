"""Several translators at once: what is one claim, whose words it keeps, and what stays unread."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.models import Scripted
from lelma.support.errors import UsageError
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier
from translators.claim import Claim, Translation, Untranslated
from translators.deterministic import translate as english
from translators.language.grammar import QueryLanguage
from translators.language.vocabulary import Vocabulary
from translators.union import Union, merge_claims

TEXT = "If we both hunt stag, I get 5, the most there is. The hare is safe."
FIRST, SECOND = (0, 49), (50, 67)
FIVE = "finally(goal(you, 5), do(choice(them, 'stag'), do(choice(you, 'stag'), s0)))"
FIVE_TURNED = "finally(goal(p1, 5.0), do(choice(you,'B'), do(choice(p2,'stag'), s0)))."
SAFE = "highest_guaranteed_payoff_choice('hare')"
MOST = "highest_possible_individual_payoff(5)"


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Verifier.load("stag_hunt").vocabulary


@pytest.fixture(scope="module")
def language(vocabulary: Vocabulary) -> QueryLanguage:
    return QueryLanguage(vocabulary, role="p1")


class Says:
    """A translator that always gives the same."""

    def __init__(
        self, origin: str, *claims: tuple[str, tuple[int, int]], unread: Sequence[tuple[int, int]] = ()
    ) -> None:
        read = (Claim(TEXT[span[0] : span[1]], span, query, origin=origin) for query, span in claims)
        left = (Untranslated(TEXT[a:b], (a, b), f"{origin} can't") for a, b in unread)
        self.translation = Translation(tuple(read), tuple(left), None)

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        return self.translation


def merged(vocabulary: Vocabulary, *translators: Says) -> list[tuple[str, tuple[int, int], str]]:
    found = Union(translators)(TEXT, vocabulary, role="p1")
    return [(claim.query, claim.span, claim.origin) for claim in found.claims]


def test_the_same_claim_of_the_same_sentence_is_one_with_both_origins(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (FIVE, FIRST), (SAFE, SECOND)))
    assert found == [(FIVE, FIRST, "a+b"), (SAFE, SECOND, "b")]


def test_claims_are_the_same_by_what_they_say_not_by_how_they_are_spelled(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (FIVE_TURNED, (3, 30))))
    assert found == [(FIVE, FIRST, "a+b")]


def test_the_same_claim_of_another_sentence_is_another_claim(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (SAFE, FIRST)), Says("b", (SAFE, SECOND)))
    assert found == [(SAFE, FIRST, "a"), (SAFE, SECOND, "b")]


def test_other_claims_of_the_same_sentence_stay(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (MOST, FIRST)))
    assert found == [(FIVE, FIRST, "a"), (MOST, FIRST, "b")]


def test_a_translator_s_own_claims_are_never_merged_with_each_other(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST), (FIVE, (3, 30))), Says("b", (FIVE, FIRST)))
    assert found == [(FIVE, FIRST, "a+b"), (FIVE, (3, 30), "a+b")]


def test_origins_of_three_are_named_once_each(vocabulary: Vocabulary) -> None:
    inner = Says("a+b", (SAFE, SECOND))
    assert merged(vocabulary, inner, Says("b", (SAFE, SECOND)), Says("c", (SAFE, SECOND))) == [(SAFE, SECOND, "a+b+c")]


def test_what_is_no_query_is_kept_as_it_stands(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", ("nonsense(", FIRST)), Says("b", ("nonsense(", FIRST), ("other", FIRST)))
    assert found == [("nonsense(", FIRST, "a+b"), ("other", FIRST, "b")]


def test_what_one_could_not_read_is_reported_unless_another_did(vocabulary: Vocabulary) -> None:
    translators = [Says("a", (FIVE, FIRST), unread=[FIRST, SECOND]), Says("b", (SAFE, SECOND), unread=[FIRST])]
    left = Union(translators)(TEXT, vocabulary, role="p1").untranslated
    assert [(item.span, item.reason) for item in left] == [(FIRST, "a can't")]


def test_english_and_a_model_together(vocabulary: Vocabulary) -> None:
    reply = json.dumps({"claims": [{"sentence": "The hare is safe.", "query": SAFE}], "choice": "hare"})
    found = make_translator("union", model=Scripted([reply]))(TEXT, vocabulary, role="p1")
    origins = {claim.query: claim.origin for claim in found.claims}
    assert origins[FIVE] == "english"
    assert origins[SAFE] in ("by_model", "english+by_model")
    assert found.choice == "hare"


def test_translators_by_name() -> None:
    assert make_translator("english") is english
    for name, model in [("model", None), ("union", None), ("english", "openai:x"), ("latin", None)]:
        with pytest.raises(UsageError):
            make_translator(name, model=model)


SPANS = st.tuples(st.integers(0, 60), st.integers(1, 7)).map(lambda pair: (pair[0], pair[0] + pair[1]))
CLAIMS = st.lists(st.tuples(st.sampled_from([FIVE, FIVE_TURNED, SAFE, MOST, "x"]), SPANS), max_size=5)


@settings(deadline=None)
@given(CLAIMS, CLAIMS)
def test_a_union_claims_what_its_parts_claim_and_nothing_else(
    language: QueryLanguage, first: list[tuple[str, tuple[int, int]]], second: list[tuple[str, tuple[int, int]]]
) -> None:
    one, other = Says("a", *first).translation.claims, Says("b", *second).translation.claims
    found = merge_claims(language, [one, other])
    assert {(claim.query, claim.span) for claim in found} <= set(first) | set(second)
    assert set(first) <= {(claim.query, claim.span) for claim in found if claim.origin.startswith("a")}
    assert [claim.span for claim in found] == sorted(claim.span for claim in found)
    assert merge_claims(language, [one, one]) == merge_claims(language, [one])
