"""Experiments over matches, played offline: seats, resuming, rows, reports."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.over_matches.plan import MatchExperiment, read_match_experiment
from lelma.experiments.over_matches.report import match_report
from lelma.experiments.over_matches.rows import call_tally, read_match_folder
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.over_matches.seating import Seating, rotated, seated_trials
from lelma.experiments.run import RunProgress
from lelma.interfaces.cli.main import main
from lelma.interfaces.views.experiment_files import markdown
from lelma.interfaces.views.experiment_plots import drawing
from lelma.matches.transcript import read_transcript
from lelma.models.protocol import Usage
from tests.golden import same_as_golden
from tests.lelma.experiments.test_executor import interrupting

CELLS = """
kind = "matches"
name = "two cells"
game = "spygame"
matches = 4
at_once = 2
{more}
[[cell]]
name = "plain"
agents = "plain"
[[cell]]
name = "random spy"
sides = {{ spy = "random", "*" = "plain" }}
"""


def experiment(folder: Path, text: str = CELLS, more: str = "") -> MatchExperiment:
    file = folder / "study.toml"
    file.write_text(text.format(more=more), "utf-8")
    return read_match_experiment(file)


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "rows.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def transcripts(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "runs").iterdir()}


def test_seats_go_by_seat_then_identity_then_side_and_deals_are_the_same_in_all_cells(tmp_path: Path) -> None:
    text = """
