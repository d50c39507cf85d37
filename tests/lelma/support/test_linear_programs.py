"""Exact linear algebra, against its own definitions and, where it is there, scipy."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from lelma.support.linear_programs import bimatrix_equilibrium, matrix_value, maximise, solve_equations


def test_equations_without_a_single_solution_have_none() -> None:
    assert solve_equations([[1, 2, 3], [2, 4, 6]]) is None
    assert solve_equations([[1, 2, 3], [2, 4, 7]]) is None


def test_solutions_solve_their_equations() -> None:
    source = random.Random(3)
    for _ in range(100):
        size = source.randint(1, 5)
        rows = [[Fraction(source.randint(-4, 4), source.randint(1, 3)) for _ in range(size + 1)] for _ in range(size)]
        found = solve_equations(rows)
        if found is not None:
            assert all(sum(a * x for a, x in zip(row, found, strict=False)) == row[-1] for row in rows)


def test_the_prices_of_an_optimum_prove_it() -> None:
    """Weak duality: prices ≥ 0 that cover the objective and cost what the point earns leave no better point."""
    source = random.Random(4)
    for _ in range(200):
        size, count = source.randint(1, 5), source.randint(1, 5)
        rows = [[Fraction(source.randint(0, 4), source.randint(1, 3)) for _ in range(size)] for _ in range(count)]
        rows.append([Fraction(1)] * size)
        bounds = [source.randint(0, 3) for _ in range(count)] + [5]
        objective = [source.randint(-3, 5) for _ in range(size)]
        best = maximise(objective, rows, bounds)
        assert all(x >= 0 for x in best.point)
        assert all(
            sum(a * x for a, x in zip(row, best.point, strict=True)) <= b for row, b in zip(rows, bounds, strict=True)
        )
        assert sum(c * x for c, x in zip(objective, best.point, strict=True)) == best.value
        assert all(price >= 0 for price in best.prices)
        for j, cost in enumerate(objective):
            assert sum(price * row[j] for price, row in zip(best.prices, rows, strict=True)) >= cost
        assert sum(price * bound for price, bound in zip(best.prices, bounds, strict=True)) == best.value


def test_a_program_that_circles_under_the_steepest_rule_ends() -> None:
    """Beale's example (1955)."""
    half = Fraction(1, 2)
    rows = [[Fraction(1, 4), -60, Fraction(-1, 25), 9], [half, -90, Fraction(-1, 50), 3], [0, 0, 1, 0]]
    assert maximise([Fraction(3, 4), -150, Fraction(1, 50), -6], rows, [0, 0, 1]).value == Fraction(1, 20)


def test_programs_without_a_maximum_and_with_negative_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="no maximum"):
        maximise([1], [[-1]], [0])
    with pytest.raises(ValueError, match="negative"):
        maximise([1], [[1]], [-1])


@pytest.mark.parametrize("greatest", [0, 1, 2, 50])
def test_a_two_role_game_has_an_equilibrium_however_degenerate_it_is(greatest: int) -> None:
    source = random.Random(greatest)
    for _ in range(100):
        rows, columns = source.randint(1, 6), source.randint(1, 6)
        numbers = iter(lambda: Fraction(source.randint(-greatest, greatest), source.randint(1, 3)), None)
        first, second = ([[next(numbers) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
        x, y = bimatrix_equilibrium(first, second)
        assert sum(x) == sum(y) == 1 and min(x) >= 0 and min(y) >= 0
        of_rows = [sum(w * gain for w, gain in zip(y, row, strict=True)) for row in first]
        of_columns = [sum(w * gain for w, gain in zip(x, column, strict=True)) for column in zip(*second, strict=True)]
        assert all(w == 0 or gain == max(of_rows) for w, gain in zip(x, of_rows, strict=True))
        assert all(w == 0 or gain == max(of_columns) for w, gain in zip(y, of_columns, strict=True))


def test_both_sides_of_a_matrix_game_secure_its_value() -> None:
    source = random.Random(5)
    for _ in range(100):
        gains = [[source.randint(-5, 5) for _ in range(source.randint(1, 5))]]
        gains += [[source.randint(-5, 5) for _ in gains[0]] for _ in range(source.randint(0, 4))]
        value, rows = matrix_value(gains)
        losses = [[-gain for gain in column] for column in zip(*gains, strict=True)]
        other, columns = matrix_value(losses)
        assert other == -value
        assert sum(rows) == sum(columns) == 1
        assert min(rows) >= 0 and min(columns) >= 0
        assert (
            min(sum(w * g for w, g in zip(rows, column, strict=True)) for column in zip(*gains, strict=True)) == value
        )
