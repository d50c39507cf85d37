"""Agents without a model tell matches apart by nothing but what their role perceived."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from lelma.agents.players.listener import Listener
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.players.talker import Talker
from lelma.agents.protocol import Agent, Answer, View
from lelma.game.game import Game
from tests.lelma.agents.twins import Moves, answers, played, told_apart, twins

GAMES = ("avalon", "spygame", "undercover_v", "werewolf")
ERRORS = "history=0.3,rules=0.2,slip=0.2,bluff=0.2,hallucinate=0.3,break_vote=0.3,contradict=0.2"


def made(kind: str, game: Game) -> Callable[[], Agent]:
    return Talker.of(game, ERRORS) if kind == "talker" else Listener.of(game)


def same(game: Game, kind: str, pairs: int, each: int) -> int:
    """How many pairs of matches of talkers were found the same; fails at the first that is not."""
    return told_apart(game, made(kind, game), pairs, each=each, talkers=Talker.of(game, ERRORS))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "kind"), [*((name, "talker") for name in GAMES), ("spygame", "listener"), ("undercover_v", "listener")]
)
def test_answers_are_the_same_where_a_role_can_tell_no_difference(name: str, kind: str) -> None:
    assert same(Game.load(name), kind, 20, 10) >= 20


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["talker", "listener"])
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_pairs(name: str, kind: str) -> None:
    assert same(Game.load(name), kind, 1000, 50) >= 1000


def test_one_pair_of_a_small_game() -> None:
    game = Game.load("spygame", parameters={"players": 4})
    assert same(game, "talker", 2, 1) >= 2


class Leaking(RandomAgent):
    """Says something of the deal that its role does not know."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves

    def act(self, view: View) -> Answer:
        answer = super().act(view)
        return Answer(answer.move, answer.words, thought=str([joint["random"] for joint in self._moves[:2]]))


def test_a_leak_is_found() -> None:
    game = Game.load("spygame", parameters={"players": 4})
    match = played(game, RandomAgent, 3)
    pairs = [(role, moves) for role in match.asked for moves in twins(game, match, role, random.Random(1))]
    assert pairs
    for role, moves in pairs:
        first = answers(game, lambda: Leaking(match.moves), role, match, match.moves, 3)
        again = answers(game, lambda moves=moves: Leaking(moves), role, match, moves, 3)  # type: ignore[misc]
        assert first[: len(again)] != again
