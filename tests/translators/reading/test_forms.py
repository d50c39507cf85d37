"""Sentences combined of forms by several hands: what is true is not refuted, and much of it is read."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from lelma.verify.verifier import Verifier
from tests.translators.reading.forms.combined import HANDS, Told, combined


@cache
def verifier(game: str) -> Verifier:
    return Verifier.load(game, strict=True)


def verdicts(told: Told) -> set[str]:
    return {claim.verdict.truth for claim in verifier(told.game).check(told.text).claims}


def is_right(told: Told) -> bool:
    """Whether the verdicts are those that the sentence deserves."""
    found = verdicts(told)
    return "true" in found and "false" not in found if told.true else "false" in found


@pytest.mark.parametrize("hand", HANDS)
def test_what_is_true_is_not_refuted(hand: str) -> None:
    told = list(islice(combined(hand, 1), 60))
    assert {each.true for each in told} == {True, False}
    assert [each.text for each in told if each.true and "false" in verdicts(each)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("hand", HANDS)
def test_of_many_sentences_nearly_none_is_refuted_though_true_and_most_are_read(hand: str) -> None:
    told = list(islice(combined(hand, 2), 1000))
    refuted = [each.text for each in told if each.true and "false" in verdicts(each)]
    assert len(refuted) <= 5, refuted
    assert sum(map(is_right, told)) >= 550
