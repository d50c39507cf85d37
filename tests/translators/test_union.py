"""Several translators at once: what is one claim, whose words it keeps, what is disputed, and what stays unread."""

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
from tests.translators.parsed.stored import stored_parser
from translators.claim import Claim, ReadScope, Translation, Untranslated
from translators.deterministic import translate as english
from translators.language.vocabulary import Vocabulary
from translators.parsed.reader import ParsedReader
from translators.union import SecondOpinion, Union, merge_claims

TEXT = "If we both hunt stag, I get 5, the most there is. The hare is safe."
FIRST, SECOND = (0, 49), (50, 67)
FIVE = "pay(p1; p1=stag, p2=stag) = 5"
FIVE_TURNED = "pay(you; them=stag, you=stag) = 5.0"
FOUR = "pay(p1; p1=stag, p2=stag) = 4"
SAFE = "safest(p1, hare)"
SAFE_OUT = "each X in moves(p1): min pay(p1; p1=hare) >= min pay(p1; p1=X)"
MOST = "max pay(p1; ) = 5"


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")


@pytest.fixture(scope="module")
def vocabulary(verifier: Verifier) -> Vocabulary:
    return verifier.vocabulary


class Says:
    """A translator that always gives the same."""

    def __init__(
        self,
        origin: str,
        *claims: tuple[str, tuple[int, int]],
        unread: Sequence[tuple[int, int]] = (),
        otherwise: tuple[str, ...] = (),
    ) -> None:
        read = [Claim(TEXT[slice(*span)], span, query, origin=origin, otherwise=otherwise) for query, span in claims]
        left = (Untranslated(TEXT[a:b], (a, b), f"{origin} can't") for a, b in unread)
        scopes = tuple(ReadScope(span, "unread", f"{origin} can't") for span in unread)
        self.translation = Translation(tuple(read), tuple(left), None, scopes, {"proposed": len(read)})

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        return self.translation


def merged(vocabulary: Vocabulary, *translators: Says) -> list[tuple[str, tuple[int, int], str]]:
    found = Union(translators)(TEXT, vocabulary, role="p1")
    return [(claim.query, claim.span, claim.origin) for claim in found.claims]


def test_the_same_claim_of_the_same_sentence_is_one_with_both_origins(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (FIVE, FIRST), (SAFE, SECOND)))
    assert found == [(FIVE, FIRST, "a+b"), (SAFE, SECOND, "b")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIVE, FIVE_TURNED),
        (SAFE, SAFE_OUT),
        ("pay(p1; p1=stag) > pay(p1; p1=hare)", "strictly_dominates(p1, stag, hare)"),
        ("pay(p1; p1=stag) > 1", "1 < pay(p1; p1=stag)"),
        ("each X in roles: pay(X; ) > 1", "each R in roles: pay(R; ) > 1"),
        ("not not zero_sum()", "zero_sum()"),
        (
            "nash({p2=stag, p1=stag})",
            "each R in roles: each X in moves(R): pay(R; p1=stag, p2=stag) >= pay(R; p1=stag, p2=stag, R=X)",
        ),
    ],
)
def test_claims_are_the_same_by_what_they_say_not_by_how_they_are_written(
    vocabulary: Vocabulary, one: str, other: str
) -> None:
    assert merged(vocabulary, Says("a", (one, FIRST)), Says("b", (other, (3, 30)))) == [(one, FIRST, "a+b")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIVE, FOUR),
        ("pay(p1; p1=stag) > pay(p1; p1=hare)", "pay(p1; p1=hare) > pay(p1; p1=stag)"),
        ("pay(p1; p1=stag) > 1", "pay(p1; p1=stag) >= 1"),
        ("nash({p1=stag, p2=stag})", "nash({p1=hare, p2=stag})"),
        ("zero_sum()", "not zero_sum()"),
    ],
)
def test_what_says_something_else_is_another_claim_and_both_are_disputed(
    vocabulary: Vocabulary, one: str, other: str
) -> None:
    first, second = Union([Says("a", (one, FIRST)), Says("b", (other, FIRST))])(TEXT, vocabulary, role="p1").claims
    assert {first.query, second.query} == {one, other}
    assert (first.disputed, second.disputed) == ((second.query,), (first.query,))


def test_the_same_claim_of_another_sentence_is_another_claim(vocabulary: Vocabulary) -> None:
    found = Union([Says("a", (SAFE, FIRST)), Says("b", (SAFE, SECOND))])(TEXT, vocabulary, role="p1")
    assert [(claim.span, claim.origin, claim.disputed) for claim in found.claims] == [
        (FIRST, "a", ()),
        (SECOND, "b", ()),
    ]


def test_one_that_reads_more_of_a_sentence_disputes_nothing(vocabulary: Vocabulary) -> None:
    found = Union([Says("a", (FIVE, FIRST), (MOST, FIRST)), Says("b", (FIVE, FIRST))])(TEXT, vocabulary, role="p1")
    assert [(claim.query, claim.origin, claim.disputed) for claim in found.claims] == [
        (FIVE, "a+b", ()),
        (MOST, "a", ()),
    ]


