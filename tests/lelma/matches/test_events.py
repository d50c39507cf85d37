"""The lines of transcripts are what their types say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, View
from lelma.game.game import Game
from lelma.interfaces.public_types import json_schema
from lelma.interfaces.schema import faults
from lelma.matches.events import EVENTS
from lelma.matches.referee import Referee
from lelma.matches.transcript import TRANSCRIPT_SCHEMA, TRANSCRIPT_VERSION, Event


class Unruly(RandomAgent):
    """Now and then answers something that is no move, and calls a model."""

    def act(self, view: View) -> Answer:
        answer: Any = super().act(view)
        if random.Random(view.seed).random() < 0.4:
            return Answer("no move", thought="Hm.", calls=({"model": "none", "reply": "?"},), words="Hello")
        return Answer(answer.move, answer.words, thought="Aha.")


@pytest.mark.parametrize("name", ["avalon", "werewolf", "undercover_v", "chicken"])
def test_every_event_of_a_match_is_of_its_type(name: str) -> None:
    referee, events = Referee(Game.load(name)), list[Event]()
    referee.play(dict.fromkeys(referee.players, Unruly()), seed=1, watch=events.append)
    events[0] |= {"schema": TRANSCRIPT_SCHEMA, "version": TRANSCRIPT_VERSION}  # which the file adds
    kinds = {event["event"] for event in events}
    assert kinds >= {"match", "state", "move", "percept", "result"}
    assert name == "chicken" or kinds >= {"identities", "refused", "call"}
    for event in events:
        if event["event"] != "call":
            assert list(faults(event, EVENTS[event["event"]])) == []


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_event_has_a_schema(kind: str) -> None:
    schema = json_schema(f"match_{kind}")
    assert schema["properties"]["event"]["enum"] == [kind]
    assert schema["description"] and "event" in schema["required"]


def test_what_is_no_event_has_faults() -> None:
    assert list(faults({"event": "state", "ply": "1", "hash": "", "added": [], "what": 1}, EVENTS["state"])) == [
        "ply: expected a whole number, got '1'",
        "what: there is no such key; there are event, ply, hash, added, removed",
        "the key 'removed' is missing",
    ]
