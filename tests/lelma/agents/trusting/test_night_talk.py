"""What werewolves do and say at night changes no one else's graph, prompts or moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lelma.agents.players.talker import Talker
from lelma.agents.protocol import Agent
from lelma.agents.roster import make_agents
from lelma.game.game import Game
from tests.lelma.agents.twins import told_apart

SMALL = Game.load("werewolf", parameters={"players": 5, "identities": {"werewolf": 2, "seer": 1, "villager": 2}})
AGENTS = ("gratr", "gratr_plus", "native", "rerank", "light", "facts", "baseline")


def made(name: str, game: Game) -> Callable[[], Agent]:
    make = make_agents(f"{name}:extractor?sign=0.2&quote=0.2", game, ("p1",))
    return lambda: make()["p1"]


def same(name: str, game: Game, pairs: int, each: int) -> int:
    """Pairs of matches of talkers that one role can't tell apart, in which it noted, asked and moved just the same."""
    return told_apart(game, made(name, game), pairs, each=each, talkers=Talker.of(game, "bluff=0.3,slip=0.2"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gratr", "gratr_plus"])
def test_a_role_trusts_the_same_where_it_can_tell_no_difference(name: str) -> None:
    assert same(name, SMALL, 2, 1) >= 2


@pytest.mark.nightly
@pytest.mark.parametrize("name", AGENTS)
def test_many_pairs_of_a_small_game(name: str) -> None:
    pairs = 1000 if name == "gratr_plus" else 150  # about a quarter of a second each
    assert same(name, SMALL, pairs, 10) >= pairs


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["gratr", "gratr_plus"])
def test_pairs_of_the_whole_game(name: str) -> None:
    assert same(name, Game.load("werewolf"), 20, 5) >= 20
