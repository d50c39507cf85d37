"""The power of tests: how probable it is that a difference of a given size is found.

Short, because it asks the tests of this room.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from lelma.experiments.statistics.two_by_two import barnard


def barnard_power(n: int, share: float, other_share: float, *, alpha: float = 0.05) -> float:
    """The probability that Barnard's test finds a difference between two shares of `n` each, if they are these.

    The tables of two samples of the same size are ordered by Wald's statistic, in which the p-value falls; so the least
    statistic that is found is looked for by bisection, and the chances of the tables beyond it are added up.

    >>> round(barnard_power(30, 0.1, 0.3), 2)
    0.48

    Raises:
        ValueError: for what is no share, or no sample.
    """
    if n < 1 or not all(0 <= each <= 1 for each in (share, other_share, alpha)):
        raise ValueError(f"no samples of {n} with shares {share} and {other_share}, or no level {alpha}")
    tables = {(i, j): _distance(i, j, n) for i in range(n + 1) for j in range(n + 1)}
    levels = sorted({far for far in tables.values() if far})
    shown = {far: table for table, far in tables.items()}
    low, high = 0, len(levels)
    while low < high:
        middle = (low + high) // 2
        i, j = shown[levels[middle]]
        if barnard(i, n, j, n) <= alpha:
            high = middle
        else:
            low = middle + 1
    if low == len(levels):
        return 0.0
    chances, others = ([comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)] for p in (share, other_share))
    return sum(chances[i] * others[j] for (i, j), far in tables.items() if far >= levels[low])


def _distance(i: int, j: int, n: int) -> Fraction:
    """The square of Wald's statistic with the pooled variance, up to what all tables have in common."""
    k = i + j
    return Fraction((i - j) ** 2, k * (2 * n - k)) if i != j else Fraction(0)
