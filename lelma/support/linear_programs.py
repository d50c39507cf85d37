"""Exact linear algebra: systems of equations, linear programs, values of zero-sum matrix games, one equilibrium of any
two-role game.

Rows are scaled to integers and stay integers (Edmonds' and Bareiss' fraction-free elimination: every division is
exact, by the pivot before), so nothing is ever rounded and no fraction is ever cancelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from gdl.values import dataclass

_Number = int | Fraction
_Rows = Sequence[Sequence[_Number]]


@dataclass(frozen=True)
class Optimum:
    """The solution of a linear program: its value, one optimal point, and the price of each row."""

    value: Fraction
    point: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def whole_row(row: Sequence[_Number]) -> tuple[list[int], int]:
    """A row as integers, and the positive number it was multiplied by to make it so."""
    scale = lcm(*(number.denominator for number in row))
    return [number.numerator * (scale // number.denominator) for number in row], scale


def solve_equations(rows: _Rows) -> tuple[Fraction, ...] | None:
    """The only solution of `len(rows)` equations in as many unknowns; None where there is none or several.

    The last number of each row is its right-hand side.

    >>> solve_equations([[1, 1, 1], [1, -1, 0]])
    (Fraction(1, 2), Fraction(1, 2))
    """
    found = solve_integers([whole_row(row)[0] for row in rows])
    return None if found is None else tuple(Fraction(over, found[1]) for over in found[0])


def solve_integers(table: list[list[int]]) -> tuple[list[int], int] | None:
    """`solve_equations` for rows of integers, which are used up: numerators over one positive denominator."""
    size, before = len(table), 1
    for column in range(size):
        found = next((i for i in range(column, size) if table[i][column]), None)
        if found is None:
            return None
        table[column], table[found] = table[found], table[column]
        chosen = table[column]
        pivot = chosen[column]
        for i, row in enumerate(table):
            if i != column:
                factor = row[column]
                table[i] = [(a * pivot - factor * b) // before for a, b in zip(row, chosen, strict=True)]
        before = pivot
    return ([row[-1] for row in table], before) if before > 0 else ([-row[-1] for row in table], -before)


def maximise(
    objective: Sequence[_Number], rows: _Rows, bounds: Sequence[_Number], *, most_work: float = float("inf")
) -> Optimum:
    """The maximum of objective · x over all x ≥ 0 with row · x ≤ bound for every row; bounds are 0 or more.

    Args:
        most_work: how many steps it may take: entries of the tableau, times the length of their common denominator in
            words of 64 bits, for each exchange of variables. Five million take about a second.

    Raises:
        ValueError: for a negative bound, or an objective without a maximum.
        TooMuchWork: if it takes more steps.

    >>> maximise([1, 1], [[1, 2], [2, 1]], [1, 1])
    Optimum(value=Fraction(2, 3), point=(Fraction(1, 3), Fraction(1, 3)), prices=(Fraction(1, 3), Fraction(1, 3)))
    """
    if any(bound < 0 for bound in bounds):
        raise ValueError("a bound is negative")
    return _Tableau(objective, rows, bounds).optimum(most_work)


class TooMuchWork(Exception):
    """A linear program takes more steps than it may."""


class _Tableau:
    """A condensed simplex tableau. `body[i]` is a basic variable's row, its last number the right-hand side; the
    last row is the objective. Numbers are over the common denominator `under`, which is positive.
    """

    def __init__(self, objective: Sequence[_Number], rows: _Rows, bounds: Sequence[_Number]) -> None:
        scaled = [whole_row([*row, bound]) for row, bound in zip(rows, bounds, strict=True)]
        goal, self.goal_scale = whole_row(objective)
        self.scales = [scale for _, scale in scaled]
        self.body = [row for row, _ in scaled] + [[-number for number in goal] + [0]]
        self.under = 1
        self.points, self.slacks = len(objective), len(scaled)
        self.outside = list(range(self.points))  # variables at 0, by column; slacks follow the points
        self.inside = list(range(self.points, self.points + self.slacks))

    def optimum(self, most_work: float) -> Optimum:
        still, work = 0, 0
        while (column := self._entering(careful=still > 10)) is not None:
            work += len(self.body) * (self.points + 1) * (1 + self.under.bit_length() // 64)
            if work > most_work:
                raise TooMuchWork
            at = self._leaving(column)
            still = still + 1 if self.body[at][-1] == 0 else 0
            self._pivot(at, column)
        point = [Fraction(0)] * self.points
        prices = [Fraction(0)] * self.slacks
        for row, variable in zip(self.body, self.inside, strict=False):
            if variable < self.points:
                point[variable] = Fraction(row[-1], self.under)
        for column, variable in enumerate(self.outside):
            if variable >= self.points:
                slack = variable - self.points
                price = Fraction(self.body[-1][column], self.under)
                prices[slack] = price * self.scales[slack] / self.goal_scale
        value = Fraction(self.body[-1][-1], self.under * self.goal_scale)
        return Optimum(value, tuple(point), tuple(prices))

    def _entering(self, *, careful: bool) -> int | None:
        """The steepest column; after steps that gained nothing, Bland's choice, which cannot go round in a circle."""
        goal = self.body[-1]
        gaining = [column for column in range(len(self.outside)) if goal[column] < 0]
        if not gaining:
            return None
        if careful:
            return min(gaining, key=lambda column: self.outside[column])
        return min(gaining, key=lambda column: (goal[column], self.outside[column]))

    def _leaving(self, column: int) -> int:
        limited = [
            (Fraction(row[-1], row[column]), self.inside[i], i)
            for i, row in enumerate(self.body[:-1])
            if row[column] > 0
        ]
        if not limited:
            raise ValueError("the objective has no maximum")
        return min(limited)[2]

    def _pivot(self, at: int, column: int) -> None:
        chosen = self.body[at]
        pivot, under = chosen[column], self.under
        for i, row in enumerate(self.body):
            if i == at:
                continue
            factor = row[column]
            if factor:
                changed = [(a * pivot - factor * b) // under for a, b in zip(row, chosen, strict=True)]
                changed[column] = -factor
            else:
                changed = [a * pivot // under for a in row]
            self.body[i] = changed
        chosen[column] = under
        self.under = pivot
        self.outside[column], self.inside[at] = self.inside[at], self.outside[column]


def matrix_value(gains: _Rows) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Value of the zero-sum game `gains[i][j]`, what the row role wins, and a mix of its rows that secures it.

    >>> matrix_value([[3, 0], [0, 1]])
    (Fraction(3, 4), (Fraction(1, 4), Fraction(3, 4)))
    """
    lift = 1 - min(min(row) for row in gains)
    raised = [[number + lift for number in row] for row in gains]
    best = maximise([1] * len(gains[0]), raised, [1] * len(gains))
    return 1 / best.value - lift, tuple(price / best.value for price in best.prices)


def bimatrix_equilibrium(first: _Rows, second: _Rows) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """One Nash equilibrium of a game of two roles: a mix of rows and a mix of columns.

    `first[i][j]` and `second[i][j]` are what row i against column j gives the row role and the column role.

    Lemke and Howson 1964, "Equilibrium points of bimatrix games", from the first row's label, by integer pivoting and
    with the lexicographic rule for degenerate games (von Stengel 2007, "Equilibrium computation for two-player games",
    Algorithm 3.6 and sections 3.4 and 3.5): the path has an end whatever the payoffs are.

    >>> bimatrix_equilibrium([[3, 0], [0, 1]], [[0, 1], [2, 0]])
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 4), Fraction(3, 4)))
    """
    rows, columns = range(len(first)), range(len(first), len(first) + len(first[0]))
    of_rows = _Polytope(list(zip(*_positive(second), strict=True)), rows, columns)
    of_columns = _Polytope(_positive(first), columns, rows)
    entering, table, other = 0, of_rows, of_columns
    while (entering := table.enter(entering)) != 0:
        table, other = other, table
    return of_rows.mix(rows), of_columns.mix(columns)


def _positive(gains: _Rows) -> list[list[int]]:
    """Payoffs as positive integers, in the same order and distances."""
    whole, _ = whole_row([number for row in gains for number in row])
    lift, width = 1 - min(whole), len(gains[0])
    return [[number + lift for number in whole[at : at + width]] for at in range(0, len(whole), width)]


class _Polytope:
    """The mixes of a role, scaled, with what each move of the other gains at most 1; every variable has a label.

    A tableau as in `_Tableau`, with the columns of all variables: those of the moves, the slacks, the right-hand side.
    """

    def __init__(self, gains: Sequence[Sequence[int]], moves: range, slacks: range) -> None:
        self.column = {label: at for at, label in enumerate((*moves, *slacks))}
        self.body = [[*row, *(int(i == j) for j in range(len(slacks))), 1] for i, row in enumerate(gains)]
        self.inside = list(slacks)
        self.under = 1
        self.order = (-1, *range(len(moves), len(moves) + len(slacks)))

    def enter(self, label: int) -> int:
        """Take a variable into the basis; the label of the one that leaves."""
        column = self.column[label]
        at = self._leaving(column)
        chosen, under = self.body[at], self.under
        pivot = chosen[column]
        for i, row in enumerate(self.body):
            if i != at:
                factor = row[column]
                self.body[i] = [(a * pivot - factor * b) // under for a, b in zip(row, chosen, strict=True)]
        self.under = pivot
        left, self.inside[at] = self.inside[at], label
        return left

    def _leaving(self, column: int) -> int:
        """The row with the least ratios in the order of the right-hand side and the slacks: there is only one."""
        rows = [i for i, row in enumerate(self.body) if row[column] > 0]
        for each in self.order:
            if len(rows) == 1:
                break
            ratios = [Fraction(self.body[i][each], self.body[i][column]) for i in rows]
            least = min(ratios)
            rows = [i for i, ratio in zip(rows, ratios, strict=True) if ratio == least]
        return rows[0]

    def mix(self, moves: range) -> tuple[Fraction, ...]:
        """The point's weights of the moves, as probabilities."""
        weights = {label: row[-1] for label, row in zip(self.inside, self.body, strict=True) if label in moves}
        total = sum(weights.values())
        return tuple(Fraction(weights.get(move, 0), total) for move in moves)
