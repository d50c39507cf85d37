"""Files of texts, checked: every format, rows that are bad, what was broken off, what stays as it was."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.batches.checker import NEW_COLUMNS, Checker
from lelma.batches.file_check import FileProgress, check_table_file, local_processes
from lelma.batches.table_files import open_table
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError, WorkerStopped
from lelma.support.worker_pool import Factory

RIGHT, WRONG = "If we both choose stag, I get 5.", "If we both choose stag, I get 4."
ROWS = [
    {"id": 1, "text": WRONG, "tags": ["a", "b"]},
    {"id": 2, "text": RIGHT, "tags": []},
    {"id": 3, "text": "Hm.", "tags": ["ü"]},
]
TEXT_OUTCOMES = ["failed", "verified", "unverified"]
STAG = Checker("stag_hunt")


class Here:
    """Workers in this process; `fails` says over which texts they stop."""

    size = 1

    def __init__(self, make: Factory, fails: Callable[[str], bool] = lambda text: False) -> None:
        self._do, self._fails = make(), fails

    def call(self, job: Any, *, seconds: float) -> Any:
        if any(self._fails(str(text)) for text, _, _ in job):
            raise WorkerStopped("time: the work takes longer than the limit allows")
        return self._do(job)

    def close(self) -> None: ...

    def kill(self) -> None: ...


def write(file: Path, rows: list[dict[str, Any]]) -> Path:
    if file.suffix == ".csv":
        with file.open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    elif file.suffix == ".jsonl":
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    else:
        arrow = pytest.importorskip("pyarrow")
        table = arrow.Table.from_pylist(rows)
        if file.suffix == ".parquet":
            pytest.importorskip("pyarrow.parquet").write_table(table, file, row_group_size=2)
        else:
            with arrow.OSFile(str(file), "wb") as sink, arrow.ipc.new_file(sink, table.schema) as writer_:
                writer_.write_table(table)
    return file


def read(file: Path) -> list[dict[str, Any]]:
    return [dict(row.values) for row in open_table(file).rows()]


@pytest.mark.parametrize("before", ["csv", "jsonl", "parquet", "arrow"])
@pytest.mark.parametrize("after", ["csv", "jsonl", "parquet", "arrow"])
def test_every_format_becomes_every_other(before: str, after: str, tmp_path: Path) -> None:
    source, out = write(tmp_path / f"in.{before}", ROWS), tmp_path / f"out.{after}"
    if after in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    progress = check_table_file(source, out, STAG, pool=Here)
    found = read(out)
    assert list(found[0]) == ["id", "text", "tags", *NEW_COLUMNS]
    assert [row["lelma_outcome"] for row in found] == TEXT_OUTCOMES
    assert [str(row["id"]) for row in found] == ["1", "2", "3"]
    assert str(found[0]["lelma_ok"]).casefold() == "false" and str(found[1]["lelma_true"]) == "1"
    if before == after != "csv":
        assert [row["tags"] for row in found] == [row["tags"] for row in ROWS]
    assert progress.outcomes == {"failed": 1, "verified": 1, "unverified": 1}
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted({source.name, out.name})


def test_a_row_that_is_bad_is_a_row_with_its_error(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    lines = [json.dumps(ROWS[0]), "{broken", "[1]", json.dumps({"id": 4}), "", json.dumps({"text": None}), '"\\ud800"']
    source.write_bytes("\n".join(lines).encode() + b'\n{"text": "\xff"}\n' + b'{"text": "\\ud800"}\n')
    progress = check_table_file(source, tmp_path / "out.jsonl", STAG, pool=Here)
    found = read(tmp_path / "out.jsonl")
    assert [row["lelma_outcome"] for row in found] == ["failed", *["error"] * 6, "unverified"]
    assert "in.jsonl:2" in found[1]["lelma_error"] and "in.jsonl:3" in found[2]["lelma_error"]
    assert found[3]["lelma_error"] == "expected a text, got None"
    assert progress.outcomes["error"] == 6


def test_a_row_of_csv_with_more_cells_than_columns_is_a_row_with_its_error(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'text,id\n{WRONG.replace(",", "")},1,2\n"{WRONG}"\n')
    check_table_file(tmp_path / "in.csv", tmp_path / "out.csv", STAG, pool=Here)
    found = read(tmp_path / "out.csv")
    assert "in.csv:2: the row has 1 cells more" in found[0]["lelma_error"]
    assert found[1]["lelma_outcome"] == "failed"


def test_a_text_that_stops_its_worker_is_alone_with_the_error(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", ROWS)
    check_table_file(source, tmp_path / "out.jsonl", STAG, pool=lambda make: Here(make, lambda text: text == "Hm."))
    found = read(tmp_path / "out.jsonl")
    assert [row["lelma_outcome"] for row in found] == ["failed", "verified", "error"]
    assert "time" in found[2]["lelma_error"]


def test_what_was_broken_off_is_gone_on_with(tmp_path: Path) -> None:
    rows = [{"id": number, **ROWS[number % 3]} for number in range(40)]
    source, out, part = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    out.write_text("as it was")

    def stop(progress: FileProgress) -> None:
        if progress.done >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_table_file(source, out, STAG, pool=Here, on_change=stop)
    assert out.read_text() == "as it was"
    with part.open("ab") as stream:
        stream.write(b'{"lelma_ok": fal')
    asked: list[str] = []

    def seen(text: str) -> bool:
        asked.append(text)
        return False

    progress = check_table_file(source, out, STAG, pool=lambda make: Here(make, seen))
    assert progress.kept == 16 and len(asked) == 24
    check_table_file(source, tmp_path / "once.jsonl", STAG, pool=Here)
    assert out.read_bytes() == (tmp_path / "once.jsonl").read_bytes() and not part.exists()


def test_what_is_kept_of_another_check_is_not_gone_on_with(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl", ROWS), tmp_path / "out.jsonl"

    def stop(progress: FileProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_table_file(source, out, STAG, pool=Here, on_change=stop)
    with pytest.raises(UsageError, match=r"of another one \(game\); remove it"):
        check_table_file(source, out, Checker("hawk_dove"), pool=Here)
    write(source, ROWS[:2])
    with pytest.raises(UsageError, match=r"of another one \(digest, rows\)"):
        check_table_file(source, out, STAG, pool=Here)
    (tmp_path / "out.jsonl.part").write_text("a diary\n")
    with pytest.raises(UsageError, match="is no check of ours"):
        check_table_file(source, out, STAG, pool=Here)
    assert (tmp_path / "out.jsonl.part").read_text() == "a diary\n"


def test_two_at_one_check_are_refused(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl", ROWS), tmp_path / "out.jsonl"

    def again(progress: FileProgress) -> None:
        with pytest.raises(UsageError, match="another process is at this check"):
            check_table_file(source, out, STAG, pool=Here)

    check_table_file(source, out, STAG, pool=Here, on_change=again)


@pytest.mark.parametrize(
    ("source", "out", "checker", "told"),
    [
        ("in.jsonl", "in.jsonl", STAG, "is the file that is read"),
        ("in.jsonl", "out.xlsx", STAG, "tables are files that end in"),
        ("none.csv", "out.csv", STAG, "none.csv: No such file"),
        ("in.jsonl", "out.csv", Checker("stag_hunt", text="txt"), "in.jsonl: there is no column 'txt'.*text"),
        ("in.jsonl", "out.csv", Checker("stag_hund"), "stag_hund"),
    ],
)
def test_what_can_not_be_used_is_told_and_leaves_nothing(
    source: str, out: str, checker: Checker, told: str, tmp_path: Path
) -> None:
    write(tmp_path / "in.jsonl", ROWS)
    with pytest.raises(Exception, match=told):
        check_table_file(tmp_path / source, tmp_path / out, checker, pool=Here)
    assert [file.name for file in tmp_path.iterdir()] == ["in.jsonl"]


def test_mixed_types_that_parquet_can_not_hold_are_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    source = write(tmp_path / "in.jsonl", [{"text": WRONG, "n": 1}, {"text": RIGHT, "n": "one"}])
    with pytest.raises(UsageError, match=r"column 'n' are of several types.*\.jsonl"):
        check_table_file(source, tmp_path / "out.parquet", STAG, pool=Here)
    check_table_file(source, tmp_path / "out.jsonl", STAG, pool=Here)


def test_an_empty_table_is_an_empty_table(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("text\n")
    progress = check_table_file(tmp_path / "in.csv", tmp_path / "out.csv", STAG, pool=Here)
    assert progress.rows == 0 and (tmp_path / "out.csv").read_text().startswith("text,lelma_ok")


@pytest.mark.nightly
def test_the_command_checks_over_processes_and_tells_by_its_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"id": number, **ROWS[number % 3], "game": "stag_hunt"} for number in range(50)]
    source = write(tmp_path / "in.csv", rows)
    assert main(["check-file", str(source), str(tmp_path / "a.jsonl"), "--game", "game", "--processes", "2"]) == 0
    assert "50 texts: 17 failed, 16 unverified, 17 verified." in capsys.readouterr().out
    check_table_file(source, tmp_path / "b.jsonl", Checker(game_column="game"), pool=local_processes(1))
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    write(source, [{"text": WRONG, "game": "stag_hunt"}, {"text": WRONG, "game": "none"}])
    assert main(["check-file", str(source), str(tmp_path / "a.jsonl"), "--game", "game", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["outcomes"] == {"error": 1, "failed": 1}
