"""The normal form of a game, by indices: what the questions about it are asked of; and that of a game tree.

A strategy of a tree names a move at every information set of its role that the role's own earlier moves in it leave
reachable, and none elsewhere: the reduced strategic form, as in Gambit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

from gdl.tables.table import PayoffTable
from gdl.tables.tree import LEAF, Tree
from gdl.values import dataclass
from lelma.analysis.errors import TooLarge

Profile = tuple[int, ...]
MixedStrategy = tuple[Fraction, ...]


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


def pure(move: int, count: int) -> MixedStrategy:
    """The mixed strategy that plays one of `count` moves for sure."""
    return tuple(Fraction(int(i == move)) for i in range(count))


def expected(game: NormalForm, mixes: Sequence[MixedStrategy]) -> tuple[Fraction, ...]:
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


MAX_STRATEGIES = 500
"""Most strategies of one role."""

_MAX_PROFILES = 10_000
"""Most profiles of a normal form."""

MAX_STEPS = 2_000_000
"""Most moves that lead to the nodes of a tree, one node after the other."""

NOTHING = "*"
"""Stands in a strategy's name for the move at an information set that it does not reach."""

IDLE = "-"
"""The only strategy of a role that never chooses."""

Path = tuple[tuple[int, int], ...]  # (information set, index of the move taken there), first one first


def normal_form(tree: Tree) -> NormalForm:
    """The reduced normal form; a strategy is called by its moves, in the order of the role's information sets.

    Raises:
        TooLarge: if it has too many strategies or profiles.
    """
    roles = range(len(tree.roles))
    paths, chances, payoffs = _walk(tree)
    own = [[_owned(tree, path, role) for path in paths] for role in roles]
    strategies = [_strategies(tree, role, own[role]) for role in roles]
    count = prod(map(len, strategies))
    if count > _MAX_PROFILES:
        raise TooLarge(f"the normal form has {count} profiles, more than {_MAX_PROFILES}")
    cells: dict[Profile, list[Fraction]] = {
        profile: [Fraction(0)] * len(roles) for profile in product(*(range(len(each)) for each in strategies))
    }
    for index, node in enumerate(tree.nodes):
        if node.information != LEAF or not chances[index]:
            continue
        reaching = [_agreeing(strategies[role], own[role][index]) for role in roles]
        for profile in product(*reaching):
            cell = cells[profile]
            for role in roles:
                cell[role] += chances[index] * payoffs[index][role]
    sets = [[i for i, each in enumerate(tree.sets) if each.owner == role] for role in roles]
    names = tuple(tuple(_name(tree, sets[role], strategy) for strategy in strategies[role]) for role in roles)
    return NormalForm(tree.roles, names, {profile: tuple(cell) for profile, cell in cells.items()})


def _walk(tree: Tree) -> tuple[list[Path], list[Fraction], list[tuple[Fraction, ...]]]:
    """For each node the moves that lead to it, the probability of chance's part in them, and the payoffs so far."""
    paths: list[Path] = [()] * len(tree.nodes)
    chances = [Fraction(1)] * len(tree.nodes)
    payoffs = [(Fraction(0),) * len(tree.roles)] * len(tree.nodes)
    steps = 0
    for index, node in enumerate(tree.nodes):
        steps += len(paths[index])
        if steps > MAX_STEPS:
            raise TooLarge(f"the paths to the nodes of the tree have more than {MAX_STEPS} moves in all")
        if node.payoffs:
            payoffs[index] = tuple(a + b for a, b in zip(payoffs[index], node.payoffs, strict=True))
        for move, child in enumerate(node.children):
            probabilities = tree.sets[node.information].probabilities
            paths[child] = (*paths[index], (node.information, move))
            chances[child] = chances[index] * (probabilities[move] if probabilities else 1)
            payoffs[child] = payoffs[index]
    return paths, chances, payoffs


def _owned(tree: Tree, path: Path, role: int) -> Path:
    return tuple(step for step in path if tree.sets[step[0]].owner == role)


def _strategies(tree: Tree, role: int, own: list[Path]) -> list[dict[int, int]]:
    """Every reduced strategy of a role: information set → index of the move."""
    entries: dict[int, list[Path]] = {i: [] for i, each in enumerate(tree.sets) if each.owner == role}
    for node, path in zip(tree.nodes, own, strict=True):
        if node.information in entries:
            entries[node.information].append(path)
    found: list[dict[int, int]] = [{}]
    for number in entries:
        wider = []
        for strategy in found:
            if any(all(strategy.get(step[0]) == step[1] for step in path) for path in entries[number]):
                wider += [{**strategy, number: move} for move in range(len(tree.sets[number].moves))]
            else:
                wider.append(strategy)
        found = wider
        if len(found) > MAX_STRATEGIES:
            raise TooLarge(f"{tree.roles[role]} has more than {MAX_STRATEGIES} strategies")
    return found


def _agreeing(strategies: list[dict[int, int]], path: Path) -> list[int]:
    return [i for i, each in enumerate(strategies) if all(each.get(step[0]) == step[1] for step in path)]


def _name(tree: Tree, sets: list[int], strategy: dict[int, int]) -> str:
    moves = [tree.sets[i].moves[strategy[i]] if i in strategy else NOTHING for i in sets]
    return "/".join(moves) or IDLE
