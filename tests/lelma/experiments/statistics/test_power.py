"""Power of exact tests: by adding up all tables, against the tests themselves and SciPy."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
import scipy.stats

from lelma.experiments.statistics.power import (
    MOST_MATCHES,
    cell_powers,
    needed_matches,
    normal_matches,
    same_deals_power,
    two_cell_power,
)
from lelma.experiments.statistics.two_by_two import barnard, fisher, mcnemar
from lelma.interfaces.cli.main import main


@pytest.mark.parametrize(("n", "share", "other"), [(1, 0.9, 0.1), (6, 0.9, 0.2), (9, 0.35, 0.8), (7, 1.0, 0.3)])
@pytest.mark.parametrize("test", ["barnard", "fisher"])
def test_power_is_the_chance_of_the_tables_that_the_test_calls_different(
    test: str, n: int, share: float, other: float
) -> None:
    p_value = {"barnard": barnard, "fisher": fisher}[test]
    chance = scipy.stats.binom.pmf
    for level in (0.05, 0.2):
        told = sum(
            chance(i, n, share) * chance(j, n, other)
            for i, j in product(range(n + 1), repeat=2)
            if p_value(i, n, j, n) <= level
        )
        assert two_cell_power(share, other, n, test=test, level=level) == pytest.approx(told, abs=1e-12)


@pytest.mark.parametrize("both", [None, 0.3, 0.4])
def test_power_over_the_same_deals_is_that_of_the_sign_test_of_deals_that_one_wins(both: float | None) -> None:
    n, share, other = 12, 0.7, 0.4
    together = share * other if both is None else both
    chances = [share - together, other - together]
    told = 0.0
    for first, second in product(range(n + 1), repeat=2):
        if first + second <= n and mcnemar(first, second) <= 0.05:
            counts = [first, second, n - first - second]
            told += scipy.stats.multinomial.pmf(counts, n, [*chances, 1 - sum(chances)])
    assert same_deals_power(share, other, n, both=both) == pytest.approx(told, abs=1e-12)


def test_a_test_errs_no_more_often_than_its_level() -> None:
    for n in (10, 30, 60):
        for share in (0.1, 0.5):
            assert two_cell_power(share, share, n, test="fisher") <= two_cell_power(share, share, n) <= 0.05
            assert same_deals_power(share, share, n) <= 0.05


def test_sizes_of_the_textbook_and_by_the_tests() -> None:
    # 0.6 against 0.4 at 5 % and 80 %: 97 in each of two groups; 0.5 against 0.7: 93 (Fleiss 1981, without correction).
    assert (normal_matches(0.6, 0.4), normal_matches(0.5, 0.7), normal_matches(0.5, 0.7, power=0.9)) == (97, 93, 124)
    z, root = scipy.stats.norm.ppf, 2 * 0.35 * 0.65
    by_hand = ((z(0.995) * root**0.5 + z(0.95) * (0.2 * 0.8 + 0.5 * 0.5) ** 0.5) / 0.3) ** 2
    assert normal_matches(0.2, 0.5, level=0.01, power=0.95) == int(by_hand) + 1
    matches, power = needed_matches(lambda n: two_cell_power(0.9, 0.4, n))
    assert matches is not None and power >= 0.8 and power == two_cell_power(0.9, 0.4, matches)
    assert all(two_cell_power(0.9, 0.4, n) < 0.8 for n in range(1, matches))
    assert needed_matches(lambda n: 0.5) == (None, 0.5)


def test_deals_that_both_win_alike_tell_more() -> None:
    alike, apart = (needed_matches(partial(same_deals_power, 0.7, 0.4, both=both))[0] for both in (0.4, 0.2))
    assert alike is not None and apart is not None and alike < apart
    assert [each.matches for each in cell_powers(0.9, 0.2, n=8).tests] == [8, 8, 8]


def test_what_cannot_be_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, fault in (
        (["0.5", "0.5"], "never told apart"),
        (["1.5", "0.5"], "from 0 to 1, got 1.5"),
        (["0.5", "x"], "is no number"),
        (["0.5", "0.6", "--both", "0.55"], "can't both win 0.55"),
        (["0.5", "0.6", "--power", "1"], "between 0 and 1"),
        (["0.5", "0.6", "--level", "0"], "between 0 and 1"),
        (["0.5", "0.9", "--matches", str(MOST_MATCHES + 1)], f"1 to {MOST_MATCHES} matches"),
    ):
        assert main(["experiment", "power", *arguments]) == 2
        assert fault in capsys.readouterr().err
    with pytest.raises(ValueError, match="one of the tests barnard, fisher"):
        two_cell_power(0.1, 0.2, 3, test="t")


def test_the_command_tells_each_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "power", "0.9", "0.4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Shares of 0.9 and 0.4, two-sided at 0.05:"
    assert [line.split(":")[0].strip() for line in lines[1:4]] == ["barnard", "fisher", "mcnemar"]
    assert lines[4] == f"  By the normal distribution, about {normal_matches(0.9, 0.4)} matches of each cell."
