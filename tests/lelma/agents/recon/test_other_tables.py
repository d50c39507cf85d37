"""Agents at other tables than the paper's six: with a seventh identity, and with ten players."""

from __future__ import annotations

from typing import Any

import pytest

from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from tests.lelma.agents.recon.test_proved import SPECS

TEN = {
    "players": 10,
    "identities": {"merlin": 1, "percival": 1, "servant": 4, "morgana": 1, "assassin": 1, "minion": 2},
    "quest_sizes": [3, 4, 4, 5, 5],
    "fails_needed": [1, 1, 1, 2, 1],
}
TABLES: dict[str, dict[str, Any]] = {"minion": {"preset": "board"}, "ten": {"parameters": TEN}}


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_needs_no_change(spec: str, table: str) -> None:
    """From the deal to the first vote."""
    game = Game.load("avalon", **TABLES[table])
    settings = Settings(plies=int(str(game.parameters["players"])) + 13, seconds=None)
    referee, events = Referee(game, settings=settings), list[Event]()
    referee.play(make_agents(f"p2={spec},random", game, referee.players)(), seed=4, watch=events.append)
    assert [event for event in events if event["event"] in ("call", "note") and event["role"] == "p2"]
    assert not [event for event in events if event["event"] in ("trouble", "fallback", "refused")]
    assert not [event for event in events if event["event"] == "note" and event.get("trouble")]