def test_a_reading_that_one_holds_possible_is_no_dispute(vocabulary: Vocabulary) -> None:
    found = Union([Says("a", (FIVE, FIRST), otherwise=(MOST,)), Says("b", (MOST, FIRST))])(TEXT, vocabulary, role="p1")
    assert [(claim.query, claim.origin, claim.disputed) for claim in found.claims] == [(FIVE, "a+b", ())]


def test_nothing_is_fed_back_of_what_is_disputed(verifier: Verifier) -> None:
    found = Union([Says("a", (FIVE, FIRST)), Says("b", (FOUR, FIRST), (SAFE, SECOND))])
    report = verifier.report(found(TEXT, verifier.vocabulary, role="p1"))
    assert [(item.claim.query, item.verdict.truth, item.verdict.reason) for item in report.claims] == [
        (FIVE, "unknown", f"disputed: another reader reads {FOUR}"),
        (FOUR, "unknown", f"disputed: another reader reads {FIVE}"),
        (SAFE, "true", ""),
    ]
    assert (report.feedback, report.ok) == ("", True)
    agreed = Union([Says("a", (FOUR, FIRST)), Says("b", (FOUR, FIRST))])
    assert "5" in verifier.report(agreed(TEXT, verifier.vocabulary, role="p1")).feedback


def test_a_second_reader_adds_nothing_but_its_word(verifier: Verifier) -> None:
    first, second = Says("a", (FOUR, FIRST), unread=[SECOND]), Says("b", (FIVE, FIRST), (SAFE, SECOND))
    found = Union([first, second], adding=False)(TEXT, verifier.vocabulary, role="p1")
    assert [(claim.query, claim.disputed) for claim in found.claims] == [(FOUR, (FIVE,))]
    assert [item.reason for item in found.untranslated] == ["a can't"]
    silent = Union([first, Says("b")], adding=False)(TEXT, verifier.vocabulary, role="p1")
    assert [(claim.query, claim.disputed) for claim in silent.claims] == [(FOUR, ())]


