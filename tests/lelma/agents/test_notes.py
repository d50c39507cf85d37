"""What agents note: kept where it is sound, told of where not, and never anybody's business in the match."""

from __future__ import annotations

from typing import Any

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.notes import MOST_NOTES, sound_notes
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, MatchResult, Note, Ply, View
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event


class Noting(RandomAgent):
    """Notes something with everything it does."""

    name = "noting"

    def __init__(self) -> None:
        self.result: MatchResult | None = None
        self.tasks: list[str] = []

    def act(self, view: View) -> Answer:
        self.tasks.append(view.task)
        answer = super().act(view)
        return Answer(answer.move, answer.words, notes=({"kind": "plan", "text": view.task},))

    def observe(self, ply: Ply) -> list[Note]:
        return [{"kind": "seen", "percepts": len(ply.percepts)}]

    def end(self, result: MatchResult) -> list[Note]:
        self.result = result
        return [{"kind": "belief", "beliefs": {"p1": {"merlin": 2 / 3, "percival": 1 / 3}}}]


def noting() -> Noting:
    return Noting()


def _events(game: str, agents: dict[str, Any]) -> list[Event]:
    events: list[Event] = []
    Referee(Game.load(game)).play(agents, seed=3, watch=events.append)
    return events


@pytest.mark.parametrize(("name", "tasks"), [("avalon", {"propose", "speak", "vote", "quest"}), ("chicken", {""})])
def test_notes_become_events_and_tasks_have_names(name: str, tasks: set[str]) -> None:
    referee = Referee(Game.load(name))
    agents = {role: Noting() for role in referee.players}
    notes = [event for event in _events(name, agents) if event["event"] == "note"]
    assert {note["kind"] for note in notes} == {"plan", "seen", "belief"}
    assert all(note["role"] in agents and note["ply"] >= 1 for note in notes)
    assert {task for agent in agents.values() for task in agent.tasks} >= tasks
    assert all(task or name == "chicken" for agent in agents.values() for task in agent.tasks)


def test_at_the_end_everybody_is_told_what_the_game_names() -> None:
    agents = {role: Noting() for role in Referee(Game.load("avalon")).players}
    _events("avalon", agents)
    told = {agent.result.revealed for agent in agents.values() if agent.result is not None}
    (facts,) = told
    assert len(facts) == 6 and all(fact.startswith("(identity p") for fact in facts)


def test_notes_of_an_agent_in_another_process_arrive() -> None:
    roles = Referee(Game.load("chicken")).players
    agents = {role: IsolatedAgent(noting) for role in roles}
    try:
        notes = [event for event in _events("chicken", agents) if event["event"] == "note"]
    finally:
        for agent in agents.values():
            agent.close()
    assert {note["kind"] for note in notes} == {"plan", "seen", "belief"}


@pytest.mark.parametrize(
    ("notes", "trouble"),
    [
        ("text", "notes are a list of objects, not str"),
        (5, "notes are a list of objects, not int"),
        ([5], "a note is an object with its kind, a text"),
        ([{"text": "no kind"}], "a note is an object with its kind, a text"),
        ([{"kind": "belief", "beliefs": {"p1": {"merlin": "likely"}}}], "note belief.beliefs.p1.merlin = 'likely'"),
        ([{"kind": "own", "x": float("nan")}], "a note is no JSON: ValueError"),
        ([{"kind": "own", "x": object()}], "a note is no JSON: TypeError"),
    ],
)
def test_what_is_no_note_is_told_of(notes: object, trouble: str) -> None:
    kept, found = sound_notes(notes)
    assert kept == () and found.startswith(trouble)


def test_sound_notes_stay_beside_unsound_ones_and_are_few() -> None:
    many: list[object] = [{"kind": "plan", "text": str(number)} for number in range(MOST_NOTES + 5)]
    kept, found = sound_notes([*many[:3], 5, *many[3:]])
    assert len(kept) == MOST_NOTES - 1 and "106 notes at once" in found
