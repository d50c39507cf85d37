"""What each query of the matrix set means, worked out from the payoff table alone, for tests to compare with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Mix = Mapping[str, Fraction]


@dataclass(frozen=True)
class Side:
    """A table as one role sees it: `pays[own, their]` and `gives[own, their]`, mine and theirs."""

    own: Sequence[str]
    their: Sequence[str]
    pays: Mapping[tuple[str, str], Fraction]
    gives: Mapping[tuple[str, str], Fraction]

    @property
    def turned(self) -> Side:
        """The same table as the other role sees it."""
        return Side(
            self.their,
            self.own,
            {(t, o): n for (o, t), n in self.gives.items()},
            {(t, o): n for (o, t), n in self.pays.items()},
        )

    def row(self, own: str) -> list[Fraction]:
        return [self.pays[own, t] for t in self.their]

    def column(self, their: str) -> list[Fraction]:
        return [self.pays[o, their] for o in self.own]

    def total(self, own: str, their: str) -> Fraction:
        return self.pays[own, their] + self.gives[own, their]

    def expected(self, own: str, mix: Mix) -> Fraction:
        return sum((p * self.pays[own, t] for t, p in mix.items()), Fraction(0))

    def cells(self) -> list[tuple[str, str]]:
        return [(o, t) for o in self.own for t in self.their]

    def beats(self, first: str, second: str) -> bool:
        return all(self.pays[first, t] > self.pays[second, t] for t in self.their)

    def never_less(self, first: str, second: str) -> bool:
        return all(self.pays[first, t] >= self.pays[second, t] for t in self.their)

    def weakly_beats(self, first: str, second: str) -> bool:
        return self.never_less(first, second) and self.row(first) != self.row(second)

    def best(self, own: str, their: str) -> bool:
        return self.pays[own, their] == max(self.column(their))

    def nash(self, own: str, their: str) -> bool:
        return self.best(own, their) and self.turned.best(their, own)

    def improves(self, cell: tuple[str, str], on: tuple[str, str]) -> bool:
        mine, yours = self.pays[cell] - self.pays[on], self.gives[cell] - self.gives[on]
        return mine >= 0 and yours >= 0 and mine + yours > 0

    def answers(self, mix: Mix, others: Mix) -> bool:
        most = max(self.expected(o, others) for o in self.own)
        return all(self.expected(o, others) == most for o, p in mix.items() if p > 0)


def _others(side: Side, own: str) -> list[str]:
    return [o for o in side.own if o != own]


MEANINGS: Mapping[str, Callable[..., bool]] = {
    "higher": lambda s, a, b: a > b,
    "lower": lambda s, a, b: a < b,
    "equal": lambda s, a, b: a == b,
    "highest_possible_individual_payoff": lambda s, n: n == max(s.pays.values()),
    "lowest_possible_individual_payoff": lambda s, n: n == min(s.pays.values()),
    "highest_individual_payoff_for_choice": lambda s, n, m: n == max(s.row(m)),
    "lowest_individual_payoff_for_choice": lambda s, n, m: n == min(s.row(m)),
    "highest_individual_payoff_against": lambda s, n, t: n == max(s.column(t)),
    "lowest_individual_payoff_against": lambda s, n, t: n == min(s.column(t)),
    "possible_individual_payoff": lambda s, n: n in s.pays.values(),
    "possible_individual_payoff_for_choice": lambda s, n, m: n in s.row(m),
    "possible_individual_payoff_against": lambda s, n, t: n in s.column(t),
    "always_individual_payoff_for_choice": lambda s, n, m: set(s.row(m)) == {n},
    "same_payoff_in_every_case": lambda s, m: len(set(s.row(m))) == 1,
    "never_individual_payoff_for_choice": lambda s, n, m: n not in s.row(m),
    "payoff_range_for_choice": lambda s, a, b, m: a == min(s.row(m)) and b == max(s.row(m)),
    "guarantees_at_least": lambda s, n, m: min(s.row(m)) >= n,
    "limits_to_at_most": lambda s, n, m: max(s.row(m)) <= n,
    "highest_guaranteed_payoff_choice": lambda s, m: min(s.row(m)) == max(min(s.row(o)) for o in s.own),
    "lowest_guaranteed_payoff_choice": lambda s, m: min(s.row(m)) == min(min(s.row(o)) for o in s.own),
    "higher_guaranteed_payoff": lambda s, a, b: min(s.row(a)) > min(s.row(b)),
    "lower_guaranteed_payoff": lambda s, a, b: min(s.row(a)) < min(s.row(b)),
    "equal_guaranteed_payoff": lambda s, a, b: min(s.row(a)) == min(s.row(b)),
    "highest_potential_payoff_choice": lambda s, m: max(s.row(m)) == max(s.pays.values()),
    "higher_potential_payoff": lambda s, a, b: max(s.row(a)) > max(s.row(b)),
    "lower_potential_payoff": lambda s, a, b: max(s.row(a)) < max(s.row(b)),
    "equal_potential_payoff": lambda s, a, b: max(s.row(a)) == max(s.row(b)),
    "highest_mutual_payoff": lambda s, m, t: s.total(m, t) == max(s.total(*cell) for cell in s.cells()),
    "lowest_mutual_payoff": lambda s, m, t: s.total(m, t) == min(s.total(*cell) for cell in s.cells()),
    "higher_mutual_payoff": lambda s, m, t, m2, t2: s.total(m, t) > s.total(m2, t2),
    "lower_mutual_payoff": lambda s, m, t, m2, t2: s.total(m, t) < s.total(m2, t2),
    "equal_mutual_payoff": lambda s, m, t, m2, t2: s.total(m, t) == s.total(m2, t2),
    "best_response": lambda s, m, t: s.best(m, t),
    "only_best_response": lambda s, m, t: all(s.pays[m, t] > s.pays[o, t] for o in _others(s, m)),
    "higher_payoff_against": lambda s, a, b, t: s.pays[a, t] > s.pays[b, t],
    "lower_payoff_against": lambda s, a, b, t: s.pays[a, t] < s.pays[b, t],
    "equal_payoff_against": lambda s, a, b, t: s.pays[a, t] == s.pays[b, t],
    "highest_individual_payoff_in": lambda s, m, t: s.pays[m, t] == max(s.pays.values()),
    "lowest_individual_payoff_in": lambda s, m, t: s.pays[m, t] == min(s.pays.values()),
    "higher_payoff_in": lambda s, a, t, b, t2: s.pays[a, t] > s.pays[b, t2],
    "lower_payoff_in": lambda s, a, t, b, t2: s.pays[a, t] < s.pays[b, t2],
    "equal_payoff_in": lambda s, a, t, b, t2: s.pays[a, t] == s.pays[b, t2],
    "higher_payoff_in_every_case": lambda s, a, b: s.beats(a, b),
    "at_least_as_high_payoff_in_every_case": lambda s, a, b: s.never_less(a, b),
    "higher_payoff_in_some_case": lambda s, a, b: any(s.pays[a, t] > s.pays[b, t] for t in s.their),
    "at_most_as_high_payoff_in_some_case": lambda s, a, b, t: s.pays[a, t] <= s.pays[b, t],
    "lower_payoff_in_some_case": lambda s, a, b, t: s.pays[a, t] < s.pays[b, t],
    "expected_payoff": lambda s, n, m, mix: s.expected(m, mix) == n,
    "higher_expected_payoff": lambda s, a, b, mix: s.expected(a, mix) > s.expected(b, mix),
    "lower_expected_payoff": lambda s, a, b, mix: s.expected(a, mix) < s.expected(b, mix),
    "equal_expected_payoff": lambda s, a, b, mix: s.expected(a, mix) == s.expected(b, mix),
    "highest_expected_payoff_choice": lambda s, m, mix: s.answers({m: Fraction(1)}, mix),
    "strictly_dominates": lambda s, a, b: s.beats(a, b),
    "weakly_dominates": lambda s, a, b: s.weakly_beats(a, b),
    "strictly_dominant": lambda s, m: all(s.beats(m, o) for o in _others(s, m)),
    "weakly_dominant": lambda s, m: all(s.weakly_beats(m, o) for o in _others(s, m)),
    "strictly_dominated": lambda s, m: any(s.beats(o, m) for o in _others(s, m)),
    "weakly_dominated": lambda s, m: any(s.weakly_beats(o, m) for o in _others(s, m)),
    "nash_equilibrium": lambda s, m, t: s.nash(m, t),
    "only_nash_equilibrium": lambda s, m, t: [cell for cell in s.cells() if s.nash(*cell)] == [(m, t)],
    "no_pure_nash_equilibrium": lambda s: not any(s.nash(*cell) for cell in s.cells()),
    "mixed_nash_equilibrium": lambda s, mix, others: s.answers(mix, others) and s.turned.answers(others, mix),
    "pareto_optimal": lambda s, m, t: not any(s.improves(cell, (m, t)) for cell in s.cells()),
    "pareto_dominated": lambda s, m, t: any(s.improves(cell, (m, t)) for cell in s.cells()),
    "pareto_dominates": lambda s, m, t, m2, t2: s.improves((m, t), (m2, t2)),
    "zero_sum": lambda s: all(s.total(*cell) == 0 for cell in s.cells()),
    "symmetric": lambda s: set(s.own) == set(s.their) and all(s.pays[o, t] == s.gives[t, o] for o, t in s.cells()),
}
"""Query → what it claims of a side and the values of its slots, from left to right."""


def holds(name: str, side: Side, values: Sequence[Any]) -> bool:
    """Whether the claim is true of the table that `side` sees."""
    return MEANINGS[name](side, *values)
