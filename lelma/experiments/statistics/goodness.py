"""Chi-square tests: do counts fit what is expected of them, and do two rows of counts differ?"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt

from gdl.values import dataclass


@dataclass(frozen=True)
class ChiSquare:
    """A chi-square statistic with its degrees of freedom, and the probability of one at least as large."""

    statistic: float
    degrees: int
    p: float


def goodness_of_fit(counts: Sequence[int], expected: Sequence[float] | None = None) -> ChiSquare:
    """How well counts fit what is expected: the sum of (count - expected)² / expected.

    Source: K. Pearson, "On the criterion …", Philosophical Magazine 50 (1900). It is an approximation, good where
    every expected count is 5 or more.

    Args:
        expected: a number above 0 for each count, with the same sum; equal ones by default.

    Raises:
        ValueError: for fewer than two counts, none at all, or expected numbers that do not go with them.

    >>> found = goodness_of_fit([158, 58])
    >>> round(found.statistic, 3), found.degrees
    (46.296, 1)
    """
    total = sum(counts)
    if len(counts) < 2 or total <= 0 or min(counts) < 0:
        raise ValueError(f"expected two counts or more, not all 0, got {list(counts)}")
    wanted = [total / len(counts)] * len(counts) if expected is None else list(expected)
    if len(wanted) != len(counts) or min(wanted) <= 0 or abs(sum(wanted) - total) > 1e-8 * total:
        raise ValueError(f"expected {len(counts)} numbers above 0 with the sum {total}, got {wanted}")
    statistic = sum((count - want) ** 2 / want for count, want in zip(counts, wanted, strict=True))
    return _tested(statistic, len(counts) - 1)


def yates(table: Sequence[Sequence[int]]) -> ChiSquare:
    """The chi-square of a 2 × 2 table of counts with Yates' correction: each |count - expected| is 1/2 smaller.

    Source: F. Yates, "Contingency tables involving small numbers and the χ² test", Supplement to JRSS 1 (1934). A
    difference below 1/2 counts as none. The exact tests of `two_by_two` need no correction.

    Raises:
        ValueError: for another shape, or a row or column of nothing.

    >>> round(yates([[158, 58], [108, 108]]).statistic, 4)
    23.4902
    """
    if len(table) != 2 or any(len(row) != 2 or min(row) < 0 for row in table):
        raise ValueError(f"expected two rows of two counts, got {table}")
    (a, b), (c, d) = table
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if not margins:
        raise ValueError(f"a row or a column holds nothing: {table}")
    n, twice = a + b + c + d, max(0, 2 * abs(a * d - b * c) - (a + b + c + d))
    return _tested(n * twice**2 / (4 * margins), 1)


def _tested(statistic: float, degrees: int) -> ChiSquare:
    return ChiSquare(statistic, degrees, chi_square_tail(statistic, degrees))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability that a chi-square variable is at least this large: Q(degrees / 2, statistic / 2).

    The regularized upper incomplete gamma function of whole and half numbers is a finite sum of positive terms, so
    that nothing is lost by cancellation.

    Source: NIST Digital Library of Mathematical Functions, 8.4.6, 8.4.10 and 8.8.6.

    >>> chi_square_tail(0, 3)
    1.0
    """
    if degrees < 1:
        raise ValueError(f"degrees of freedom are 1 or more, got {degrees}")
    x = statistic / 2
    if x <= 0:
        return 1.0
    begin = 0.5 if degrees % 2 else 0.0
    tail = erfc(sqrt(x)) if degrees % 2 else 0.0
    powers = (begin + k for k in range(degrees // 2))
    return min(1.0, tail + sum(exp(power * log(x) - x - lgamma(power + 1)) for power in powers))
