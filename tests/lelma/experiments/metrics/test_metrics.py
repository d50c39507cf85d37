"""Shares, intervals and agreement, against values worked out by hand or published."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.experiments.metrics.agreement import fleiss_kappa, pairwise_agreement
from lelma.experiments.metrics.confusion import Confusion, Share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.metrics.means import mean_of, resampled_interval

# A worked example of Fleiss' formula: 10 subjects, 14 raters, 5 categories. Category totals 20, 28, 39, 21, 32 of
# 140 give chance agreement (400 + 784 + 1521 + 441 + 1024) / 19600 = 4170 / 19600; the squares of all counts sum
# to 828, so observed agreement is (828 - 140) / (10 * 14 * 13) = 688 / 1820.
WORKED = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_kappa_of_a_worked_example() -> None:
    observed, chance = 688 / 1820, 4170 / 19600
    assert fleiss_kappa(WORKED) == pytest.approx((observed - chance) / (1 - chance), abs=1e-12)
    assert fleiss_kappa(WORKED) == pytest.approx(0.210, abs=5e-4)
    assert pairwise_agreement(WORKED) == pytest.approx(observed, abs=1e-12)


def test_kappa_is_one_for_agreement_and_not_defined_without_choice() -> None:
    assert fleiss_kappa([[3, 0], [0, 3], [3, 0]]) == 1
    assert fleiss_kappa([[3, 0], [3, 0]]) is None
    assert fleiss_kappa([]) is None
    assert fleiss_kappa([[1, 0], [0, 1]]) is None
    with pytest.raises(ValueError):
        fleiss_kappa([[3, 0], [2, 0]])


@given(st.lists(st.integers(0, 3), min_size=2, max_size=20))
def test_kappa_does_not_depend_on_the_order_of_subjects_or_categories(ones: list[int]) -> None:
    counts = [[k, 3 - k] for k in ones]
    swapped = [row[::-1] for row in reversed(counts)]
    assert fleiss_kappa(counts) == fleiss_kappa(swapped)


@pytest.mark.parametrize(
    ("found", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), Table I, method 3 (score, no continuity correction).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_the_published_ones(found: int, n: int, low: float, high: float) -> None:
    assert wilson(found, n) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_wilson_holds_the_share_and_mirrors(n: int, data: st.DataObject) -> None:
    found = data.draw(st.integers(0, n))
    low, high = wilson(found, n) or (1, 0)
    assert 0 <= low <= found / n + 1e-12 and found / n - 1e-12 <= high <= 1
    assert wilson(n - found, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_nothing_of_nothing_has_no_share() -> None:
    assert wilson(0, 0) is None
    assert Share(0, 0).as_json()["share"] is None
    assert Confusion().accuracy is None


def test_a_confusion_matrix_gives_the_published_accuracy() -> None:
    # LELMA paper, Table 8 (a).
    matrix = Confusion(tp=15, fn=5, fp=9, tn=61)
    assert matrix.n == 90
    assert matrix.accuracy == pytest.approx(76 / 90)
    assert matrix.balanced_accuracy == pytest.approx((15 / 20 + 61 / 70) / 2)


def test_a_mean_has_the_normal_interval() -> None:
    found = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert found is not None and found.interval is not None
    assert found.mean == 5
    # Sample standard deviation sqrt(32 / 7), over the root of 8.
    assert found.interval[1] - 5 == pytest.approx(1.959964 * (32 / 7) ** 0.5 / 8**0.5, abs=1e-6)
    assert mean_of([]) is None
    single = mean_of([3])
    assert single is not None and single.interval is None


def test_a_resampled_interval_repeats_and_holds_the_statistic() -> None:
    values = [0, 1] * 20

    def share(sample: list[int]) -> float:
        return sum(sample) / len(sample)

    low, high = resampled_interval(values, share, Random(1)) or (1, 0)  # type: ignore[arg-type]
    assert low < 0.5 < high
    assert resampled_interval(values, share, Random(1)) == (low, high)  # type: ignore[arg-type]
    assert resampled_interval([], share, Random(1)) is None  # type: ignore[arg-type]
