"""Reports: the paper's tables from logs and from transcripts, and what of the paper follows from a log."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.evaluation.published import COSTS, KAPPA, TABLE_5, TABLE_6, TABLE_7, TABLES_8_9
from lelma.experiments.evaluation.report import ExperimentReport, report
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.plan import read_experiment
from lelma.experiments.run import run_experiment
from lelma.interfaces.cli.main import main
from lelma.interfaces.views.experiment_files import markdown, table_csv

NAMES = {"gpt-4o-2024-05-13": "GPT-4 Omni", "gemini-1.0-pro": "Gemini 1.0 Pro"}
PAYOFFS = {"RR": [1, 1], "RB": [3, 0], "BR": [0, 3], "BB": [5, 5]}
WRONG = "If I choose B and the other player chooses R, I get 3 and they get 3. My choice is {B}."
RIGHT = "If I choose B and the other player chooses R, I get 0 and they get 3. My choice is {R}."


def attempt(sample: str, number: int, of: int, text: str, outcome: str, judges: list[int] | None) -> dict[str, Any]:
    first, last = number == 0, number == of - 1
    return {
        "id": f"{sample}-a{number}",
        "sample": sample,
        "model": "gpt-4o-2024-05-13",
        "game": "sh",
        "payoffs": PAYOFFS,
        "attempt": number,
        "response": text,
        "choice": text[-3],
        "outcome": outcome,
        "predicted_correct": int(outcome in ("accepted", "no_queries")),
        "human_correct_by_judge": judges if first or last else None,
        "human_aggregated": int(all(judges)) if judges is not None and (first or last) else None,
    }


def write_log(file: Path) -> Path:
    """Three runs: mended in two attempts; accepted though wrong, which we would have stopped; accepted and right."""
    lines = [
        attempt("a", 0, 2, WRONG, "feedback", [0, 0, 0]),
        attempt("a", 1, 2, RIGHT, "accepted", [1, 1, 1]),
        attempt("b", 0, 1, WRONG, "accepted", [1, 0, 1]),
        attempt("c", 0, 1, RIGHT, "no_queries", [1, 1, 1]),
    ]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return file


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> ExperimentReport:
    return report(write_log(tmp_path_factory.mktemp("log") / "small.jsonl"))


def rows(found: ExperimentReport, name: str) -> list[dict[str, Any]]:
    table = found.table(name)
    assert table is not None
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_the_headline_is_what_was_accepted_though_wrong(small: ExperimentReport) -> None:
    assert small.headline[0].startswith(
        "gpt-4o-2024-05-13: of 3 accepted outputs the judges still call 1 wrong: 33.3 % (1/3; 6.1–79.2). "
        "This verifier would have stopped 1 of these 1, and 0 of the 2 that the judges call right."
    )
    (row,) = rows(small, "accepted")
    assert row["Accepted"] == Share(3, 3) and row["Accepted, yet wrong"] == Share(1, 3)
    assert row["Left: passed by both, yet wrong"] == Share(0, 2)


def test_the_papers_tables_count_runs(small: ExperimentReport) -> None:
    (row,) = rows(small, "table5")
    assert [row[str(n)] for n in range(1, 6)] == [Share(2, 3), Share(1, 3), Share(0, 3), Share(0, 3), Share(0, 3)]
    choice = {row["Choice"]: (row["Initial"], row["Final"]) for row in rows(small, "table6")}
    assert choice == {"R": (Share(1, 3), Share(2, 3)), "B": (Share(2, 3), Share(1, 3))}
    assert rows(small, "table7")[0]["Initial"] == Share(1, 3)
    assert rows(small, "table7")[0]["Final"] == Share(2, 3)
    matrices = {row["By"]: [row[k] for k in ("TP", "FN", "FP", "TN")] for row in rows(small, "table8")}
    assert matrices == {"the published system": [1, 0, 1, 1], "this verifier": [1, 0, 0, 2]}
    assert rows(small, "changes")[0]["Wrong at first, right at last"] == Share(1, 2)


def test_every_form_holds_every_table(small: ExperimentReport, tmp_path: Path) -> None:
    text = markdown(small)
    for table in small.tables:
        assert f"## {table.title}".replace("_", "\\_") in text
        lines = list(csv.reader(io.StringIO(table_csv(table))))
        assert len(lines) == len(table.rows) + 1
        assert len({len(line) for line in lines}) == 1
    line = next(csv.DictReader(io.StringIO(table_csv(small.table("table7") or small.tables[0]))))
    assert (line["Initial %"], line["Initial count"], line["Initial of"]) == ("33.33", "1", "3")
    assert (line["Initial low %"], line["Initial high %"]) == ("6.15", "79.23")


def test_the_command_writes_a_page_that_needs_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, out = write_log(tmp_path / "<log>.jsonl"), tmp_path / "out"
    assert main(["experiment", "report", str(log), "--output", str(out)]) == 0
    assert "of 3 accepted outputs" in " ".join(capsys.readouterr().out.split())
    text = (out / "report.html").read_text()
    assert text.count("<svg") == 4 and "<log>" not in text and "&lt;log&gt;" in text
    assert not re.search(r"(src|href)=|@import|url\(", text)
    assert {"report.md", "table5.csv", "published.csv"} <= {file.name for file in out.iterdir()}
    assert main(["experiment", "report", str(log), "--output", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tables"]["table7"]["rows"][0]["Initial"]["found"] == 1
    assert main(["experiment", "report", str(tmp_path / "nothing")]) == 2
    (tmp_path / "empty").mkdir()
    assert main(["experiment", "report", str(tmp_path / "empty")]) == 2


def test_transcripts_of_a_simulated_reasoner_know_the_truth(
    experiment_file: Callable[..., Path], tmp_path: Path
) -> None:
    experiment = read_experiment(experiment_file())
    run_experiment(experiment, tmp_path / "out")
    found = report(tmp_path / "out")
    assert found.source.truth == "simulation" and found.source.name == "small"
    assert found.source.groups == ("simulated, correct feedback", "simulated, negation feedback")
    for group, row in zip(found.source.groups, rows(found, "outcomes"), strict=True):
        assert row["Model"] == group and row["Runs"] == 3
    first = [sample.first.right for sample in found.source.samples]
    assert first[:3] == first[3:], "both styles answer the same first attempts"
    (out_rows, *_) = [rows(found, "costs")]
    assert all(row["Prompt tokens"] > 0 for row in out_rows)


def test_a_model_that_nobody_judged_hides_no_judged_one_and_unread_texts_are_not_right(
    experiment_file: Callable[..., Path], tmp_path: Path
) -> None:
    run_experiment(read_experiment(experiment_file()), tmp_path / "out")
    for file in sorted((tmp_path / "out" / "runs").iterdir()):
        events = [json.loads(line) for line in file.read_text().splitlines()]
        for event in events:
            if "model" in event:
                event["model"] = "quiet"
            if event["event"] == "attempt":
                del event["mistakes"]
                event["report"]["unverified"], event["report"]["claims"] = True, []
        (file.parent / f"quiet-{file.name}").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    found = report(tmp_path / "out")
    simulated = [group for group in found.source.groups if group.startswith("simulated")]
    assert [found.source.truth_of(group) for group in found.source.groups].count("simulation") == len(simulated) == 2
    assert [table.title.rpartition(": ")[2] for table in found.tables if "Confusion" in table.title] == simulated
    told = {(row["Model"], row["Game"]): row["Initial"].n for row in rows(found, "table7")}
    assert all((number == 0) == group.startswith("quiet") for (group, _), number in told.items())
    assert "Nothing could be decided in 6 first and 6 last texts" in (found.table("table7") or found.tables[0]).note


def test_runs_that_are_not_finished_are_left_out(experiment_file: Callable[..., Path], tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run_experiment(experiment, tmp_path / "out")
    file = next((tmp_path / "out" / "runs").iterdir())
    file.write_bytes(file.read_bytes()[:-20])
    found = report(tmp_path / "out")
    assert (len(found.source.samples), found.source.unfinished) == (5, 1)
    assert "1 runs are not finished" in found.headline[-1]


# The authors' logs


@pytest.fixture(scope="module")
def logged(shared_data: Callable[[str], Path]) -> ExperimentReport:
    return report(shared_data("lelma/samples.jsonl"))


@pytest.fixture(scope="module")
def tables(shared_data: Callable[[str], Path]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shared_data("lelma/paper_tables.json").read_text())
    return found


@pytest.mark.slow
def test_what_follows_from_the_visible_log_is_recomputed(logged: ExperimentReport, tables: dict[str, Any]) -> None:
    for row in rows(logged, "table5"):
        expected = tables["table5_attempt_distribution"]["visible_split"][NAMES[row["Model"]]]
        assert {n: row[n].found for n in expected} == expected
    for row in rows(logged, "table6"):
        if row["Choice"] == "B":
            expected = tables["table6_choice_B"]["visible_split"][NAMES[row["Model"]]][row["Game"].upper()]
            assert percent(row["Initial"]) == expected["initial_B_pct"]
            assert percent(row["Final"]) == expected["final_B_pct"]
    for row in rows(logged, "table7"):
        if row["Game"] != "all":
            expected = tables["table7_correctness"]["visible_split"][NAMES[row["Model"]]][row["Game"].upper()]
            assert percent(row["Initial"]) == expected["initial_correct_pct"]
            assert percent(row["Final"]) == expected["final_correct_pct"]


def percent(share: Share) -> float:
    return round(100 * share.found / share.n, 2)


def test_the_published_figures_are_those_of_the_paper(tables: dict[str, Any]) -> None:
    published = {name: part["published"] for name, part in tables.items() if name.startswith("table")}
    for model, counts in TABLE_5.items():
        assert list(published["table5_attempt_distribution"][model].values()) == list(counts)
    for model, games in TABLE_6.items():
        for game, shares in games.items():
            assert tuple(published["table6_choice_B"][model][game.upper()].values()) == shares
    for model, games in TABLE_7.items():
        for game, shares in games.items():
            assert tuple(published["table7_correctness"][model][game.upper()].values()) == shares
    for games in TABLES_8_9.values():
        totals = [sum(games[game][index] for game in ("hd", "pd", "sh")) for index in range(4)]
        assert totals == list(games["all"]), "with rows and columns of single games exchanged, they add up"
    assert set(KAPPA) == set(COSTS) == set(NAMES.values())


@pytest.mark.slow
def test_figures_that_do_not_follow_are_named(logged: ExperimentReport) -> None:
    found = rows(logged, "published")
    verdicts = {(row["Model"], row["Figure"]): row["Verdict"] for row in found}
    gemini = "gemini-1.0-pro"
    for figure in ("hd initial correct", "hd final correct", "pd initial correct", "pd final correct", "hd TN"):
        assert verdicts[gemini, figure] == "does not follow"
    assert verdicts[gemini, "sh final correct"] == "consistent"
    assert verdicts["gpt-4o-2024-05-13", "seconds an attempt"] == "not in the data"
    assert not [row for row in found if row["Verdict"] == "differs"]
    notes = {row["Figure"]: row["Note"] for row in found if row["Model"] == gemini}
    assert "it is 8 of 31" in notes["hd initial correct"] and "it is 10 of 29" in notes["pd final correct"]


@pytest.mark.slow
def test_accepted_outputs_that_the_judges_call_wrong(logged: ExperimentReport) -> None:
    found = {row["Model"]: row["Accepted, yet wrong"] for row in rows(logged, "accepted")}
    assert found == {"gpt-4o-2024-05-13": Share(14, 53), "gemini-1.0-pro": Share(24, 46)}
    for row in rows(logged, "accepted"):
        assert row["Of these stopped by this verifier"].found > 0
