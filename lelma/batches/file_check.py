"""One file of texts to another with verdicts: over processes, whole or not at all, and on where it was broken off.

What is found is kept beside the output, in `OUT.part`: JSON Lines, first what is checked and how, then a line a row in
the order of the input. The same check goes on after the last whole line. Only when every row is there is the output
written, beside its place, and moved to it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from gdl.values import dataclass
from lelma.batches.checker import COLUMN_PREFIX, NEW_COLUMNS, CheckedText, Checker, check_columns
from lelma.batches.json_types import CheckedFileJson
from lelma.batches.table_files import TableRow, open_table, table_kind, write_table
from lelma.support.errors import UsageError, WorkerStopped
from lelma.support.json_types import VERSION
from lelma.support.worker_pool import Factory, WorkerPool, Workers, done_in_order

TEXTS_TOGETHER = 16
"""Texts that go to a process together."""

SECONDS_A_TEXT = 120.0
"""How long a text may take by itself; a chunk may take as long as all its texts."""

MakePool = Callable[[Factory], WorkerPool]

_Work = tuple[object, object, str]  # a text, its game, or why the row can't be read


@dataclass
class FileProgress:
    """How far the check of a file is.

    Attributes:
        rows: of the input; `done`, how many are checked; `kept`, how many of these were from an earlier time.
        outcomes: outcome → how many rows (`lelma.batches.checker.TEXT_OUTCOMES`).
        claims: verdict → how many claims.
    """

    rows: int
    kept: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    claims: Counter[str] = field(default_factory=Counter)

    @property
    def done(self) -> int:
        return self.outcomes.total()

    def count(self, row: Mapping[str, Any]) -> None:
        self.outcomes[row[f"{COLUMN_PREFIX}outcome"]] += 1
        for verdict in ("true", "false", "unknown", "malformed"):
            self.claims[verdict] += row[COLUMN_PREFIX + verdict]

    def as_json(self, out: Path) -> CheckedFileJson:
        return {
            "schema": VERSION,
            "ok": self.done == self.rows and not self.outcomes["error"],
            "out": str(out),
            "rows": self.rows,
            "kept": self.kept,
            "outcomes": dict(sorted(self.outcomes.items())),
            "claims": dict(sorted(self.claims.items())),
        }


def local_processes(size: int | None = None) -> MakePool:
    """Processes of this machine, by default one a processor."""
    return partial(Workers, size=size or os.cpu_count() or 1)


def cluster(on: str) -> MakePool:
    """Workers of a cluster, as `ray` or `ray:ADDRESS`."""
    from lelma.support.clusters.ray_workers import RayWorkers

    return partial(RayWorkers, on=on)


def check_table_file(
    source: Path,
    out: Path,
    checker: Checker,
    *,
    pool: MakePool | None = None,
    on_change: Callable[[FileProgress], None] = lambda progress: None,
) -> FileProgress:
    """Check the texts of a table: one row a text, in the order of the input.

    A row that can't be read or checked is a row with its error. What was checked when this was broken off is kept.

    Args:
        checker: its `game_column` may name a column, its `game` a game for all.
        pool: where texts are checked; `local_processes()` by default.
        on_change: called after each chunk.

    Raises:
        UsageError: if a file or a column is none, or what is kept is of another check; then the output is as it was.
        GameError, EngineUnavailable: if the game of all texts can't be loaded.
        OSError: if it can't be written.
    """
    kind = table_kind(out)
    if out.exists() and source.exists() and out.samefile(source):
        raise UsageError(f"{out}: is the file that is read; name another for the output")
    table = open_table(source)
    wanted = [checker.text, *([checker.game_column] if checker.game_column else [])]
    try:
        check_columns(table.columns, wanted)
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None
    if checker.game:
        checker.check("")  # what is wrong with the game is told before anything is written
    progress = FileProgress(table.count)
    terms = {"file": source.name, "digest": table.digest, "rows": table.count, **asdict(checker)}
    with _Kept(out.with_name(f"{out.name}.part"), terms) as kept:
        for row in kept.rows():
            progress.count(row)
        progress.kept = progress.done
        on_change(progress)
        left = islice(table.rows(wanted), progress.done, None)
        work = (_work(checker, row) for row in left)
        workers = (pool or local_processes())(_MakeRows(checker))
        try:
            for found in done_in_order(partial(_patiently, workers), _chunked(work), at_once=workers.size):
                kept.add(found)
                for row in found:
                    progress.count(row)
                on_change(progress)
        except BaseException:
            workers.kill()
            raise
        workers.close()
        if progress.done != table.count or open_table(source).digest != table.digest:
            raise UsageError(f"{source}: was changed while it was checked; check it again")
        beside = out.with_name(f".{out.stem}.new{out.suffix}")
        try:
            write_table(table, kept.rows(), beside, kind)
            os.replace(beside, out)
        finally:
            beside.unlink(missing_ok=True)
        kept.remove()
    return progress


class _MakeRows:
    """Makes what a worker holds: it checks chunks with a checker."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def __call__(self) -> Callable[[list[_Work]], list[dict[str, Any]]]:
        return lambda chunk: [self._row(*work).columns() for work in chunk]

    def _row(self, text: object, game: object, error: str) -> CheckedText:
        return CheckedText(error=error) if error else self.checker.check(text, game)


