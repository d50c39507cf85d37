"""A game tree: the extensive form of a game, exact."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from gdl.tables.table import PayoffTable
from gdl.tree.numbers import NumberSpelling
from gdl.values import dataclass

CHANCE = -1
"""The owner of an information set where nature moves."""

LEAF = -1
"""The information set of a node without moves."""

MAX_NODES = 100_000
"""Files with more nodes are refused."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the game.

    Attributes:
        information: index of its information set, or `LEAF`.
        children: indices of the nodes that its moves lead to, in the order of the set's moves.
        payoffs: what each role is paid on reaching it, added up along a play; empty for nothing.
        label: what it is called; for people only.
    """

    information: int
    children: tuple[int, ...] = ()
    payoffs: tuple[Fraction, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """Nodes that their owner cannot tell apart.

    Attributes:
        owner: index of the role that moves, or `CHANCE`.
        moves: their names, all different.
        probabilities: of each move of chance; empty for a role's.
        label: what its owner knows; for people only.
    """

    owner: int
    moves: tuple[str, ...]
    probabilities: tuple[Fraction, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Tree:
    """A game tree. `nodes[0]` is the start; every other node comes after its parent.

    Its author writes numbers as `spelling` has them.
    """

    roles: tuple[str, ...]
    nodes: tuple[Node, ...]
    sets: tuple[InformationSet, ...]
    title: str = ""
    spelling: NumberSpelling = field(default_factory=NumberSpelling, compare=False)

    def members(self) -> list[list[int]]:
        """The nodes of each information set."""
        found: list[list[int]] = [[] for _ in self.sets]
        for index, node in enumerate(self.nodes):
            if node.information != LEAF:
                found[node.information].append(index)
        return found

    def perfect_information(self) -> bool:
        """Whether every role can tell every one of its nodes from all others."""
        sizes = zip(self.sets, self.members(), strict=True)
        return all(each.owner == CHANCE or len(nodes) <= 1 for each, nodes in sizes)


def tree_of_table(table: PayoffTable) -> Tree:
    """The tree of a one-shot game: the roles choose in turn, none knowing what was chosen before."""
    sets = tuple(InformationSet(role, moves) for role, moves in enumerate(table.moves))
    nodes: list[Node] = []
    _grow(table, (), nodes)
    return Tree(table.roles, tuple(nodes), sets, table.title, table.spelling)


def _grow(table: PayoffTable, profile: tuple[str, ...], nodes: list[Node]) -> int:
    index, depth = len(nodes), len(profile)
    if depth == len(table.roles):
        nodes.append(Node(LEAF, (), table.payoffs[profile]))
        return index
    nodes.append(Node(depth))
    children = tuple(_grow(table, (*profile, move), nodes) for move in table.moves[depth])
    nodes[index] = Node(depth, children)
    return index
