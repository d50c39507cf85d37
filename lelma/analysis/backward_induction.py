"""Backward induction: the subgame-perfect equilibria of a game tree with perfect information."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from gdl.tables.tree import CHANCE, LEAF, Tree
from gdl.values import dataclass
from lelma.analysis.errors import NotSolved

_Payoffs = tuple[Fraction, ...]

_MAX_OUTCOMES = 200
"""Most different outcomes of ties that are kept for one node."""


@dataclass(frozen=True)
class Induction:
    """What backward induction finds.

    Attributes:
        play: the moves of one subgame-perfect equilibrium from the start, the first of equal moves being taken;
            up to chance's first move, if chance has one.
        payoffs: what each role gets from that equilibrium, in expectation where chance moves.
        choices: node → index of the move chosen there.
        ties: whether some role is indifferent somewhere, so that there are several equilibria.
        outcomes: the payoffs of every pure subgame-perfect equilibrium; None if there are too many to list.
    """

    play: tuple[int, ...]
    payoffs: _Payoffs
    choices: dict[int, int]
    ties: bool
    outcomes: frozenset[_Payoffs] | None


def backward_induction(tree: Tree) -> Induction:
    """The solution of a tree with perfect information, whose nodes may have several parents.

    Raises:
        NotSolved: if some role cannot tell two of its nodes apart.
    """
    if not tree.perfect_information():
        raise NotSolved("a role does not know all that was chosen before it chooses (imperfect information)")
    values: dict[int, _Payoffs] = {}
    outcomes: dict[int, frozenset[_Payoffs] | None] = {}
    choices: dict[int, int] = {}
    ties = False
    for index in _bottom_up(tree):
        node = tree.nodes[index]
        own = node.payoffs or (Fraction(0),) * len(tree.roles)
        if node.information == LEAF:
            values[index], outcomes[index] = own, frozenset([own])
            continue
        below = [values[child] for child in node.children]
        several = [outcomes[child] for child in node.children]
        each = tree.sets[node.information]
        if each.owner == CHANCE:
            values[index] = _plus(own, _mean(each.probabilities, below))
            reached = _means(each.probabilities, several)
        else:
            gains = [payoffs[each.owner] for payoffs in below]
            choices[index] = gains.index(max(gains))
            ties = ties or gains.count(max(gains)) > 1
            values[index] = _plus(own, below[choices[index]])
            reached = _reached(each.owner, several)
        kept = None if reached is None or len(reached) > _MAX_OUTCOMES else reached
        outcomes[index] = None if kept is None else frozenset(_plus(own, payoffs) for payoffs in kept)
    return Induction(_play(tree, choices), values[0], choices, ties, outcomes[0])


def _bottom_up(tree: Tree) -> list[int]:
    """Every node after all its children."""
    ordered, seen, waiting = [], set(), [(0, False)]
    while waiting:
        index, ready = waiting.pop()
        if ready:
            ordered.append(index)
        elif index not in seen:
            seen.add(index)
            waiting.append((index, True))
            waiting += [(child, False) for child in tree.nodes[index].children]
    return ordered


def _plus(one: _Payoffs, other: _Payoffs) -> _Payoffs:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _mean(probabilities: Sequence[Fraction], payoffs: Sequence[_Payoffs]) -> _Payoffs:
    weighted = [[weight * part for part in each] for weight, each in zip(probabilities, payoffs, strict=True)]
    return tuple(sum(parts, Fraction(0)) for parts in zip(*weighted, strict=True))


def _means(
    probabilities: Sequence[Fraction], several: Sequence[frozenset[_Payoffs] | None]
) -> frozenset[_Payoffs] | None:
    known = [each for each in several if each is not None]
    if len(known) < len(several) or prod(map(len, known)) > 10 * _MAX_OUTCOMES:
        return None
    return frozenset(_mean(probabilities, each) for each in product(*known))


def _reached(owner: int, several: Sequence[frozenset[_Payoffs] | None]) -> frozenset[_Payoffs] | None:
    """What equilibria below a role's node can give: a move is chosen in one if each other one can be made worse."""
    known = [each for each in several if each is not None]
    if len(known) < len(several):
        return None
    worst = [min(payoffs[owner] for payoffs in each) for each in known]
    return frozenset(
        payoffs
        for i, each in enumerate(known)
        for payoffs in each
        if all(payoffs[owner] >= low for j, low in enumerate(worst) if j != i)
    )


def _play(tree: Tree, choices: dict[int, int]) -> tuple[int, ...]:
    play, index = [], 0
    while index in choices:
        play.append(choices[index])
        index = tree.nodes[index].children[choices[index]]
    return tuple(play)