def _work(checker: Checker, row: TableRow) -> _Work:
    game = row.values.get(checker.game_column) if checker.game_column else checker.game
    return row.values.get(checker.text), game, row.error


def _patiently(workers: WorkerPool, chunk: Sequence[_Work]) -> list[dict[str, Any]]:
    """A chunk checked; where a process was stopped over it, text by text, so that one alone has the error."""
    with suppress(WorkerStopped):
        found: list[dict[str, Any]] = workers.call(chunk, seconds=SECONDS_A_TEXT * len(chunk))
        return found
    rows = []
    for work in chunk:
        try:
            rows += workers.call([work], seconds=SECONDS_A_TEXT)
        except WorkerStopped as error:
            rows.append(CheckedText(error=str(error)).columns())
    return rows


def _chunked(work: Iterator[_Work]) -> Iterator[list[_Work]]:
    while chunk := list(islice(work, TEXTS_TOGETHER)):
        yield chunk


class _Kept:
    """What was found so far, in a file beside the output."""

    def __init__(self, file: Path, terms: Mapping[str, Any]) -> None:
        """Nothing is opened yet."""
        self._file = file
        self._terms = json.loads(json.dumps({"schema": "lelma-checked-rows", "version": 1, **terms}))
        self._stream: IO[bytes]

    def __enter__(self) -> _Kept:
        self._stream = self._file.open("ab+")
        try:
            self._hold()
            self._cut()
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def _hold(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has no fcntl
            return
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(f"{self._file}: another process is at this check") from None

    def _cut(self) -> None:
        """Take away a last line that was not written whole, and see that the rest is of this check."""
        self._stream.seek(0)
        end = 0
        for number, line in enumerate(self._stream):
            if not line.endswith(b"\n"):
                break
            try:
                value = json.loads(line)
            except ValueError:
                raise self._strange() from None
            if number == 0 and value != self._terms:
                known = value if isinstance(value, dict) else {}
                changed = [name for name, now in self._terms.items() if known.get(name) != now]
                raise self._strange(", ".join(changed))
            if number and set(value) != set(NEW_COLUMNS):
                raise self._strange()
            end += len(line)
        self._stream.truncate(end)
        if not end:
            self._write([self._terms])

    def _strange(self, changed: str = "") -> UsageError:
        told = f"what is kept of an earlier check is of another one ({changed})" if changed else "is no check of ours"
        return UsageError(f"{self._file}: {told}; remove it, or name another file for the output")

    def rows(self) -> Iterator[Mapping[str, Any]]:
        with self._file.open("rb") as stream:
            yield from map(json.loads, islice(stream, 1, None))

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._write(rows)

    def _write(self, values: Sequence[Mapping[str, Any]]) -> None:
        self._stream.write("".join(f"{json.dumps(value)}\n" for value in values).encode())
        self._stream.flush()

    def remove(self) -> None:
        self._file.unlink()
