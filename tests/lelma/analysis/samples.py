"""Small games for the tests of `lelma.forms`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from gdl.tables.tree import CHANCE, LEAF, InformationSet, Node, Tree
from lelma.analysis.normal_form import NormalForm


def bimatrix(rows: Sequence[Sequence[tuple[int, int]]]) -> NormalForm:
    """A game of two roles from its cells; row moves are a, b, …, column moves x0, x1, …"""
    moves = (tuple("abcdefgh"[: len(rows)]), tuple(f"x{j}" for j in range(len(rows[0]))))
    payoffs = {
        (i, j): (Fraction(one), Fraction(other)) for i, row in enumerate(rows) for j, (one, other) in enumerate(row)
    }
    return NormalForm(("row", "column"), moves, payoffs)


def random_game(source: random.Random, shape: Sequence[int], top: int) -> NormalForm:
    """A game with payoffs from 0 to `top`: small numbers tie often, so many of these games are degenerate."""
    roles = tuple(f"p{i}" for i in range(len(shape)))
    moves = tuple(tuple(f"m{j}" for j in range(size)) for size in shape)
    payoffs = {
        profile: tuple(Fraction(source.randint(0, top)) for _ in shape)
        for profile in product(*(range(size) for size in shape))
    }
    return NormalForm(roles, moves, payoffs)


def random_games(seed: int, count: int, *, roles: int = 2, largest: int = 4) -> list[NormalForm]:
    source = random.Random(seed)
    return [
        random_game(source, [source.randint(1, largest) for _ in range(roles)], source.choice([1, 2, 3, 9, 50]))
        for _ in range(count)
    ]


def random_tree(source: random.Random, *, depth: int, roles: int) -> Tree:
    """A tree with perfect information: every node is its own information set; some are chance's."""
    nodes: list[Node] = []
    sets: list[InformationSet] = []

    def grow(left: int) -> int:
        index = len(nodes)
        if left == 0 or source.random() < 0.15:
            nodes.append(Node(LEAF, (), tuple(Fraction(source.randint(0, 3)) for _ in range(roles))))
            return index
        owner = source.choice([CHANCE, *range(roles), *range(roles)])
        chances = (Fraction(1, 3), Fraction(2, 3)) if owner == CHANCE else ()
        sets.append(InformationSet(owner, ("l", "r"), chances))
        own = len(sets) - 1
        nodes.append(Node(own))
        nodes[index] = Node(own, (grow(left - 1), grow(left - 1)))
        return index

    grow(depth)
    return Tree(tuple(f"p{i}" for i in range(roles)), tuple(nodes), tuple(sets))
