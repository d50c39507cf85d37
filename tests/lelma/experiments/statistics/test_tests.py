"""Tests of hypotheses, against values that are known, brute force and SciPy."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest
import scipy.stats
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lelma.experiments.statistics.goodness import chi_square_tail, goodness_of_fit, yates
from lelma.experiments.statistics.paired import Side, paired_permutation
from lelma.experiments.statistics.several import holm
from lelma.experiments.statistics.two_by_two import barnard, fisher, mcnemar

SIZES = st.integers(1, 12)

# What SciPy takes on a loaded machine is no fault of ours.
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, int, int, int]:
    n, other = draw(SIZES), draw(SIZES)
    return draw(st.integers(0, n)), n, draw(st.integers(0, other)), other


def by_hand(found: int, n: int, other_found: int, other_n: int) -> float:
    """Barnard's p-value on a fine grid of nuisance parameters; tables are equally extreme within 1e-9."""

    def wald(i: int, j: int) -> float:
        p = (i + j) / (n + other_n)
        return 0.0 if p in (0, 1) else abs(i / n - j / other_n) / (p * (1 - p) * (1 / n + 1 / other_n)) ** 0.5

    grid = np.sin(np.linspace(0, np.pi / 2, 2_001)) ** 2
    chances = np.zeros_like(grid)
    for i in range(n + 1):
        for j in range(other_n + 1):
            if wald(i, j) >= wald(found, other_found) - 1e-9:
                left = n + other_n - i - j
                chances += comb(n, i) * comb(other_n, j) * grid ** (i + j) * (1 - grid) ** left
    return float(chances.max())


@pytest.mark.parametrize(
    ("table", "p"),
    [
        # The ReCon paper's Table 7 with the counts that fit it; SciPy has 0.05068 in the second, see below.
        ((15, 18, 3, 20), 2.4907e-5),
        ((15, 19, 9, 19), 0.050689),
        ((28, 38, 18, 40), 0.01012),
        ((10, 30, 2, 30), 0.0135),
        ((7, 50, 1, 50), 0.0313),
        ((6, 49, 1, 50), 0.0502),
    ],
)
def test_barnard_of_published_counts(table: tuple[int, int, int, int], p: float) -> None:
    assert barnard(*table) == pytest.approx(p, rel=2e-3)


@given(shares())
@QUICK
def test_barnard_is_the_largest_chance_of_a_table_as_extreme(table: tuple[int, int, int, int]) -> None:
    found, n, other, other_n = table
    assert barnard(*table) == pytest.approx(by_hand(*table), rel=1e-5)
    assert barnard(other, other_n, found, n) == pytest.approx(barnard(*table), rel=1e-9)
    assert barnard(n - found, n, other_n - other, other_n) == pytest.approx(barnard(*table), rel=1e-9)


@given(shares())
@QUICK
def test_barnard_is_scipys_but_for_tables_that_rounding_tells_apart(table: tuple[int, int, int, int]) -> None:
    # SciPy compares statistics as floats, and so leaves out tables that are exactly as extreme: it is never larger.
    found, n, other, other_n = table
    theirs = scipy.stats.barnard_exact([[found, other], [n - found, other_n - other]], n=64).pvalue
    if found in (0, n) and other in (0, other_n) and found + other in (0, n + other_n):
        assert barnard(*table) == 1
    else:
        assert barnard(*table) >= theirs - 1e-7


def test_barnard_of_nothing_and_of_equal_shares_is_one() -> None:
    assert barnard(0, 0, 3, 5) == barnard(0, 4, 0, 9) == barnard(2, 4, 3, 6) == 1
    with pytest.raises(ValueError, match="5 of 4 is no share"):
        barnard(5, 4, 0, 1)


def test_barnard_of_a_thousand_is_quick_and_near_the_normal_test() -> None:
    p, q = 230 / 500, 200 / 500
    z = (p - q) / (0.43 * 0.57 * 2 / 500) ** 0.5
    assert barnard(230, 500, 200, 500) == pytest.approx(2 * scipy.stats.norm.sf(z), rel=0.05)


@given(shares())
@QUICK
def test_fisher_is_scipys(table: tuple[int, int, int, int]) -> None:
    found, n, other, other_n = table
    theirs = scipy.stats.fisher_exact([[found, other], [n - found, other_n - other]]).pvalue
    assert fisher(*table) == pytest.approx(theirs, rel=1e-9)


@given(st.integers(0, 60), st.integers(0, 60))
@QUICK
def test_mcnemar_is_the_sign_test(first: int, second: int) -> None:
    theirs = scipy.stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar(first, second) == pytest.approx(theirs, rel=1e-9)


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        mcnemar(-1, 2)


