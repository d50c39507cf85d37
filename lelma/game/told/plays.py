"""What shows when a game is played in every way: its rounds, who chooses in them and knows what, and its plays.

As everywhere in LELMA-logic (`lelma.analysis.game_tree`): roles that choose in the same round don't know each other's
choices of it; a role remembers its own moves and what it perceives, and where the rules have no percepts it perceives
every move (GDL without `sees`); chance, the role `random`, makes each of its legal moves with the same probability
(Thielscher 2010, "A general game description language for incomplete information games", Definition 2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import number_text
from gdl.tree.syntax import Compound, Description, Symbol, Term
from gdl.values import dataclass
from lelma.engine.answers import Graph, GraphState, Limits
from lelma.engine.bridges import Bridge
from lelma.engine.dynamics import has_percepts
from lelma.engine.solver import Solver, compile_program
from lelma.support.errors import GameError
from translators.language.query import Name, QueryCompound, QueryTerm, move_name

MOST_JOINT_MOVES = 2_000
MOST_PLAYS = 1_000
MOST_NODES = 3_000
EXPLORING = Limits(seconds=20.0, inferences=5_000_000)
"""Steps decide, so that the same game is told in the same words on every machine; they take a second or two."""

HowMuchKnown = Literal["all", "some", "none"]
Choices = tuple[tuple[str, Term], ...]
"""Who chose what in one round: (role, move), without passes that were no choice."""


@dataclass(frozen=True)
class CompletePlay:
    """One way in which a game goes: the choices of each round, and what each role but chance gets."""

    rounds: tuple[Choices, ...]
    payoffs: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class RoleTurn:
    """One role's choice in one round, over all plays.

    Attributes:
        moves: all that it ever has to choose from there.
        same: whether it has all of these whenever it chooses there.
        always: whether it chooses in every play that comes to that round.
        knows: (round from 0, other role) of each earlier choice → whether it then knows all of it, nothing, or
            something in some cases.
    """

    role: str
    moves: tuple[Term, ...]
    same: bool
    always: bool
    knows: Mapping[tuple[int, str], HowMuchKnown]


@dataclass(frozen=True)
class PlayedRound:
    """One round, over all plays.

    Attributes:
        turns: in the order of the roles, chance last.
        certain: whether every play comes to it.
        percepts: role → choices of the round → what it perceives then; without the roles whose percepts of the round
            don't follow from its choices.
    """

    turns: tuple[RoleTurn, ...]
    certain: bool
    percepts: Mapping[str, Mapping[Choices, tuple[Term, ...]]]


@dataclass(frozen=True)
class Explored:
    """What is true of a game as a whole.

    Attributes:
        moves: role → all moves that it ever has to choose from.
        values: role → what it gets at the ends there are, in order; chance has none.
        longest: rounds of the longest play; None if a play can go on for ever.
        shortest: rounds of the shortest play.
        in_turn: whether nowhere more than one role chooses at the same time, chance aside.
        plays: all plays; none if there are more than are told.
        rounds: all rounds, where the plays are told.
    """

    moves: Mapping[str, tuple[Term, ...]]
    values: Mapping[str, tuple[Fraction, ...]]
    longest: int | None
    shortest: int
    in_turn: bool
    plays: tuple[CompletePlay, ...] = ()
    rounds: tuple[PlayedRound, ...] = ()


@lru_cache(maxsize=16)
def explore(description: Description, passes: tuple[str, ...]) -> Explored | None:
    """As `explore_by` the usual bridge within the usual limits, once."""
    return explore_by(description, passes, None, EXPLORING)


def explore_by(
    description: Description, passes: tuple[str, ...], bridge: Bridge | None, limits: Limits
) -> Explored | None:
    """What shows when a game is played in every way; None for too large a game, and for one that is not well-formed.

    Args:
        passes: moves that choose nothing when a role has no other, such as noop.
        bridge, limits: what is asked, and what that may cost.

    Raises:
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    try:
        solver = Solver(compile_program(description, pass_moves=passes), bridge=bridge, limits=limits)
        try:
            graph = solver.graph(percepts=True, most=MOST_JOINT_MOVES, limits=limits)
        finally:
            solver.close()
    except GameError:
        return None
    return _Exploration(graph, passes, percepts=has_percepts(description)).explored() if _well_formed(graph) else None


