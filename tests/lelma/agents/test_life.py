"""The life of an agent: what it is told, in which order, and that nothing it does then changes the match."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.memory import JsonMemory
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Agent, Answer, MatchResult, Ply, Seat, View
from lelma.matches.referee import Match, Referee, Settings
from lelma.matches.transcript import Event
from tests.lelma.agents.test_leaks import reachable
from tests.lelma.matches.whisper import whisper

HOOKS = ("load", "begin", "observe", "end", "save")


class Living(RandomAgent):
    """Moves at random, and keeps all it is told; its memory counts matches, and lists what it was told in order."""

    def __init__(self) -> None:
        self.memory = JsonMemory({"matches": 0, "told": []})
        self.seats, self.plies, self.results = list[Seat](), list[Ply](), list[MatchResult]()

    @property
    def told(self) -> list[str]:
        told: list[str] = self.memory.value["told"]
        return told

    def begin(self, seat: Seat) -> None:
        self.seats.append(seat)
        self.told.append("begin")

    def act(self, view: View) -> Answer:
        self.told.append("act")
        return super().act(view)

    def observe(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.told.append("observe")

    def end(self, result: MatchResult) -> None:
        self.results.append(result)
        self.told.append("end")
        self.memory.value["matches"] += 1


class Threaded(Living):
    """As `Living`, asked in a thread of its own."""

    here = False


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(whisper(tmp_path_factory.mktemp("games")), settings=Settings(seconds=20.0))


def played(referee: Referee, a: Agent, seed: int = 4, memory: Path | None = None) -> tuple[Match, list[Event]]:
    events: list[Event] = []
    agents: dict[str, Agent] = {"a": a, "b": RandomAgent(), "c": RandomAgent()}
    folders = {} if memory is None else {"a": memory}
    match = referee.play(agents, seed=seed, watch=events.append, memory=folders)
    return match, events


def moves(events: list[Event]) -> list[Event]:
    """The events of a match without its agents' names and what went wrong with their hooks."""
    return [event for event in events if event["event"] not in ("match", "trouble")]


def troubles(events: list[Event]) -> list[tuple[int, str, str]]:
    return [(event["ply"], event["hook"], event["why"]) for event in events if event["event"] == "trouble"]


@pytest.mark.parametrize("kind", [Living, Threaded])
def test_an_agent_is_told_of_the_match_from_its_beginning_to_its_end(referee: Referee, kind: type[Living]) -> None:
    agent = kind()
    match, events = played(referee, agent)
    plies = len(match.moves)
    assert agent.told[0] == "begin" and agent.told[-1] == "end"
    assert agent.told.count("begin") == agent.told.count("end") == 1
    assert agent.told.count("observe") == plies == len(agent.plies)
    assert [ply.move for ply in agent.plies] == [joint["a"] for joint in match.moves]
    asked = [event for event in events if event["event"] == "move" and event["role"] == "a"]
    assert agent.told.count("act") == len(asked) > 0
    assert troubles(events) == []
    assert agent.seats == [Seat("a", referee.dynamics.roles, referee.rules, referee.wording, 20.0, agent.seats[0].seed)]
    result = events[-1]
    assert agent.results == [MatchResult("terminal", plies, match.goals, tuple(result["winners"]))]


def test_a_role_that_is_out_is_told_on(referee: Referee) -> None:
    lengths = set()
    for seed in range(12):
        agent = Living()
        match, _ = played(referee, agent, seed=seed)
        lengths.add((len(match.moves), agent.told.count("observe")))
    assert all(moved == told for moved, told in lengths)


def test_an_agent_without_hooks_plays_the_same_match(referee: Referee) -> None:
    assert moves(played(referee, Living())[1]) == moves(played(referee, RandomAgent())[1])


def test_what_is_kept_is_there_in_the_next_match(referee: Referee, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        agent = Living()
        _, events = played(referee, agent, memory=tmp_path / "kept")
        assert troubles(events) == []
        assert agent.memory.value["matches"] == number
    kept = json.loads((tmp_path / "kept" / "memory.json").read_text())["value"]
    assert kept["matches"] == 3 and kept["told"].count("begin") == 3


def test_damaged_memory_is_told_and_the_match_goes_on(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "memory.json").write_text("{")
    agent = Living()
    match, events = played(referee, agent, memory=tmp_path)
    ((ply, hook, why),) = troubles(events)
    assert (ply, hook) == (0, "load") and "memory.json.damaged-1" in why
    assert match.ended == "terminal" and agent.memory.value["matches"] == 1


class Odd(BaseException):
    """No Exception."""


@pytest.mark.parametrize("kind", [Living, Threaded])
@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(3), Odd(), RecursionError("x" * 10_000 + "\x1b[2J")])
def test_a_hook_that_raises_is_recorded_and_changes_nothing(
    referee: Referee, tmp_path: Path, kind: type[Living], error: BaseException
) -> None:
    def fail(*_: Any) -> None:
        raise error

    agent = kind()
    for hook in ("begin", "observe", "end"):
        setattr(agent, hook, fail)
    for hook in ("load", "save"):
        setattr(agent.memory, hook, fail)
    match, events = played(referee, agent, memory=tmp_path)
    found = troubles(events)
    assert {hook for _, hook, _ in found} == set(HOOKS)
    assert [ply for ply, hook, _ in found if hook == "observe"] == list(range(1, len(match.moves) + 1))
    assert all(type(error).__name__ in why and len(why) <= 300 and why.isprintable() for _, _, why in found)
    assert moves(events) == moves(played(referee, RandomAgent())[1])
    assert events[-1]["event"] == "result"


