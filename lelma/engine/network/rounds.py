"""What a state is worth in which roles choose at the same time: the value of a matrix game.

Its payoffs are the values of the states that it leads to. With two roles and goal values that always have one sum,
every such game has a value, and so has the whole game (Shapley 1953, "Stochastic games"; Osborne and Rubinstein
1994, section 2.5). Otherwise a state may have several equilibria of different payoffs, and the game no value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Symbol
from lelma.engine.network.search import Integers, ReachableGraph
from lelma.support.linear_programs import matrix_value

Values = npt.NDArray[Any]
_Mix = tuple[Fraction, ...]
Gains = tuple[tuple[int | Fraction, ...], ...]
"""`gains[i][j]`: what a role gets from its move i against the other's move j."""


def players(graph: ReachableGraph) -> list[int]:
    """The places of the roles that are not chance."""
    return [place for place, role in enumerate(graph.network.roles) if role != Symbol(RANDOM)]


def stage(graph: ReachableGraph, values: Values, number: int) -> Values:
    """`stage[move of role 0, move of role 1, …, role]`: the values of what a state leads to; chance, averaged out, has
    one move.
    """
    first, last = np.searchsorted(graph.source, [number, number + 1])
    options = graph.options[number]
    cells = values[graph.target[first:last]].astype(object).reshape(*options, values.shape[1])
    for place, role in enumerate(graph.network.roles):
        if role == Symbol(RANDOM) and options[place] > 1:
            cells = cells.sum(axis=place, keepdims=True) * Fraction(1, int(options[place]))
    return cells


def back_up_rounds(graph: ReachableGraph, values: Values, states: Integers, proceed: Callable[[], None]) -> None:
    """Sets the values of states in which several roles choose, from those of their successors; exact.

    `values` holds Python's numbers. Where two players choose, what they get has the same sum in every state.
    """
    known: dict[Gains, int | Fraction] = {}
    for number in states.tolist():
        cells = stage(graph, values, number)
        deciding = [place for place in players(graph) if cells.shape[place] > 1]
        outcomes = cells.reshape(-1, cells.shape[-1])
        if len(deciding) < 2:
            values[number] = outcomes[_first_best(outcomes, deciding)]
            continue
        one, other = deciding
        gains = _gains(cells, one, other)
        if gains not in known:
            proceed()
            known[gains] = _value(gains)
        total = outcomes[0, one] + outcomes[0, other]
        values[number, one], values[number, other] = known[gains], total - known[gains]


def optimal_mixes(graph: ReachableGraph, values: Values, number: int) -> dict[int, _Mix]:
    """Player → a mix over its legal moves in a state, in their order, that secures it the state's value."""
    cells = stage(graph, values, number)
    deciding = [place for place in players(graph) if cells.shape[place] > 1]
    found: dict[int, _Mix] = {place: (Fraction(1),) for place in players(graph)}
    if len(deciding) == 2:
        one, other = deciding
        found |= {one: _mix(_gains(cells, one, other)), other: _mix(_gains(cells, other, one))}
    elif deciding:
        best = _first_best(cells.reshape(-1, cells.shape[-1]), deciding)
        found[deciding[0]] = _surely(best, cells.shape[deciding[0]])
    return found


def _first_best(outcomes: Values, deciding: list[int]) -> int:
    """The first of the outcomes that is best for the only role that decides; the only one where none does."""
    return int(np.argmax(outcomes[:, deciding[0]])) if deciding else 0


def _gains(cells: Values, one: int, other: int) -> Gains:
    table = np.moveaxis(cells[..., one], (one, other), (0, 1)).reshape(cells.shape[one], cells.shape[other])
    return tuple(map(tuple, table.tolist()))


def _value(gains: Gains) -> int | Fraction:
    low = max(min(row) for row in gains)
    high = min(max(column) for column in zip(*gains, strict=True))
    return low if low == high else matrix_value(gains)[0]


def _mix(gains: Gains) -> _Mix:
    """A mix that secures the value: the first single move that does, if there is one."""
    value = _value(gains)
    secure = next((place for place, row in enumerate(gains) if min(row) == value), None)
    return matrix_value(gains)[1] if secure is None else _surely(secure, len(gains))


def _surely(move: int, count: int) -> _Mix:
    """The mix that plays one of `count` moves for sure."""
    return tuple(Fraction(int(i == move)) for i in range(count))
