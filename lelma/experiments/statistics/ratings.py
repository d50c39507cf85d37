"""Ratings of many agents from who beat whom: the Bradley-Terry model, with ties, teams, and sides that have it easier.

A team is as strong as the mean of its members; a side of an asymmetric game (`good`, `evil`) adds an advantage of its
own. Of two teams with strengths s and t the first wins with odds e**s : e**t, and ties have Davidson's weight,
e**(d + (s + t) / 2). Ratings are in natural logarithms of odds and sum to 0; `elo` has them in Elo's points.

All is fitted by Newton's method on the penalized likelihood, which is strictly concave: every parameter has a normal
prior about 0 with the standard deviation `spread`. So an agent that won everything has a finite rating, which the
prior decides: `unbounded` names those whose rating would be infinite without it, and `groups` those who met, directly
or through others: ratings of different groups can't be compared.

Sources: R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39 (1952); R. R.
Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments", JASA 65 (1970);
teams after T.-K. Huang, C.-J. Lin and R. C. Weng, "Ranking Individuals by Group Comparisons", ICML 2006, with means in
place of sums. The intervals are those of the profile likelihood (D. J. Venzon and S. H. Moolgavkar, Applied Statistics
37, 1988).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from gdl.values import dataclass

_Floats = NDArray[np.float64]

SPREAD = 2.0
"""The prior's standard deviation: odds of 50 : 1 against a mean agent are two of it away."""

_DROP = 3.841458820694124 / 2
"""Half the 95 % quantile of chi-square with one degree: how far the log-likelihood falls to the ends of an interval."""

_WEAK, _WEAKER = 1e-4, 1e-7
_GROWTH = 2.0
"""How much a rating grows beside the others, from the first to the second precision, if the prior alone bounds it."""


@dataclass(frozen=True)
class Contest:
    """Two teams met: `result` is 1 where the first won, 0 where the second did, 1/2 for a tie.

    Attributes:
        first, second: names of agents; one that plays several seats is named as often.
        sides: of the two teams, where the game gives them different tasks.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    result: float
    sides: tuple[str, str] | None = None


@dataclass(frozen=True)
class Rating:
    """Of one agent: in natural logarithms of odds, with its 95 % interval; `contests` it was in."""

    agent: str
    rating: float
    interval: tuple[float, float]
    contests: int
    unbounded: bool

    @property
    def elo(self) -> float:
        """In Elo's points, about 0: 400 for odds of 10 : 1."""
        return self.rating * 400 / log(10)


@dataclass(frozen=True)
class Ratings:
    """Ratings, the best first.

    Attributes:
        advantages: side → how much easier it has it than the mean side, as ratings are measured.
        groups: agents that met, directly or through others; ratings of different groups say nothing of each other.
        spread: the prior's standard deviation.
    """

    agents: tuple[Rating, ...]
    advantages: Mapping[str, float]
    groups: tuple[tuple[str, ...], ...]
    spread: float


def bradley_terry(contests: Sequence[Contest], *, spread: float = SPREAD) -> Ratings:
    """Ratings of all agents that are named in contests.

    Raises:
        ValueError: for a team without members, a result that is none, sides in some contests only, or no spread.

    >>> found = bradley_terry([Contest(("a",), ("b",), 1)] * 3 + [Contest(("a",), ("b",), 0)])
    >>> [each.agent for each in found.agents], found.agents[0].rating < log(3) / 2
    (['a', 'b'], True)
    """
    _check(contests, spread)
    if not contests:
        return Ratings((), {}, (), spread)
    model = _Model(tuple(contests))
    fitted = model.fit(1 / spread**2)
    growth = (model.fit(_WEAKER) - model.fit(_WEAK))[: len(model.agents)]
    growth -= np.median(growth)
    found = []
    for index, agent in enumerate(model.agents):
        taken_part = sum(agent in (*each.first, *each.second) for each in contests)
        interval, unbounded = model.interval(fitted, index, 1 / spread**2), bool(abs(growth[index]) > _GROWTH)
        found.append(Rating(agent, model.rating(fitted, index), interval, taken_part, unbounded))
    found.sort(key=lambda each: (-each.rating, each.agent))
    return Ratings(tuple(found), model.advantages(fitted), _groups(contests), spread)


def _check(contests: Sequence[Contest], spread: float) -> None:
    if not 0 < spread < inf:
        raise ValueError(f"the prior's spread is above 0, got {spread}")
    if len({each.sides is None for each in contests}) > 1:
        raise ValueError("all contests have sides, or none has")
    for each in contests:
        if not each.first or not each.second or each.result not in (0, 0.5, 1):
            raise ValueError(f"expected two teams with members, and a result of 0, 1/2 or 1, got {each}")


def _groups(contests: Sequence[Contest]) -> tuple[tuple[str, ...], ...]:
    groups: list[set[str]] = []
    for each in contests:
        met = {*each.first, *each.second}
        groups, joined = [group for group in groups if not group & met], [group for group in groups if group & met]
        groups.append(met.union(*joined))
    return tuple(tuple(sorted(group)) for group in sorted(groups, key=min))


