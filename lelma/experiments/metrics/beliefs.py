"""How good stated probabilities are: scoring rules, and whether what is said at 80 % happens in 80 %.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

FLOOR = 1e-6
"""The least probability that a logarithm is taken of: whoever rules the truth out loses 13.8, not everything."""


def brier(chances: Mapping[str, float], truth: str) -> float:
    """Brier's score of one forecast over several outcomes: 0 for certainty of the truth, 2 for that of another.

    Source: G. W. Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review 78
    (1950), equation 2. An outcome that is not named has probability 0.

    >>> brier({"spy": 0.5, "civilian": 0.5}, "spy")
    0.5
    """
    return sum((chances.get(outcome, 0.0) - (outcome == truth)) ** 2 for outcome in {*chances, truth})


def log_loss(chance: float) -> float:
    """The loss of having given the truth this probability: -ln(chance), of at least `FLOOR`.

    >>> round(log_loss(0.5), 3)
    0.693
    """
    return -log(max(FLOOR, chance))


@dataclass(frozen=True)
class CalibrationBin:
    """Statements with probabilities from `low` up to `high`: how many, their mean, and how many are true."""

    low: float
    high: float
    n: int
    mean: float
    true: int


def calibration(stated: Sequence[tuple[float, bool]], *, bins: int = 10) -> tuple[CalibrationBin, ...]:
    """Stated probabilities beside what happened, in bins of equal width; empty bins are left out.

    Source: A. H. Murphy and R. L. Winkler, "Reliability of Subjective Probability Forecasts …", Applied Statistics 26
    (1977). The last bin holds 1 as well.

    >>> calibration([(0.9, True), (1.0, False)])
    (CalibrationBin(low=0.9, high=1.0, n=2, mean=0.95, true=1),)
    """
    found: dict[int, list[tuple[float, bool]]] = {}
    for chance, true in stated:
        found.setdefault(min(bins - 1, int(chance * bins)), []).append((chance, true))
    return tuple(
        CalibrationBin(
            index / bins,
            (index + 1) / bins,
            len(kept),
            sum(chance for chance, _ in kept) / len(kept),
            sum(true for _, true in kept),
        )
        for index, kept in sorted(found.items())
    )
