"""A game tree as GDL rules: the roles move from node to node, and see which of their information sets they are at.

Rules of this form can say what a tree says if every information set lies at one depth (the rounds of GDL are common
knowledge) and its owner remembers at it what it did and knew before (perfect recall: GDL-II has no forgetting).
Chance chooses alike among the legal moves of `random`, so a move of chance with probability 2/3 becomes two moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from gdl.errors import GdlError
from gdl.tables.table import PayoffTable, clean_name, symbols
from gdl.tables.tree import CHANCE, LEAF, Tree
from gdl.tree.keywords import RANDOM
from gdl.values import dataclass

MOST_CHANCES = 1000
"""Most legal moves that one move of nature may become."""

_RULES = """
(<= (legal ?r ?m) (true (at ?n)) (position ?n ?s) (mover ?s ?r) (choice ?s ?m))
(<= (legal ?r noop) (role ?r) (not (on_turn ?r)))
(<= (on_turn ?r) (true (at ?n)) (position ?n ?s) (mover ?s ?r))
(<= (next (at ?k)) (true (at ?n)) (position ?n ?s) (mover ?s ?r) (does ?r ?m) (leads ?n ?m ?k))
(<= terminal (true (at ?n)) (leaf ?n))
"""

_SEES = """
; a role whose turn comes sees at which of its information sets it is
(<= (sees ?r ?s)
    (true (at ?n)) (position ?n ?t) (mover ?t ?q) (does ?q ?m) (leads ?n ?m ?k) (position ?k ?s) (mover ?s ?r))
"""


@dataclass(frozen=True)
class TreeSymbols:
    """The GDL symbols of a tree: of each role, and of each move of each information set.

    Attributes:
        roles: in the order of the tree's.
        moves: for each information set, its moves; where it is nature's, each with as many symbols as it takes.
        prose: symbol of each move → what the tree calls it.
    """

    roles: tuple[str, ...]
    moves: tuple[tuple[tuple[str, ...], ...], ...]
    prose: dict[str, str]


def tree_symbols(tree: Tree) -> TreeSymbols:
    """The GDL symbols of a tree.

    Raises:
        GdlError: if a probability of chance takes too many moves.
    """
    roles = [f"{name} player" if name.casefold() == RANDOM else name for name in tree.roles]
    owners = [*range(len(roles)), CHANCE]
    called = [tuple(dict.fromkeys(m for each in tree.sets if each.owner == o for m in each.moves)) for o in owners]
    names = symbols(PayoffTable((*roles, "nature"), tuple(called), {}))
    moves = []
    for each in tree.sets:
        known = names.moves[each.owner]
        times = _times(each.probabilities) if each.owner == CHANCE else [1] * len(each.moves)
        moves.append(
            tuple(
                tuple(known[move] if count == 1 else f"{known[move]}_of_{count}_{i}" for i in range(1, count + 1))
                for move, count in zip(each.moves, times, strict=True)
            )
        )
    prose = {symbol: name for known in names.moves[:-1] for name, symbol in known.items()}
    return TreeSymbols(names.roles[:-1], tuple(moves), prose)


def _times(probabilities: tuple[Fraction, ...]) -> list[int]:
    whole = lcm(*(each.denominator for each in probabilities))
    if whole > MOST_CHANCES:
        raise GdlError(f"chances with the denominator {whole} would take {whole} moves, more than {MOST_CHANCES}")
    return [int(each * whole) for each in probabilities]


def tree_to_gdl(tree: Tree) -> str:
    """KIF rules of the tree.

    Raises:
        GdlError: if rules can't say what the tree says; the message says why.
    """
    names = tree_symbols(tree)
    if not tree.perfect_information():
        _check_memory(tree)
    title = clean_name(tree.title)
    lines = [f"; {title}"] if title else []
    lines += [f"(role {role})" for role in names.roles]
    chance = any(each.owner == CHANCE for each in tree.sets)
    lines += [f"(role {RANDOM})"] if chance else []
    lines += ["", "(init (at 0))", "", "; the information sets: who moves, and how", *_sets(tree, names)]
    lines += ["", "; the nodes: the information set of each, and where its moves lead", *_nodes(tree, names)]
    lines += ["", f"; where a play ends: the payoffs of {', of '.join(names.roles)}", *_leaves(tree), _RULES.rstrip()]
    values = [f"?u{i}" for i in range(len(names.roles))]
    for role, value in zip(names.roles, values, strict=True):
        lines.append(f"(<= (goal {role} {value}) (true (at ?n)) (payoff ?n {' '.join(values)}))")
    lines += [f"(<= (goal {RANDOM} 0) terminal)"] if chance else []
    # Where all moves are seen, so are the several moves that one of nature's may have become.
    several = any(len(symbols) > 1 for moves in names.moves for symbols in moves)
    lines += [_SEES.rstrip()] if several or not tree.perfect_information() else []
    return "\n".join(lines) + "\n"


def _sets(tree: Tree, names: TreeSymbols) -> Iterator[str]:
    for number, each in enumerate(tree.sets):
        owner = RANDOM if each.owner == CHANCE else names.roles[each.owner]
        choices = (f"(choice {number} {symbol})" for symbols in names.moves[number] for symbol in symbols)
        yield " ".join([f"(mover {number} {owner})", *choices])


def _nodes(tree: Tree, names: TreeSymbols) -> Iterator[str]:
    for index, node in enumerate(tree.nodes):
        if node.information == LEAF:
            continue
        moves = zip(names.moves[node.information], node.children, strict=True)
        leads = (f"(leads {index} {symbol} {child})" for symbols, child in moves for symbol in symbols)
        yield " ".join([f"(position {index} {node.information})", *leads])


def _leaves(tree: Tree) -> Iterator[str]:
    """What is paid at the end of each play: the payoffs of all its nodes together."""
    nothing = (Fraction(0),) * len(tree.roles)
    paid = {0: nothing}
    for index, node in enumerate(tree.nodes):
        here = tuple(a + b for a, b in zip(paid[index], node.payoffs or nothing, strict=True))
        paid.update(dict.fromkeys(node.children, here))
        if node.information == LEAF:
            yield f"(leaf {index}) (payoff {' '.join([str(index), *map(tree.spelling.told, here)])})"


def _check_memory(tree: Tree) -> None:
    """Every node of an information set is as deep, and reached by the same own moves.

    Raises:
        GdlError: for the first information set of which that is not true.
    """
    depth, own = {0: 0}, {0: tuple[tuple[tuple[int, int], ...], ...](() for _ in tree.roles)}
    first: dict[int, int] = {}
    for index, node in enumerate(tree.nodes):
        if node.information == LEAF:
            continue
        owner = tree.sets[node.information].owner
        for place, child in enumerate(node.children):
            depth[child] = depth[index] + 1
            moved = (*own[index][owner], (node.information, place)) if owner != CHANCE else ()
            own[child] = own[index] if owner == CHANCE else (*own[index][:owner], moved, *own[index][owner + 1 :])
        other = first.setdefault(node.information, index)
        if owner == CHANCE or other == index:
            continue
        where = f"an information set of {tree.roles[owner]}"
        if depth[other] != depth[index]:
            raise GdlError(f"{where} has nodes at the depths {depth[other]} and {depth[index]}: GDL counts rounds")
        if own[other][owner] != own[index][owner]:
            raise GdlError(f"{where} has nodes that differ in its own moves: in GDL no role forgets them")
