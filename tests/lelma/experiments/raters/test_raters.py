"""Sheets for raters, filled and read again, and what reports make of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import ExperimentReport, report
from lelma.experiments.plan import read_experiment
from lelma.experiments.raters.judge import fill_sheet
from lelma.experiments.raters.labels import LABELS, FolderLabels, labels_of, take_labels
from lelma.experiments.raters.sheets import PROTOCOL, JudgedText, sheet_page, texts_to_judge, write_sheets
from lelma.experiments.run import run_experiment
from lelma.interfaces.cli.main import main
from lelma.models import Message, Reply
from lelma.support.errors import UsageError

EXPERIMENT = """
games = ["stag_hunt"]
models = ["simulated:payoff=0.9,obey=0.5"]
repetitions = 4
naming = "paper"
seed = 3
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "small.toml").write_text(EXPERIMENT)
    assert run_experiment(read_experiment(folder / "small.toml"), folder / "out").finished
    return folder / "out"


@pytest.fixture
def out(played: Path, tmp_path: Path) -> Path:
    """A results folder of its own: the same transcripts."""
    (tmp_path / "out" / "runs").mkdir(parents=True)
    for file in (played / "runs").iterdir():
        (tmp_path / "out" / "runs" / file.name).write_bytes(file.read_bytes())
    return tmp_path / "out"


def filled(sheet: Path, labels: dict[str, str], name: str) -> Path:
    """A sheet with these labels, and `right` for every other text."""
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "label": labels.get(row["item"], "right")} for row in rows)
    (sheet.parent / name).write_text(text.getvalue(), "utf-8")
    return sheet.parent / name


def test_sheets_are_blind_and_each_has_an_order_of_its_own(out: Path) -> None:
    texts = texts_to_judge(out)
    files = write_sheets(out, raters=2)
    assert [file.name for file in files] == ["rater_1.csv", "rater_1.html", "rater_2.csv", "rater_2.html"]
    rows = []
    for file in files[::2]:
        content = file.read_text("utf-8")
        assert "simulated" not in content and "attempt" not in content
        with file.open(encoding="utf-8", newline="") as sheet:
            rows.append(list(csv.DictReader(sheet)))
    assert [sorted(row["item"] for row in each) for each in rows] == [sorted(text.item for text in texts)] * 2
    assert [row["item"] for row in rows[0]] != [row["item"] for row in rows[1]]
    assert {row["reasoning"] for row in rows[0]} == {text.text for text in texts}
    with pytest.raises(ExperimentError, match="may be filled"):
        write_sheets(out)


def test_a_page_escapes_what_a_model_wrote_and_asks_of_every_text() -> None:
    page = sheet_page([JudgedText("r", 1, "g", "a < b", "<script>x</script>")], "me")
    assert "&lt;script&gt;x" in page and "a &lt; b" in page and page.count('type="radio"') == 2


def test_labels_become_the_truth_of_the_report_with_kappa(out: Path) -> None:
    texts = texts_to_judge(out)
    sheet = write_sheets(out, raters=1)[0]
    wrong = texts[0].item
    files = [filled(sheet, {wrong: "wrong"}, f"{name}.csv") for name in ("ann", "bob")] + [filled(sheet, {}, "cy.csv")]
    found = take_labels(out, files)
    assert found == labels_of(out) and found.raters == ("ann", "bob", "cy")
    assert found.of(texts[0].run, texts[0].attempt) == (0, 0, 1)
    told = report(out)
    assert told.source.truth == "judges"
    tables = {table.id: table.as_json() for table in told.tables}
    assert {"table5", "table6", "table7", "table8", "agreement"} <= tables.keys()
    both = next(row for row in tables["agreement"] if row["Texts"] == "first and last")
    assert both["n"] == len(texts)
    first = next(row for row in tables["table7"] if row["Game"] == "all")["Initial"]
    assert (first["found"], first["n"]) == (4 - (texts[0].attempt == 1), 4)


def test_gaps_and_strange_entries_are_refused_by_row_and_nothing_is_kept(out: Path) -> None:
    texts = texts_to_judge(out)
    sheet = write_sheets(out, raters=1)[0]
    gap = filled(sheet, {texts[0].item: "", texts[1].item: "rigth"}, "ann.csv")
    lines = gap.read_text("utf-8")
    gap.write_text(lines + "0123456789,g,t,r,right,\n", "utf-8")
    with pytest.raises(ExperimentError) as error:
        take_labels(out, [gap])
    faults = error.value.faults
    assert any("expected right or wrong, got nothing" in fault for fault in faults)
    assert any("did you mean right" in fault for fault in faults)
    assert any("there is no text '0123456789'" in fault for fault in faults)
    assert all(fault.startswith(f"{gap}:") for fault in faults)
    short = sheet.parent / "bob.csv"
    short.write_text(f"item,label\n{texts[0].item},right\n{texts[0].item},right\n", "utf-8")
    with pytest.raises(ExperimentError, match="labelled twice") as error:
        take_labels(out, [short])
    assert sum("has no row" in fault for fault in error.value.faults) == len(texts) - 1
    (sheet.parent / "no.csv").write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(ExperimentError, match="columns item and label"):
        take_labels(out, [sheet.parent / "no.csv"])
    assert not (out / LABELS).exists()


