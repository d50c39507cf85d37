"""Tables in files: CSV, JSON Lines (`.jsonl`, `.ndjson`), Parquet and Arrow (`.arrow`, `.feather`, `.ipc`).

CSV and JSON Lines need nothing; Parquet and Arrow need pyarrow, which the extra `tables` brings. Files are gone through
a batch at a time; only rows of CSV or JSON Lines that become Parquet or Arrow are held together, to find their types.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import field
from hashlib import file_digest
from itertools import islice
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.batches.checker import NEW_COLUMNS, sound_text
from lelma.support.errors import UsageError, did_you_mean, refused
from lelma.support.outside import json_value

CSV_FILE, JSONL_FILE, PARQUET_FILE, ARROW_FILE = "csv", "jsonl", "parquet", "arrow"
SUFFIXES: Mapping[str, str] = {
    ".csv": CSV_FILE,
    **dict.fromkeys((".jsonl", ".ndjson"), JSONL_FILE),
    **dict.fromkeys((".parquet", ".pq"), PARQUET_FILE),
    **dict.fromkeys((".arrow", ".feather", ".ipc"), ARROW_FILE),
}
"""How a file's name ends → what it holds."""

_ROWS = 1024
"""Rows of a file of pyarrow's that are held at a time."""

_EXTRA_CELLS = "__extra__"


