"""Shares against each other as ratios.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt

from lelma.experiments.metrics.intervals import Z_95


@dataclass(frozen=True)
class RelativeGain:
    """How much larger a share is than another, of the other: 0.5 is half as much again."""

    value: float
    interval: tuple[float, float] | None


def relative_gain(found: int, n: int, base: int, base_n: int) -> RelativeGain | None:
    """The relative gain of `found` of `n` over `base` of `base_n`; None where there is nothing to gain on.

    Its 95 % interval is that of the ratio on a logarithmic scale, which takes the samples for independent; none without
    a single success.

    Source: D. Katz, J. Baptista, S. P. Azen and M. C. Pike, "Obtaining confidence intervals for the risk ratio in
    cohort studies", Biometrics 34 (1978), method C.

    >>> relative_gain(15, 50, 10, 50).value
    0.5
    """
    if not n or not base_n or not base:
        return None
    ratio = (found / n) / (base / base_n)
    if not found:
        return RelativeGain(-1.0, None)
    half = Z_95 * sqrt(1 / found - 1 / n + 1 / base - 1 / base_n)
    return RelativeGain(round(ratio - 1, 9), (exp(log(ratio) - half) - 1, exp(log(ratio) + half) - 1))
