"""One report on several experiments over matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.interfaces.cli.main import main

STUDY = """
kind = "matches"
game = "GAME"
matches = 1
[[cell]]
name = "plain"
agents = "plain"
[[cell]]
name = "random"
agents = "random"
"""


@pytest.mark.slow
def test_the_tables_of_several_games_are_stacked_with_the_game_before_each_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = []
    for game in ("spygame", "undercover_v"):
        (tmp_path / "a.toml").write_text(STUDY.replace("GAME", game), "utf-8")
        run_match_experiment(read_match_experiment(tmp_path / "a.toml"), tmp_path / game)
        folders.append(str(tmp_path / game))
    out = str(tmp_path / "both")
    assert main(["experiment", "report", *folders, "--output", out, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["source"], told["runs"], told["unfinished"]) == ("spygame, undercover_v", 4, 0)
    courses = told["tables"]["courses"]["rows"]
    assert [(row["Experiment"], row["Cell"]) for row in courses] == [
        (game, cell) for game in ("spygame", "undercover_v") for cell in ("plain", "random")
    ]
    wins = told["tables"]["wins"]["rows"]
    assert {row["Experiment"] for row in wins} == {"spygame", "undercover_v"} and len(wins) == 8
    assert {"tests_spygame", "tests_undercover_v"} <= told["tables"].keys(), "their columns name the sides of each"
    assert all(line.startswith(("spygame: ", "undercover_v: ")) for line in told["headline"])
    page = (tmp_path / "both" / "report.html").read_text("utf-8")
    assert "Matches of spygame: 2" in page and "Matches of undercover_v: 2" in page
    assert main(["experiment", "report", *folders]) == 2
    assert "--output DIR" in capsys.readouterr().err
    assert main(["experiment", "report", folders[0], str(tmp_path), "--output", out]) == 2
    assert "is for experiments over matches" in capsys.readouterr().err
