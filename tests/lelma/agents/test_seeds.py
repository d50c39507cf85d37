"""What agents are given for their own chance tells nothing of the deal."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, Seat, View
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.referee import Match, Referee, Settings
from lelma.matches.replay import read_match, replay_match
from lelma.matches.transcript import Event
from lelma.support.errors import UsageError
from tests.lelma.matches.whisper import whisper

DEALS = range(200)


@dataclass
class Keeping:
    """Keeps all that it is given; answers at random, or with nonsense, for which something is played."""

    sound: bool
    seats: list[Seat] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    name: str = "keeping"
    here: bool = True

    def begin(self, seat: Seat) -> None:
        self.seats.append(seat)

    def act(self, view: View) -> Answer:
        self.views.append(view)
        return RandomAgent().act(view) if self.sound else Answer("nonsense")


class Called(RandomAgent):
    """Says how its process was called."""

    def act(self, view: View) -> Answer:
        return Answer(super().act(view).move, " ".join([*sys.argv, *sys.orig_argv]))


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(whisper(tmp_path_factory.mktemp("games")), settings=Settings(tries=2))


@pytest.mark.parametrize("sound", [True, False])
def test_what_an_agent_is_given_is_the_same_for_every_deal(referee: Referee, sound: bool) -> None:
    """What it lived through tells of the deal, by the rules; with the same of that, all of a view is the same."""
    agents = {role: Keeping(sound) for role in referee.players}
    dealt = {referee.play(agents, seed=seed).moves[0]["random"] for seed in DEALS}
    assert len(dealt) == 3
    for agent in agents.values():
        assert len(agent.seats) == len(DEALS) and len({seat.seed for seat in agent.seats}) == 1
        assert all(seat == agent.seats[0] for seat in agent.seats)
        given: dict[Any, View] = {}
        for view in agent.views:
            lived = (view.plies, view.legal, len(view.refused))
            assert given.setdefault(lived, view) == view
        assert len(given) < len(agent.views) / 4


def test_before_anything_tells_of_its_role_an_agent_sees_the_same_in_every_deal() -> None:
    referee = Referee(Game.load("avalon"), settings=Settings(plies=1))
    agents = {role: Keeping(True) for role in referee.players}
    for seed in DEALS:
        referee.play(agents, seed=seed)
    for agent in agents.values():
        assert all(seat == agent.seats[0] for seat in agent.seats)
    assert len({agent.seats[0].seed for agent in agents.values()}) == len(agents)


def test_another_seed_of_agents_is_another_chance(referee: Referee) -> None:
    agents = {role: RandomAgent() for role in referee.players}

    def played(agent_seed: int) -> Match:
        return referee.play(agents, seed=3, agent_seed=agent_seed)

    assert played(1) == played(1)
    assert len({str(played(number).moves) for number in range(8)}) > 1
    assert {played(number).moves[0]["random"] for number in range(8)} == {played(0).moves[0]["random"]}


def test_a_process_of_its_own_is_not_told_how_the_match_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["lelma", "play", "avalon", "--seed", "31415926"])
    events = list[Event]()
    agent = IsolatedAgent(Called)
    try:
        agents = {"a": agent, "b": RandomAgent(), "c": RandomAgent()}
        Referee(whisper(tmp_path)).play(agents, seed=4, watch=events.append)
    finally:
        agent.close()
    words = [
        event["words"] for event in events if event["event"] == "move" and event["role"] == "a" and "words" in event
    ]
    assert words and "spawn_main" in words[0] and not any("31415926" in text for text in words)


def test_the_command_has_a_seed_for_agents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second match of a series is that of the next seeds."""

    def played(out: str, *options: str) -> list[dict[str, Any]]:
        assert main(["play", "stag_hunt", "--seed", "3", "--out", str(tmp_path / out), "--json", *options]) == 0
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["matches"]
        return found

    series = played("series", "--matches", "2")
    assert [(item["seed"], item["agent_seed"]) for item in series] == [(3, 0), (4, 1)]
    assert (
        main(["play", "stag_hunt", "--seed", "4", "--agent-seed", "1", "--out", str(tmp_path / "one"), "--quiet"]) == 0
    )
    assert (tmp_path / "one").read_bytes() == (tmp_path / "series" / "000004.jsonl").read_bytes()
    assert read_match(tmp_path / "one").head["agent_seed"] == 1


def test_older_transcripts_without_the_seed_are_replayed(referee: Referee, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    agents = {role: RandomAgent() for role in referee.players}
    referee.play(agents, seed=4, agent_seed=2, transcript=file)
    new = file.read_text()
    file.write_text(new.replace('"agent_seed": 2, ', ""))
    assert file.read_text() != new
    found = replay_match(file, game=referee.game.folder)
    assert found.ok and found.finished
    file.write_text(new.replace('"agent_seed": 2', '"agent_seed": "two"'))
    with pytest.raises(UsageError, match="agent_seed: expected a whole number"):
        read_match(file)
