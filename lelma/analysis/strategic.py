"""The normal form of a game tree.

A strategy names a move at every information set of its role that the role's own earlier moves in it leave
reachable, and none elsewhere: the reduced strategic form, as in Gambit.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from gdl.tree import LEAF, Tree
from lelma.analysis.errors import TooLarge
from lelma.analysis.normal_form import NormalForm, Profile

MAX_STRATEGIES = 500
"""Most strategies of one role."""

MAX_PROFILES = 10_000
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
    if count > MAX_PROFILES:
        raise TooLarge(f"the normal form has {count} profiles, more than {MAX_PROFILES}")
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
