"""Listeners believe what is possible, weighed by what they see and hear, and play by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lelma.agents.players.listener import Listener, read_listener_data
from lelma.agents.protocol import Ply, Seat, Utterance
from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event
from lelma.support.errors import GameError, UsageError


def events_of(game: Game, agents: str, seed: int) -> list[Event]:
    referee, events = Referee(game), list[Event]()
    referee.play(make_agents(agents, game, referee.players)(), seed=seed, agent_seed=seed, watch=events.append)
    return [{name: value for name, value in event.items() if name != "seconds"} for event in events]


def test_a_match_ends_and_is_the_same_again() -> None:
    _plays("spygame")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["avalon", "undercover_v", "werewolf"])
def test_a_long_match_ends_and_is_the_same_again(name: str) -> None:
    _plays(name)


def _plays(name: str) -> None:
    game = Game.load(name)
    events = events_of(game, "talker,p1=listener,p2=listener", 2)
    assert events == events_of(game, "talker,p1=listener,p2=listener", 2)
    assert events[-1]["ended"] == "terminal"
    assert not [event for event in events if event["event"] in ("trouble", "fallback", "refused")]
    beliefs = [event for event in events if event["event"] == "note" and event["kind"] == "belief"]
    assert beliefs and not any("trouble" in note for note in beliefs)
    for note in beliefs:
        assert all(abs(sum(shares.values()) - 1) < 1e-6 for shares in note["beliefs"].values())


def believed(words: str) -> dict[str, dict[str, float]]:
    """What a villager, p1, believes after the deal and the drawn order, when p2 has said something."""
    game = Game.load("werewolf")
    agent = Listener.of(game)()
    roles = ("random", *(f"p{number}" for number in range(1, 9)))
    agent.begin(Seat("p1", roles, "", Wording(game.file.words)))
    agent.observe(Ply("noop", ("(identity villager)",)))
    for _ in range(7):
        agent.observe(Ply("noop", ()))
    notes = agent.observe(Ply("noop", ("(place 1 p2)",), (Utterance("p2", words),)))
    found: dict[str, dict[str, float]] = notes[0]["beliefs"]
    return found


def test_claims_of_identities_are_weighed_by_who_would_lie() -> None:
    quiet = believed("Good morning.")
    assert quiet["p1"] == {"villager": 1.0} and quiet["p2"]["werewolf"] == pytest.approx(3 / 7)
    accused = believed("Player 3 is a werewolf.")
    assert accused["p3"]["werewolf"] > quiet["p3"]["werewolf"]
    assert believed("I am the seer.")["p2"]["seer"] > quiet["p2"]["seer"]
    assert believed("Perhaps Player 3 is a werewolf.") == quiet


def test_options_and_files_with_faults_are_told(tmp_path: Path) -> None:
    game = Game.load("spygame")
    with pytest.raises(UsageError, match="one option, seed"):
        Listener.of(game, "history=0.2")
    for text, told in (
        ('words = "plain"\n', "there is no words"),
        ("[lies]\nspy = 2\n", "lies.spy should be a number from 0 to 1"),
        ('[[seen]]\nwhen = ["(voted ?x ?y)"]\nlikely = { spy = 0.1 }\n', "whose doing is it"),
        ('[[prefer]]\nmove = "(vote ?q)"\nworth = { spy = 1 }\n', "whose identity is worth something"),
    ):
        (tmp_path / "listener.toml").write_text(text)
        with pytest.raises(GameError, match=told):
            read_listener_data(replace(game, path=tmp_path))
