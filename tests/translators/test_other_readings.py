"""Claims that can be read in more than one way: false only if every reading is, true if the likeliest is."""

from __future__ import annotations

import pytest

from lelma import Verifier
from translators.claim import Claim, Translation

TRUE, FALSE = "2 > 1", "1 > 2"


@pytest.mark.parametrize(
    ("ways", "sure", "truth"),
    [
        ((FALSE, "1 > 3"), True, "false"),
        ((FALSE, "1 > 3"), False, "unknown"),
        ((FALSE, TRUE), True, "unknown"),
        ((TRUE, FALSE), True, "true"),
        ((TRUE,), False, "true"),
    ],
)
def test_a_claim_is_false_only_in_all_its_readings(ways: tuple[str, ...], sure: bool, truth: str) -> None:
    claim = Claim("So it is.", (0, 9), ways[0], otherwise=ways[1:], sure=sure)
    (item,) = Verifier.load("hawk_dove").report(Translation((claim,))).claims
    assert item.verdict.truth == truth


def test_a_case_of_an_earlier_paragraph_may_no_longer_hold() -> None:
    text = "So I might choose dove.\n\nIf they choose hawk, I get 5."
    assert not Verifier.load("hawk_dove").check("I choose dove.\n\nIf they choose hawk, I get 1.").failed
    assert [item.verdict.truth for item in Verifier.load("hawk_dove").check(text).claims] != ["true"]