def test_labels_that_nobody_wrote_are_told(out: Path) -> None:
    (out / LABELS).write_text('{"raters": ["a"], "labels": {"r/1": [1, 0]}}', "utf-8")
    with pytest.raises(UsageError, match="more or fewer labels"):
        report(out)
    (out / LABELS).write_text("[]", "utf-8")
    with pytest.raises(UsageError, match="not as lelma experiment labels writes it"):
        report(out)


def test_a_folder_of_nothing_has_no_texts(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="no finished run"):
        texts_to_judge(tmp_path)


class Judge:
    """A model that calls everything with a word wrong; it answers in no form now and then."""

    name = "judge"

    def __init__(self, word: str = "", *, unreadable: int = 0, silent: str = "") -> None:
        self.word, self.unreadable, self.silent, self.asked = word, unreadable, silent, list[str]()

    def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        text = messages[0].text
        self.asked.append(text)
        if self.unreadable > 0 or (self.silent and self.silent in text):
            self.unreadable -= 1
            return Reply("I would say it is fine.")
        label = "wrong" if self.word in text.split("<reasoning>")[1] else "right"
        return Reply(f'Here: {{"comment": "because", "label": "{label}"}}')


def test_a_model_fills_the_sheet_blind_and_is_reported_apart_from_people(out: Path) -> None:
    texts = texts_to_judge(out)
    word = texts[0].text.split(".")[0]
    model = Judge(word, unreadable=2)
    file = fill_sheet(out, model)
    assert not any("simulated" in asked or text.run in asked for asked in model.asked for text in texts)
    assert all(PROTOCOL in asked for asked in model.asked)
    assert len(model.asked) == len(texts) + 2, "an answer in no form is asked for again"
    assert fill_sheet(out, Judge()) == file, "what is labelled isn't asked again"
    found = take_labels(out, [], models=[file])
    assert not found.raters and set(found.models) == {"judge"}
    before = report(out)
    assert before.source.truth == "simulation"
    sheet = write_sheets(out, raters=1)[0]
    people = [filled(sheet, {texts[0].item: "wrong"}, f"{name}.csv") for name in ("ann", "bob")]
    both = take_labels(out, people)
    assert both.raters == ("ann", "bob") and both.models == found.models, "what is not given again stays"
    told = report(out)
    tables = {table.id: table.as_json() for table in told.tables}
    (row,) = tables["judge_models"]
    wrong = [text for text in texts if word in text.text]
    assert (row["Called right"]["found"], row["Called right"]["n"]) == (len(texts) - len(wrong), len(texts))
    assert row["As the truth"]["found"] == len(texts) - len(wrong) + 1
    alone = report_without_models(out, both)
    assert [table for table in told.tables if table.id != "judge_models"] == list(alone.tables), (
        "it counts nowhere else"
    )


def report_without_models(out: Path, found: FolderLabels) -> ExperimentReport:
    (out / LABELS).write_text(json.dumps({"raters": found.raters, "labels": found.labels}), "utf-8")
    return report(out)


def test_texts_that_a_model_gives_no_label_are_told_and_the_others_kept(out: Path) -> None:
    texts = texts_to_judge(out)
    silent = sum(text.text == texts[0].text for text in texts)
    with pytest.raises(ExperimentError, match=f"no label for {silent} of {len(texts)} texts .*asks again"):
        fill_sheet(out, Judge(silent=texts[0].text))
    with pytest.raises(ExperimentError, match=f"{texts[0].item} has no row"):
        take_labels(out, [], models=[out / "sheets" / "judge.csv"])
    model = Judge()
    fill_sheet(out, model)
    assert len(model.asked) == silent
    (out / "sheets" / "judge.csv").write_text("item,label\nx,right\n", "utf-8")
    with pytest.raises(ExperimentError, match="there is no text 'x'"):
        fill_sheet(out, model)


def test_the_commands_have_a_model_judge_and_read_it(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "judge", str(out), "--model", "simulated", "--out", str(out / "sim.csv")]) == 0
    assert f"labels {out} --judge {out / 'sim.csv'}" in capsys.readouterr().out
    assert main(["experiment", "labels", str(out), "--judge", str(out / "sim.csv")]) == 0
    assert "by the model in sim" in capsys.readouterr().out
    assert main(["experiment", "labels", str(out)]) == 2
