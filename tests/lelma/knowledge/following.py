"""Matches made by random moves, and what is possible in them by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import pytest

from lelma.engine.dynamics import GameState, JointMove, Step
from lelma.engine.progression import Progression
from lelma.knowledge import Knowledge
from lelma.knowledge.steps.kept_steps import KeptSteps
from lelma.knowledge.steps.step import step_taken

Observer = str | None


def observers(play: Progression) -> tuple[Observer, ...]:
    return (*(role for role in play.roles if role != "random"), None)


def seen_by(observer: Observer, percepts: Mapping[str, Sequence[str]]) -> list[str]:
    """What a role perceives, or everyone does."""
    if observer is not None:
        return list(percepts[observer])
    return sorted(set.intersection(*(set(seen) for role, seen in percepts.items() if role != "random")))


def random_match(play: Progression, seed: int, most: int = 1000) -> Iterator[tuple[JointMove, Step]]:
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


def forget_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every step be taken anew."""
    monkeypatch.setattr(KeptSteps, "taken", lambda _, *given: step_taken(*given))


def brute_force(
    play: Progression,
    states: Iterable[GameState],
    observer: Observer,
    move: JointMove,
    percepts: Mapping[str, Sequence[str]],
) -> set[GameState]:
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


def is_state(state: GameState, fluents: Iterable[str]) -> str:
    """The formula that holds in one state only."""
    return f"(and {' '.join(f'(true {f})' if f in state else f'(not (true {f}))' for f in fluents)})"


def agrees(knowledge: Knowledge, states: set[GameState]) -> bool:
    """Whether just these states are possible."""
    return knowledge.states == len(states) and all(
        knowledge.possible(is_state(state, knowledge.fluents)) for state in states
    )