kind = "matches"
game = "avalon"
matches = 2
[[cell]]
name = "sides"
sides = {{ good = "plain", evil = "random" }}
[[cell]]
name = "closer"
sides = {{ p1 = "human", merlin = "scripted:nothing", good = "plain", "*" = "random" }}
"""
    plan = experiment(tmp_path, text)
    seating = Seating(plan.setup)
    deal = seating.deal(0)
    assert sorted(deal.values()) == ["assassin", "merlin", "morgana", "percival", "servant", "servant"]
    evil = {role for role, identity in deal.items() if identity in ("assassin", "morgana")}
    sides = seating.seats(plan.cells[0], "", 0, {})
    assert {role for role, agent in sides.items() if agent == "random"} == evil
    closer = seating.seats(plan.cells[1], "", 0, {})
    merlin = next(role for role, identity in deal.items() if identity == "merlin")
    assert closer["p1"] == "human" and closer[merlin] == "scripted:nothing"
    assert {role for role, agent in closer.items() if agent == "random"} == evil - {"p1"}


@pytest.mark.parametrize(
    ("sides", "fault"),
    [
        (
            '{{ civilain = "plain" }}',
            "no side, identity or seat 'civilain'.*did you mean civilian.*there are: spy, ",
        ),
        ('{{ spy = "plain" }}', "who is civilian in the deal of seed 0, has no agent"),
    ],
)
def test_sides_that_there_are_not_and_seats_without_agents_are_told_first(
    tmp_path: Path, sides: str, fault: str
) -> None:
    text = CELLS.replace('{{ spy = "random", "*" = "plain" }}', sides)
    with pytest.raises(ExperimentError, match=fault):
        run_match_experiment(experiment(tmp_path, text), tmp_path / "out")
    assert not (tmp_path / "out" / "runs").exists()


def test_the_seat_of_an_identity_goes_round(tmp_path: Path) -> None:
    study = rotated(experiment(tmp_path, CELLS.replace("matches = 4", "matches = 10"), 'seed = 7\nrotate = "spy"'))
    _, seats = seated_trials(study)
    spies = {run.deal: [role for role, agent in seats[run.id].items() if agent == "random"] for run in study.runs[1::2]}
    assert list(spies.values()) == [[f"p{number}"] for number in (1, 2, 3, 4, 5)] * 2
    assert list(study.seeds) == sorted({*study.seeds}) and [run.seed for run in study.runs[::2]] == list(study.seeds)
    with pytest.raises(ExperimentError, match="4 players are 'civilian', not one"):
        rotated(experiment(tmp_path, more='rotate = "civilian"'))


def test_every_match_and_player_has_a_row_and_the_report_its_tables(tmp_path: Path) -> None:
    out = tmp_path / "out"
    state = run_match_experiment(experiment(tmp_path), out)
    assert state.finished and len(state.outcomes) == 8
    found = rows(out)
    assert len(found) == 8 * 5
    deals = {(row["cell"], row["deal"], row["role"]): row["identity"] for row in found}
    for (cell, deal, role), identity in deals.items():
        assert deals["plain", deal, role] == identity, cell
    assert {row["agent"] for row in found if row["cell"] == "random spy" and row["identity"] == "spy"} == {"random"}
    assert all(row["outcome"] in ("won", "lost") and int(row["rounds"]) >= 1 for row in found)
    report = match_report(out)
    tables = {table.id: table for table in report.tables}
    assert {"wins", "tests", "same_deals", "ratings", "courses"} <= tables.keys()
    (leaderboard,) = report.figures
    assert list(leaderboard.places) == [row["Agent"] for row in tables["ratings"].as_json()]
    assert drawing(leaderboard).count('class="whisker"') == 2 and "leaderboard.svg" in markdown(report)
    wins = tables["wins"].as_json()
    assert [row["Wins"]["n"] for row in wins] == [4] * 4
    for cell in ("plain", "random spy"):
        assert sum(row["Wins"]["found"] for row in wins if row["Cell"] == cell) == 4


def test_an_interrupted_experiment_goes_on_and_ends_as_it_would_have(tmp_path: Path) -> None:
    plan = experiment(tmp_path)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run_match_experiment(plan, whole)
    state = run_match_experiment(plan, cut, on_change=interrupting(3))
    assert state.stopping and not state.finished
    unplayed = {row["run"] for row in rows(cut) if row["reason"] == "not finished"}
    assert len(unplayed) == 8 - len(state.outcomes) and len(rows(cut)) == 40
    assert run_match_experiment(plan, cut).finished
    assert transcripts(cut) == transcripts(whole)
    assert (cut / "rows.csv").read_bytes() == (whole / "rows.csv").read_bytes()


@pytest.mark.slow
def test_processes_of_their_own_play_the_same(tmp_path: Path) -> None:
    run_match_experiment(experiment(tmp_path), tmp_path / "threads")
    run_match_experiment(experiment(tmp_path, more="processes = true"), tmp_path / "processes")
    assert transcripts(tmp_path / "threads") == transcripts(tmp_path / "processes")


def test_matches_and_cells_may_be_added_and_none_changed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_match_experiment(experiment(tmp_path), out)
    before = transcripts(out)
    more = CELLS.replace("matches = 4", "matches = 5") + '[[cell]]\nname = "all random"\nagents = "random"\n'
    assert run_match_experiment(experiment(tmp_path, more), out).total == 15
    assert {name: text for name, text in transcripts(out).items() if name in before} == before
    with pytest.raises(ExperimentError, match=r"p1 was 'plain', and is 'random' now"):
        run_match_experiment(experiment(tmp_path, CELLS.replace('agents = "plain"', 'agents = "random"')), out)
    with pytest.raises(ExperimentError, match="seed was 0, and is 1 now"):
        run_match_experiment(experiment(tmp_path, more="seed = 1"), out)


def test_a_match_without_a_result_is_a_row_with_its_reason(tmp_path: Path) -> None:
    out, plan = tmp_path / "out", experiment(tmp_path)
    run_match_experiment(plan, out)
    broken, missing = (out / "runs" / f"{run.id}.jsonl" for run in plan.runs[:2])
    broken.write_text("no transcript\n", "utf-8")
    missing.unlink()
    found = read_match_folder(out)
    assert [each.rows[0].reason for each in found.matches[:3]] == ["its transcript is damaged", "not finished", ""]
    report = match_report(out)
    endings = next(table for table in report.tables if table.id == "endings")
    assert [(row["Reason"], row["Matches"]["found"]) for row in endings.as_json()] == [
        ("its transcript is damaged", 1),
        ("not finished", 1),
    ]
    assert "2 of 8 matches have no result; the last table says why." in report.headline


def test_calls_are_counted_with_tokens_and_money(tmp_path: Path) -> None:
    text = """
