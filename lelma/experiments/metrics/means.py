"""Means with their intervals, and intervals of anything by resampling.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeVar

from lelma.experiments.metrics.intervals import Z_95

_T = TypeVar("_T")


@dataclass(frozen=True)
class Mean:
    """A mean of `n` numbers; its 95 % interval is the normal one, and None for fewer than two numbers."""

    n: int
    mean: float
    interval: tuple[float, float] | None

    def as_json(self) -> dict[str, Any]:
        return {"n": self.n, "mean": self.mean, "interval": self.interval}


def mean_of(numbers: Sequence[float]) -> Mean | None:
    """The mean of numbers; None for none.

    >>> mean_of([1, 2, 3]).mean
    2.0
    """
    if not numbers:
        return None
    middle = fmean(numbers)
    half = Z_95 * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else None
    return Mean(len(numbers), middle, None if half is None else (middle - half, middle + half))


def resampled_interval(
    values: Sequence[_T], statistic: Callable[[Sequence[_T]], float | None], random: Random, *, times: int = 1000
) -> tuple[float, float] | None:
    """The 95 % percentile bootstrap interval of a statistic; None if it is seldom defined.

    Source: B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 7 (1979). Resamples on
    which the statistic is not defined are left out.
    """
    if not values:
        return None
    found = [statistic(random.choices(values, k=len(values))) for _ in range(times)]
    defined = sorted(value for value in found if value is not None)
    if len(defined) < times // 2:
        return None
    return defined[int(0.025 * len(defined))], defined[min(len(defined) - 1, int(0.975 * len(defined)))]
