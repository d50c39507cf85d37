"""Games told again as plain procedures, apart from their rules in GDL, to hold these against.

A game is a generator: it yields what it asks for, a `Turn`, and is sent the joint move. Moves and percepts are texts as
`lelma.engine.progression` has them. No procedure reads `rules.gdl`; the source is the rules as the papers have them.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lelma.engine.progression import Progression

Parameters = Mapping[str, Any]
JointMove = Mapping[str, str]


@dataclass(frozen=True)
class Turn:
    """What the next joint move is made of: the legal moves of those who are asked; and what the last one showed."""

    asked: Mapping[str, frozenset[str]]
    shown: Mapping[str, frozenset[str]]


@dataclass
class End:
    """The goals of the players, and what the last joint move showed."""

    goals: Mapping[str, int]
    shown: Mapping[str, frozenset[str]]


Course = Generator[Turn, JointMove, End]


@dataclass
class Table:
    """The players, and what they are being shown."""

    players: Sequence[str]
    pending: dict[str, set[str]] = field(default_factory=dict)

    def tell(self, player: str, percept: str) -> None:
        self.pending.setdefault(player, set()).add(percept)

    def tell_all(self, percept: str) -> None:
        for player in self.players:
            self.tell(player, percept)

    def shown(self) -> dict[str, frozenset[str]]:
        found = {player: frozenset(self.pending.get(player, ())) for player in self.players}
        self.pending = {}
        return found

    def ask(self, **asked: Iterable[str]) -> Turn:
        return Turn({role: frozenset(moves) for role, moves in asked.items()}, self.shown())


def check_match(play: Progression, course: Course, chooser: random.Random) -> None:
    """One random match of the procedure, all of it held against the rules."""
    moves, shown = list[dict[str, str]](), list[Mapping[str, frozenset[str]]]()
    turn = next(course)
    asked = [turn.asked]
    while True:
        chosen = {role: chooser.choice(sorted(options)) for role, options in turn.asked.items()}
        moves.append({role: chosen.get(role, "noop") for role in play.roles})
        try:
            turn = course.send(moves[-1])
        except StopIteration as stop:
            end: End = stop.value
            break
        asked.append(turn.asked)
        shown.append(turn.shown)
    looks, steps = play.walk(moves)
    assert [look.terminal for look in looks] == [False] * len(moves) + [True]
    for look, options in zip(looks, asked, strict=False):
        assert {role: frozenset(legal) for role, legal in look.legal.items()} == {
            role: options.get(role, frozenset({"noop"})) for role in play.roles
        }
    for step, seen in zip(steps, [*shown, end.shown], strict=True):
        assert {role: frozenset(step.percepts[role]) for role in play.roles if role != "random"} == seen
    goals = {role: [int(goal) for goal in values] for role, values in play.goals(steps[-1].state).items()}
    assert goals == {role: [goal] for role, goal in end.goals.items()} | {"random": [0]}
