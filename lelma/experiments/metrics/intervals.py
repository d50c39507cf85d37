"""Intervals around shares.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution: a two-sided 95 % interval."""


def wilson(successes: int, n: int, *, z: float = Z_95) -> tuple[float, float] | None:
    """The Wilson score interval of a share; None for no trials.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927);
    the form without continuity correction.

    >>> low, high = wilson(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if n == 0:
        return None
    share, square = successes / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def newcombe(found: int, n: int, other_found: int, other_n: int) -> tuple[float, float] | None:
    """The 95 % interval of a difference of two independent shares; None where one is of nothing.

    Source: R. G. Newcombe, "Interval Estimation for the Difference Between Independent Proportions", Statistics in
    Medicine 17 (1998), method 10: from the two Wilson intervals.

    >>> low, high = newcombe(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    first, second = wilson(found, n), wilson(other_found, other_n)
    if first is None or second is None:
        return None
    p, q = found / n, other_found / other_n
    low = p - q - sqrt((p - first[0]) ** 2 + (second[1] - q) ** 2)
    return low, p - q + sqrt((first[1] - p) ** 2 + (q - second[0]) ** 2)
