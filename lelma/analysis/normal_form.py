"""The normal form of a game, by indices: what the questions about it are asked of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from gdl.table import PayoffTable

Profile = tuple[int, ...]
Mix = tuple[Fraction, ...]


@dataclass(frozen=True)
class NormalForm:
    """A payoff table.

    Attributes:
        roles: their names.
        moves: `moves[i]` are the names of the moves (or strategies) of role i.
        payoffs: profile, one move index per role → the payoff of each role.
    """

    roles: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    payoffs: Mapping[Profile, tuple[Fraction, ...]]

    def profiles(self) -> Iterator[Profile]:
        """Every profile, the last role's move changing fastest."""
        return product(*(range(len(moves)) for moves in self.moves))

    def others(self, role: int) -> Iterator[Profile]:
        """Every choice of the other roles, as a profile with 0 in the place of `role`."""
        return product(*(range(1 if i == role else len(moves)) for i, moves in enumerate(self.moves)))

    @cached_property
    def gains(self) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
        """`gains[i][move]`: the payoffs of role i for that move, one for each of `others(i)`, in order."""
        return tuple(
            tuple(
                tuple(self.payoffs[with_move(other, role, move)][role] for other in self.others(role))
                for move in range(len(self.moves[role]))
            )
            for role in range(len(self.roles))
        )

    def names(self, profile: Profile) -> tuple[str, ...]:
        """The moves of a profile by name."""
        return tuple(moves[index] for moves, index in zip(self.moves, profile, strict=True))

    @property
    def zero_sum(self) -> bool:
        """Whether the payoffs of every profile sum to 0."""
        return all(sum(payoffs) == 0 for payoffs in self.payoffs.values())


def with_move(profile: Profile, role: int, move: int) -> Profile:
    """`profile` with another move of one role."""
    return (*profile[:role], move, *profile[role + 1 :])


def from_table(table: PayoffTable) -> NormalForm:
    """The normal form that a payoff table spells out by name."""
    index = [{name: i for i, name in enumerate(moves)} for moves in table.moves]
    payoffs = {
        tuple(places[name] for places, name in zip(index, profile, strict=True)): cell
        for profile, cell in table.payoffs.items()
    }
    return NormalForm(table.roles, table.moves, payoffs)


def to_table(game: NormalForm, title: str) -> PayoffTable:
    """The payoff table of a normal form."""
    cells = {game.names(profile): game.payoffs[profile] for profile in game.profiles()}
    return PayoffTable(game.roles, game.moves, cells, title)


def restricted(game: NormalForm, kept: Sequence[Sequence[int]]) -> NormalForm:
    """The game in which role i has only the moves `kept[i]`, in that order."""
    moves = tuple(tuple(names[i] for i in rest) for names, rest in zip(game.moves, kept, strict=True))
    payoffs = {
        profile: game.payoffs[tuple(rest[i] for rest, i in zip(kept, profile, strict=True))]
        for profile in product(*(range(len(rest)) for rest in kept))
    }
    return NormalForm(game.roles, moves, payoffs)


def pure(move: int, count: int) -> Mix:
    """The mixed strategy that plays one of `count` moves for sure."""
    return tuple(Fraction(int(i == move)) for i in range(count))


def expected(game: NormalForm, mixes: Sequence[Mix]) -> tuple[Fraction, ...]:
    """Expected payoff of each role when role i plays `mixes[i]`, independently."""
    totals = [Fraction(0)] * len(game.roles)
    supports = [[(i, weight) for i, weight in enumerate(mix) if weight] for mix in mixes]
    for parts in product(*supports):
        weight = Fraction(1)
        for _, share in parts:
            weight *= share
        for role, payoff in enumerate(game.payoffs[tuple(i for i, _ in parts)]):
            totals[role] += weight * payoff
    return tuple(totals)
