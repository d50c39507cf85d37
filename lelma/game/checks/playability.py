"""Playability: in every position each role has a legal move that it can know to be legal (GDL-II).

A role knows its own moves and its percepts (Schiffel and Thielscher, JAIR 2014, section 2); the rules and the first
state are common knowledge, and so is the clock. Two histories that gave a role the same moves and percepts are one to
it, so a move is known to be legal if it is legal in all of them. In games without `sees` every role sees every move,
and the question is whether it has a legal move at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gdl.tree.syntax import Description
from gdl.values import dataclass
from lelma.engine.dynamics import Dynamics, GameState, has_percepts
from lelma.engine.progression import Progression

Memory = tuple[tuple[str, tuple[str, ...]], ...]
"""What a role remembers: its own move and its percepts, round by round."""


@dataclass(frozen=True)
class Unplayable:
    """A role that cannot know a legal move: after `rounds` rounds, remembering `memory`."""

    role: str
    rounds: int
    memory: Memory

    def __str__(self) -> str:
        seen = "; ".join(f"{move}, sees {', '.join(percepts) or 'nothing'}" for move, percepts in self.memory)
        when = f"after {self.rounds} rounds ({seen})" if self.memory else "at the start"
        return f"role {self.role} has no move {when} that is legal wherever it may be"


@dataclass(frozen=True)
class Playability:
    """The outcome of a search: faults found, histories visited, and whether all there are were visited."""

    faults: tuple[Unplayable, ...]
    histories: int
    complete: bool


def check_playability(description: Description, *, histories: int = 2000, bridge: str | None = None) -> Playability:
    """Search the histories of a game breadth first, at most that many, for a role that cannot know a legal move.

    A round is judged only if all histories of its length were visited, so an incomplete search reports no fault that
    further histories could not confirm.

    Raises:
        GameError: if the game can't be played within the limits.
    """
    play = Progression(description, bridge=bridge)
    try:
        return _search(play, has_percepts(description), histories)
    finally:
        play.close()


def _search(play: Dynamics, hidden: bool, most: int) -> Playability:
    level: list[tuple[GameState, dict[str, Memory]]] = [(play.initial, dict.fromkeys(play.roles, ()))]
    visited, rounds, faults = 1, 0, []
    while level:
        faults += _judge(play, level, rounds)
        following: dict[tuple[GameState, tuple[Memory, ...]], dict[str, Memory]] = {}
        for state, memories in level:
            for after, remembered in _successors(play, state, memories, hidden):
                following[after, tuple(remembered.values())] = remembered
            if visited + len(following) > most:
                return Playability(tuple(faults), visited, complete=False)
        level = [(state, remembered) for (state, _), remembered in following.items()]
        visited += len(level)
        rounds += 1
    return Playability(tuple(faults), visited, complete=True)


def _judge(play: Dynamics, level: list[tuple[GameState, dict[str, Memory]]], rounds: int) -> list[Unplayable]:
    """The roles that cannot know a legal move, over all histories of one length."""
    known: dict[tuple[str, Memory], set[str]] = {}
    for state, memories in level:
        look = play.look(state)
        if look.terminal:
            continue
        for role, memory in memories.items():
            legal = set(look.legal[role])
            known[role, memory] = known.get((role, memory), legal) & legal
    return [Unplayable(role, rounds, memory) for (role, memory), moves in known.items() if not moves]


def _successors(
    play: Dynamics, state: GameState, memories: dict[str, Memory], hidden: bool
) -> Iterator[tuple[GameState, dict[str, Memory]]]:
    look = play.look(state)
    if look.terminal:
        return
    for choice in product(*(look.legal[role] for role in play.roles)):
        move = dict(zip(play.roles, choice, strict=True))
        step = play.step(state, move)
        seen = step.percepts if hidden else dict.fromkeys(play.roles, tuple(choice))
        yield step.state, {role: (*memory, (move[role], tuple(seen[role]))) for role, memory in memories.items()}