def _well_formed(graph: Graph) -> bool:
    """Whether every role has a legal move up to the end, and one goal value there; chance needs none."""
    for state in graph.states:
        if any(not moves for moves in state.moves):
            return False
        for role in graph.roles if not state.moves else ():
            if role != RANDOM and sum(name == role for name, _ in state.goals) != 1:
                return False
    return True


@dataclass(frozen=True)
class _Node:
    """A place in the tree of plays: what has been chosen, and what each role knows."""

    state: int
    rounds: tuple[Choices, ...]
    known: tuple[tuple[object, ...], ...]


_Level = Sequence[tuple[_Node, Sequence[_Node]]]
"""The nodes of one round that are not ends, each with those after it."""


class _Exploration:
    """Goes through the plays of one graph."""

    def __init__(self, graph: Graph, passes: Sequence[str], *, percepts: bool) -> None:
        self.graph = graph
        self.percepts = percepts
        self.movers = [_movers(graph, state, passes) for state in graph.states]

    def explored(self) -> Explored:
        graph = self.graph
        moves: dict[str, dict[Term, None]] = {role: {} for role in graph.roles}
        for state, movers in zip(graph.states, self.movers, strict=True):
            for i in movers:
                moves[graph.roles[i]].update(dict.fromkeys(map(_term, state.moves[i])))
        ends = [value for state in graph.states for value in state.goals]
        players = [role for role in graph.roles if role != RANDOM]
        values = {role: tuple(sorted({value for name, value in ends if name == role})) for role in players}
        shortest, longest = _lengths(graph)
        in_turn = all(sum(graph.roles[i] != RANDOM for i in movers) <= 1 for movers in self.movers)
        told = ((), ()) if longest is None else self._all_plays()
        return Explored(
            {role: tuple(found) for role, found in moves.items()}, values, longest, shortest, in_turn, *told
        )

    def _all_plays(self) -> tuple[tuple[CompletePlay, ...], tuple[PlayedRound, ...]]:
        """All plays and rounds; nothing if there are more than are told."""
        plays: list[CompletePlay] = []
        inner: list[list[tuple[_Node, list[_Node]]]] = []
        waiting = [_Node(0, (), ((),) * len(self.graph.roles))]
        nodes = 0
        while waiting:
            node = waiting.pop()
            state = self.graph.states[node.state]
            nodes += 1
            if nodes > MOST_NODES or len(plays) >= MOST_PLAYS:
                return (), ()
            if not state.moves:
                goals = dict(state.goals)
                gets = tuple((role, goals[role]) for role in self.graph.roles if role != RANDOM)
                plays.append(CompletePlay(node.rounds, gets))
                continue
            below = self._below(node)
            if len(node.rounds) == len(inner):
                inner.append([])
            inner[len(node.rounds)].append((node, below))
            waiting.extend(reversed(below))
        return tuple(plays), tuple(self._round(at, level, plays) for at, level in enumerate(inner))

    def _below(self, node: _Node) -> list[_Node]:
        state, movers, roles = self.graph.states[node.state], self.movers[node.state], self.graph.roles
        found = []
        for edge, joint in enumerate(product(*state.moves)):
            choices = tuple((roles[i], _term(joint[i])) for i in movers)
            seen: Iterable[tuple[QueryTerm, ...]] = state.percepts[edge] if self.percepts else ((),) * len(roles)
            known = tuple(
                (*before, ((joint[i], tuple(percepts)) if self.percepts else joint))
                for i, (before, percepts) in enumerate(zip(node.known, seen, strict=True))
            )
            found.append(_Node(state.next[edge], (*node.rounds, choices), known))
        return found

    def _round(self, at: int, level: _Level, plays: Sequence[CompletePlay]) -> PlayedRound:
        nodes = [node for node, _ in level]
        present = {i for node in nodes for i in self.movers[node.state]}
        order = sorted(present, key=lambda i: (self.graph.roles[i] == RANDOM, i))
        certain = all(len(play.rounds) > at for play in plays)
        percepts = {}
        if self.percepts:
            for i, role in enumerate(self.graph.roles):
                if role != RANDOM and (found := self._perceived(i, level)) is not None:
                    percepts[role] = found
        return PlayedRound(tuple(self._turn(at, i, nodes) for i in order), certain, percepts)

    def _turn(self, at: int, i: int, nodes: Sequence[_Node]) -> RoleTurn:
        mine = [node for node in nodes if i in self.movers[node.state]]
        offered = [tuple(map(_term, self.graph.states[node.state].moves[i])) for node in mine]
        moves = tuple(dict.fromkeys(move for each in offered for move in each))
        knows: dict[tuple[int, str], HowMuchKnown] = {}
        for earlier in range(at):
            others = dict.fromkeys(role for node in nodes for role, _ in node.rounds[earlier])
            for role in others:
                if role != self.graph.roles[i]:
                    knows[earlier, role] = _knowledge(mine, i, earlier, role)
        role = self.graph.roles[i]
        return RoleTurn(role, moves, all(len(each) == len(moves) for each in offered), len(mine) == len(nodes), knows)

    def _perceived(self, i: int, level: _Level) -> dict[Choices, tuple[Term, ...]] | None:
        """What a role perceives in a round, by its choices; None if that depends on more."""
        found: dict[Choices, tuple[Term, ...]] = {}
        for node, below in level:
            percepts = self.graph.states[node.state].percepts
            for edge, after in enumerate(below):
                seen = tuple(map(_term, percepts[edge][i]))
                if found.setdefault(after.rounds[-1], seen) != seen:
                    return None
        return found


