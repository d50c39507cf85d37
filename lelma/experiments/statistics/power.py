"""Power: how likely an exact test is to find a difference that there is, and how many matches that takes.

Counted, not simulated: the chance of every table that the test calls different is added up. Power doesn't rise with
every match: exact tests can't use all of their level, and how much they use goes up and down.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from math import ceil, comb, lgamma, log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from gdl.values import dataclass
from lelma.experiments.statistics.two_by_two import largest_chance, mcnemar

MOST_MATCHES = 400
"""How many matches of a cell are looked at; then numbers get too large to count with."""

_NEAR = 0.05
"""Power goes up and down by less than that, where one match more or less is a twentieth."""

_Floats = NDArray[np.float64]
_Tables = NDArray[np.bool_]


@dataclass(frozen=True)
class CellPower:
    """What a test can tell.

    Attributes:
        matches: of each cell, for McNemar's test deals that both play; None if `MOST_MATCHES` are too few.
        power: with so many.
    """

    test: str
    matches: int | None
    power: float


def two_cell_power(share: float, other: float, n: int, *, test: str = "barnard", level: float = 0.05) -> float:
    """The chance that `n` matches of each of two cells, with shares of wins that are truly so, are told apart.

    Args:
        test: `barnard` or `fisher`, two-sided.
        level: they are told apart where the p-value is at most that.

    Raises:
        ValueError: for numbers out of range, or another test.

    >>> round(two_cell_power(0.1, 0.3, 30), 2)
    0.48
    """
    _check(share, other, level, n)
    if test not in _REGIONS:
        raise ValueError(f"expected one of the tests {', '.join(_REGIONS)}, got {test!r}")
    return float(_chances(n, share) @ _REGIONS[test](n, level) @ _chances(n, other))


def same_deals_power(share: float, other: float, n: int, *, both: float | None = None, level: float = 0.05) -> float:
    """The chance that McNemar's exact test tells two cells apart by the same `n` deals.

    Args:
        both: the share of deals that both win; by default as if deals said nothing, `share * other`.

    Raises:
        ValueError: for numbers out of range, or that no deals can have together.
    """
    _check(share, other, level, n)
    together = share * other if both is None else both
    here, there = share - together, other - together
    if min(here, there, together, 1 - share - there) < -1e-12:
        raise ValueError(f"cells that win {share:g} and {other:g} can't both win {together:g} of the same deals")
    differ = max(0.0, here) + max(0.0, there)
    if not differ:
        return 0.0
    total = 0.0
    for decided, chance in enumerate(_chances(n, differ)):
        total += chance * float(_chances(decided, max(0.0, here) / differ) @ _told_by_mcnemar(decided, level))
    return float(total)


def needed_matches(power_of: Callable[[int], float], power: float = 0.8) -> tuple[int | None, float]:
    """The fewest matches with a power, by what the power with so many is, and that; None if `MOST_MATCHES` are too few.

    Raises:
        ValueError: for a power that isn't between 0 and 1.
    """
    _check_chance("power", power)
    n, found = 1, 0.0
    while n <= MOST_MATCHES and (found := power_of(n)) < power:
        n += 1 if found > power - _NEAR else max(1, n // 20)
    return (n if found >= power else None), found


def normal_matches(share: float, other: float, *, level: float = 0.05, power: float = 0.8) -> int:
    """About how many matches of each cell tell two shares apart, by the normal distribution; two-sided.

    (z(1 - level / 2) sqrt(2 m (1 - m)) + z(power) sqrt(p (1 - p) + q (1 - q)))² / (p - q)², with m the mean of both.

    Source: J. L. Fleiss, "Statistical Methods for Rates and Proportions" (1981), section 3.2.

    Raises:
        ValueError: for equal shares, or numbers out of range.

    >>> normal_matches(0.6, 0.4)
    97
    """
    _check(share, other, level, 1)
    if share == other:
        raise ValueError("two equal shares are never told apart")
    _check_chance("power", power)
    z, mean = NormalDist().inv_cdf, (share + other) / 2
    spread = z(1 - level / 2) * sqrt(2 * mean * (1 - mean))
    spread += z(power) * sqrt(share * (1 - share) + other * (1 - other))
    return ceil((spread / (share - other)) ** 2)


def _check(share: float, other: float, level: float, n: int) -> None:
    for value in (share, other):
        if not 0 <= value <= 1:
            raise ValueError(f"a share of wins is from 0 to 1, got {value:g}")
    _check_chance("level", level)
    if not 1 <= n <= MOST_MATCHES:
        raise ValueError(f"expected 1 to {MOST_MATCHES} matches, got {n}")


def _check_chance(what: str, value: float) -> None:
    if not 0 < value < 1:
        raise ValueError(f"expected a {what} between 0 and 1, got {value:g}")


def _chances(n: int, share: float) -> _Floats:
    """The chance of each number of wins, 0 to n."""
    wins = np.arange(n + 1)
    if share in (0, 1):
        return np.asarray(wins == n * share, dtype=np.float64)
    ways = np.array([lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) for k in range(n + 1)])
    found: _Floats = np.exp(ways + wins * log(share) + (n - wins) * log(1 - share))
    return found


@lru_cache(maxsize=8)
def _told_by_barnard(n: int, level: float) -> _Tables:
    """Which tables Barnard's test calls different: a start of the order by how far they are from no difference."""
    i, j = np.indices((n + 1, n + 1))
    far, successes = (i - j).astype(np.int64) ** 2, (i + j).astype(np.int64)
    spread = successes * (2 * n - successes)
    # Equal fractions are equal floats once they are reduced.
    common = np.maximum(np.gcd(far, spread), 1)
    order = np.divide(far // common, np.maximum(spread // common, 1)) * (spread > 0)
    steps = np.unique(order[order > 0])
    ways = np.array([float(comb(n, k)) for k in range(n + 1)])
    courses = np.outer(ways, ways)

    def p_value(step: int) -> float:
        told = order >= steps[step]
        weights = np.bincount(successes[told], weights=courses[told], minlength=2 * n + 1)
        with np.errstate(divide="ignore"):
            return largest_chance(np.log(weights).tolist())

    low, high = 0, len(steps)  # from `high` on all are called different
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if p_value(middle) <= level else (middle + 1, high)
    told: _Tables = order >= steps[high] if high < len(steps) else np.zeros_like(order, dtype=np.bool_)
    return told


@lru_cache(maxsize=8)
def _told_by_fisher(n: int, level: float) -> _Tables:
    """Which tables Fisher's test calls different: the least probable of each margin, up to the level."""
    told: _Tables = np.zeros((n + 1, n + 1), dtype=np.bool_)
    chances = [comb(n, i) for i in range(n + 1)]
    for wins in range(2 * n + 1):
        ways = {i: chances[i] * chances[wins - i] for i in range(max(0, wins - n), min(n, wins) + 1)}
        most, below = comb(2 * n, wins), 0
        for _, alike in groupby(sorted(ways, key=ways.__getitem__), key=ways.__getitem__):
            tables = list(alike)
            below += len(tables) * ways[tables[0]]
            if float(Fraction(below, most)) > level:
                break
            for i in tables:
                told[i, wins - i] = True
    return told


@lru_cache(maxsize=4 * MOST_MATCHES)
def _told_by_mcnemar(decided: int, level: float) -> _Tables:
    least = bisect_right(range(decided // 2 + 1), level, key=lambda first: mcnemar(first, decided - first))
    firsts = np.arange(decided + 1)
    told: _Tables = (firsts < least) | (decided - firsts < least)
    return told


_REGIONS: Mapping[str, Callable[[int, float], _Tables]] = {"barnard": _told_by_barnard, "fisher": _told_by_fisher}
TWO_CELL_TESTS = tuple(_REGIONS)
"""Tests of all matches of two cells."""


@dataclass(frozen=True)
class CellPowers:
    """How well each test tells two cells apart, and about how many matches that takes by the normal distribution."""

    tests: tuple[CellPower, ...]
    normal: int


def cell_powers(
    share: float,
    other: float,
    *,
    n: int | None = None,
    both: float | None = None,
    level: float = 0.05,
    power: float = 0.8,
) -> CellPowers:
    """What Barnard's, Fisher's and McNemar's tests take to tell two cells apart, or can with `n` matches.

    Raises:
        ValueError: for equal shares, or numbers out of range.
    """
    normal = normal_matches(share, other, level=level, power=power)
    same_deals_power(share, other, 1, both=both)  # what can't be is told before anything is counted
    powers: dict[str, Callable[[int], float]] = {
        test: partial(two_cell_power, share, other, test=test, level=level) for test in TWO_CELL_TESTS
    }
    powers["mcnemar"] = partial(same_deals_power, share, other, both=both, level=level)
    found = []
    for test, power_of in powers.items():
        found.append(CellPower(test, *(needed_matches(power_of, power) if n is None else (n, power_of(n)))))
    return CellPowers(tuple(found), normal)
