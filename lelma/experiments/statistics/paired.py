"""The same seeds under two treatments: is the difference more than chance?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import Literal

from gdl.values import dataclass

Side = Literal["two-sided", "greater", "less"]

MOST_SUMS = 20_000
"""Different sums that are followed exactly."""

_SIDES: Mapping[Side, Callable[[int, int], bool]] = {
    "two-sided": lambda found, observed: abs(found) >= abs(observed),
    "greater": lambda found, observed: found >= observed,
    "less": lambda found, observed: found <= observed,
}


@dataclass(frozen=True)
class Permutation:
    """A permutation test.

    Attributes:
        n: pairs.
        difference: the mean difference.
        p: its p-value.
        drawn: None if all sign changes were counted; else how many were drawn, so that `p` is an estimate.
    """

    n: int
    difference: float
    p: float
    drawn: int | None = None


def paired_permutation(
    differences: Sequence[int | float | Fraction],
    random: Random,
    *,
    alternative: Side = "two-sided",
    most_sums: int = MOST_SUMS,
    times: int = 10_000,
) -> Permutation | None:
    """The permutation test of paired differences: had each been as likely with the other sign; None for no pairs.

    Exact, by counting how many sign changes lead to each sum, as long as there are no more than `most_sums` of these;
    so for differences of shares or goal values there may be thousands of pairs. Otherwise `times` sign changes are
    drawn, and p = (1 + as extreme ones) / (1 + drawn), which is never 0. Differences are taken as they are given:
    floats such as 0.3 and 0.1 + 0.2 are not the same, fractions are.

    Source: R. A. Fisher, The Design of Experiments (1935), section 21; the estimate is that of B. Phipson and G. K.
    Smyth, "Permutation p-values should never be zero", Stat. Appl. Genet. Mol. Biol. 9 (2010).

    Args:
        alternative: `greater` asks whether differences are above 0, `less` whether they are below.

    >>> paired_permutation([1, 1, 1, 1, 1], Random(0)).p
    0.0625
    """
    if not differences:
        return None
    exact = [Fraction(each) for each in differences]
    unit = lcm(*(each.denominator for each in exact))
    steps = [int(each * unit) for each in exact]
    observed, extreme = sum(steps), _SIDES[alternative]
    mean = float(sum(exact) / len(exact))
    counts: dict[int, int] | None = {0: 1}
    for step in filter(None, steps):
        counts = _further(counts, abs(step)) if counts is not None else None
        if counts is not None and len(counts) > most_sums:
            counts = None
    if counts is not None:
        found = sum(count for total, count in counts.items() if extreme(total, observed))
        return Permutation(len(steps), mean, float(Fraction(found, sum(counts.values()))))
    hits = sum(extreme(sum(step if random.getrandbits(1) else -step for step in steps), observed) for _ in range(times))
    return Permutation(len(steps), mean, (1 + hits) / (1 + times), drawn=times)


def _further(counts: Mapping[int, int], step: int) -> dict[int, int]:
    """How many sign changes lead to each sum, with one more difference."""
    found: dict[int, int] = {}
    for total, count in counts.items():
        for sign in (step, -step):
            found[total + sign] = found.get(total + sign, 0) + count
    return found
