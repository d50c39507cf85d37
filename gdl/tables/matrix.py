"""Payoff tables: read from CSV and Gambit files, written as the GDL rules of a one-shot simultaneous game.

`read_payoffs` reads, `to_gdl` writes the rules, `to_csv` and `to_nfg` write what `read_payoffs` reads back.
The layouts of CSV are described in `gdl.tables.table_csv`, Gambit's format in `gdl.tables.table_nfg`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

from gdl.tables.table import PayoffTable, Source, Symbols, clean_name, symbols
from gdl.tables.table_csv import read_csv
from gdl.tables.table_nfg import read_nfg
from gdl.text.source import decode
from gdl.tree.numbers import NumberSpelling, number_text

__all__ = ["PayoffTable", "Symbols", "parse_payoffs", "read_payoffs", "symbols", "to_csv", "to_gdl", "to_nfg"]

_MAX_BYTES = 8_000_000
"""Files larger than this are refused."""


def read_payoffs(path: Path | str) -> PayoffTable:
    """The payoff table in a CSV or Gambit `.nfg` file; the content, not the suffix, decides which it is.

    Raises:
        GdlSyntaxError: with all faults, each with its line and column.
        OSError: where the file cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        source = Source(str(path), "")
        source.fault(0, "too-large", f"the file is longer than {_MAX_BYTES:,} bytes")
        source.done()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # how spreadsheets save "Unicode text"
        text = data.decode("utf-16", errors="replace")
    else:
        text = decode(data, str(path))
    return parse_payoffs(text, str(path), title=_title(path))


def parse_payoffs(text: str, source: str = "<text>", *, title: str = "") -> PayoffTable:
    """The payoff table in `text`; `source` names it in messages, `title` is used where the text has none.

    Raises:
        GdlSyntaxError: with all faults, each with its line and column.
    """
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    reading = Source(source, text)
    if "\0" in text:
        reading.fault(text.index("\0"), "control-character", "a NUL character", "save the file as plain text")
        reading.done()
    table = read_nfg(reading) if re.match(r"\s*NFG\b", text) else read_csv(reading, title)
    return replace(table, spelling=NumberSpelling.in_text(text))


def _title(path: Path) -> str:
    words = clean_name(re.sub(r"[_-]+", " ", path.stem))
    return words[:1].upper() + words[1:]


def to_gdl(table: PayoffTable) -> str:
    """KIF rules of the game: every role chooses once, at the same time, then the game is over.

    Raises:
        ValueError: for a table without roles.
    """
    if not table.roles:
        raise ValueError("a game needs a role")
    names = symbols(table)
    title = clean_name(table.title)
    lines = [f"; {title}"] if title else []
    lines += [f"(role {role})" for role in names.roles]
    lines.append("")
    for role, moves in zip(names.roles, names.moves, strict=True):
        lines += [f"(choice {role} {symbol})" for symbol in moves.values()]
    lines += [
        "",
        "(<= (legal ?p ?m) (choice ?p ?m))",
        "(<= (next (did ?p ?m)) (does ?p ?m))",
        "(<= terminal (true (did ?p ?m)))",
        "",
        f"; the move of {', of '.join(names.roles)}; then the payoff of each",
    ]
    for profile in table.profiles():
        cell = [moves[name] for moves, name in zip(names.moves, profile, strict=True)]
        lines.append(f"(payoff {' '.join([*cell, *map(table.spelling.told, table.payoffs[profile])])})")
    lines.append("")
    players = range(1, len(names.roles) + 1)
    done = " ".join(f"(true (did {role} ?m{i}))" for i, role in zip(players, names.roles, strict=True))
    cell_pattern = " ".join([*(f"?m{i}" for i in players), *(f"?u{i}" for i in players)])
    for i, role in zip(players, names.roles, strict=True):
        lines.append(f"(<= (goal {role} ?u{i}) {done} (payoff {cell_pattern}))")
    return "\n".join(lines) + "\n"


def to_csv(table: PayoffTable) -> str:
    """The table as CSV: a matrix for two roles, one profile a row for any other number."""
    comment = [f"# {title}"] if (title := clean_name(table.title)) else []
    if len(table.roles) == 2 and not any(re.search(r"[/\\|]|\bvs\b", role) for role in table.roles):
        rows, columns = table.moves
        lines = [_row(["/".join(table.roles), *columns])]
        for row in rows:
            cells = [", ".join(map(number_text, table.payoffs[row, column])) for column in columns]
            lines.append(_row([row, *cells]))
    else:
        lines = [_row([*table.roles, *(f"{role} payoff" for role in table.roles)])]
        lines += [_row([*profile, *map(number_text, table.payoffs[profile])]) for profile in table.profiles()]
    return "\n".join([*comment, *lines]) + "\n"


def _row(cells: list[str]) -> str:
    return ",".join(cell if re.fullmatch(r"[\w./-]+", cell) else '"' + cell.replace('"', '""') + '"' for cell in cells)


def to_nfg(table: PayoffTable) -> str:
    """The table in Gambit's format, in its payoff form."""

    def quoted(name: str) -> str:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def listed(names: tuple[str, ...]) -> str:
        return "{ " + " ".join(map(quoted, names)) + " }"

    strategies = "\n".join(listed(moves) for moves in table.moves)
    lines = [
        f"NFG 1 R {quoted(clean_name(table.title))} {listed(table.roles)}",
        "",
        "{ " + strategies,
        "}",
        '""',
        "",
    ]
    # Gambit's order: the first role's move changes fastest.
    for reverse in product(*reversed(table.moves)):
        lines.append(" ".join(map(number_text, table.payoffs[tuple(reversed(reverse))])))
    return "\n".join(lines) + "\n"
