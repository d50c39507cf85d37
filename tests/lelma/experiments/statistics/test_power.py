"""The power of Barnard's test, against all tables asked one by one."""

from __future__ import annotations

from math import comb

import pytest

from lelma.experiments.statistics.power import barnard_power
from lelma.experiments.statistics.two_by_two import barnard


@pytest.mark.parametrize(("share", "other"), [(0.1, 0.6), (0.0, 1.0), (0.3, 0.3)])
def test_power_is_the_chance_of_the_tables_that_the_test_finds(share: float, other: float) -> None:
    n = 8

    def chance(k: int, p: float) -> float:
        return comb(n, k) * p**k * (1 - p) ** (n - k)

    whole = sum(
        chance(i, share) * chance(j, other) for i in range(n + 1) for j in range(n + 1) if barnard(i, n, j, n) <= 0.05
    )
    assert barnard_power(n, share, other) == pytest.approx(whole)


def test_too_few_find_nothing_and_what_is_no_share_is_an_error() -> None:
    assert barnard_power(1, 0.0, 1.0) == 0.0
    with pytest.raises(ValueError, match="no samples"):
        barnard_power(10, 0.5, 1.5)
