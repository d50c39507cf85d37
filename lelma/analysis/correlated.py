"""Correlated equilibrium: a distribution over profiles from which no role, told its own move only, gains by another.

Aumann 1974, "Subjectivity and correlation in randomized strategies"; the linear inequalities are those of Aumann
1987, "Correlated equilibrium as an expression of Bayesian rationality", Proposition 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from lelma.analysis.dominance import iterate_as_far_as_possible
from lelma.analysis.equilibria import pure_equilibria
from lelma.analysis.errors import TooLarge
from lelma.analysis.normal_form import NormalForm, Profile, restricted, with_move
from lelma.support.linear_programs import maximise

Distribution = Mapping[Profile, Fraction]

MAX_ENTRIES = 20_000
"""Largest linear program, inequalities × profiles, that is solved."""


@dataclass(frozen=True)
class Correlated:
    """A correlated equilibrium: the profiles with a positive probability, and what each role expects."""

    distribution: Distribution
    payoffs: tuple[Fraction, ...]

    @property
    def welfare(self) -> Fraction:
        """The sum of all roles' expected payoffs."""
        return sum(self.payoffs, Fraction(0))


def temptations(game: NormalForm) -> Iterator[tuple[int, int, int, dict[Profile, Fraction]]]:
    """For each role and two of its moves: role, move told, move played instead, and what that gains per profile."""
    for role, moves in enumerate(game.moves):
        for told in range(len(moves)):
            for instead in range(len(moves)):
                if told != instead:
                    gains = {}
                    for other in game.others(role):
                        obeyed = with_move(other, role, told)
                        disobeyed = with_move(other, role, instead)
                        gains[obeyed] = game.payoffs[disobeyed][role] - game.payoffs[obeyed][role]
                    yield role, told, instead, gains


def is_correlated_equilibrium(game: NormalForm, distribution: Distribution) -> bool:
    """Whether probabilities (0 where left out) are a distribution that no role gains by disobeying."""
    if any(weight < 0 for weight in distribution.values()) or sum(distribution.values()) != 1:
        return False
    return all(
        sum(gain * distribution.get(profile, 0) for profile, gain in gains.items()) <= 0
        for _, _, _, gains in temptations(game)
    )


def best_correlated(game: NormalForm) -> Correlated:
    """A correlated equilibrium with the highest sum of expected payoffs; there may be others with the same sum.

    None of them ever tells a role to play a move that iterated strict elimination takes away.

    Raises:
        TooLarge: if the linear program is too large.
    """
    kept = iterate_as_far_as_possible(game).kept
    best = _best(restricted(game, kept))
    distribution = {
        tuple(rest[i] for rest, i in zip(kept, profile, strict=True)): weight
        for profile, weight in best.distribution.items()
    }
    return Correlated(distribution, best.payoffs)


def _best(game: NormalForm) -> Correlated:
    profiles = list(game.profiles())
    sums = [sum(game.payoffs[profile], Fraction(0)) for profile in profiles]
    top = max(sums)
    for profile in pure_equilibria(game):
        if sum(game.payoffs[profile]) == top:  # no distribution can have more
            return Correlated({profile: Fraction(1)}, game.payoffs[profile])
    size = len(profiles) * sum(len(moves) * (len(moves) - 1) for moves in game.moves)
    if size > MAX_ENTRIES:
        raise TooLarge(f"the linear program has {size} entries, more than {MAX_ENTRIES}")
    rows = [[gains.get(profile, Fraction(0)) for profile in profiles] for _, _, _, gains in temptations(game)]
    # With every sum lifted above 0 the best point of "probabilities sum to 1 at most" sums to 1: the other
    # inequalities are homogeneous, and some correlated equilibrium exists.
    lift = 1 - min(sums)
    best = maximise([number + lift for number in sums], [*rows, [1] * len(profiles)], [0] * len(rows) + [1])
    distribution = {profile: weight for profile, weight in zip(profiles, best.point, strict=True) if weight}
    payoffs = [Fraction(0)] * len(game.roles)
    for profile, weight in distribution.items():
        for role, payoff in enumerate(game.payoffs[profile]):
            payoffs[role] += weight * payoff
    return Correlated(distribution, tuple(payoffs))