@pytest.mark.parametrize("hook", ["begin", "observe", "end"])
def test_a_hook_that_hangs_is_recorded_and_changes_nothing(tmp_path: Path, hook: str) -> None:
    referee = Referee(whisper(tmp_path), settings=Settings(seconds=1.0))
    agent = Threaded()
    setattr(agent, hook, lambda value: time.sleep(3600))
    _, events = played(referee, agent)
    found = troubles(events)
    assert found[0][1:] == (hook, "not done within 1 seconds")
    assert all(why.startswith(("not done", "the agent is still busy")) for _, _, why in found)
    assert moves(events) == moves(played(referee, RandomAgent())[1])


def test_an_agent_whose_looks_fail_does_not_stop_a_match(referee: Referee, tmp_path: Path) -> None:
    class Sly:
        name = "sly"

        def act(self, view: View) -> Answer:
            return RandomAgent().act(view)

        @property
        def memory(self) -> object:
            raise KeyError("memory")

        @property
        def observe(self) -> Callable[[Ply], None]:
            raise OSError("observe")

        @property
        def here(self) -> bool:
            raise ValueError("here")

        begin = 3
        end = None

    _, events = played(referee, Sly(), memory=tmp_path)
    assert {hook for _, hook, _ in troubles(events)} == {"load", "save", "observe", "begin"}
    assert events[-1]["event"] == "result"


def test_an_agent_that_poses_as_an_isolated_one_does_not_stop_a_match(referee: Referee) -> None:
    class Posing(RandomAgent):
        tell_within = "nothing"

    _, events = played(referee, Posing())
    assert {hook for _, hook, _ in troubles(events)} == {"begin", "observe", "end"}
    assert moves(events) == moves(played(referee, RandomAgent())[1])


def test_what_a_hook_changes_in_its_values_changes_nothing_else(referee: Referee) -> None:
    class Tampering(RandomAgent):
        def observe(self, ply: Ply) -> None:
            for utterance in ply.heard:
                object.__setattr__(utterance, "words", "I am the wolf.")
            object.__setattr__(ply, "percepts", ("(wolf b)",))
            object.__setattr__(ply, "heard", ())

        def end(self, result: MatchResult) -> None:
            dict.clear(result.goals)  # type: ignore[arg-type]

    match, events = played(referee, Tampering())
    assert moves(events) == moves(played(referee, RandomAgent())[1])
    assert len(match.goals) == 3


class Spying(RandomAgent):
    """Keeps every text that its hooks can reach, by what they are given and by the frames that called them."""

    here = False

    def __init__(self) -> None:
        self.found = set[str]()

    def _look(self, value: object) -> None:
        roots: list[object] = [value]
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_name != "_bootstrap":
            roots += [item for name, item in frame.f_locals.items() if name not in ("roots", "frame")]
            frame = frame.f_back  # type: ignore[assignment]
        self.found |= reachable([root for root in roots if root is not self])

    def begin(self, seat: Seat) -> None:
        self._look(seat)

    def observe(self, ply: Ply) -> None:
        self._look(ply)

    def end(self, result: MatchResult) -> None:
        self._look(result)


def test_hooks_reach_no_secret(referee: Referee) -> None:
    for seed in range(6):
        agent = Spying()
        _, events = played(referee, agent, seed=seed)
        own = {text for e in events if e["event"] == "percept" and e["role"] == "a" for text in e["percepts"]}
        others = {text for e in events if e["event"] == "percept" and e["role"] != "a" for text in e["percepts"]}
        hidden = {text for e in events if e["event"] == "state" for text in e["added"] if text.startswith("(wolf")}
        assert hidden and len(agent.found) > 5 and own <= agent.found | {"wolf"}
        secrets = {text for text in (others - own) | hidden if text.startswith("(")}
        assert secrets.intersection(agent.found) == set()


class HangingBegin(Living):
    """Never begins."""

    def begin(self, seat: Seat) -> None:
        time.sleep(3600)


class FailingMemory(Living):
    """Can't keep anything."""

    def end(self, result: MatchResult) -> None:
        self.memory.value = object()


@pytest.mark.slow
def test_an_agent_in_its_own_process_lives_the_same(referee: Referee, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for number in (1, 2):
        agent = IsolatedAgent(Living)
        try:
            _, events = played(referee, agent, memory=folder)
        finally:
            agent.close()
        assert troubles(events) == []
        assert moves(events) == moves(played(referee, RandomAgent())[1])
        kept = json.loads((folder / "memory.json").read_text())["value"]
        assert kept["matches"] == number
    here = Living()
    played(referee, here)
    assert kept["told"] == here.told * 2


@pytest.mark.slow
def test_hooks_that_fail_in_another_process_change_nothing(tmp_path: Path) -> None:
    referee = Referee(whisper(tmp_path), settings=Settings(seconds=1.0))
    for kind, hook, why in (
        (HangingBegin, "begin", "no answer within 1 seconds"),
        (FailingMemory, "save", "the agent failed: TypeError"),
    ):
        agent = IsolatedAgent(kind)
        try:
            agent.start()
            _, events = played(referee, agent, memory=tmp_path / "kept")
        finally:
            agent.close()
        ((_, found, told),) = troubles(events)
        assert found == hook and told.startswith(why)
        assert moves(events) == moves(played(referee, RandomAgent())[1])
