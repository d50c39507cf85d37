"""The gates of a model's claims: what passes, what is kept unsure, and which gate refuses what."""

from __future__ import annotations

import pytest

from lelma.verify.verifier import Verifier
from translators.gates.gates import GateRefusal, Gates
from translators.gates.sentences import number_sentences
from translators.reading.words.game_words import game_words

SURE, UNSURE = "sure", "unsure"


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")


def outcome(verifier: Verifier, text: str, formula: str, span: str = "", *beside: str) -> str:
    """What becomes of a claim of the last sentence of a text."""
    vocabulary = verifier.vocabulary
    assert vocabulary.formulas is not None
    language = vocabulary.formulas()
    gates = Gates(language, game_words(vocabulary, verifier.role), verifier.role)
    others = [language.read(each, verifier.role) for each in beside]
    found = gates.check(language.read(formula, verifier.role), number_sentences(text)[-1], span, others)
    if isinstance(found, GateRefusal):
        return found.gate
    return SURE if found else UNSURE


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("If we both hunt stag, I get 5.", "pay(p1; p1=stag, p2=stag) = 5"),
        ("If we both hunt stag, I get 4.", "pay(p1; p1=stag, p2=stag) = 4"),
        ("If they go for the hare, my stag leaves me empty-handed, with nothing.", "pay(p1; p1=stag, p2=hare) = 0"),
        ("The hare is the safe choice, it guarantees me 1.", "min pay(p1; p1=hare) = 1"),
        ("With hare I get at least 1.", "pay(p1; p1=hare) >= 1"),
        ("Hare never gives me less than 1.", "pay(p1; p1=hare) >= 1"),
        ("With stag I could get 5.", "some pay(p1; p1=stag) = 5"),
        ("Stag pays me more than hare.", "pay(p1; p1=stag) > pay(p1; p1=hare)"),
        ("Stag pays me less than hare.", "pay(p1; p1=hare) > pay(p1; p1=stag)"),
        ("It is better for me to hunt stag than to hunt hare.", "strictly_dominates(p1, stag, hare)"),
        ("Stag isn't my best reply to hare.", "not best(p1, stag, {p2=hare})"),
        ("Hare is strictly dominated by stag.", "strictly_dominates(p1, stag, hare)"),
        ("At 50/50 the stag is worth 2.5 to me.", "mean(p1; p1=stag; p2=stag: 1/2, p2=hare: 1/2) = 5/2"),
        ("If they hunt stag 70% of the time, stag is worth 3.5 to me.",
         "mean(p1; p1=stag; p2=stag: 7/10, p2=hare: 3/10) = 3.5"),
        ("If we both hunt the stag:\n\n- I get 5.", "pay(p1; p1=stag, p2=stag) = 5"),
    ],
)  # fmt: skip
def test_what_the_sentence_says_passes_true_or_false(verifier: Verifier, text: str, formula: str) -> None:
    assert outcome(verifier, text, formula) == SURE


