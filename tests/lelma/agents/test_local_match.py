"""A real small model plays a whole match: every answer has the form that was asked for, whatever it is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from tests.lelma.models.local_file import model_file  # noqa: F401


@pytest.mark.nightly
def test_a_small_model_plays_a_whole_match_and_every_answer_can_be_read(model_file: Path) -> None:  # noqa: F811
    game, events = Game.load("spygame"), list[Event]()
    referee = Referee(game, settings=Settings(tries=3, seconds=600))
    spec = f"model:local:{model_file}?threads=1&context=4096&max_tokens=160&temperature=0"
    referee.play(make_agents(spec, game, referee.players)(), seed=1, agent_seed=1, watch=events.append)
    assert events[-1]["event"] == "result"
    refused = [event for event in events if event["event"] == "refused"]
    assert all(event["move"] and "is no move" not in event["why"] for event in refused), refused
