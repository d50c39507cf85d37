"""Matches made by random moves, and what is possible in them by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from lelma.engine.progression import JointMove, Play, State, Step
from lelma.knowledge import Knowledge

Observer = str | None


def observers(play: Play) -> tuple[Observer, ...]:
    return (*(role for role in play.roles if role != "random"), None)


def seen_by(observer: Observer, percepts: Mapping[str, Sequence[str]]) -> list[str]:
    """What a role perceives, or everyone does."""
    if observer is not None:
        return list(percepts[observer])
    return sorted(set.intersection(*(set(seen) for role, seen in percepts.items() if role != "random")))


def random_match(play: Play, seed: int, most: int = 1000) -> Iterator[tuple[JointMove, Step]]:
    draw, state = random.Random(seed), play.initial
    for _ in range(most):
        look = play.look(state)
        if look.terminal or not all(look.legal.values()):
            return
        move = {role: draw.choice(moves) for role, moves in look.legal.items()}
        step = play.step(state, move)
        yield move, step
        state = step.state


def observe(knowledge: Knowledge, move: JointMove, step: Step) -> None:
    role = knowledge.role
    knowledge.observe(None if role is None else move[role], seen_by(role, step.percepts))


def brute_force(
    play: Play, states: Iterable[State], observer: Observer, move: JointMove, percepts: Mapping[str, Sequence[str]]
) -> set[State]:
    """The states possible after a joint move, by trying every joint move in every state possible before it."""
    found = set()
    for state in states:
        look = play.look(state)
        if look.terminal:
            continue
        for joint in product(*look.legal.values()):
            other = dict(zip(look.legal, joint, strict=True))
            if observer is not None and other[observer] != move[observer]:
                continue
            step = play.step(state, other)
            if seen_by(observer, step.percepts) == seen_by(observer, percepts):
                found.add(step.state)
    return found


def is_state(state: State, fluents: Iterable[str]) -> str:
    """The formula that holds in one state only."""
    return f"(and {' '.join(f'(true {f})' if f in state else f'(not (true {f}))' for f in fluents)})"


def agrees(knowledge: Knowledge, states: set[State]) -> bool:
    """Whether just these states are possible."""
    return knowledge.states == len(states) and all(
        knowledge.possible(is_state(state, knowledge.fluents)) for state in states
    )
