"""Exact values of small games, by backward induction over all reachable states."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

import numpy as np

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Symbol, Term
from gdl.values import dataclass
from lelma.engine.network.network import Network, NetworkState
from lelma.engine.network.rounds import Values, back_up_rounds, optimal_mixes, players
from lelma.engine.network.search import Integers, ReachableGraph, reachable
from lelma.support.errors import GameError


@dataclass(frozen=True)
class NetworkSolution:
    """A game solved: what every role gets from every state if all play best.

    Where a role has several moves that are best for itself, the others' values are those of the first one in the
    order of the rules; in games of two roles whose goal values always have one sum this makes no difference. Where
    two roles choose at the same time, the values are those of the matrix game (`lelma.engine.network.rounds`).

    Attributes:
        graph: the states.
        values: `values[state, role]`, times `scale`.
    """

    graph: ReachableGraph
    values: Values
    scale: int

    def value(self, state: NetworkState | None = None) -> tuple[Fraction, ...]:
        """The value of a state, or of the game, for each role."""
        number = 0 if state is None else self.graph.number(state)
        return tuple(Fraction(value) / self.scale for value in self.values[number].tolist())

    def best(self, state: NetworkState | None = None) -> tuple[tuple[Term, ...], ...]:
        """For each role its best moves in a state, or in the first one; none in a terminal state.

        Where roles choose at the same time, those that an optimal mix of the role takes.
        """
        graph = self.graph
        number = 0 if state is None else graph.number(state)
        if together := self.mixes(state):
            return tuple(
                tuple(move for move, weight in together[role] if weight)
                if role in together
                else tuple(self._moves(number, role))
                for role in range(len(graph.network.roles))
            )
        first, last = np.searchsorted(graph.source, [number, number + 1])
        found: list[tuple[Term, ...]] = []
        for role, names in enumerate(graph.network.moves):
            worth = self.values[graph.target[first:last], role]
            moves = graph.moves[first:last, role]
            if len(worth) and graph.options[number, role] > 1 and graph.network.roles[role] != Symbol(RANDOM):
                moves = moves[worth == worth.max()]
            found.append(tuple(names[move] for move in dict.fromkeys(moves.tolist())))
        return tuple(found)

    def mixes(self, state: NetworkState | None = None) -> dict[int, tuple[tuple[Term, Fraction], ...]]:
        """Role → its moves with their weights in an optimal mix, where several roles choose at the same time; empty
        where at most one does.
        """
        number = 0 if state is None else self.graph.number(state)
        if (self.graph.options[number] > 1).sum() < 2:
            return {}
        found = optimal_mixes(self.graph, self.values, number)
        return {role: tuple(zip(self._moves(number, role), mix, strict=True)) for role, mix in found.items()}

    def _moves(self, number: int, role: int) -> list[Term]:
        """The legal moves of a role in a state, in order."""
        first, last = np.searchsorted(self.graph.source, [number, number + 1])
        numbers = dict.fromkeys(self.graph.moves[first:last, role].tolist())
        return [self.graph.network.moves[role][move] for move in numbers]


def solve_network(
    network: Network, *, most: int = 2_000_000, proceed: Callable[[], None] = lambda: None
) -> NetworkSolution:
    """The exact value of a game in which at most one role has a choice at a time, or that two roles play for a
    constant sum; `random` chooses evenly.

    Raises:
        GameError: too many states; roles that choose at the same time in another game; a game that may go on for
            ever, or stops where a role has no legal move; a terminal state without exactly one goal value for every
            role.
    """
    graph = reachable(network, most=most, proceed=proceed)
    _check(graph)
    goals, scale = _goals(graph)
    _check_sums(graph, goals)
    if ((graph.options > 1).sum(axis=1) > 1).any():
        goals = goals.astype(object)
    return NetworkSolution(graph, _induction(graph, goals, proceed), scale)


def _state_text(graph: ReachableGraph, number: int) -> str:
    from gdl.text.write import kif_term

    network = graph.network
    bits = np.unpackbits(graph.states[number], count=len(network.fluents), bitorder="little").astype(np.bool_)
    return " ".join(sorted(kif_term(fluent) for fluent in network.state(bits)))


def _check(graph: ReachableGraph) -> None:
    stuck = ~graph.terminal & (graph.options == 0).any(axis=1)
    if stuck.any():
        raise GameError(f"a role has no legal move in {_state_text(graph, int(np.argmax(stuck)))}")


def _check_sums(graph: ReachableGraph, goals: Values) -> None:
    """Refuses a game with simultaneous choices whose value is not defined."""
    playing = players(graph)
    together = (graph.options[:, playing] > 1).sum(axis=1) > 1
    sums = goals[graph.terminal][:, playing].sum(axis=1)
    if not together.any() or (len(playing) == 2 and len(set(sums.tolist())) <= 1):
        return
    text = _state_text(graph, int(np.argmax(together)))
    why = f"there are {len(playing)} roles" if len(playing) != 2 else "their goal values have no constant sum"
    raise GameError(
        f"roles choose at the same time and {why}, so what each gets depends on the equilibrium that they play, and the"
        f" game has no one value: in {text}"
    )


def _goals(graph: ReachableGraph) -> tuple[Values, int]:
    """The goal values of terminal states, times a common denominator, which comes second."""
    network = graph.network
    all_values = [value for goals in network.grounding.goals for value in goals]
    scale = lcm(*(value.denominator for value in all_values))
    ended = graph.terminal
    found: Integers = np.zeros((len(graph.states), len(network.roles)), dtype=np.int64)
    at = 0
    for role, goals in enumerate(network.grounding.goals):
        holds = graph.goals[:, at : at + len(goals)]
        at += len(goals)
        numbers = np.array([int(value * scale) for value in goals], dtype=np.int64)
        if network.roles[role] == Symbol(RANDOM):
            continue
        wrong = ended & (holds.sum(axis=1) != 1)
        if wrong.any():
            text = _state_text(graph, int(np.argmax(wrong)))
            raise GameError(f"{network.roles[role]} has no single goal value in {text}")
        found[ended, role] = holds[ended].astype(np.int64) @ numbers
    if any(role == Symbol(RANDOM) for role in network.roles):
        exact: Values = np.array([[Fraction(value) for value in row] for row in found.tolist()], dtype=object)
        return exact, scale
    return found, scale


def _induction(graph: ReachableGraph, values: Values, proceed: Callable[[], None]) -> Values:
    """Values of all states: a state's is found once all its successors' are."""
    count = len(graph.states)
    first = np.searchsorted(graph.source, np.arange(count + 1))
    mover = np.argmax(graph.options > 1, axis=1)
    chance = np.array([role == Symbol(RANDOM) for role in graph.network.roles])
    together = (graph.options > 1).sum(axis=1) > 1
    waiting = np.diff(first)
    backwards = np.argsort(graph.target, kind="stable")
    entering = np.searchsorted(graph.target[backwards], np.arange(count + 1))
    ready = np.flatnonzero(waiting == 0)
    valued = len(ready)
    while len(ready):
        edges = backwards[_ranges(entering[ready], entering[ready + 1])]
        befores, times = np.unique(graph.source[edges], return_counts=True)
        waiting[befores] -= times
        ready = befores[waiting[befores] == 0]
        valued += len(ready)
        proceed()
        back_up_rounds(graph, values, ready[together[ready]], proceed)
        alone = ready[~together[ready]]
        for by_chance in (False, True):
            part = alone[chance[mover[alone]] == by_chance]
            if len(part):
                _backed_up(graph, values, part, first, mover, by_chance)
    if valued < count:
        text = _state_text(graph, int(np.argmax(waiting > 0)))
        raise GameError(f"the game may go on for ever, for instance from {text}")
    return values


def _backed_up(
    graph: ReachableGraph, values: Values, states: Integers, first: Integers, mover: Integers, chance: bool
) -> None:
    """Sets the values of states from those of their successors."""
    edges = _ranges(first[states], first[states + 1])
    sizes = first[states + 1] - first[states]
    starts = np.cumsum(sizes) - sizes
    after = values[graph.target[edges]]
    if chance:
        values[states] = np.add.reduceat(after, starts, axis=0) / sizes[:, None]
        return
    own = after[np.arange(len(edges)), np.repeat(mover[states], sizes)]
    best = np.maximum.reduceat(own, starts)
    place = np.where(own == np.repeat(best, sizes), np.arange(len(edges)), len(edges))
    values[states] = after[np.minimum.reduceat(place, starts)]


def _ranges(starts: Integers, ends: Integers) -> Integers:
    """The numbers of all ranges, one range after the other."""
    sizes = ends - starts
    offsets = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
    found: Integers = offsets + np.arange(int(sizes.sum()))
    return found
