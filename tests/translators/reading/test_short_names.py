"""Moves of several words are called by the word that only they have."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gdl.tables.table import PayoffTable
from lelma.verify.verifier import Verifier
from tests.translators.relations import Games

BERTHS = PayoffTable(
    ("Ferry", "Trawler"),
    (("early_slot", "late_slot"), ("wait_outside", "push_in")),
    {
        ("early_slot", "wait_outside"): (Fraction(7), Fraction(4)),
        ("early_slot", "push_in"): (Fraction(-2), Fraction(1)),
        ("late_slot", "wait_outside"): (Fraction(3), Fraction(2)),
        ("late_slot", "push_in"): (Fraction(4), Fraction(6)),
    },
    "berths",
)


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Verifier:
    folder: Path = tmp_path_factory.mktemp("games")
    return Games(folder).verifier(BERTHS, 0)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("If I go early and the trawler waits, I get 7.", ["true"]),
        ("If I am early and the trawler pushes in, I get -2.", ["true"]),
        ("If I go late and the trawler waits outside, I get 4.", ["false"]),
        ("(late, push): 4, 6", ["true"]),
        ("Late guarantees me 3.", ["true"]),
        ("Early is my best reply to waiting.", ["true"]),
        ("The slot pays me 3.", []),  # both moves have it
    ],
)
def test_a_move_is_called_by_the_word_that_only_it_has(ferry: Verifier, text: str, truths: list[str]) -> None:
    verdicts = [claim.verdict.truth for claim in ferry.check(text).claims]
    assert sorted(set(verdicts)) == truths
