"""From a trust T to the chance of being on another side: by (1 - T)/2, and as it turned out in matches that are over.

The GRATR paper (arXiv 2408.12333) gives T no such meaning. As it turned out is told by a line in log odds, Platt's way
(1999, section 2), or by steps, the isotonic way of Zadrozny and Elkan (KDD 2002, section 4), which finds where evidence
begins to tell something. Both are told beside a base, what a player knows by counting.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from gdl.values import dataclass
from lelma.trust.errors import TrustError

_STEPS, _STIFFNESS, _MOST = 50, 1e-6, 700.0


def stated_chance(trust: float) -> float:
    """P(another side) = (1 - T)/2."""
    return (1 - trust) / 2


@dataclass(frozen=True)
class Calibration:
    """logit P(another side) = logit(base) - offset - slope T, of a T that is no proof, however large.

    Attributes:
        steps: (T, shift), T ascending: where there are any, up to each T the shift is added to logit(base) in place of
            the line; the last holds for whatever is above.

    >>> round(Calibration(0.0, 2.0).chance(0.5), 3), round(Calibration(0.0, 2.0).chance(-1), 3)
    (0.269, 0.881)
    >>> Calibration(0.0, 2.0).chance(0, 0.75)
    0.75
    """

    offset: float
    slope: float
    steps: tuple[tuple[float, float], ...] = ()

    def chance(self, trust: float, base: float = 0.5) -> float:
        """The chance of being on another side; with a base of 0 or 1 it is that."""
        if base in (0, 1):
            return base
        shift = next((shift for most, shift in self.steps if trust <= most), self.steps[-1][1] if self.steps else None)
        shift = -self.offset - self.slope * trust if shift is None else shift
        return _shifted(base, shift)


def _shifted(base: float, shift: float) -> float:
    return 1 / (1 + (1 - base) / base * exp(max(-_MOST, min(_MOST, -shift))))


def fitted_steps(told: Iterable[tuple[float, float, bool]]) -> tuple[tuple[float, float], ...]:
    """The steps of a `Calibration`, never rising with T, that make the truth most likely: pooling adjacent violators.

    Args:
        told: a trust that is no proof, the base beside it, between 0 and 1, and the truth (on another side). Trusts
            count alike to two digits. Of each step half a truth more of either kind is counted.

    >>> told = [(-0.07, 0.5, True)] * 20 + [(trust, 0.5, who == 1) for trust in (-0.04, 0) for who in (1, 2, 3)]
    >>> [(most, round(shift, 2)) for most, shift in fitted_steps(told)]
    [(-0.07, 3.71), (0, -0.59)]
    """
    by_trust: dict[float, list[tuple[float, bool]]] = {}
    for trust, base, adversary in told:
        by_trust.setdefault(round(trust, 2), []).append((base, adversary))
    pools = list[tuple[float, list[tuple[float, bool]], float]]()
    for trust in sorted(by_trust):
        most, pool = trust, by_trust[trust]
        while pools and pools[-1][2] <= _shift(pool):
            pool = pools.pop()[1] + pool
        pools.append((most, pool, _shift(pool)))
    return tuple((most, shift) for most, _, shift in pools)


def _shift(pool: list[tuple[float, bool]]) -> float:
    """By which log odds are to be moved so that as many are on another side as are said to be, by bisection."""
    truth = (sum(adversary for _, adversary in pool) + 0.5) / (len(pool) + 1)
    low, high = -_STEPS / 2.0, _STEPS / 2.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        said = sum(_shifted(base, middle) for base, _ in pool) / len(pool)
        low, high = (middle, high) if said < truth else (low, middle)
    return (low + high) / 2


def fitted_calibration(pairs: Iterable[tuple[float, bool]]) -> Calibration:
    """The calibration that makes pairs of a trust and the truth (on another side) most likely, by Newton's method.

    Trusts of -1 and 1, which are mostly proofs, are left out; one more of each truth, as in Platt's targets, keeps it
    finite.

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