@pytest.mark.parametrize(
    ("text", "formula", "gate"),
    [
        ("If we both hunt stag, I get 4.", "pay(p1; p1=stag, p2=stag) = 5", "repaired"),
        ("Against hare I get 3 with hare.", "pay(p1; p1=stag, p2=stag) = 3", "repaired"),
        ("I get -3 with hare.", "some pay(p1; p1=hare) = 3", "repaired"),
        ("If we both hunt stag, I am happy.", "pay(p1; p1=stag, p2=stag) = 5", "numbers"),
        ("If we both hunt stag, I get 5 and not 3.", "pay(p1; p1=stag, p2=stag) = 5", "numbers"),
        ("At 60% the stag is worth 2 to me.", "mean(p1; p1=stag; p2=stag: 7/10, p2=hare: 3/10) = 2", "repaired"),
        ("The safe choice gives me 1.", "pay(p1; p1=hare) = 1", "moves"),
        ("Hare doesn't give me 5.", "pay(p1; p1=hare) = 5", "polarity"),
        ("If they hunt hare and I hunt stag, I get 0.", "pay(p1; p1=hare, p2=stag) = 0", "moves"),
        ("I get 5 with stag.", "pay(p2; p2=stag) = 5", "roles"),
        ("Stag isn't my best reply to hare.", "best(p1, stag, {p2=hare})", "polarity"),
        ("Stag is my best reply to hare.", "not best(p1, stag, {p2=hare})", "polarity"),
        ("With stag I could get 5.", "pay(p1; p1=stag) = 5", "modality"),
        ("With stag I get 5.", "some pay(p1; p1=stag) = 5", "modality"),
        ("With hare I get more than 1.", "pay(p1; p1=hare) >= 1", "direction"),
        ("With hare I get at least 1.", "pay(p1; p1=hare) <= 1", "direction"),
        ("With hare I get at least 1.", "pay(p1; p1=hare) > 1", "direction"),
        ("Stag pays me less than hare.", "pay(p1; p1=stag) > pay(p1; p1=hare)", "direction"),
        ("Stag and hare pay me the same.", "pay(p1; p1=stag) > pay(p1; p1=hare)", "direction"),
        ("The most I get is 5.", "min pay(p1; ) = 5", "direction"),
        ("Do I get 5 if we both hunt stag?", "pay(p1; p1=stag, p2=stag) = 5", "no claim"),
    ],
)
def test_what_it_does_not_say_is_refused(verifier: Verifier, text: str, formula: str, gate: str) -> None:
    assert outcome(verifier, text, formula) == gate


@pytest.mark.parametrize(
    ("text", "formula", "span"),
    [
        ("If they hunt hare, then I get 5 with stag.", "pay(p1; p1=stag) = 5", "I get 5 with stag"),
        ("Stag or hare, that's it. This gives me 1.", "pay(p1; p1=hare) = 1", ""),
        ("I lose 2 with stag.", "pay(p1; p1=stag) = -2", ""),
        ("Compared with hare, the stag, to my mind, brings me more.", "pay(p1; p1=stag) > pay(p1; p1=hare)", ""),
    ],
)
def test_what_can_t_be_shown_is_kept_unsure(verifier: Verifier, text: str, formula: str, span: str) -> None:
    assert outcome(verifier, text, formula, span) == UNSURE


def test_a_sentence_may_make_several_claims(verifier: Verifier) -> None:
    text = "Stag vs. stag gives me 5, stag vs. hare gives me 0."
    five, zero = "pay(p1; p1=stag, p2=stag) = 5", "pay(p1; p1=stag, p2=hare) = 0"
    assert outcome(verifier, text, five, "Stag vs. stag gives me 5") == SURE
    assert outcome(verifier, text, five) == "numbers"
    assert outcome(verifier, text, five, "", zero) == SURE


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ("I get **5**", SURE),
        ("I GET 5", SURE),
        ("I get 6", "not in the sentence"),
        ("they get 5", "not in the sentence"),
    ],
)
def test_the_words_it_quotes_are_those_of_the_sentence(verifier: Verifier, span: str, found: str) -> None:
    text = "I get 5 if we both hunt stag."
    assert outcome(verifier, text, "pay(p1; p1=stag, p2=stag) = 5", span) == found


def test_a_part_quoted_to_hide_that_it_is_denied_stays_denied(verifier: Verifier) -> None:
    text = "It is false that I get 5 with stag."
    assert outcome(verifier, text, "pay(p1; p1=stag) = 5", "I get 5 with stag") == "polarity"


def test_rows_of_a_table_stand_under_its_header() -> None:
    text = "| me | they pick stag | they pick hare |\n|---|---|---|\n| stag | 5 | 0 |\n| hare | 3 | 1 |"
    first, second = number_sentences(text)
    assert first.words == "me: stag; they pick stag: 5; they pick hare: 0"
    assert "they pick hare" in second.governing
    assert text[slice(*second.span)] == "hare | 3 | 1"
