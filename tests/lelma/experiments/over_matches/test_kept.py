"""What agents keep over the matches of an experiment, and the door that they reach models by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.over_matches.seating import MEMORY
from lelma.matches.transcript import read_transcript
from tests.lelma.experiments.test_executor import interrupting

COUNTING = "tests.lelma.experiments.over_matches.agents:Counting"
KEEPING = """
kind = "matches"
game = "spygame"
matches = 3
at_once = 2
{more}
[[cell]]
name = "keeping"
memory = "{share}"
sides = {{ p1 = "{agent}", p2 = "{agent}", "*" = "plain" }}
[[cell]]
name = "plain"
agents = "plain"
"""


def study(folder: Path, *, share: str = "player", agent: str = COUNTING, more: str = "") -> Path:
    file = folder / "study.toml"
    file.write_text(KEEPING.format(share=share, agent=agent, more=more), "utf-8")
    return file


def counted(folder: Path) -> Mapping[str, list[int]]:
    """Role → what it counted to in each match of the cell, in order."""
    found: dict[str, list[int]] = {"p1": [], "p2": []}
    for file in sorted((folder / "runs").glob("keeping-*.jsonl")):
        for event in read_transcript(file):
            if event.get("kind") == "counted":
                found[event["role"]].append(event["matches"])
    return found


@pytest.mark.parametrize(("share", "counts"), [("player", ([1, 2, 3], [1, 2, 3])), ("off", ([1, 1, 1], [1, 1, 1]))])
def test_agents_keep_what_they_learnt_from_match_to_match(
    tmp_path: Path, share: str, counts: tuple[list[int], list[int]]
) -> None:
    out = tmp_path / "out"
    assert run_match_experiment(read_match_experiment(study(tmp_path, share=share)), out).finished
    assert tuple(counted(out).values()) == counts
    stages = sorted(file.name for file in (out / MEMORY).glob("keeping-*/*"))
    assert stages == (["00002", "00003"] if share == "player" else [])


def test_agents_of_one_spec_share_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_match_experiment(read_match_experiment(study(tmp_path, share="model")), out)
    assert len(list((out / MEMORY).glob("keeping-*/00003/*"))) == 1


def test_an_interrupted_line_goes_on_with_what_was_learnt_before(tmp_path: Path) -> None:
    plan, whole, cut = read_match_experiment(study(tmp_path)), tmp_path / "whole", tmp_path / "cut"
    run_match_experiment(plan, whole)
    assert not run_match_experiment(plan, cut, on_change=interrupting(2)).finished
    assert run_match_experiment(plan, cut).finished
    assert counted(cut) == counted(whole) == {"p1": [1, 2, 3], "p2": [1, 2, 3]}


def test_a_cell_begins_with_what_another_experiment_left(tmp_path: Path) -> None:
    run_match_experiment(read_match_experiment(study(tmp_path)), tmp_path / "out")
    learnt = next((tmp_path / "out" / MEMORY).glob("keeping-*/00003"))
    text = study(tmp_path).read_text("utf-8").replace("memory =", f'memory_from = "{learnt}"\nmemory =')
    (tmp_path / "study.toml").write_text(text, "utf-8")
    run_match_experiment(read_match_experiment(tmp_path / "study.toml"), tmp_path / "next")
    assert counted(tmp_path / "next")["p1"] == [4, 5, 6]


def test_agents_with_other_options_begin_with_what_one_kept_and_not_with_that_of_several(tmp_path: Path) -> None:
    run_match_experiment(read_match_experiment(study(tmp_path, share="model")), tmp_path / "out")
    learnt = next((tmp_path / "out" / MEMORY).glob("keeping-*/00003"))
    text = study(tmp_path, share="model", agent=f"{COUNTING}Again").read_text("utf-8")
    (tmp_path / "study.toml").write_text(text.replace("memory =", f'memory_from = "{learnt}"\nmemory ='), "utf-8")
    run_match_experiment(read_match_experiment(tmp_path / "study.toml"), tmp_path / "next")
    assert counted(tmp_path / "next")["p1"][0] > 3
    (learnt / "another").mkdir()
    state = run_match_experiment(read_match_experiment(tmp_path / "study.toml"), tmp_path / "third")
    assert any("has nothing for" in why and "there is: another" in why for why in state.failed.values()), state


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"player"', '"plyer"', "no memory 'plyer' .did you mean player"),
        ('memory = "player"', 'memory_from = "x"', "memory_from goes with memory, which is off"),
        ("at_once = 2", "replay_only = true", "replay_only: needs a cassette"),
        ("at_once = 2", 'processes = true\ncassette = "x"', "cassette: is written by one process"),
    ],
)
def test_faults_are_told(tmp_path: Path, old: str, new: str, fault: str) -> None:
    file = study(tmp_path)
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ExperimentError, match=fault):
        read_match_experiment(file)


@pytest.mark.slow
def test_matches_are_replayed_from_the_cassette(tmp_path: Path) -> None:
    file = study(tmp_path, share="off", agent="cot:simulated", more='cassette = "replies.jsonl"')
    run_match_experiment(read_match_experiment(file), tmp_path / "out")
    file.write_text(file.read_text("utf-8").replace("at_once", "replay_only = true\nat_once"), "utf-8")
    run_match_experiment(read_match_experiment(file), tmp_path / "again")
    runs = {each.name: each.read_bytes() for each in (tmp_path / "out" / "runs").iterdir()}
    assert runs == {each.name: each.read_bytes() for each in (tmp_path / "again" / "runs").iterdir()}
