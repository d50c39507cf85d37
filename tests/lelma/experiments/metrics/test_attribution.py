"""Attribution scores, self-localization and record quality, by hand."""

from __future__ import annotations

import pytest

from lelma.experiments.metrics.attribution import (
    AttributionScore,
    RecordQuality,
    attribution_scores,
    attributional_alignment,
    attributional_soundness,
    record_quality,
    self_location,
    weighted_by_round,
)

COSINES = {
    frozenset(pair.split("/")): value
    for pair, value in {
        "a1/CIT": 0.6, "a1/SPY": 0.3, "b1/CIT": 0.2, "b1/SPY": 0.4, "c1/CIT": 0.5, "c1/SPY": 0.01,
        "a2/CIT": 0.8, "a2/SPY": 0.2, "b2/CIT": 0.3, "b2/SPY": 0.3,
        "a1/b1": 0.1, "a1/c1": 0.5, "b1/c1": 0.3, "a2/b2": 0.7,
    }.items()
}  # fmt: skip
"""Round 1: a, b and c spoke; round 2: a and b."""


def test_scores_by_hand() -> None:
    said = {1: {"a": "a1", "b": "b1", "c": "c1"}, 2: {"a": "a2", "b": "b2"}}
    found = attribution_scores(said, "CIT", "SPY", lambda one, other: COSINES[frozenset((one, other))])
    # a: AS is 0.6/0.3 = 2 and 0.8/0.2 = 4, so (1·2 + 2·4)/3; AA is (0.1 + 0.5)/2 and 0.7, so (0.3 + 1.4)/3
    assert found["a"].soundness == pytest.approx(10 / 3) and found["a"].alignment == pytest.approx(1.7 / 3)
    assert found["a"].value == pytest.approx(17 / 9) and found["a"].rounds == 2
    # b: 0.5 and 1, so 2.5/3; 0.2 and 0.7, so 1.6/3
    assert found["b"].value == pytest.approx(2.5 / 3 * 1.6 / 3)
    # c: 0.5/0.05, as 0.01 is clamped; (0.5 + 0.3)/2
    assert found["c"] == AttributionScore(pytest.approx(10.0), pytest.approx(0.4), 1, 1)


def test_both_similarities_are_clamped_and_flagged() -> None:
    assert attributional_soundness(0.5, 0.05).clamped is False
    assert (attributional_soundness(-0.3, 0.5).value, attributional_soundness(-0.3, 0.5).clamped) == (0.1, True)
    assert attributional_soundness(-1, -1).value == 1.0


def test_who_speaks_alone_has_no_alignment_and_so_no_score() -> None:
    found = attribution_scores({1: {"a": "a1"}}, "CIT", "SPY", lambda one, other: COSINES[frozenset((one, other))])
    assert found["a"].soundness == 2.0 and found["a"].alignment is None and found["a"].value is None
    assert attributional_alignment([]) is None and weighted_by_round({}) is None
    assert weighted_by_round({2: 1.0, 6: 5.0}) == 4.0
    assert attribution_scores({}, "CIT", "SPY", lambda one, other: 0.0) == {}


def test_a_player_that_always_says_citizen_never_finds_that_it_is_the_spy() -> None:
    always = [{"spy": 0.0, "citizen": 1.0}] * 3
    found = self_location(always, "spy")
    assert found is not None and (found.final, found.ever, found.first_right, found.brier) == (False, False, None, 2.0)
    assert self_location([], "spy") is None


def test_equal_chances_find_nothing_and_what_was_found_may_be_lost() -> None:
    found = self_location([{"spy": 0.5, "citizen": 0.5}, {"spy": 0.6, "citizen": 0.4}, {"citizen": 1.0}], "spy")
    assert found is not None and (found.final, found.ever, found.first_right, found.brier) == (False, True, 2, 2.0)


def test_record_quality_by_hand() -> None:
    truths = {"p1": "entailed", "p2": "contradicted", "p3": "contradicted", "p4": "open", "p5": "error"}
    found = record_quality(truths, lambda player: player != "p3")
    assert found == RecordQuality(right=2, wrong=1, undecided=1, errors=1)
    assert found.accuracy == pytest.approx(2 / 3) and found.coverage == pytest.approx(3 / 5)
    assert RecordQuality().accuracy is None and RecordQuality().coverage is None
