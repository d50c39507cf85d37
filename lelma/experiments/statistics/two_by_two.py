"""Exact tests of a 2 × 2 table: is one share larger than another?

Tables are compared by whole numbers and fractions, so that tables which are equally extreme are never told apart by
rounding. A p-value of a table with an empty row or column is 1: nothing was compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, inf, log, pi

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.float64]
_GOLDEN = (5**0.5 - 1) / 2
_CLOSE = 1e-9
"""The width, in radians, at which the search for the largest value ends: a peak is flat, so its height is exact."""


def barnard(found: int, n: int, other_found: int, other_n: int) -> float:
    """Barnard's exact two-sided p-value of two independent shares, `found` of `n` and `other_found` of `other_n`.

    Tables are ordered by Wald's statistic with the pooled variance, (p1 - p2) / sqrt(p (1 - p) (1 / n1 + 1 / n2));
    the p-value is the largest probability, over every common share, of a table at least as far from 0.

    Source: G. A. Barnard, "A New Test for 2 × 2 Tables", Nature 156 (1945); the order is that of S. Suissa and J. J.
    Shuster, "Exact unconditional sample sizes for the 2 × 2 binomial trial", JRSS A 148 (1985).

    Raises:
        ValueError: for counts that are no shares.

    >>> round(barnard(7, 50, 1, 50), 4)
    0.0313
    """
    _check(found, n, other_found, other_n)
    total = n + other_n
    successes = found + other_found
    if not n or not other_n or successes in (0, total) or found * other_n == other_found * n:
        return 1.0
    # The square of the statistic is distance^2 * total / (n * other_n * k * (total - k)); here without what is common.
    distance, spread = found * other_n - other_found * n, successes * (total - successes)
    ways, other_ways = ([comb(size, i) for i in range(size + 1)] for size in (n, other_n))
    weights = [0] * (total + 1)
    for i, way in enumerate(ways):
        for j, other_way in enumerate(other_ways):
            far, k = i * other_n - j * n, i + j
            if far and far * far * spread >= distance * distance * k * (total - k):
                weights[k] += way * other_way
    return largest_chance([log(weight) if weight else -inf for weight in weights])


def largest_chance(weights: Sequence[float]) -> float:
    """The largest value of sum(exp(weights[k]) * p**k * (1 - p)**(N - k)) for p in [0, 1], at most 1.

    Of N matches with one share of wins, `weights[k]` is the logarithm of how many courses with k wins are counted; for
    some k there are any.

    Looked for over p = sin(t)**2, where every term is about as wide as any other, on a grid much finer than that,
    and then by golden section about each peak of the grid.
    """
    total = len(weights) - 1
    kept = [k for k, weight in enumerate(weights) if weight > -inf]
    powers = np.array(kept, dtype=float)
    logs = np.array([weights[k] for k in kept])

    def values(angles: _Floats) -> _Floats:
        sines, cosines = np.log(np.sin(angles)), np.log(np.cos(angles))
        exponents = logs[:, None] + 2 * (powers[:, None] * sines + (total - powers)[:, None] * cosines)
        found: _Floats = np.exp(exponents).sum(axis=0)
        return found

    steps = 400 + 20 * int(total**0.5)
    angles = (np.arange(1, steps) / steps) * (pi / 2)
    heights = values(angles)
    peaks = [
        i
        for i in range(len(heights))
        if heights[i] == heights[max(0, i - 1) : i + 2].max() and heights[i] > 0.9 * heights.max()
    ]
    width = pi / 2 / steps
    return min(1.0, max(_peak(values, float(angles[i]) - width, float(angles[i]) + width) for i in peaks))


def _peak(values: Callable[[_Floats], _Floats], low: float, high: float) -> float:
    """The height of the peak between two angles, by golden section."""
    low, high = max(low, 1e-12), min(high, pi / 2 - 1e-12)

    def at(angle: float) -> float:
        return float(values(np.array([angle]))[0])

    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    lefts, rights = at(left), at(right)
    while high - low > _CLOSE:
        if lefts > rights:
            high, right, rights = right, left, lefts
            left = high - _GOLDEN * (high - low)
            lefts = at(left)
        else:
            low, left, lefts = left, right, rights
            right = low + _GOLDEN * (high - low)
            rights = at(right)
    return max(lefts, rights)


def fisher(found: int, n: int, other_found: int, other_n: int) -> float:
    """Fisher's exact two-sided p-value: the tables with the same margins that are no more probable than this one.

    Source: R. A. Fisher, "The Logic of Inductive Inference", JRSS 98 (1935).

    Raises:
        ValueError: for counts that are no shares.

    >>> round(fisher(8, 10, 1, 6), 4)
    0.035
    """
    _check(found, n, other_found, other_n)
    successes = found + other_found
    ways = [
        comb(n, i) * comb(other_n, successes - i) for i in range(max(0, successes - other_n), min(n, successes) + 1)
    ]
    this = comb(n, found) * comb(other_n, other_found)
    return float(Fraction(sum(way for way in ways if way <= this), sum(ways)))


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact two-sided p-value, of pairs in which exactly one of two treatments succeeded.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
    Psychometrika 12 (1947); exact by the sign test, doubled.

    Raises:
        ValueError: for a negative count.

    >>> mcnemar(1, 8)
    0.0390625
    """
    if min(only_first, only_second) < 0:
        raise ValueError(f"counts of pairs are 0 or more, got {only_first} and {only_second}")
    n = only_first + only_second
    tail = sum(comb(n, i) for i in range(min(only_first, only_second) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**n)))


def _check(found: int, n: int, other_found: int, other_n: int) -> None:
    for part, whole in ((found, n), (other_found, other_n)):
        if not 0 <= part <= whole:
            raise ValueError(f"{part} of {whole} is no share")
