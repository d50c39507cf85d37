"""Dominance by pure and by mixed strategies, and iterated elimination.

A move is strictly dominated by a mix that pays more whatever the others play, weakly by one that never pays less
and sometimes more. Linear programs: Conitzer and Sandholm 2005, "Complexity of (iterated) dominance", section 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from gdl.values import dataclass
from lelma.analysis.errors import TooLarge
from lelma.analysis.normal_form import MixedStrategy, NormalForm, pure, restricted
from lelma.support.linear_programs import matrix_value, maximise

Strength = Literal["strict", "weak"]

_MAX_ENTRIES = 60_000
"""Most numbers, payoffs × moves of one role, in the linear programs that look for mixed dominators."""

MAX_COMPARISONS = 5_000_000
"""Most payoffs that are compared to find pure dominators."""


@dataclass(frozen=True)
class Elimination:
    """One move taken away: whose, which (by name), the mix of that role's moves that dominates it, the round."""

    role: int
    move: str
    by: tuple[tuple[str, Fraction], ...]
    round: int


@dataclass(frozen=True)
class Iterated:
    """Iterated elimination: what was taken away, in order, and the indices of the moves of each role that stay."""

    steps: tuple[Elimination, ...]
    kept: tuple[tuple[int, ...], ...]


def dominators(game: NormalForm, role: int, strength: Strength, *, mixed: bool = True) -> dict[int, MixedStrategy]:
    """Dominated moves of a role, each with a mix that dominates it: a pure one where there is one.

    A strictly dominated move is weakly dominated as well.

    Raises:
        TooLarge: if there is too much to compare.
    """
    gains = game.gains[role]
    entries = len(gains) * len(gains[0])
    if entries * len(gains) > MAX_COMPARISONS:
        raise TooLarge(f"{game.roles[role]} has {entries} payoffs to compare with each of its {len(gains)} moves")
    mixed = mixed and len(gains[0]) > 1  # against one profile, what a mix gives some move of it gives
    if mixed and entries * len(gains) > _MAX_ENTRIES:
        raise TooLarge(f"only pure dominators of the {len(gains)} moves of {game.roles[role]} were looked for")
    found: dict[int, MixedStrategy] = {}
    tops = [max(column) for column in zip(*gains, strict=True)]
    for move in range(len(gains)):
        by = _pure_dominator(gains, move, strength)
        if by is not None:
            found[move] = pure(by, len(gains))
        elif mixed and len(gains) > 2 and not _answers(gains, move, tops, strength):
            mix = _mixed_dominator(gains, move, strength)
            if mix is not None:
                found[move] = mix
    return found


def dominant(game: NormalForm, role: int, strength: Strength) -> tuple[int, ...]:
    """The moves of a role that dominate, so strongly, each of its other moves: one at most, unless it has one only."""
    gains = game.gains[role]
    tops = [max(column) for column in zip(*gains, strict=True)]
    likely = [move for move, row in enumerate(gains) if list(row) == tops]
    return tuple(
        move
        for move in likely
        if all(_dominates(gains[move], row, strength) for other, row in enumerate(gains) if other != move)
    )


def _dominates(row: Sequence[Fraction], other: Sequence[Fraction], strength: Strength) -> bool:
    if strength == "strict":
        return all(a > b for a, b in zip(row, other, strict=True))
    return row != other and all(a >= b for a, b in zip(row, other, strict=True))


def _pure_dominator(gains: Sequence[Sequence[Fraction]], move: int, strength: Strength) -> int | None:
    row = gains[move]
    return next((by for by, other in enumerate(gains) if by != move and _dominates(other, row, strength)), None)


def _answers(gains: Sequence[Sequence[Fraction]], move: int, tops: Sequence[Fraction], strength: Strength) -> bool:
    """Whether a move is a best response to some profile (the only one, against weak dominance), so not dominated."""
    for j, top in enumerate(tops):
        if gains[move][j] == top and (strength == "strict" or sum(row[j] == top for row in gains) == 1):
            return True
    return False


def _mixed_dominator(gains: Sequence[Sequence[Fraction]], move: int, strength: Strength) -> MixedStrategy | None:
    others = [i for i in range(len(gains)) if i != move]
    edges = [[a - b for a, b in zip(gains[i], gains[move], strict=True)] for i in others]
    if strength == "strict":
        value, weights = matrix_value(edges)
        if value <= 0:
            return None
    else:
        never_less = [[-edge for edge in column] for column in zip(*edges, strict=True)]
        best = maximise([sum(row) for row in edges], [*never_less, [1] * len(others)], [0] * len(never_less) + [1])
        if best.value <= 0:
            return None
        weights = best.point
    mix = [Fraction(0)] * len(gains)
    for i, weight in zip(others, weights, strict=True):
        mix[i] = weight
    return tuple(mix)


def iterate_as_far_as_possible(game: NormalForm) -> Iterated:
    """Iterated strict elimination, by pure dominators alone where the game is too large for mixed ones.

    Raises:
        TooLarge: if it is too large even for pure ones.
    """
    try:
        return iterate(game, "strict")
    except TooLarge:
        return iterate(game, "strict", mixed=False)


def iterate(game: NormalForm, strength: Strength, *, mixed: bool = True) -> Iterated:
    """Iterated elimination: in each round every dominated move of every role goes at once.

    What strict elimination leaves does not depend on the order; what weak elimination leaves may.

    Raises:
        TooLarge: if there is too much to compare.
    """
    kept: list[tuple[int, ...]] = [tuple(range(len(moves))) for moves in game.moves]
    steps: list[Elimination] = []
    number = 0
    while True:
        number += 1
        rest = restricted(game, kept)
        found = [dominators(rest, role, strength, mixed=mixed) for role in range(len(game.roles))]
        if not any(found):
            return Iterated(tuple(steps), tuple(kept))
        for role, gone in enumerate(found):
            names = rest.moves[role]
            for move, mix in gone.items():
                by = tuple((name, weight) for name, weight in zip(names, mix, strict=True) if weight)
                steps.append(Elimination(role, names[move], by, number))
            kept[role] = tuple(index for i, index in enumerate(kept[role]) if i not in gone)
