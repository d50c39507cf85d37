"""Agents in processes of their own."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, View
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from tests.lelma.matches.whisper import whisper


class Prying(RandomAgent):
    """Says every text of its process that tells who the wolf is."""

    def act(self, view: View) -> Answer:
        objects = gc.get_objects()
        texts = {text for item in objects for text in gc.get_referents(item) if isinstance(text, str)}
        return Answer(super().act(view).move, " ".join(sorted(text for text in texts if text.startswith("(wolf "))))


class Ending(RandomAgent):
    """Ends its process."""

    def act(self, view: View) -> Answer:
        os._exit(3)


class Hanging(RandomAgent):
    """Never answers."""

    def act(self, view: View) -> Answer:
        time.sleep(3600)
        raise AssertionError


class Failing(RandomAgent):
    """Raises."""

    def act(self, view: View) -> Answer:
        raise ValueError("no idea")


def played(folder: Path, agent: RandomAgent | IsolatedAgent, seconds: float = 20.0) -> list[Event]:
    referee, events = Referee(whisper(folder), settings=Settings(seconds=seconds)), list[Event]()
    try:
        referee.play({"a": agent, "b": RandomAgent(), "c": RandomAgent()}, seed=4, watch=events.append)
    finally:
        if isinstance(agent, IsolatedAgent):
            agent.close()
    return events


def words_of_a(events: list[Event]) -> set[str]:
    moves = [event for event in events if event["event"] == "move" and event["role"] == "a"]
    return {event["words"] for event in moves if "words" in event}


@pytest.mark.slow
def test_an_agent_in_its_own_process_reaches_no_secret(tmp_path: Path) -> None:
    events = played(tmp_path, IsolatedAgent(Prying))
    assert any("(wolf b)" in event.get("added", ()) for event in events)
    assert words_of_a(events) == set()
    in_our_process = words_of_a(played(tmp_path, Prying()))
    assert any("(wolf b)" in words for words in in_our_process)


@pytest.mark.parametrize(
    ("agent", "seconds", "why"),
    [
        (Ending, 20.0, "the agent's process ended"),
        (Hanging, 0.2, "no answer within 0.2 seconds"),
        (Failing, 20.0, "the agent failed: ValueError: no idea"),
    ],
)
def test_a_process_that_fails_does_not_stop_a_match(
    tmp_path: Path, agent: type[RandomAgent], seconds: float, why: str
) -> None:
    events = played(tmp_path, IsolatedAgent(agent), seconds)
    assert why in next(event["why"] for event in events if event["event"] == "refused")
    assert events[-1]["event"] == "result"
