"""Game trees from the states of a game.

In a round the roles that have a choice move one after the other, in the order of the rules and none knowing what
the others chose in it; chance, the role `random`, moves last, each of its legal moves with the same probability
(Thielscher 2010, "A general game description language for incomplete information games", Definition 2). Between
rounds a role remembers its own moves and what the rules let it perceive; where the rules have no percepts, every
joint move is common knowledge, as in GDL without `sees`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gdl.tables.tree import CHANCE, LEAF, InformationSet, Node, Tree
from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.analysis.errors import NotSolved, TooLarge
from lelma.engine.answers import Graph, GraphState
from translators.language.query import move_name, term_text

_MAX_NODES = 20_000
"""Largest tree that a game is unfolded to; a tree whose equal states are shared may have ten times as many."""


def unfold(graph: Graph, passes: Sequence[str], *, percepts: bool, shared: bool = False) -> Tree:
    """The game tree of a game.

    Args:
        graph: its states.
        passes: moves that choose nothing when a role has no other, such as noop.
        percepts: whether the rules say what each role perceives; if not, every role knows every past move.
        shared: whether nodes that are one state are one node, which then has several parents. Only where every
            past move is known and at most one role chooses at a time does that tree say the same as the other.

    Raises:
        NotSolved: if the game has no tree: a play need not end, a role has no legal move or goal value or several
            values, or cannot know its legal moves.
        TooLarge: for more than `_MAX_NODES` nodes.
    """
    check_graph(graph)
    return _Unfolding(graph, passes, percepts=percepts, shared=shared).tree()


def one_at_a_time(graph: Graph, passes: Sequence[str]) -> bool:
    """Whether no state asks more than one role, chance aside, to choose."""
    return all(sum(graph.roles[i] != RANDOM for i in _movers(graph, state, passes)) <= 1 for state in graph.states)


def _movers(graph: Graph, state: GraphState, passes: Sequence[str]) -> tuple[int, ...]:
    """The roles that choose in a state, chance last: not those whose only move is a pass."""
    found = [
        i
        for i, moves in enumerate(state.moves)
        if len(moves) > 1 or (graph.roles[i] != RANDOM and move_name(moves[0]) not in passes)
    ]
    return tuple(sorted(found, key=lambda i: (graph.roles[i] == RANDOM, i)))


def check_graph(graph: Graph) -> list[int]:
    """Every state after all states it leads to.

    Raises:
        NotSolved: for what the specification of GDL forbids, if it shows in the states.
    """
    for state in graph.states:
        for role, moves in zip(graph.roles, state.moves, strict=False):
            if not moves:
                raise NotSolved(f"{role} has no legal move in a state that can be reached and is not terminal")
        for role in graph.roles if not state.moves else ():
            values = [value for name, value in state.goals if name == role]
            if len(values) != 1 and role != RANDOM:
                trouble = "several goal values" if values else "no goal value"
                raise NotSolved(f"{role} has {trouble} in a terminal state that can be reached")
    return _last_first(graph)


def _last_first(graph: Graph) -> list[int]:
    done, open_, waiting = dict[int, None](), set(), [(0, False)]
    while waiting:
        index, left = waiting.pop()
        if left:
            open_.discard(index)
            done[index] = None
        elif index not in done:
            open_.add(index)
            waiting.append((index, True))
            for following in graph.states[index].next:
                if following in open_:
                    raise NotSolved("a play can go on for ever: some moves lead back to an earlier state")
                waiting.append((following, False))
    return list(done)


@dataclass(frozen=True)
class _Place:
    """A node to be made: the state its round began in, the moves chosen in it so far, what each role knew then."""

    state: int
    chosen: tuple[int, ...]
    known: tuple[int, ...]


class _Unfolding:
    """The tree as it grows. `stories[i]` tells in words the history with number i."""

    def __init__(self, graph: Graph, passes: Sequence[str], *, percepts: bool, shared: bool) -> None:
        self.graph = graph
        self.percepts = percepts
        self.shared = shared
        self.movers = [_movers(graph, state, passes) for state in graph.states]
        self.players = [i for i, role in enumerate(graph.roles) if role != RANDOM]
        self.histories: dict[tuple[object, ...], int] = {}
        self.stories: list[tuple[str, ...]] = [()]
        self.sets: list[InformationSet] = []
        self.numbers: dict[tuple[object, ...], int] = {}

    def tree(self) -> Tree:
        nodes: list[Node] = []
        below: list[list[int]] = []
        made: dict[_Place, int] = {}
        waiting = [(self._settled(_Place(0, (), (0,) * len(self.graph.roles))), -1)]
        while waiting:
            place, parent = waiting.pop()
            index = made.get(place, len(nodes))
            if parent >= 0:
                below[parent].append(index)
            if index < len(nodes):
                continue
            if self.shared:
                made[place] = index
            if index >= _MAX_NODES * (10 if self.shared else 1):
                raise TooLarge(f"the game tree has more than {index} nodes")
            state = self.graph.states[place.state]
            below.append([])
            if not state.moves:
                nodes.append(Node(LEAF, payoffs=self._payoffs(state)))
                continue
            mover = self.movers[place.state][len(place.chosen)]
            nodes.append(Node(self._information(place, mover, state)))
            steps = [_Place(place.state, (*place.chosen, i), place.known) for i in range(len(state.moves[mover]))]
            waiting += [(self._settled(step), index) for step in reversed(steps)]
        linked = (Node(node.information, tuple(each), node.payoffs) for node, each in zip(nodes, below, strict=True))
        return Tree(tuple(self.graph.roles[i] for i in self.players), tuple(linked), tuple(self.sets))

    def _settled(self, place: _Place) -> _Place:
        """The place itself, or the start of a later round once nobody is left to choose in its own."""
        while len(place.chosen) == len(self.movers[place.state]) and self.graph.states[place.state].moves:
            place = self._next_round(place)
        return place

    def _next_round(self, place: _Place) -> _Place:
        state, roles = self.graph.states[place.state], range(len(self.graph.roles))
        picked = dict(zip(self.movers[place.state], place.chosen, strict=True))
        joint = 0
        for role in roles:
            joint = joint * len(state.moves[role]) + picked.get(role, 0)
        following = state.next[joint]
        if self.shared:
            return _Place(following, (), place.known)
        made = {role: move_name(state.moves[role][index]) for role, index in picked.items()}
        known = []
        for role, before in zip(roles, place.known, strict=True):
            if self.percepts:
                seen = state.percepts[joint][role]
                news: tuple[object, ...] = (picked.get(role), seen)
                words = [f"{self.graph.roles[role]}={made[role]}"] if role in made else []
                words += ["sees " + " and ".join(map(term_text, seen))] if seen else []
            else:
                told = [f"{self.graph.roles[each]}={move}" for each, move in made.items()]
                news, words = (joint,), [" and ".join(told)] if told else []
            known.append(self._history((role, before, *news), self.stories[before], words))
        return _Place(following, (), tuple(known))

    def _history(self, key: tuple[object, ...], before: tuple[str, ...], words: list[str]) -> int:
        if key not in self.histories:
            self.histories[key] = len(self.stories)
            self.stories.append((*before, *words))
        return self.histories[key]

    def _information(self, place: _Place, mover: int, state: GraphState) -> int:
        moves = tuple(map(move_name, state.moves[mover]))
        if self.graph.roles[mover] == RANDOM:
            probability = Fraction(1, len(moves))
            self.sets.append(InformationSet(CHANCE, moves, (probability,) * len(moves)))
            return len(self.sets) - 1
        key = (mover, place) if self.shared else (mover, place.known[mover])
        if key in self.numbers:
            number = self.numbers[key]
            if self.sets[number].moves != moves:
                role = self.graph.roles[mover]
                raise NotSolved(f"{role} cannot know its legal moves: they differ in states that it cannot tell apart")
            return number
        self.numbers[key] = len(self.sets)
        label = ", ".join(self.stories[place.known[mover]])
        self.sets.append(InformationSet(self.players.index(mover), moves, (), label))
        return len(self.sets) - 1

    def _payoffs(self, state: GraphState) -> tuple[Fraction, ...]:
        goals = dict(state.goals)
        return tuple(goals[self.graph.roles[i]] for i in self.players)
