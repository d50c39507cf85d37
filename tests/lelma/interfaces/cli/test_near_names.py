"""Every command that takes a name says which known one is near a misspelt one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.interfaces.cli.main import main

GAMES = ["ask {} x", "check {}", "claims {} -", "compile {}", "perft {} 1", "play {}", "playout {}", "rules {}"]
GAMES += ["solve {}", "verify {} -", "worlds {}", "report - --game {}"]
OTHERS = [
    ("slove stag_hunt", "solve"),
    ("wrlds avalon", "worlds"),
    ("worlds avalon --presett board", "--preset"),
    ("worlds avalon --presett=board", "--preset"),
    ("verify stag_hunt - --strct", "--strict"),
    ("serve --prot 80", "--port"),
    ("experiment report x --jsn", "--json"),
    ("experiment repotr x", "report"),
    ("perft stag_hunt 1 --stepper netwrok", "network"),
    ("ask stag_hunt x --bridge proces", "process"),
    ("ask stag_hunt x --role p11", "p1"),
    ("verify stag_hunt - --compat lelma204", "lelma2024"),
    ("verify stag_hunt --model opnai:x", "openai"),
    ("play avalon --agents plian", "plain"),
    ("play avalon --preset bord", "board"),
    ("play avalon --set playrs=3", "players"),
    ("play avalon --agents pp2=random", "p2"),
    ("worlds avalon --assume merlin_proposes_no_evl", "merlin_proposes_no_evil"),
    ("schema reprot", "report"),
]


@pytest.mark.parametrize(("command", "near"), [*((each.format("stag_hnut"), "stag_hunt") for each in GAMES), *OTHERS])
def test_a_near_miss_is_told(command: str, near: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file.jsonl"
    file.write_text("{}\n")
    assert main(command.replace(" -", f" {file}", 1).split() if " - " in f"{command} " else command.split()) == 2
    assert f"(did you mean {near}" in capsys.readouterr().err


def test_help_is_told_of_the_command_that_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", "avalon", "--presett", "board"]) == 2
    assert "lelma worlds --help says what goes in" in capsys.readouterr().err
