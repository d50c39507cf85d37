"""What a role can secure by itself (maximin), and the profiles nobody can improve on without hurting another."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gdl.values import dataclass
from lelma.analysis.errors import TooLarge
from lelma.analysis.normal_form import MixedStrategy, NormalForm, Profile, pure
from lelma.support.linear_programs import matrix_value

_MAX_ENTRIES = 3_600
"""Largest table of one role, moves × profiles of the others, for which a mixed maximin strategy is worked out."""

_MAX_OUTCOMES = 3_000
"""Most different payoffs of three or more roles that are compared for Pareto optimality."""


@dataclass(frozen=True)
class Guarantee:
    """What a role's strategies can secure against whatever the others do.

    Attributes:
        value: the most that a single move secures.
        moves: the moves that secure it.
        mixed_value: the most that a mix secures.
        mix: one that does; a single move where that is enough.
    """

    value: Fraction
    moves: tuple[int, ...]
    mixed_value: Fraction
    mix: MixedStrategy


def pure_guarantee(game: NormalForm, role: int) -> tuple[Fraction, tuple[int, ...]]:
    """The highest worst case of a role's moves, and the moves that have it."""
    worst = [min(row) for row in game.gains[role]]
    return max(worst), tuple(move for move, value in enumerate(worst) if value == max(worst))


def guarantee(game: NormalForm, role: int) -> Guarantee:
    """The pure and the mixed maximin strategy of a role.

    Against a mix, the worst the others can do together is a pure profile, whether or not they mix independently.

    Raises:
        TooLarge: if the role's table is too large.
    """
    gains = game.gains[role]
    size = len(gains) * len(gains[0])
    if size > _MAX_ENTRIES:
        raise TooLarge(f"{game.roles[role]} has {size} payoffs, more than {_MAX_ENTRIES}")
    value, moves = pure_guarantee(game, role)
    mixed_value, mix = matrix_value(gains)
    if mixed_value == value:
        mix = pure(moves[0], len(gains))
    return Guarantee(value, moves, mixed_value, mix)


def pareto_optimal(game: NormalForm) -> tuple[Profile, ...]:
    """The profiles such that no other gives every role as much and some role more.

    Raises:
        TooLarge: if there are too many different payoffs to compare.
    """
    best = undominated(game.payoffs.values())
    return tuple(profile for profile in game.profiles() if game.payoffs[profile] in best)


def undominated(outcomes: Iterable[tuple[Fraction, ...]]) -> frozenset[tuple[Fraction, ...]]:
    """Those of the payoff vectors that no other one equals or exceeds in every part.

    Raises:
        TooLarge: if there are too many different ones.
    """
    ordered = sorted(set(outcomes), reverse=True)
    if not ordered:
        return frozenset()
    if len(ordered[0]) > 2 and len(ordered) > _MAX_OUTCOMES:
        raise TooLarge(f"there are {len(ordered)} different outcomes, more than {_MAX_OUTCOMES}")
    front: list[tuple[Fraction, ...]] = []
    for outcome in ordered:  # in falling order, so only those before it can dominate one
        rivals = front if len(outcome) > 2 else front[-1:]
        if not any(all(a >= b for a, b in zip(rival, outcome, strict=True)) for rival in rivals):
            front.append(outcome)
    return frozenset(front)