kind = "matches"
game = "spygame"
matches = 1
[prices."tests:*"]
prompt = 1000000
reply = 2000000
[[cell]]
name = "paid"
sides = {{ p1 = "tests.lelma.experiments.over_matches.agents:Noting", "*" = "plain" }}
"""
    out = tmp_path / "out"
    seen = list[RunProgress]()
    state = run_match_experiment(experiment(tmp_path, text), out, on_change=seen.append)
    mine = next(row for row in rows(out) if row["role"] == "p1")
    calls = int(mine["calls"])
    assert calls >= 1 and state.tally.calls == calls
    assert (int(mine["prompt_tokens"]), int(mine["reply_tokens"])) == (10 * calls, calls)
    assert float(mine["cost"]) == 12 * calls
    again = run_match_experiment(experiment(tmp_path, text), out)
    assert again.tally.calls == calls, "calls of earlier processes count"
    tables = {table.id: table for table in match_report(out).tables}
    assert {"costs", "beliefs", "own", "calibration", "statements", "feedback"} <= tables.keys()
    assert "Model" not in tables["beliefs"].columns


def test_the_command_runs_and_reports_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment(tmp_path)
    file, out = str(tmp_path / "study.toml"), str(tmp_path / "out")
    assert main(["experiment", "run", file, "--output", out]) == 0
    assert "8 of 8 matches finished" in capsys.readouterr().err
    assert main(["experiment", "run", file, "--output", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == 8
    assert main(["experiment", "report", out, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["kind"] == "matches" and report["runs"] == 8
    assert report["tables"]["tests"]["rows"][0]["Barnard"]["value"] <= 1
    assert main(["experiment", "report", out]) == 0
    assert "Wins by side" in capsys.readouterr().out
    page = (tmp_path / "out" / "report" / "report.html").read_text("utf-8")
    assert "Matches of spygame: 8, 8 with a result" in page


def test_transcripts_are_those_of_lelma_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, plan = tmp_path / "out", experiment(tmp_path)
    run_match_experiment(plan, out)
    assert main(["play", "spygame", "--agents", "plain", "--out", str(tmp_path / "one.jsonl"), "--quiet"]) == 0
    capsys.readouterr()
    first = out / "runs" / f"{plan.runs[0].id}.jsonl"
    assert read_transcript(first) == read_transcript(tmp_path / "one.jsonl")


def test_terms_of_seats_are_the_names_that_agents_call_themselves(tmp_path: Path) -> None:
    trials, seats = seated_trials(experiment(tmp_path))
    assert trials[0].terms["agents"] == dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), "plain")
    assert set(seats) == {trial.id for trial in trials}


EXAMPLE = Path(__file__).parents[4] / "examples" / "match_experiment.toml"
GOLDEN = Path(__file__).parent / "golden" / "two_cells.md"


def test_the_example_can_be_played() -> None:
    trials, seats = seated_trials(read_match_experiment(EXAMPLE))
    assert len(trials) == len(seats) == 36


def test_the_report_is_the_golden_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_match_experiment(experiment(tmp_path, CELLS.replace("matches = 4", "matches = 12")), out)
    same_as_golden(markdown(match_report(out)), GOLDEN)


def test_a_call_is_counted_by_its_tries_and_outcome() -> None:
    told = {"event": "call", "outcome": "replied", "prompt_tokens": 10, "reply_tokens": 2, "seconds": 1.5, "tries": 2}
    replied = call_tally({**told, "failed": [{"error": "busy", "seconds": 1.0}]})
    assert (replied.calls, replied.failed, replied.billed, replied.seconds) == (1, 1, Usage(10, 2), 1.5)
    lost = call_tally({**told, "outcome": "failed", "failed": [{"error": "busy", "seconds": 1.0}] * 2})
    assert (lost.calls, lost.failed) == (1, 1)
    assert call_tally({"event": "call", "outcome": "failed", "tries": 0}).calls == 0


def test_threads_beside_matches_are_told_and_reported(tmp_path: Path) -> None:
    out, more = tmp_path / "out", "[threads]\nthreads = 1\nmessages = 20\nwrong = 0.2\n"
    short = CELLS.replace("matches = 4", "matches = 1")
    assert run_match_experiment(experiment(tmp_path, short, more), out).finished
    found = match_report(out)
    [table] = [each for each in found.tables if each.id == "table4"]
    assert [row[0] for row in table.rows] == ["message", "gratr"]
    assert any("says anything of language models" in line for line in found.headline)
    with pytest.raises(ExperimentError, match="threads: messages: expected 1 or more"):
        experiment(tmp_path, short, "[threads]\nmessages = 0\n")
