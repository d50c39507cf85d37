"""Matches of models through a cassette: recorded from a server on the loopback interface, and replayed without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lelma.interfaces.cli.main import main
from tests.lelma.matches.whisper import whisper
from tests.lelma.models.conftest import Answer, Server, chat_answer, chat_refusal
from tests.lelma.models.conftest import server as server

MOVES = ["(guard a)", "(guard b)", "speak", "(howl a)", "(vote b)", "(vote c)", "(vote a)"]


def play(game: Path, spec: str, tape: Path, out: Path, *more: str) -> int:
    arguments = ["play", str(game), "--agents", f"a={spec},b={spec},random", "--seed", "4", "--out", str(out)]
    return main([*arguments, "--cassette", str(tape), "--json", *more])


def answers() -> list[Answer]:
    """Right and wrong ones, refusals of a busy server, and an answer that was billed with nothing in it."""
    pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
    found = [Answer(body={**chat_answer(""), "choices": []})]
    for number in range(60):
        if number % 4 == 1:
            found.append(chat_refusal((429, 503)[number % 8 == 1], "slow down", {"Retry-After": "0"}))
        said = f"THINK: number {number}\nSAY: I say {number}.\nMOVE: {MOVES[number % len(MOVES)]}"
        found.append(Answer(body=chat_answer(said)))
    return found


@pytest.mark.parametrize("isolated", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_replayed_match_has_the_same_transcript(
    server: Server, tmp_path: Path, isolated: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    server.will_say(*answers())
    game, tape = whisper(tmp_path).folder, tmp_path / "tape"
    spec = f"{'isolated:' * isolated}model:openai:m?base_url={server.url}/v1"
    assert play(game, spec, tape, tmp_path / "first.jsonl") == 0
    asked = len(server.requests)
    assert play(game, spec, tape, tmp_path / "again.jsonl", "--replay-only") == 0
    first, again = ((tmp_path / name).read_bytes() for name in ("first.jsonl", "again.jsonl"))
    assert first == again and asked == len(server.requests)
    calls = [event for event in map(json.loads, first.splitlines()) if event["event"] == "call"]
    assert sum(call["tries"] for call in calls) == asked
    assert {call["outcome"] for call in calls} == {"replied", "failed"}
    lost = next(call for call in calls if call["outcome"] == "failed")
    assert lost["prompt_tokens"] == 11 and "no choice" in lost["error"]
    tried_again = next(call for call in calls if call["tries"] == 2)
    assert "slow down" in tried_again["failed"][0]["error"] and tried_again["prompt_tokens"] == 11
    assert capsys.readouterr().err == ""


def test_a_replay_without_the_match_tells_what_is_missing(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.will_say(*answers())
    game, tape = whisper(tmp_path).folder, tmp_path / "tape"
    spec = f"model:openai:m?base_url={server.url}/v1"
    play(game, spec, tape, tmp_path / "first.jsonl")
    play(game, spec, tape, tmp_path / "other.jsonl", "--replay-only", "--agent-seed", "9")
    events: list[Any] = [json.loads(line) for line in (tmp_path / "other.jsonl").read_text().splitlines()]
    assert "holds no reply number 1" in next(event["error"] for event in events if event["event"] == "call")
    capsys.readouterr()
    assert main(["play", str(game), "--replay-only", "--json"]) == 2
    assert "--replay-only needs a --cassette" in capsys.readouterr().out
