"""Transcripts of matches: what they hold, that they outlive a kill, and that a replay finds every difference."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.matches.referee import play_match
from lelma.matches.replay import is_match, read_match, replay_match
from lelma.matches.transcript import Event, read_transcript
from lelma.support.errors import UsageError
from tests.lelma.matches.whisper import whisper

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture
def match(tmp_path: Path) -> tuple[Path, Path]:
    """A transcript, and the folder of its game."""
    game = whisper(tmp_path)
    file = tmp_path / "match.jsonl"
    play_match(game, {role: RandomAgent() for role in "abc"}, seed=4, transcript=file)
    return file, game.path


def changed(file: Path, kind: str, change: Callable[[Event], Any], last: bool = False) -> None:
    """Change the first event of a kind, or the last."""
    events = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = [event for event in events if event["event"] == kind]
    change(found[-1 if last else 0])
    file.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")


def test_a_replay_reaches_the_same_states(match: tuple[Path, Path]) -> None:
    file, game = match
    found = replay_match(file, game=game)
    assert found.ok and found.finished and found.plies > 3


@pytest.mark.parametrize("name", ["avalon", "werewolf", "spygame", "undercover_v", "prisoners_dilemma"])
def test_matches_of_every_kind_are_replayed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.jsonl"
    assert main(["play", name, "--seed", "7", "--out", str(file), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["replay", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] and found["finished"] and found["plies"] == read_match(file).plies


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("move", lambda event: event.update(move="(deal a)"), "ply 1: the state is another one"),
        ("move", lambda event: event.update(move="(deal z)"), "ply 1: random played (deal z), which is not legal"),
        ("move", lambda event: event.update(role="nobody"), "ply 1: random had 3 legal moves, and none is recorded"),
        ("state", lambda event: event.update(hash="0"), "the initial state is another one"),
        ("percept", lambda event: event.update(percepts=["(wolf b)"]), "ply 1: b perceives something else"),
        ("result", lambda event: event["goals"].update(a=50), "the goal values are others"),
        ("result", lambda event: event.update(ended="plies"), "the match is over"),
    ],
)
def test_differences_are_found(match: tuple[Path, Path], kind: str, change: Callable[[Event], Any], told: str) -> None:
    file, game = match
    changed(file, kind, change)
    assert replay_match(file, game=game).differences[0] == told


def test_transcripts_of_nothing_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    for text in ("", '{"event": "run", "schema": "lelma-transcript", "version": 1}\n', "no JSON\n"):
        file.write_text(text)
        assert not is_match(text)
        with pytest.raises(UsageError):
            read_match(file)
    file.write_text('{"event": "match", "schema": "lelma-transcript", "version": 1}\n')
    with pytest.raises(UsageError, match="game is missing"):
        read_match(file)


def test_a_transcript_is_not_written_twice(match: tuple[Path, Path]) -> None:
    file, game = match
    with pytest.raises(UsageError, match="holds a match already"):
        play_match(Game.load(game), {role: RandomAgent() for role in "abc"}, transcript=file)


def test_a_transcript_outlives_a_kill(tmp_path: Path) -> None:
    whisper(tmp_path)
    (tmp_path / "slow.py").write_text(
        "import sys, time\n"
        "from pathlib import Path\n"
        "from lelma.agents.players.random_agent import RandomAgent\n"
        "from lelma.game.game import Game\n"
        "from lelma.matches.referee import play_match\n"
        "class Slow(RandomAgent):\n"
        "    def act(self, view):\n"
        "        time.sleep(60 if len(view.plies) >= 3 else 0)\n"
        "        return super().act(view)\n"
        f"game = Game.load(Path({str(tmp_path / 'whisper')!r}))\n"
        f"play_match(game, {{r: Slow() for r in 'abc'}}, seed=4, transcript=Path({str(tmp_path / 'm.jsonl')!r}))\n"
    )
    child = subprocess.Popen([sys.executable, str(tmp_path / "slow.py")], cwd=CHECKOUT, env={"PYTHONPATH": "."})
    file = tmp_path / "m.jsonl"
    deadline = time.monotonic() + 30
    while (not file.exists() or '"ply": 3, "hash"' not in file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGKILL)
    child.wait()
    found = replay_match(file, game=tmp_path / "whisper")
    assert (found.ok, found.finished, found.plies) == (True, False, 3)
    said = [event for event in read_transcript(file) if event["event"] == "move" and event.get("words")]
    assert len(said) == 2


def test_many_matches_are_counted_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "stag_hunt", "--matches", "3", "--json", "--out", str(tmp_path / "many")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [item["seed"] for item in found["matches"]] == [0, 1, 2]
    assert sorted(path.stem for path in (tmp_path / "many").iterdir()) == ["000000", "000001", "000002"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--agents", "robot"], "no agent is called 'robot'"),
        (["--agents", "p9=random"], "there is no role 'p9'"),
        (["--agents", "p1=random"], "no agent for p2"),
        (["--agents", "random,random"], "all roles would have two agents"),
        (["--agents", "scripted:/none"], "No such file"),
        (["--agents", "model:nothing"], "no model is called"),
        (["--matches", "0"], "0 is not 1 or more"),
        (["--set", "players=3"], "there is no parameter 'players'"),
    ],
)
def test_what_can_not_be_played_is_told(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "stag_hunt", *options]) == 2
    assert told in capsys.readouterr().err


def test_a_match_is_shown_as_it_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "avalon", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    for part in ("Avalon, seed 3", "The deal", " proposes ", "speaks: “", "goes on quest", "side wins", "Result"):
        assert part in shown


def test_a_transcript_goes_with_the_same_rules_however_they_are_named(
    match: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    transcript, game = match
    rules = next(game / name for name in ("rules.kif", "rules.gdl") if (game / name).is_file()).read_text("utf-8")
    folder = tmp_path / "other_name"
    folder.mkdir()
    named = folder / "renamed.kif"
    named.write_text("; the same rules\n" + rules.replace("?p", "?player"))
    worlds = ["worlds", str(named), "--match", str(transcript), "--json"]
    assert main(worlds) == 0, capsys.readouterr().err
    capsys.readouterr()
    lines = transcript.read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    assert head.pop("rules")
    old = folder / "old.jsonl"  # as before there were digests: the name decides where nothing else can be looked up
    old.write_text("\n".join([json.dumps(head | {"game": "renamed"}), *lines[1:]]))
    assert main(["worlds", str(named), "--match", str(old), "--json"]) == 0
    capsys.readouterr()
    named.write_text(rules.replace("(phase", "(stage"))
    assert main(worlds) == 2
    assert "whose rules are others" in capsys.readouterr().out