def test_the_chi_square_that_the_recon_paper_describes_and_the_one_it_prints() -> None:
    described, printed = goodness_of_fit([158, 58]), yates([[158, 58], [108, 108]])
    assert described.statistic == pytest.approx(46.296, abs=5e-4) and described.p == pytest.approx(1.0e-11, rel=0.05)
    assert printed.statistic == pytest.approx(23.4902, abs=5e-5) and printed.p == pytest.approx(1.26e-6, rel=0.01)


@given(st.lists(st.integers(0, 80), min_size=2, max_size=9).filter(any))
@QUICK
def test_goodness_of_fit_is_scipys(counts: list[int]) -> None:
    found, theirs = goodness_of_fit(counts), scipy.stats.chisquare(counts)
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-9)
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-9, abs=1e-300)
    weights = [index + 1 for index in range(len(counts))]
    expected = [sum(counts) * weight / sum(weights) for weight in weights]
    assert goodness_of_fit(counts, expected).p == pytest.approx(
        scipy.stats.chisquare(counts, expected).pvalue, rel=1e-9, abs=1e-300
    )


@given(st.floats(0, 2000), st.integers(1, 200))
@QUICK
def test_the_tail_of_chi_square_is_scipys(statistic: float, degrees: int) -> None:
    theirs = scipy.stats.chi2.sf(statistic, degrees)
    assert chi_square_tail(statistic, degrees) == pytest.approx(theirs, rel=1e-8, abs=1e-250)


@given(st.tuples(*[st.integers(1, 60)] * 4))
@QUICK
def test_yates_is_scipys(cells: tuple[int, int, int, int]) -> None:
    table = [cells[:2], cells[2:]]
    theirs = scipy.stats.chi2_contingency(table, correction=True)
    assert yates(table).p == pytest.approx(theirs.pvalue, rel=1e-8)


def test_chi_square_says_what_it_wants() -> None:
    for counts, expected in (([5], None), ([0, 0], None), ([1, 2], [1, 1]), ([1, 2], [3, 0])):
        with pytest.raises(ValueError, match="expected"):
            goodness_of_fit(counts, expected)
    with pytest.raises(ValueError, match="holds nothing"):
        yates([[0, 0], [1, 2]])
    with pytest.raises(ValueError, match="degrees"):
        chi_square_tail(1, 0)


def test_holm_of_a_worked_example() -> None:
    # Holm (1979): the smallest of four is held against 0.05 / 4, the next against 0.05 / 3, …
    assert holm([0.01, 0.005, 0.03, 0.04]) == pytest.approx([0.03, 0.02, 0.06, 0.06])
    assert holm([]) == [] and holm([0.7]) == [0.7] and holm([0.9, 0.8]) == [1, 1]
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm([1.2])


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@given(differences=st.lists(st.integers(-3, 3), min_size=2, max_size=8))
@QUICK
def test_the_exact_permutation_test_is_scipys(alternative: Side, differences: list[int]) -> None:
    values = np.array(differences)
    theirs = scipy.stats.permutation_test(
        (np.array(differences),),
        lambda values, axis: abs(values.sum(axis=axis)) if alternative == "two-sided" else values.sum(axis=axis),
        permutation_type="samples",
        vectorized=True,
        alternative="greater" if alternative == "two-sided" else alternative,
    ).pvalue
    found = paired_permutation(differences, Random(0), alternative=alternative)
    assert found is not None and found.drawn is None and found.difference == pytest.approx(values.mean())
    assert found.p == pytest.approx(theirs, abs=1e-12)


def test_of_won_and_lost_pairs_the_permutation_test_is_mcnemars() -> None:
    found = paired_permutation([1] * 30 + [-1] * 15 + [0] * 400, Random(0))
    assert found is not None and (found.n, found.drawn) == (445, None)
    assert found.p == pytest.approx(mcnemar(30, 15), rel=1e-12)
    assert found.difference == pytest.approx(15 / 445)


def test_where_sums_are_too_many_they_are_drawn_and_that_is_said() -> None:
    random = Random(5)
    differences = [random.gauss(0.3, 1) for _ in range(40)]
    drawn = paired_permutation(differences, Random(1), times=4000)
    assert drawn is not None and drawn.drawn == 4000
    assert paired_permutation(differences, Random(1), times=4000) == drawn
    rounded = paired_permutation([Fraction(round(each * 50), 50) for each in differences], Random(1))
    assert rounded is not None and rounded.drawn is None
    assert drawn.p == pytest.approx(rounded.p, abs=0.02)
    assert paired_permutation([], Random(0)) is None
