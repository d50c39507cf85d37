"""A match that was cut off goes on from its transcript, and ends as if it had not been."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.asking import Asker
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.players.scripted_agent import ScriptedAgent
from lelma.agents.protocol import Answer, MatchResult, Note, PastMatch, Ply, Seat, View
from lelma.agents.roster import make_agents
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.log import MatchLog
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event, Transcript, read_transcript
from lelma.matches.turns.past import completed
from lelma.support.errors import UsageError
from tests.lelma.matches.whisper import whisper

SEED, AGENT_SEED = 4, 9


class Counting(RandomAgent):
    """Says how many joint moves it was told of; notes that number when it is told of one, and at the end."""

    here = False

    def __init__(self) -> None:
        self.count = 0

    def begin(self, seat: Seat) -> Sequence[Note]:
        return [{"kind": "count", "count": 0, "of": seat.role}]

    def act(self, view: View) -> Answer:
        found = super().act(view)
        assert self.count == len(view.plies)
        return Answer(found.move, f"I have seen {self.count}.", thought=f"  {self.count} so far\n", notes=found.notes)

    def observe(self, ply: Ply) -> Sequence[Note]:
        self.count += 1
        return [{"kind": "count", "count": self.count}]

    def end(self, result: MatchResult) -> Sequence[Note]:
        return [{"kind": "count", "count": -self.count}]


class Resuming(Counting):
    """Takes its number up from its notes."""

    def __init__(self) -> None:
        super().__init__()
        self.pasts: list[PastMatch] = []

    def resume(self, past: PastMatch) -> None:
        self.pasts.append(past)
        self.count = past.notes[-1]["count"]
        assert self.count == len(past.plies)


def agents(kind: type[Counting] = Counting) -> dict[str, Any]:
    return {"a": kind(), "b": RandomAgent(), "c": kind()}


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(whisper(tmp_path_factory.mktemp("games")), settings=Settings(seconds=30.0))


@pytest.fixture(scope="module")
def whole(referee: Referee, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("matches") / "match.jsonl"
    referee.play(agents(), seed=SEED, agent_seed=AGENT_SEED, transcript=file)
    return file


def cut(whole: Path, lines: int, file: Path, rest: bytes = b"") -> Path:
    file.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:lines]) + rest)
    return file


def gone_on(referee: Referee, file: Path, kind: type[Counting] = Counting) -> dict[str, Any]:
    playing = agents(kind)
    referee.play(playing, seed=SEED, agent_seed=AGENT_SEED, transcript=file, resume=True)
    return playing


@pytest.mark.parametrize("kind", [Counting, Resuming])
def test_a_match_ends_the_same_wherever_it_was_cut_off(
    referee: Referee, whole: Path, tmp_path: Path, kind: type[Counting]
) -> None:
    lines = len(whole.read_bytes().splitlines())
    assert lines > 30
    for number in range(0, lines, 1 if kind is Counting else 3):
        file = cut(whole, number, tmp_path / f"{number}.jsonl", b'{"event": "mo' if number % 2 else b"")
        gone_on(referee, file, kind)
        assert file.read_bytes() == whole.read_bytes(), number


def test_who_has_the_hook_is_told_its_own_past(referee: Referee, whole: Path, tmp_path: Path) -> None:
    events = read_transcript(whole)
    last = max(number for number, event in enumerate(events) if event["event"] == "state" and event["ply"] == 3)
    playing = gone_on(referee, cut(whole, last + 1, tmp_path / "match.jsonl"), Resuming)
    (past,) = playing["c"].pasts
    assert past.seat.role == "c" and len(past.plies) == 3
    assert [note["count"] for note in past.notes] == [0, 1, 2, 3]
    assert past.notes[0] == {"kind": "count", "count": 0, "of": "c"}
    assert all(set(note) == {"kind", "count"} for note in past.notes[1:])
    moved = [event for event in events if event["event"] == "move" and event["role"] == "c" and event["ply"] <= 3]
    chosen = [ply for ply in past.plies if ply.chosen]
    assert [ply.move for ply in chosen] == [event["move"] for event in moved]
    assert all(ply.thought == event["thought"].strip() for ply, event in zip(chosen, moved, strict=True))


def test_an_isolated_agent_goes_on_as_well(referee: Referee, whole: Path, tmp_path: Path) -> None:
    for kind in (Counting, Resuming):
        file = cut(whole, len(whole.read_bytes().splitlines()) - 8, tmp_path / f"{kind.__name__}.jsonl")
        isolated = IsolatedAgent(kind, name="random")
        playing = agents(kind) | {"a": isolated}
        try:
            referee.play(playing, seed=SEED, agent_seed=AGENT_SEED, transcript=file, resume=True)
        finally:
            isolated.close()
        assert file.read_bytes() == whole.read_bytes()


def test_who_watches_sees_the_match_from_its_beginning(referee: Referee, whole: Path, tmp_path: Path) -> None:
    events: list[Event] = []
    file = cut(whole, 20, tmp_path / "match.jsonl")
    referee.play(agents(), seed=SEED, agent_seed=AGENT_SEED, transcript=file, resume=True, watch=events.append)
    assert [event["event"] for event in events] == [event["event"] for event in read_transcript(whole)]


def test_refusals_and_fallbacks_of_before_count(referee: Referee, tmp_path: Path) -> None:
    class Stubborn:
        name, here = "stubborn", True

        def act(self, view: View) -> Answer:
            return Answer("(vote z)")

    def playing() -> dict[str, Any]:
        return {role: Stubborn() for role in referee.players}

    whole = tmp_path / "whole.jsonl"
    match = referee.play(playing(), seed=SEED, transcript=whole)
    assert match.refused > 3 and match.fallbacks > 1
    file = cut(whole, len(whole.read_bytes().splitlines()) - 5, tmp_path / "match.jsonl")
    assert referee.play(playing(), seed=SEED, transcript=file, resume=True) == match
    assert file.read_bytes() == whole.read_bytes()


def test_another_match_does_not_go_on(referee: Referee, whole: Path, tmp_path: Path) -> None:
    file = cut(whole, 20, tmp_path / "match.jsonl")
    before = file.read_bytes()
    for change, why in (
        ({"seed": 5}, "another match: its seed is 4, not 5"),
        ({"agent_seed": 1}, "its agent_seed is 9, not 1"),
    ):
        with pytest.raises(UsageError, match=why):
            seeds: Any = {"seed": SEED, "agent_seed": AGENT_SEED} | change
            referee.play(agents(), transcript=file, resume=True, **seeds)
    with pytest.raises(UsageError, match="its agents is"):
        others = dict.fromkeys(("a", "b", "c"), Named())
        referee.play(others, seed=SEED, agent_seed=AGENT_SEED, transcript=file, resume=True)
    assert file.read_bytes() == before, "nothing is taken from the file of another match"
    with pytest.raises(UsageError, match="holds a match that is over"):
        gone_on(referee, cut(whole, 10_000, tmp_path / "over.jsonl"))
    with pytest.raises(UsageError, match="name the file"):
        referee.play(agents(), seed=SEED, resume=True)
    with pytest.raises(UsageError, match="holds a match already"):
        referee.play(agents(), seed=SEED, agent_seed=AGENT_SEED, transcript=file)


def test_a_damaged_past_is_told(referee: Referee, whole: Path, tmp_path: Path) -> None:
    text = cut(whole, 25, tmp_path / "match.jsonl").read_text()
    drawn = next(event for event in read_transcript(whole) if event["event"] == "move" and event["role"] == "random")
    hashed = [event["hash"] for event in read_transcript(whole) if event["event"] == "state"][1]
    for old, new, why in (
        (drawn["move"], "(deal nobody)", "which is not legal"),
        (hashed, "0" * 16, "the state after joint move 1 is another one"),
    ):
        file = tmp_path / "damaged.jsonl"
        file.write_text(text.replace(old, new))
        with pytest.raises(UsageError, match=why):
            gone_on(referee, file)


class Named(RandomAgent):
    name = "another"


@pytest.mark.parametrize("name", ["avalon", "werewolf"])
def test_the_hidden_role_games_go_on(name: str, tmp_path: Path) -> None:
    referee = Referee(Game.load(name), settings=Settings(plies=14))
    whole = tmp_path / "whole.jsonl"
    match = referee.play({role: RandomAgent() for role in referee.players}, seed=2, transcript=whole)
    lines = len(whole.read_bytes().splitlines())
    for number in (lines // 3, lines - 1):
        file = cut(whole, number, tmp_path / f"{number}.jsonl")
        found = referee.play({role: RandomAgent() for role in referee.players}, seed=2, transcript=file, resume=True)
        assert found == match and file.read_bytes() == whole.read_bytes()


TALKER = "talker:announce=1,break_vote=0.5,history=0.3,contradict=0.3,bluff=0.4,hallucinate=0.3"


@pytest.mark.parametrize(
    ("spec", "plies", "cuts"),
    [
        (TALKER, 60, 6),
        pytest.param("listener", 24, 2, marks=pytest.mark.slow),
        pytest.param(f"gated:{TALKER}", 32, 2, marks=pytest.mark.slow),
    ],
)
def test_agents_without_a_model_go_on_with_what_they_promised(spec: str, plies: int, cuts: int, tmp_path: Path) -> None:
    game = Game.load("avalon")
    referee = Referee(game, settings=Settings(plies=plies))
    make = make_agents(spec, game, referee.players)
    whole = tmp_path / "whole.jsonl"
    match = referee.play(make(), seed=5, agent_seed=5, transcript=whole)
    lines = len(whole.read_bytes().splitlines())
    for number in (lines * part // (cuts + 1) for part in range(1, cuts + 1)):
        file = cut(whole, number, tmp_path / f"{number}.jsonl")
        found = referee.play(make(), seed=5, agent_seed=5, transcript=file, resume=True)
        assert found == match and file.read_bytes() == whole.read_bytes(), number


def test_a_script_goes_on_where_it_was(referee: Referee, tmp_path: Path) -> None:
    def playing() -> dict[str, Any]:
        answers = [Answer(move) for move in ("nonsense", "(vote b)", "(vote c)", "(vote b)", "(vote a)") * 20]
        return {role: ScriptedAgent(answers) for role in referee.players}

    whole = tmp_path / "whole.jsonl"
    referee.play(playing(), seed=SEED, transcript=whole)
    for number in (20, len(whole.read_bytes().splitlines()) - 3):
        file = cut(whole, number, tmp_path / f"{number}.jsonl")
        referee.play(playing(), seed=SEED, transcript=file, resume=True)
        assert file.read_bytes() == whole.read_bytes()


def test_who_answers_otherwise_than_before_is_told_of(referee: Referee, whole: Path, tmp_path: Path) -> None:
    class Asked(Counting):
        asked_again = True

        def act(self, view: View) -> Answer:
            return Answer(view.legal[0], "I have seen nothing.")

    playing = agents() | {"c": Asked()}
    file = cut(whole, 30, tmp_path / "match.jsonl")
    referee.play(playing, seed=SEED, agent_seed=AGENT_SEED, transcript=file, resume=True)
    told = [event for event in read_transcript(file) if event["event"] == "trouble"]
    assert [(each["role"], each["hook"]) for each in told] == [("c", "resume")]
    assert "otherwise than it did" in told[0]["why"]


def test_hooks_that_are_missing_are_known() -> None:
    told = Asker(RandomAgent()).tell("resume", None, 1.0)
    assert told.missing and not told.trouble


@pytest.mark.parametrize(("kinds", "kept"), [("state identities", 2), ("state identities move", 2), ("state move", 1)])
def test_identities_belong_to_the_state_before_them(kinds: str, kept: int) -> None:
    assert len(completed([{"event": kind} for kind in kinds.split()], "here")) == kept


def test_events_are_kept_from_the_beginning(tmp_path: Path) -> None:
    file = Transcript(tmp_path / "file.jsonl", sync=False)
    log = MatchLog(file, None, secret=())
    for ply in range(4):
        log.refused(ply, "a", "x", "no")
    file.keep(2)
    log.refused(9, "a", "x", "no")
    file.close()
    assert [event["ply"] for event in read_transcript(tmp_path / "file.jsonl")] == [0, 1, 9]


def test_the_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, file = tmp_path / "whole.jsonl", tmp_path / "match.jsonl"
    play = ["play", "spygame", "--agents", "plain"]
    assert main([*play, "--set", "players=4", "--seed", "7", "--agent-seed", "3", "--out", str(whole)]) == 0
    cut(whole, 12, file)
    assert main([*play, "--resume", str(file), "--quiet"]) == 0
    assert file.read_bytes() == whole.read_bytes()
    capsys.readouterr()
    short = cut(whole, 9, tmp_path / "short.jsonl")
    for arguments, why in (
        ([*play, "--resume", str(file)], "holds a match that is over"),
        ([*play, "--resume", str(file), "--seed", "7"], "leave --seed"),
        ([*play, "--resume", str(file), "--matches", "2"], "leave --matches"),
        (["play", "spygame", "--agents", "random", "--resume", str(short)], "its agents is"),
        (["play", "avalon", "--agents", "plain", "--resume", str(short)], ""),
        ([*play, "--resume", str(tmp_path / "none.jsonl")], "No such file"),
    ):
        assert main(arguments) == 2
        assert why in capsys.readouterr().err
