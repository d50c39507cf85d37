"""Parameters that are lists of rows, such as pairs of words: written out, or kept in a file of JSON Lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lelma.support.errors import GameError
from lelma.support.outside import json_objects, utf8_text

MOST_ROWS = 10_000
LONGEST_ENTRY = 200


def rows_of(value: Any, columns: Sequence[str], *, name: str, folder: Path = Path()) -> list[list[str]]:
    """The rows of a parameter: a list of them as it is, or those of the file that a text names.

    Args:
        columns: what every line of a file must have, in the order of the entries of a row; it may have more.
        name: the parameter's, for messages.
        folder: where the file is looked for.

    Raises:
        GameError: with every fault of the file or the list.
    """
    if isinstance(value, str):
        file = folder / value
        found = json_objects(utf8_text(file, fail=GameError).split("\n"), str(file), fail=GameError)
        rows = [(f"{file}:{line}", [entry.get(column) for column in columns]) for line, entry in found]
    elif isinstance(value, list):
        rows = [(f"{name}[{index}]", row) for index, row in enumerate(value, start=1)]
    else:
        raise GameError(f"{name} = {value!r} should be a list of rows or the name of a file of them")
    faults = [f"{where}: expected texts {', '.join(columns)}, got {row!r}" for where, row in rows if _bad(row, columns)]
    if not rows or len(rows) > MOST_ROWS:
        faults.append(f"{name}: {len(rows)} rows; expected 1 to {MOST_ROWS}")
    if faults:
        raise GameError("\n".join(faults[:20]))
    return [[str(entry).strip() for entry in row] for _, row in rows]


def _bad(row: Any, columns: Sequence[str]) -> bool:
    return not (isinstance(row, list) and len(row) == len(columns) and all(map(_is_entry, row)))


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, str) and bool(entry.strip()) and len(entry) <= LONGEST_ENTRY
