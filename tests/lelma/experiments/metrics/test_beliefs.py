"""Scores of stated probabilities, agreement of two raters, and the difference of two shares."""

from __future__ import annotations

import pytest

from lelma.experiments.metrics.agreement import cohen_kappa
from lelma.experiments.metrics.beliefs import FLOOR, brier, calibration, log_loss
from lelma.experiments.metrics.intervals import newcombe


def test_brier_of_several_outcomes() -> None:
    assert brier({"a": 0.2, "b": 0.3, "c": 0.5}, "c") == pytest.approx(0.04 + 0.09 + 0.25)
    assert brier({"a": 1}, "a") == 0 and brier({"a": 1}, "b") == 2 and brier({}, "b") == 1


def test_log_loss_is_bounded() -> None:
    assert log_loss(1) == 0 and log_loss(0) == log_loss(FLOOR) == pytest.approx(13.8155, abs=1e-4)


def test_calibration_counts_each_statement_once() -> None:
    stated = [(0.0, False), (0.05, False), (0.5, True), (0.55, False), (1.0, True)]
    assert [(each.low, each.n, each.true) for each in calibration(stated)] == [(0, 2, 0), (0.5, 2, 1), (0.9, 1, 1)]
    assert calibration([]) == ()


def test_cohens_kappa_of_a_worked_example() -> None:
    # 50 subjects: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; agreement 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohen_kappa(pairs) == pytest.approx(0.4)
    assert cohen_kappa([]) is None and cohen_kappa([("a", "a")] * 3) is None


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    # Newcombe (1998), Table II, method 10.
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 20), 0.6791, 1.0)],
)
def test_differences_have_the_published_intervals(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    assert newcombe(*first, *second) == pytest.approx((low, high), abs=1e-4)
    assert newcombe(1, 2, 0, 0) is None