def test_a_translator_s_own_claims_are_never_merged_with_each_other(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", (FIVE, FIRST), (FIVE, (3, 30))), Says("b", (FIVE, FIRST)))
    assert found == [(FIVE, FIRST, "a+b"), (FIVE, (3, 30), "a+b")]


def test_origins_of_three_are_named_once_each(vocabulary: Vocabulary) -> None:
    inner = Says("a+b", (SAFE, SECOND))
    assert merged(vocabulary, inner, Says("b", (SAFE, SECOND)), Says("c", (SAFE, SECOND))) == [(SAFE, SECOND, "a+b+c")]


def test_what_is_no_formula_is_kept_as_it_stands(vocabulary: Vocabulary) -> None:
    found = merged(vocabulary, Says("a", ("nonsense(", FIRST)), Says("b", ("nonsense(", FIRST), ("other", FIRST)))
    assert found == [("nonsense(", FIRST, "a+b"), ("other", FIRST, "b")]


def test_what_one_could_not_read_is_reported_unless_another_did(vocabulary: Vocabulary) -> None:
    translators = [Says("a", (FIVE, FIRST), unread=[FIRST, SECOND]), Says("b", (SAFE, SECOND), unread=[FIRST])]
    found = Union(translators)(TEXT, vocabulary, role="p1")
    assert [(item.span, item.reason) for item in found.untranslated] == [(FIRST, "a can't")]
    assert [scope.scope for scope in found.scopes] == ["checked", "checked"]
    assert found.gates == {"proposed": 2}


def test_english_and_a_model_together(vocabulary: Vocabulary) -> None:
    claims = [
        {"sentence": 1, "formula": FIVE_TURNED, "polarity": "affirmed", "span": "If we both hunt stag, I get 5"},
        {"sentence": 2, "formula": SAFE, "polarity": "affirmed", "span": ""},
    ]
    reply = json.dumps({"claims": claims, "choice": "hare"})
    found = make_translator("union", model=Scripted([reply]))(TEXT, vocabulary, role="p1")
    origins = {claim.query: claim.origin for claim in found.claims}
    assert origins[FIVE] == "english+by_model"
    assert "by_model" in origins[SAFE]
    assert found.choice == "hare"


def test_a_model_as_a_second_reader(verifier: Verifier, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {"sentence": 1, "formula": "pay(p1; p1=stag) = 4", "polarity": "affirmed", "span": ""}
    model = Scripted([json.dumps({"claims": [claim], "choice": ""})])
    monkeypatch.setattr("lelma.models.connect", {"pretend:m": model}.__getitem__)
    translator = make_translator("english", second="model:pretend:m")
    text = "If we both hunt stag, I get 4."
    (item,) = verifier.report(translator(text, verifier.vocabulary, role="p1")).claims
    assert (item.claim.origin, item.verdict.truth) == ("english", "unknown")
    assert item.verdict.reason == "disputed: another reader reads pay(p1; p1=stag) = 4"


def test_translators_by_name() -> None:
    assert make_translator("english") is english
    for name, model in [("model", None), ("union", None), ("english", "openai:x"), ("latin", None)]:
        with pytest.raises(UsageError):
            make_translator(name, model=model)
    with pytest.raises(UsageError, match="no second reader 'openai:x'"):
        make_translator("english", second="openai:x")


SPANS = st.tuples(st.integers(0, 60), st.integers(1, 7)).map(lambda pair: (pair[0], pair[0] + pair[1]))
CLAIMS = st.lists(st.tuples(st.sampled_from([FIVE, SAFE, MOST, "x"]), SPANS), max_size=5)


@settings(deadline=None)
@given(CLAIMS, CLAIMS)
def test_a_union_claims_what_its_parts_claim_and_nothing_else(
    first: list[tuple[str, tuple[int, int]]], second: list[tuple[str, tuple[int, int]]]
) -> None:
    one, other = Says("a", *first).translation.claims, Says("b", *second).translation.claims
    found = merge_claims(str, [one, other])
    assert {(claim.query, claim.span) for claim in found} <= set(first) | set(second)
    assert set(first) <= {(claim.query, claim.span) for claim in found if claim.origin.startswith("a")}
    assert [claim.span for claim in found] == sorted(claim.span for claim in found)
    assert merge_claims(str, [one, one]) == merge_claims(str, [one])
    assert not any(claim.disputed for claim in merge_claims(str, [one, one, ()]))


# A second opinion


def opinion(vocabulary: Vocabulary, first: Says, second: Says) -> list[tuple[str, str, tuple[str, ...]]]:
    found = SecondOpinion(first, second)(TEXT, vocabulary, role="p1")
    return [(claim.query, claim.origin, claim.rivals) for claim in found.claims]


def test_what_the_second_reader_reads_too_has_both_origins_and_what_it_adds_is_left_out(vocabulary: Vocabulary) -> None:
    found = opinion(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (FIVE_TURNED, FIRST), (SAFE, SECOND)))
    assert found == [(FIVE, "a+b", ())]


def test_another_claim_of_the_same_numbers_is_a_rival(vocabulary: Vocabulary) -> None:
    other = "pay(p2; p1=stag, p2=stag) = 5"
    assert opinion(vocabulary, Says("a", (FIVE, FIRST)), Says("b", (other, FIRST))) == [(FIVE, "a", (other,))]


@pytest.mark.parametrize(
    ("second", "why"),
    [
        ((FOUR, FIRST), "of another number: it may be of another part of the sentence"),
        (("pay(p1; p1=stag) = 5", FIRST), "the same with less around it"),
        (("pay(p2; p1=stag, p2=stag) = 5", SECOND), "of another sentence"),
    ],
)
def test_what_is_no_rival(second: tuple[str, tuple[int, int]], why: str, vocabulary: Vocabulary) -> None:
    assert opinion(vocabulary, Says("a", (FIVE, FIRST)), Says("b", second)) == [(FIVE, "a", ())], why


def test_a_claim_that_the_first_reads_as_well_is_no_rival_of_its_others(vocabulary: Vocabulary) -> None:
    other = "pay(p2; p1=stag, p2=stag) = 5"
    found = opinion(vocabulary, Says("a", (FIVE, FIRST), (other, FIRST)), Says("b", (other, FIRST)))
    assert found == [(FIVE, "a", ()), (other, "a+b", ())]


@pytest.mark.parametrize(
    ("rival", "truth"),
    [
        ("max pay(p1; ) = 5", "unknown"),
        ("pay(p2; p1=hare, p2=hare) = 5", "false"),
    ],
)
def test_a_refutation_stands_unless_a_rival_is_true(rival: str, truth: str, verifier: Verifier) -> None:
    wrong = "pay(p1; p1=hare, p2=hare) = 5"
    found = SecondOpinion(Says("a", (wrong, FIRST)), Says("b", (rival, FIRST)))(TEXT, verifier.vocabulary, role="p1")
    (checked,) = verifier.report(found).claims
    assert checked.verdict.truth == truth
    assert checked.claim.disputed == ((rival,) if truth == "unknown" else ())
    assert (rival in checked.verdict.reason) == (truth == "unknown")


def test_a_right_claim_stands_whatever_the_second_reader_reads(verifier: Verifier) -> None:
    found = SecondOpinion(Says("a", (FIVE, FIRST)), Says("b", ("max pay(p1; ) = 5", FIRST)))
    (checked,) = verifier.report(found(TEXT, verifier.vocabulary, role="p1")).claims
    assert (checked.verdict.truth, checked.claim.disputed) == ("true", ())


def test_a_second_opinion_by_a_parse_is_part_of_the_report(verifier: Verifier) -> None:
    text = "If we both hunt stag, I get 5."
    translator = SecondOpinion(english, ParsedReader(stored_parser))
    report = Verifier.load("stag_hunt", translator=translator).check(text)
    assert (report.translator, [item.claim.origin for item in report.claims]) == ("english+parsed", ["english+parsed"])