def _knowledge(nodes: Sequence[_Node], i: int, earlier: int, role: str) -> HowMuchKnown:
    """How much role `i` knows, in these nodes, of what another chose in an earlier round."""
    held: dict[object, set[Term | None]] = defaultdict(set)
    for node in nodes:
        held[node.known[i]].add(dict(node.rounds[earlier]).get(role))
    every = set().union(*held.values())
    if all(len(found) == 1 for found in held.values()):
        return "all"
    return "none" if all(found == every for found in held.values()) else "some"


def _movers(graph: Graph, state: GraphState, passes: Sequence[str]) -> tuple[int, ...]:
    """The roles that choose in a state: not those whose only move is a pass."""
    return tuple(
        i
        for i, moves in enumerate(state.moves)
        if len(moves) > 1 or (graph.roles[i] != RANDOM and move_name(moves[0]) not in passes)
    )


def _lengths(graph: Graph) -> tuple[int, int | None]:
    """Rounds of the shortest and of the longest play; None where one can go on for ever."""
    ways_in = [0] * len(graph.states)
    for state in graph.states:
        for following in state.next:
            ways_in[following] += 1
    longest, ready, done, ends = [0] * len(graph.states), [0] if not ways_in[0] else [], 0, []
    while ready:
        index = ready.pop()
        done += 1
        for following in graph.states[index].next:
            longest[following] = max(longest[following], longest[index] + 1)
            ways_in[following] -= 1
            if not ways_in[following]:
                ready.append(following)
        if not graph.states[index].moves:
            ends.append(longest[index])
    return _shortest(graph), max(ends) if done == len(graph.states) else None


def _shortest(graph: Graph) -> int:
    rounds, reached, level = 0, {0}, [0]
    while level and all(graph.states[index].moves for index in level):
        level = list(dict.fromkeys(n for index in level for n in graph.states[index].next if n not in reached))
        reached.update(level)
        rounds += 1
    return rounds


def _term(term: QueryTerm) -> Term:
    """A move or percept of a graph as the rules write it."""
    match term:
        case Fraction():
            return Symbol(number_text(term))
        case Name(name):
            return Symbol(name)
        case QueryCompound(functor, args):
            return Compound(functor, tuple(map(_term, args)))
    raise ValueError(f"{term} is no term of a game's rules")
