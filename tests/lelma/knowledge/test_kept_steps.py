"""A step that was taken before leads where it leads if it is taken anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

import numpy as np
import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.steps import kept_steps
from lelma.knowledge.steps.step import OpenStep, step_taken
from tests.lelma.knowledge.following import forget_steps, observe, random_match
from tests.lelma.knowledge.sheets import POTION, SPIES, SUMS, game, random_sheet

SHEETS = (POTION, SPIES, SUMS, *(random_sheet(seed, cards=seed > 2) for seed in range(20, 28)))
MATCHES = 12


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> list[OpenStep]:
    """The steps that were not taken before."""
    found: list[OpenStep] = []
    monkeypatch.setattr(kept_steps, "step_taken", lambda *given: found.append(given[0]) or step_taken(*given))
    return found


@pytest.mark.parametrize("sheet", range(len(SHEETS)))
def test_states_are_those_of_steps_taken_anew(sheet: int, new: list[OpenStep], monkeypatch: pytest.MonkeyPatch) -> None:
    played = game(SHEETS[sheet])
    found = [list(states(played, seed, most=8)) for seed in range(MATCHES)]
    taken = len(new)
    assert found == [list(states(played, seed, most=8)) for seed in range(MATCHES)]
    assert len(new) < 1.1 * taken  # a few ask otherwise once they know which fluents are of use
    forget_steps(monkeypatch)
    assert found == [list(states(played, seed, most=8)) for seed in range(MATCHES)]


def test_the_next_match_begins_with_the_same_night(new: list[OpenStep], monkeypatch: pytest.MonkeyPatch) -> None:
    played = Game.load("werewolf")
    found, taken = [], []
    for seed in (3, 4):
        found.append(list(deals(played, seed, most=48)))
        taken.append(sum(step.sight.observer is None for step in new))
    assert taken[1] <= 1.5 * taken[0]
    forget_steps(monkeypatch)
    assert found == [list(deals(played, seed, most=48)) for seed in (3, 4)]


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_steps, "_MOST_WORDS", 50)
    played = game(POTION)
    found = [list(states(played, seed, most=8)) for seed in range(3)]
    rules = Knowledge(played, None)._rules
    assert 0 < kept_steps.kept_steps(rules)._words <= 50
    forget_steps(monkeypatch)
    assert found == [list(states(played, seed, most=8)) for seed in range(3)]


def followed(played: Game, seed: int, most: int) -> Iterator[Knowledge]:
    """What each role, and a bystander, knows after each joint move of a random match."""
    play = Progression(played.description)
    known = [Knowledge(played, role) for role in play.roles if role != "random"]
    for move, step in random_match(play, seed, most):
        for each in known:
            observe(each, move, step)
            yield each
    play.close()


def states(played: Game, seed: int, most: int) -> Iterator[frozenset[tuple[str, ...]]]:
    """The states that are possible, each as the fluents that hold."""
    for each in followed(played, seed, most):
        yield frozenset(tuple(compress(each.fluents, row)) for row in rows_of(each._worlds))


def deals(played: Game, seed: int, most: int) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
    """How many states are possible, and the deals."""
    for each in followed(played, seed, most):
        yield each.states, each.identities()


def rows_of(worlds: Worlds) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    flat = worlds.flat()
    return flat.bits(np.arange(len(flat.common), dtype=np.intp))