@dataclass(frozen=True)
class TableRow:
    """A row as it was read: column → value, or why it can't be read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True)
class TableFile:
    """A table in a file, gone through once: its columns, how many rows it has, and what tells it from others."""

    file: Path
    kind: str
    columns: tuple[str, ...]
    count: int
    digest: str

    def rows(self, columns: Sequence[str] | None = None) -> Iterator[TableRow]:
        """The rows, in order; of some columns, where that spares work."""
        return _ROWS_OF[self.kind](self.file, columns)


def table_kind(file: Path) -> str:
    """What a file holds, by how its name ends.

    Raises:
        UsageError: if that is nothing known, or pyarrow is needed and missing.
    """
    kind = SUFFIXES.get(file.suffix.casefold())
    if kind is None:
        near = did_you_mean(file.suffix, SUFFIXES)
        raise UsageError(f"{file}: tables are files that end in {', '.join(SUFFIXES)}, not {file.suffix!r}{near}")
    if kind in (PARQUET_FILE, ARROW_FILE):
        _pyarrow(file)
    return kind


def open_table(file: Path) -> TableFile:
    """A table, gone through once; rows that can't be read are counted like others.

    Raises:
        UsageError: if the file can't be read, is of no kind that is known, or two columns have one name.
    """
    kind = table_kind(file)
    try:
        with file.open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(refused(file, error)) from None
    if kind in (PARQUET_FILE, ARROW_FILE):
        with _arrow_faults(file), closing(_arrow_batches(file)) as batches:
            schema = next(batches)
            columns, count = list(schema.names), sum(batch.num_rows for batch in batches)
    else:
        seen: dict[str, None] = {}
        count = 0
        if kind == CSV_FILE:
            seen = dict.fromkeys(_header(file))
        for row in _ROWS_OF[kind](file, None):
            seen |= dict.fromkeys(row.values)
            count += 1
        columns = list(seen)
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{file}: two columns are named {twice!r}")
    return TableFile(file, kind, tuple(columns), count, digest)


def write_table(table: TableFile, found: Iterable[Mapping[str, Any]], out: Path, kind: str) -> None:
    """Write a table with new columns, a row for each of its rows.

    Args:
        found: for each row the values of `NEW_COLUMNS`.

    Raises:
        UsageError: if values of a column are of types that the file can't hold together.
        OSError: if it can't be written.
    """
    if kind not in (PARQUET_FILE, ARROW_FILE):
        both = zip(table.rows(), found, strict=True)
        (_write_csv if kind == CSV_FILE else _write_jsonl)(table, ({**row.values, **new} for row, new in both), out)
    elif table.kind in (PARQUET_FILE, ARROW_FILE):
        _add_columns(table, iter(found), out, kind)
    else:
        _write_as_arrow(table, zip(table.rows(), found, strict=True), out, kind)


# CSV


def _csv_rows(file: Path, columns: Sequence[str] | None) -> Iterator[TableRow]:
    with file.open(encoding="utf-8-sig", errors="replace", newline="") as stream, _long_fields():
        reader = csv.DictReader(stream, restkey=_EXTRA_CELLS)
        try:
            for row in reader:
                if _EXTRA_CELLS in row:
                    extra = len(row.pop(_EXTRA_CELLS))
                    yield TableRow(row, f"{file}:{reader.line_num}: the row has {extra} cells more than the first")
                else:
                    yield TableRow(row)
        except csv.Error as error:
            raise UsageError(f"{file}:{reader.line_num}: not CSV: {error}") from None


def _header(file: Path) -> list[str]:
    with file.open(encoding="utf-8-sig", errors="replace", newline="") as stream, _long_fields():
        try:
            return next(csv.reader(stream), [])
        except csv.Error as error:
            raise UsageError(f"{file}:1: not CSV: {error}") from None


@contextmanager
def _long_fields() -> Iterator[None]:
    before = csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # a text may be long
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _write_csv(table: TableFile, rows: Iterable[Mapping[str, Any]], out: Path) -> None:
    with out.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        writer = csv.DictWriter(stream, [*table.columns, *NEW_COLUMNS], lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _json(value) if isinstance(value, list | dict) else value


# JSON Lines


def _json_rows(file: Path, columns: Sequence[str] | None) -> Iterator[TableRow]:
    with file.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                value = json_value(line, str(file), line=number)
            except UsageError as error:
                yield TableRow(error=str(error))
                continue
            if isinstance(value, dict):
                yield TableRow(value)
            else:
                yield TableRow(error=f"{file}:{number}: expected a JSON object, got {str(value)[:40]}")


def _write_jsonl(table: TableFile, rows: Iterable[Mapping[str, Any]], out: Path) -> None:
    with out.open("w", encoding="utf-8", errors="backslashreplace") as stream:
        stream.writelines(f"{_json(row)}\n" for row in rows)


def _json(value: Any) -> str:
    """JSON text; a number that JSON has not is null, and what it has no type for is a text."""
    try:
        return json.dumps(value, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, default=str)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# Parquet and Arrow


def _pyarrow(file: Path) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise UsageError(
            f"{file}: needs pyarrow; type: pip install 'lelma[tables]', or use CSV or JSON Lines"
        ) from None
    return pyarrow


@contextmanager
def _arrow_faults(file: Path) -> Iterator[None]:
    arrow = _pyarrow(file)
    try:
        yield
    except (arrow.ArrowException, EOFError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: can't be read: {str(error).splitlines()[0][:200]}") from None
    except OSError as error:
        raise UsageError(refused(file, error)) from None


def _arrow_batches(file: Path, columns: Sequence[str] | None = None) -> Generator[Any, None, None]:
    """First the schema, then the record batches of a file."""
    arrow = _pyarrow(file)
    if SUFFIXES[file.suffix.casefold()] == PARQUET_FILE:
        from pyarrow import parquet

        with parquet.ParquetFile(file) as reader:
            yield reader.schema_arrow
            yield from reader.iter_batches(_ROWS, columns=columns)
        return

    from pyarrow import ipc

    with arrow.memory_map(str(file)) as source:
        try:
            reader = ipc.open_file(source)
            batches = (reader.get_batch(number) for number in range(reader.num_record_batches))
        except arrow.ArrowInvalid:  # the other form that Arrow has for files, a stream
            source.seek(0)
            reader = batches = ipc.open_stream(source)
        yield reader.schema
        for batch in batches:
            for start in range(0, batch.num_rows, _ROWS):
                part = batch.slice(start, _ROWS)
                yield part.select(columns) if columns else part


def _arrow_rows(file: Path, columns: Sequence[str] | None) -> Iterator[TableRow]:
    with _arrow_faults(file), closing(_arrow_batches(file, columns)) as batches:
        next(batches)
        for batch in batches:
            yield from map(TableRow, batch.to_pylist())


def _new_fields(file: Path) -> list[Any]:
    arrow = _pyarrow(file)
    kinds = {bool: arrow.bool_(), int: arrow.int64(), str: arrow.string()}
    return [arrow.field(name, kinds[kind]) for name, kind in NEW_COLUMNS.items()]


@contextmanager
def _arrow_writer(out: Path, kind: str, schema: Any) -> Iterator[Any]:
    arrow = _pyarrow(out)
    if kind == PARQUET_FILE:
        from pyarrow import parquet

        with parquet.ParquetWriter(out, schema) as writer:
            yield writer
        return

    from pyarrow import ipc

    with arrow.OSFile(str(out), "wb") as sink, ipc.new_file(sink, schema) as writer:
        yield writer


def _add_columns(table: TableFile, found: Iterator[Mapping[str, Any]], out: Path, kind: str) -> None:
    """Columns that were there keep their types."""
    arrow, new = _pyarrow(out), _new_fields(out)
    with _arrow_faults(table.file), closing(_arrow_batches(table.file)) as batches:
        before = next(batches)
        schema = arrow.schema([*before, *new], before.metadata)
        with _arrow_writer(out, kind, schema) as writer:
            for batch in batches:
                rows = list(islice(found, batch.num_rows))
                added = [arrow.array([row[each.name] for row in rows], each.type) for each in new]
                writer.write_batch(arrow.RecordBatch.from_arrays([*batch.columns, *added], schema=schema))


def _write_as_arrow(table: TableFile, rows: Iterable[tuple[TableRow, Mapping[str, Any]]], out: Path, kind: str) -> None:
    arrow, new = _pyarrow(out), _new_fields(out)
    found = list(rows)
    columns, names = [], []
    for name in table.columns:
        values = [row.values.get(name) for row, _ in found]
        values = [sound_text(value) if isinstance(value, str) else value for value in values]
        with suppress(arrow.ArrowInvalid, arrow.ArrowTypeError):
            columns.append(arrow.array(values))
            names.append(arrow.field(name, columns[-1].type))
            continue
        raise UsageError(
            f"{table.file}: values of the column {name!r} are of several types, which {out.suffix} can't hold; "
            "write a file that ends in .jsonl"
        )
    columns += [arrow.array([row[each.name] for _, row in found], each.type) for each in new]
    schema = arrow.schema([*names, *new])
    with _arrow_writer(out, kind, schema) as writer:
        writer.write_batch(arrow.RecordBatch.from_arrays(columns, schema=schema))


_ROWS_OF = {CSV_FILE: _csv_rows, JSONL_FILE: _json_rows, PARQUET_FILE: _arrow_rows, ARROW_FILE: _arrow_rows}
