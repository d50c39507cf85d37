"""Subgame-perfect equilibrium of a game of simultaneous rounds in which every past move is known.

Backward over the states: in each, the roles that choose play a stage game whose payoffs are the values of the
states it leads to (Osborne and Rubinstein 1994, section 6.3.2). That settles the game where every stage game has
one equilibrium payoff only; in a game of two roles with a constant sum it always has (Shapley 1953).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.analysis.equilibria import equilibria
from lelma.analysis.errors import NotSolved
from lelma.analysis.game_tree import check_graph
from lelma.analysis.normal_form import MixedStrategy, NormalForm, Profile, expected
from lelma.engine.answers import Graph
from lelma.support.linear_programs import matrix_value
from translators.language.query import move_name

_Payoffs = tuple[Fraction, ...]


@dataclass(frozen=True)
class Stages:
    """The subgame-perfect equilibrium of a game of simultaneous rounds.

    Attributes:
        payoffs: what each role (chance left out) gets, the same in every such equilibrium.
        first: one such equilibrium's mix of each role over its legal moves at the start, by name.
        states: how many states the game has.
    """

    payoffs: _Payoffs
    first: tuple[tuple[tuple[str, Fraction], ...], ...]
    states: int


def subgame_perfect(graph: Graph) -> Stages:
    """The subgame-perfect equilibrium of a game whose rules have no percepts.

    Raises:
        NotSolved: if a stage game has equilibria with different payoffs, or too many to list, or the game is unsound.
    """
    order = check_graph(graph)
    players = [i for i, role in enumerate(graph.roles) if role != RANDOM]
    values: dict[int, _Payoffs] = {}
    constant = _constant_sum(graph, players)
    mixes: tuple[MixedStrategy, ...] = ()
    for index in order:
        state = graph.states[index]
        if state.moves:
            stage = _stage(graph, index, players, values)
            mixes, values[index] = _solved(stage, constant=constant)
        else:
            goals = dict(state.goals)
            values[index] = tuple(goals[graph.roles[i]] for i in players)
    if not graph.states[0].moves:
        return Stages(values[0], ((),) * len(players), len(graph.states))
    names = [list(map(move_name, graph.states[0].moves[i])) for i in players]
    first = tuple(tuple(zip(each, mix, strict=True)) for each, mix in zip(names, mixes, strict=True))
    return Stages(values[0], first, len(graph.states))


def _constant_sum(graph: Graph, players: Sequence[int]) -> bool:
    ends = [dict(state.goals) for state in graph.states if not state.moves]
    return len(players) == 2 and len({sum(goals[graph.roles[i]] for i in players) for goals in ends}) == 1


def _stage(graph: Graph, index: int, players: Sequence[int], values: dict[int, _Payoffs]) -> NormalForm:
    """The stage game of a state; chance, which takes each of its moves equally often, is averaged out."""
    state = graph.states[index]
    cells: dict[Profile, list[_Payoffs]] = {}
    for joint, following in zip(product(*(range(len(moves)) for moves in state.moves)), state.next, strict=True):
        cells.setdefault(tuple(joint[i] for i in players), []).append(values[following])
    payoffs = {
        profile: tuple(sum(parts, Fraction(0)) / len(several) for parts in zip(*several, strict=True))
        for profile, several in cells.items()
    }
    moves = tuple(tuple(map(move_name, state.moves[i])) for i in players)
    return NormalForm(tuple(graph.roles[i] for i in players), moves, payoffs)


def _solved(stage: NormalForm, *, constant: bool) -> tuple[tuple[MixedStrategy, ...], _Payoffs]:
    if constant:
        mixes = tuple(matrix_value(gains)[1] for gains in stage.gains)
        return mixes, expected(stage, mixes)
    found = equilibria(stage)
    if found.status.startswith("gave up"):
        raise NotSolved(f"a stage game was not solved: {found.status.removeprefix('gave up: ')}")
    if len({one.payoffs for one in found.found}) > 1:
        raise NotSolved("a stage game has equilibria with different payoffs, so the game has several values")
    return found.found[0].mixes, found.found[0].payoffs
