"""What holds for every agent of the roster. One that is missing from `CASES` fails here."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Agent, AgentFacts, Answer, MatchResult, Ply, Seat, View
from lelma.agents.roster import known_agents, make_agents
from lelma.game.game import Game, list_games
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event, read_transcript
from lelma.support.errors import UsageError
from tests.lelma.matches.whisper import whisper

SEED = 4
GARBAGE = ("MOVE: (vote", "\x00\x1b[2J", "(((", "SAY: MOVE: THINK:", "x" * 10_000, "{}", "(vote z)")


@dataclass(frozen=True)
class Case:
    """How an agent is named in a test.

    Attributes:
        sound: its name, given a folder to write in and the events of a match that it may play again.
        garbled: the same, where what it goes by is garbage; None for an agent that goes by nothing.
        typed: what a person types, line after line, in a sound match.
    """

    sound: Callable[[Path, list[Event]], str]
    garbled: Callable[[Path], str] | None = None
    typed: str = ""
    isolated: bool = True


def _script(folder: Path, events: list[Event]) -> str:
    lines = [f"{event['move']} | {event.get('words', '')}" for event in _moves(events)]
    (folder / "script").write_text("\n".join(lines) + "\n")
    return f"scripted:{folder / 'script'}"


def _garbled_script(folder: Path) -> str:
    (folder / "script").write_text("\n".join(GARBAGE))
    return f"scripted:{folder / 'script'}"


def _model(folder: Path, events: list[Event]) -> str:
    replies = [f"THINK: Hm.\nSAY: {event.get('words', '')}\nMOVE: {event['move']}" for event in _moves(events)]
    return _replies(folder, replies)


def _replies(folder: Path, replies: list[str]) -> str:
    (folder / "replies").mkdir()
    for number, reply in enumerate(replies, start=1):
        (folder / "replies" / f"{number}.txt").write_text(reply)
    return f"model:scripted:{folder / 'replies'}"


def _cot(folder: Path, events: list[Event]) -> str:
    replies = [
        text for event in _moves(events) for text in ("Hm.", f"SAY: {event.get('words', '')}\nMOVE: {event['move']}")
    ]
    return _replies(folder, replies).replace("model:", "cot:", 1)


def _moves(events: list[Event]) -> list[Event]:
    return [event for event in events if event["event"] == "move" and event["role"] == "a"]


CASES: Mapping[str, Case] = {
    "random": Case(lambda folder, events: "random"),
    "human": Case(lambda folder, events: "human", lambda folder: "human", typed="1\n", isolated=False),
    "scripted:FILE": Case(_script, _garbled_script),
    "model:NAME": Case(_model, lambda folder: _replies(folder, list(GARBAGE))),
    "cot:MODEL": Case(_cot, lambda folder: _replies(folder, list(GARBAGE)).replace("model:", "cot:", 1)),
    "talker": Case(lambda folder, events: "talker:history=0.3,slip=0.2"),
    "listener": Case(lambda folder, events: "listener"),
    "logician": Case(lambda folder, events: "logician"),
    "module:Class": Case(lambda folder, events: "tests.lelma.agents.own_agents:First"),
}


def test_every_agent_of_the_roster_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lelma.agents.roster.entry_points", lambda group: ())  # whatever is installed here
    assert set(CASES) == {*known_agents(), "module:Class"}


class Witness:
    """Hands everything on to an agent, and keeps in which order it was told what."""

    def __init__(self, agent: Agent) -> None:
        self.name, self.here, self.agent = agent.name, True, agent
        self.told: list[str] = []

    def act(self, view: View) -> Answer:
        self.told.append("act")
        return self.agent.act(view)

    def begin(self, seat: Seat) -> None:
        self._tell("begin", seat)

    def observe(self, ply: Ply) -> None:
        self._tell("observe", ply)

    def end(self, result: MatchResult) -> None:
        self._tell("end", result)

    def _tell(self, hook: str, value: Any) -> None:
        self.told.append(hook)
        getattr(self.agent, hook, lambda value: None)(value)


class Delayed:
    """Answers its first question too late, with something that must not count for a later one."""

    def __init__(self, agent: Agent, seconds: float) -> None:
        self.name, self.here, self.agent, self.seconds = agent.name, False, agent, seconds
        self.questions = 0

    def act(self, view: View) -> Answer:
        self.questions += 1
        if self.questions == 1:
            time.sleep(self.seconds)
            return Answer("too late")
        return self.agent.act(view)


class Garbling:
    """Answers now and then with something that is no answer."""

    def __init__(self, agent: Agent) -> None:
        self.name, self.here, self.agent = agent.name, True, agent
        self.questions = 0

    def act(self, view: View) -> Any:
        self.questions += 1
        answer = self.agent.act(view)
        return (answer, None, 7, "(vote z)", Answer(GARBAGE[4], "\x00" * 9999), [answer])[self.questions % 6]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return whisper(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def recorded(game: Game, tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """A match of random agents, which others may play again."""
    file = tmp_path_factory.mktemp("matches") / "match.jsonl"
    Referee(game).play(dict.fromkeys(("a", "b", "c"), RandomAgent()), seed=SEED, transcript=file)
    return read_transcript(file)


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda line: monkeypatch.setattr("sys.stdin", io.StringIO(line * 100))


def made(game: Game, spec: str) -> Agent:
    return make_agents(spec, game, ("a",))()["a"]


def played(game: Game, a: Any, seconds: float = 30.0) -> list[Event]:
    referee, events = Referee(game, settings=Settings(seconds=seconds)), list[Event]()
    referee.play({"a": a, "b": RandomAgent(), "c": RandomAgent()}, seed=SEED, watch=events.append)
    assert events[-1]["event"] == "result" and events[-1]["ended"] == "terminal"
    return events


def of(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind and event["role"] == "a"]


@pytest.mark.parametrize("name", CASES)
def test_it_lives_through_a_match(
    name: str, game: Game, recorded: list[Event], tmp_path: Path, types: Callable[[str], None]
) -> None:
    case = CASES[name]
    types(case.typed)
    agent = Witness(made(game, case.sound(tmp_path, recorded)))
    events = played(game, agent)
    assert of(events, "refused") == of(events, "fallback") == of(events, "trouble") == []
    plies = events[-1]["plies"]
    assert agent.told[0] == "begin" and agent.told[-1] == "end"
    assert [hook for hook in agent.told if hook != "act"] == ["begin", *["observe"] * plies, "end"]
    assert agent.told.count("act") == len(of(events, "move")) > 0


@pytest.mark.parametrize("name", CASES)
def test_it_says_what_it_is(
    name: str, game: Game, recorded: list[Event], tmp_path: Path, types: Callable[[str], None]
) -> None:
    case = CASES[name]
    types(case.typed)
    agent = made(game, case.sound(tmp_path, recorded))
    facts = getattr(agent, "facts", None)
    assert isinstance(facts, AgentFacts) and facts.about and facts.calls is not None
    assert facts.memory == (getattr(agent, "memory", None) is not None)
    assert name == "module:Class" or known_agents()[name] == facts
    events = played(game, agent)
    assert len(of(events, "call")) == facts.calls * len(of(events, "move"))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in ("random", "talker") else pytest.mark.slow) for name in CASES]
)
def test_in_a_process_of_its_own_it_plays_the_same(
    name: str, game: Game, recorded: list[Event], tmp_path: Path, types: Callable[[str], None]
) -> None:
    case = CASES[name]
    types(case.typed)
    spec = case.sound(tmp_path, recorded)
    if not case.isolated:
        with pytest.raises(UsageError, match="in another process"):
            made(game, f"isolated:{spec}")
        return
    agent = made(game, f"isolated:{spec}")
    assert isinstance(agent, IsolatedAgent)
    try:
        isolated = played(game, agent)
    finally:
        agent.close()
    assert _without_time(isolated) == _without_time(played(game, made(game, spec)))


def _without_time(events: list[Event]) -> list[Event]:
    return [{name: value for name, value in event.items() if name != "seconds"} for event in events[1:]]


@pytest.mark.parametrize("name", CASES)
def test_an_answer_that_comes_too_late_counts_for_nothing(
    name: str, game: Game, recorded: list[Event], tmp_path: Path, types: Callable[[str], None]
) -> None:
    case = CASES[name]
    types(case.typed)
    events = played(game, Delayed(made(game, case.sound(tmp_path, recorded)), 0.9), seconds=0.3)
    assert of(events, "refused")[0]["why"] == "no answer within 0.3 seconds"
    assert not any(event["move"] == "too late" for event in events if "move" in event)


@pytest.mark.parametrize("name", CASES)
def test_garbage_ends_no_match(
    name: str, game: Game, recorded: list[Event], tmp_path: Path, types: Callable[[str], None]
) -> None:
    case = CASES[name]
    types(case.typed)
    played(game, Garbling(made(game, case.sound(tmp_path, recorded))))
    if case.garbled is not None:
        types("\x00robot\n")
        (tmp_path / "garbage").mkdir()
        events = played(game, made(game, case.garbled(tmp_path / "garbage")))
        assert of(events, "refused") and of(events, "fallback")


GAMES = [name for name in list_games() if (Game.load(name).folder / "agents.toml").is_file()]


@pytest.mark.parametrize("name", GAMES)
def test_the_agents_of_a_game_live_through_its_matches(name: str) -> None:
    game = Game.load(name)
    added = set(known_agents(game.folder)) - set(known_agents())
    own = {spec for spec in added if not spec.endswith(":MODEL")}  # a paper's agents of steps have tests of their own
    assert own
    for spec in sorted(each for each in own if not each.endswith(":MODEL")):
        facts = known_agents(game.folder)[spec]
        assert facts.about and facts.calls == 0 and not facts.memory
        referee, events = Referee(game), list[Event]()
        agents = make_agents(spec, game, referee.players)()
        witness = Witness(agents[referee.players[0]])
        referee.play(agents | {referee.players[0]: witness}, seed=SEED, watch=events.append)
        assert witness.told[0] == "begin" and witness.told[-1] == "end"
        assert witness.told.count("observe") == events[-1]["plies"]
        assert not [event for event in events if event["event"] in ("trouble", "fallback")]
