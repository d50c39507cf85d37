"""A step that all see alike leads every observer to the states that it comes to by itself."""

from __future__ import annotations

from collections import Counter

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.knowledge.steps.public_step import PublicSteps
from tests.lelma.knowledge.following import forget_steps, observe, random_match
from tests.lelma.knowledge.sheets import POTION, SPIES, SUMS, game, random_sheet

SHEETS = (POTION, SPIES, SUMS, *(random_sheet(seed, cards=seed > 2) for seed in range(6)))


@pytest.mark.parametrize("sheet", range(len(SHEETS)))
def test_all_observers_side_by_side_know_what_each_would_know_alone(
    sheet: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = following(game(SHEETS[sheet]), seed=sheet, most=8)
    alone(monkeypatch)
    assert known == following(game(SHEETS[sheet]), seed=sheet, most=8)


def test_votes_and_talk_of_a_day_are_made_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    played, made = Game.load("werewolf"), list[object]()
    of_everyone = PublicSteps._of_everyone
    monkeypatch.setattr(PublicSteps, "_of_everyone", lambda *given: made.append(given[1]) or of_everyone(*given))
    known = following(played, seed=3, most=42)
    assert sum(len(percepts) == 1 for percepts in made) < 30  # of eight placed, spoken, voted, for nine observers
    alone(monkeypatch)
    assert known == following(played, seed=3, most=42)


def test_a_night_is_followed_once_for_all_who_learn_nothing_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played, alone_then = Game.load("werewolf"), Counter[str | None]()
    alone_after = Knowledge._alone_after
    monkeypatch.setattr(
        Knowledge, "_alone_after", lambda self, *given: alone_then.update([self.role]) or alone_after(self, *given)
    )
    known = following(played, seed=3, most=42)
    # the two villagers, but for their own card
    assert sorted(alone_then.values())[:2] == [1, 1]
    alone(monkeypatch)
    assert known == following(played, seed=3, most=42)


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each observer work all out by itself."""
    monkeypatch.setattr(PublicSteps, "progressed", lambda *_: None)
    forget_steps(monkeypatch)
    monkeypatch.setattr(Knowledge, "_everyone_after", lambda *_: None)


def following(played: Game, *, seed: int, most: int) -> list[tuple[int, frozenset[tuple[str, ...]]]]:
    """How many states each role thinks possible after each joint move of a random match, and their deals."""
    play = Progression(played.description)
    roles = [role for role in play.roles if role != "random"]
    known = [Knowledge(played, role) for role in roles]
    found = []
    for move, step in random_match(play, seed, most):
        for each in known:
            observe(each, move, step)
            found.append((each.states, frozenset(each.identities())))
    play.close()
    return found
