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


FILES = """
verify stag_hunt reson.txt
verify stag_hunt reason.txt --given givn.json
verify stag_hunt reason.txt --history givn.json
verify avalon --match mtch.jsonl
verify avalon reason.txt --match mtch.jsonl --role p1
ask avalon x --match mtch.jsonl
ask stag_hunt x --given givn.json
check-file txts.csv out.csv --game stag_hunt
score mtch.jsonl
score match.jsonl --labels fragments --games rnus
experiment run exprment.toml
experiment report rnus
experiment judge rnus --model simulated
experiment sheet rnus
bigtom run mtch.jsonl
prove thery.fol
prove theory.fol --sketch thery.fol
prove rnus/a.fol
rules rules.gld
rules rnus/rules.gdl
solve txts.csv
check rules.gld
new x --payoffs txts.csv
compile rules.gld
compile stag_hunt -o rnus/x.pl
play rules.gld
play avalon --resume mtch.jsonl
play avalon --agents scripted:mtch.jsonl
replay mtch.jsonl
worlds avalon --match mtch.jsonl
claims avalon mtch.jsonl
claims fit rnus
trust avalon rnus
report mtch.jsonl
report rnus
memory show rnus
memory test rnus --archive rnus
words rank txts.csv
perft rules.gld 1
playout rules.gld
conform mtch.jsonl --rules runs
conform match.jsonl --rules rnus
""".strip().splitlines()
"""Each with a file or a folder that isn't there and is called nearly as one that is."""


@pytest.mark.parametrize("command", FILES)
def test_a_file_of_a_like_name_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    there = ("reason.txt", "given.json", "match.jsonl", "texts.csv", "experiment.toml", "theory.fol", "rules.gdl")
    for name in there:
        Path(name).touch()
    Path("theory.fol").write_text("P(a)\n")
    Path("texts.csv").write_text("text\nI get 5\n")
    Path("runs").mkdir()
    assert main(command.split()) == 2
    told = capsys.readouterr().err
    near = [name for name in (*there, "runs") if f"(did you mean {name}?)" in told]
    assert near, told


@pytest.mark.parametrize(
    ("command", "near"),
    [
        ("verify stag_hunt --naming papr", "paper"),
        ("verify stag_hunt --sample recorde", "recorded"),
        ("verify stag_hunt texts.csv --second parsse", "parse"),
        ("check-file texts.csv out.csv --game gmae", "game"),
        ("check-file texts.csv out.csv --game stag_hnut", "stag_hunt"),
        ("claims avalon match.jsonl --view p11", "p1"),
        ("worlds avalon --match match.jsonl --name mach", "match"),
        ("claims avalon match.jsonl --labels mtch.jsonl", "match.jsonl"),
        ("words rank spygme", "spygame"),
    ],
)
def test_a_name_near_one_of_a_game_a_match_or_a_table_is_told(
    command: str, near: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "match" not in command or main(["play", "avalon", "--quiet", "--out", "match.jsonl"]) == 0
    Path("texts.csv").write_text("text,game\nI get 5,stag_hunt\n")
    assert main(command.split()) == 2
    assert f"(did you mean {near}?)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("verify avalon --match match.jsonl --role p2", "--role and --at go with a text"),
        ("verify avalon --match match.jsonl --at 2", "--role and --at go with a text"),
        ("replay match.jsonl --preset board", "a transcript tells its parameters: leave --preset"),
        ("words rank avalon", "avalon has no file of pairs of words"),
    ],
)
def test_what_would_be_left_out_of_account_is_refused(
    command: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", "stag_hunt", "--quiet", "--out", "match.jsonl"]) == 0
    assert main(command.split()) == 2
    assert why in capsys.readouterr().err


def test_the_pairs_of_a_game_are_ranked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "rank", "spygame", "--sample", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= 3


def test_help_is_told_of_the_command_that_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", "avalon", "--presett", "board"]) == 2
    assert "lelma worlds --help says what goes in" in capsys.readouterr().err
