"""From a trust T to the chance of being on another side: by (1 - T)/2, and as it turned out in matches that are over.

The GRATR paper (arXiv 2408.12333) gives T no such meaning; the second way is Platt's (1999), section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp

from lelma.trust.errors import TrustError

_STEPS, _STIFFNESS = 50, 1e-6


def stated_chance(trust: float) -> float:
    """P(another side) = (1 - T)/2."""
    return (1 - trust) / 2


@dataclass(frozen=True)
class Calibration:
    """P(another side) = 1 / (1 + exp(offset + slope T)); a trust of -1 or 1 is a proof and stays one.

    >>> round(Calibration(0.0, 2.0).chance(0.5), 3), Calibration(0.0, 2.0).chance(-1)
    (0.269, 1.0)
    """

    offset: float
    slope: float

    def chance(self, trust: float) -> float:
        """The chance of being on another side."""
        if abs(trust) >= 1:
            return stated_chance(trust)
        return 1 / (1 + exp(max(-700.0, min(700.0, self.offset + self.slope * trust))))


def fitted_calibration(pairs: Iterable[tuple[float, bool]]) -> Calibration:
    """The calibration that makes pairs of a trust and the truth (on another side) most likely, by Newton's method.

    Proofs are left out; one more of each truth, as in Platt's targets, keeps it finite.

    Raises:
        TrustError: for fewer than two pairs that are no proofs.
    """
    open_ = [(trust, adversary) for trust, adversary in pairs if abs(trust) < 1]
    if len(open_) < 2:
        raise TrustError(f"{len(open_)} trusts that are no proofs are too few to be fitted")
    evil = sum(adversary for _, adversary in open_)
    high, low = (evil + 1) / (evil + 2), 1 / (len(open_) - evil + 2)
    offset, slope = 0.0, 1.0
    for _ in range(_STEPS):
        gradient, curve = [0.0, 0.0], [[_STIFFNESS, 0.0], [0.0, _STIFFNESS]]
        for trust, adversary in open_:
            chance = 1 / (1 + exp(max(-700.0, min(700.0, offset + slope * trust))))
            error, weight = chance - (high if adversary else low), chance * (1 - chance)
            for i, x in enumerate((1.0, trust)):
                gradient[i] += error * x
                for j, y in enumerate((1.0, trust)):
                    curve[i][j] += weight * x * y
        determinant = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0]
        if determinant <= 0:
            break
        step = (
            (curve[1][1] * gradient[0] - curve[0][1] * gradient[1]) / determinant,
            (curve[0][0] * gradient[1] - curve[1][0] * gradient[0]) / determinant,
        )
        offset, slope = offset + step[0], slope + step[1]
        if max(map(abs, step)) < 1e-9:
            break
    return Calibration(offset, slope)
