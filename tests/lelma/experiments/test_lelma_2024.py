"""The LELMA paper's runs, and its own system beside ours, from experiment files alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lelma.experiments.evaluation.report import report
from lelma.experiments.plan import read_experiment
from lelma.experiments.run import run_experiment
from tests.lelma.experiments.conftest import results

SILENT = "I like to think about the other player for long. My choice is {stag}.\n"
TABLE = "games = ['stag_hunt']\nmodels = ['scripted:REPLIES']\nattempts = 2\n"


@pytest.mark.parametrize(("more", "outcome"), [("", "unverified"), ("accept_unverified = true", "no_queries")])
def test_an_answer_in_which_nothing_is_to_check_is_accepted_where_the_file_says_so(
    more: str, outcome: str, experiment_file: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "1.txt").write_text(SILENT)
    text = TABLE.replace("REPLIES", str(tmp_path / "replies")) + more + "\n"
    state = run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    assert list(state.outcomes.values()) == [outcome] and not state.failed
    (events,) = results(tmp_path / "out").values()
    assert [event["event"] for event in events] == ["run_started", "replied", "attempt", "run_ended"]
    assert events[0].get("accept_unverified", False) == bool(more)
    (sample,) = report(tmp_path / "out").source.samples
    assert sample.accepted == bool(more)


@pytest.mark.parametrize(("naming", "choices"), [('naming = "paper"', {"R", "B"}), ("", {"stag", "hare"})])
def test_table_6_names_choices_as_the_prompts_of_the_run_did(
    naming: str, choices: set[str], experiment_file: Callable[[str], Path], tmp_path: Path
) -> None:
    text = f"games = ['stag_hunt']\nmodels = ['simulated']\nrepetitions = 2\nseed = 4\n{naming}\n"
    run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    table = report(tmp_path / "out").table("table6")
    assert table is not None
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert {row["Choice"] for row in rows} == choices
    for events in results(tmp_path / "out").values():
        assert all(
            f"{{{choice}}}" in events[0]["instruction"] or choice in events[0]["instruction"] for choice in choices
        )
        assert {event["choice"] for event in events if "choice" in event} <= {"stag", "hare", None}, (
            "kept as the game's"
        )


def test_the_papers_own_system_runs_beside_ours(experiment_file: Callable[[str], Path], tmp_path: Path) -> None:
    for folder, text in (("said", "3 is higher than 1. My choice is {R}.\n"), ("translated", "1. higher(3, 1)\n")):
        (tmp_path / folder).mkdir()
        for number in range(1, 9):
            (tmp_path / folder / f"{number}.txt").write_text(text)
    spoken = f"scripted:{tmp_path / 'said'}"
    models = f'models = ["{spoken}", "simulated:payoff=0.6"]\ngames = ["stag_hunt"]\nrepetitions = 1\nat_once = 1\n'
    system = f'preset = "lelma2024-system"\n{models}translator_model = "scripted:{tmp_path / "translated"}"\n'
    experiment = read_experiment(experiment_file(system))
    assert (experiment.compat, experiment.accept_unverified, experiment.translator) == ("lelma2024", True, "model")
    assert not experiment.stop_on_repeat and experiment.naming == "paper" and experiment.attempts == 5
    state = run_experiment(experiment, tmp_path / "system")
    assert state.finished and not state.failed
    assert sorted(state.outcomes.values()) == ["no_queries", "verified"], "what has no query passes, as in the paper"
    assert run_experiment(
        read_experiment(experiment_file(f'preset = "lelma2024"\n{models}')), tmp_path / "ours"
    ).finished
    theirs, ours = (results(tmp_path / each) for each in ("system", "ours"))
    assert {run: events[1]["text"] for run, events in theirs.items()} == {
        run: events[1]["text"] for run, events in ours.items()
    }, "both judge the same first answers"
    (events,) = (events for events in theirs.values() if events[0]["model"] == spoken)
    assert events[0]["compat"] == "lelma2024" and "translation" in events[2]
    assert {claim["query"]: claim["verdict"] for claim in events[2]["report"]["claims"]} == {"higher(3, 1)": "true"}
    tables = {table.id for table in report(tmp_path / "system").tables}
    assert {"table5", "table6", "table7", "table8", "accepted"} <= tables