class _Model:
    """Contests as a conditional logit: utilities of each outcome are linear in the parameters."""

    def __init__(self, contests: tuple[Contest, ...]) -> None:
        self.contests = contests
        self.agents = sorted({name for each in contests for name in (*each.first, *each.second)})
        self.sides = sorted({side for each in contests for side in each.sides or ()})
        self.tied = any(each.result == 0.5 for each in contests)

    @cached_property
    def _size(self) -> int:
        return len(self.agents) + len(self.sides) + self.tied

    @cached_property
    def _data(self) -> tuple[_Floats, NDArray[np.int64], _Floats]:
        """Outcomes × parameters of each kind of contest, the outcome that came, and how often."""
        kinds = Counter(
            replace(each, first=tuple(sorted(each.first)), second=tuple(sorted(each.second))) for each in self.contests
        )
        rows, came = list[_Floats](), list[int]()
        for each in kinds:
            sides = each.sides or (None, None)
            teams = [self._team(each.first, sides[0]), self._team(each.second, sides[1])]
            if self.tied:
                tie = (teams[0] + teams[1]) / 2
                tie[-1] = 1.0
                teams.append(tie)
            rows.append(np.stack(teams))
            came.append(2 if each.result == 0.5 else 0 if each.result == 1 else 1)
        shape = (len(kinds), 2 + self.tied, self._size)
        return np.array(rows).reshape(shape), np.array(came, dtype=np.int64), np.array([*kinds.values()], dtype=float)

    def _team(self, members: Sequence[str], side: str | None) -> _Floats:
        row = np.zeros(self._size)
        for name in members:
            row[self.agents.index(name)] += 1 / len(members)
        if side is not None:
            row[len(self.agents) + self.sides.index(side)] = 1.0
        return row

    def fit(self, precision: float, fixed: tuple[_Floats, float] | None = None) -> _Floats:
        """The parameters of the largest penalized likelihood; `fixed` is a linear form and its value."""
        values = np.zeros(self._size)
        if fixed is not None:
            values = fixed[0] * fixed[1] / (fixed[0] @ fixed[0])
        height = self.height(values, precision)
        for _ in range(200):
            slope, curve = self._slopes(values, precision)
            step = _newton_step(slope, curve, fixed)
            length = 1.0
            while (then := self.height(values + length * step, precision)) < height and length > 1e-9:
                length /= 2
            values, gained, height = values + length * step, then - height, then
            if gained < 1e-12 * (1 + abs(height)):
                break
        return values

    def height(self, values: _Floats, precision: float) -> float:
        """The penalized log-likelihood."""
        rows, came, often = self._data
        useful = rows @ values
        top = useful.max(axis=1)
        whole = top + np.log(np.exp(useful - top[:, None]).sum(axis=1))
        return float(often @ (useful[np.arange(len(came)), came] - whole) - precision * values @ values / 2)

    def _slopes(self, values: _Floats, precision: float) -> tuple[_Floats, _Floats]:
        """The gradient, and the negative of the second derivatives."""
        rows, came, often = self._data
        useful = rows @ values
        odds = np.exp(useful - useful.max(axis=1)[:, None])
        chances = odds / odds.sum(axis=1)[:, None]
        mean = np.einsum("go,gop->gp", chances, rows)
        slope = often @ (rows[np.arange(len(came)), came] - mean) - precision * values
        square = np.einsum("g,go,gop,goq->pq", often, chances, rows, rows)
        return slope, square - np.einsum("g,gp,gq->pq", often, mean, mean) + precision * np.eye(self._size)

    def _form(self, index: int) -> _Floats:
        """The linear form that is an agent's rating: what it has above the mean of all."""
        form = np.zeros(self._size)
        form[: len(self.agents)] = -1 / len(self.agents)
        form[index] += 1
        return form

    def rating(self, values: _Floats, index: int) -> float:
        return float(self._form(index) @ values)

    def advantages(self, values: _Floats) -> dict[str, float]:
        found = values[len(self.agents) : len(self.agents) + len(self.sides)]
        return {side: float(each - found.mean()) for side, each in zip(self.sides, found, strict=True)}

    def interval(self, fitted: _Floats, index: int, precision: float) -> tuple[float, float]:
        """Where the profile of the penalized log-likelihood falls below its top by what the 95 % interval allows."""
        if len(self.agents) == 1:
            return 0.0, 0.0
        form = self._form(index)
        middle, least = float(form @ fitted), self.height(fitted, precision) - _DROP

        def end(sign: int) -> float:
            inside, width = 0.0, 0.5
            while self.height(self.fit(precision, (form, middle + sign * width)), precision) > least:
                inside, width = width, 2 * width
            while width - inside > 1e-4:
                half = (inside + width) / 2
                above = self.height(self.fit(precision, (form, middle + sign * half)), precision) > least
                inside, width = (half, width) if above else (inside, half)
            return middle + sign * (inside + width) / 2

        return end(-1), end(1)


def _newton_step(slope: _Floats, curve: _Floats, fixed: tuple[_Floats, float] | None) -> _Floats:
    """Where the quadratic approximation has its top; along the plane in which a linear form keeps its value."""
    if fixed is None:
        return np.asarray(np.linalg.solve(curve, slope), dtype=np.float64)
    form = fixed[0]
    solved, normal = np.linalg.solve(curve, np.stack([slope, form], axis=1)).T
    found: _Floats = solved - normal * (form @ solved) / (form @ normal)
    return found
