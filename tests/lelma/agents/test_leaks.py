"""Agents reach nothing but what their own role perceived."""

from __future__ import annotations

import gc
import sys
import types
from pathlib import Path

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, View
from lelma.game.game import Game, list_games
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event
from tests.lelma.matches.whisper import whisper

# Code is the same for everyone; what is looked for is data.
_CODE = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.CodeType, type)


def reachable(roots: list[object]) -> set[str]:
    """Every text that can be reached from some objects by any reference."""
    seen: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, _CODE):
            continue
        seen[id(item)] = item
        waiting.extend(gc.get_referents(item))
    return {item for item in seen.values() if isinstance(item, str)}


class Dumper:
    """Plays at random, and keeps every text it can reach from its view and from the frames that called it."""

    name = "dumper"

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.known: set[str] = set()  # what it was told to be known to it: test_own_facts holds it to what it can know

    def act(self, view: View) -> Answer:
        self.known |= set(view.known)
        roots: list[object] = [view]
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_name != "_bootstrap":
            roots += [value for name, value in frame.f_locals.items() if name not in ("roots", "frame")]
            frame = frame.f_back  # type: ignore[assignment]
        self.found |= reachable([root for root in roots if root is not self])
        return RandomAgent().act(view)


def private(events: list[Event], role: str) -> set[str]:
    """Percepts of the match that others had and the role did not, and the fluents of the deal."""
    own: set[str] = set()
    others: set[str] = set()
    for event in events:
        if event["event"] == "percept":
            (own if event["role"] == role else others).update(event["percepts"])
        if event["event"] == "state":
            others.update(event["added"])
    return {text for text in others - own if text.startswith("(")}  # a bare name is a word of the game as well


def played(referee: Referee, seed: int) -> tuple[dict[str, Dumper], list[Event]]:
    agents, events = {role: Dumper() for role in referee.players}, list[Event]()
    referee.play(agents, seed=seed, watch=events.append)
    return agents, events


@pytest.mark.parametrize("name", [name for name in list_games() if "hidden" in Game.load(name).file.kind])
def test_agents_reach_no_secret(name: str) -> None:
    agents, events = played(Referee(Game.load(name)), seed=11)
    for role, agent in agents.items():
        secrets = private(events, role)
        assert len(secrets) > 10 and len(agent.found) > 10
        assert secrets.intersection(agent.found) <= agent.known


def test_agents_reach_what_they_heard_and_not_what_others_heard(tmp_path: Path) -> None:
    agents, events = played(Referee(whisper(tmp_path)), seed=4)
    said = [event for event in events if event["event"] == "move" and event.get("words")]
    spoken = {event["role"]: event["words"] for event in said if event["ply"] == said[0]["ply"]}
    assert len(spoken) == 2
    for role, words in spoken.items():
        heard = {other for other, agent in agents.items() if any(words in text for text in agent.found)}
        assert heard == {role, *(listener for speaker, listener in HEARS if speaker == role)}


HEARS = {("a", "b"), ("b", "a"), ("c", "a")}
"""Who is heard by whom, `(speaker, listener)`, as the rules have it."""


def test_what_an_agent_changes_in_its_view_changes_nothing_else(tmp_path: Path) -> None:
    class Tamperer:
        name = "tamperer"

        def act(self, view: View) -> Answer:
            for field in ("plies", "legal", "role", "roles", "refused"):
                object.__setattr__(view, field, ("(vote b)",))
            return Answer("(vote b)")

    referee, events = Referee(whisper(tmp_path)), list[Event]()
    agents = {role: RandomAgent() for role in referee.players}
    referee.play(agents | {"a": Tamperer()}, seed=2, watch=events.append)
    assert next(event for event in events if event["event"] == "refused")["why"] == (
        "Ann can't vote for Bob: it is not the time to vote"
    )
    assert events[-1]["event"] == "result"
