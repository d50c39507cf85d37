"""Read a payoff table from comma-separated values, in the layouts people write it.

- **Matrix** (two roles): a header row with the column role's moves, then a row for each move of the row role.
  Every cell holds both payoffs, row role first: `1,1`, `1;1`, `1|1`, `1 1`, `(1, 1)` or `[1, 1]`. The corner
  may name the roles, as in `P1/P2` or `P1\\P2`. A slash between numbers always makes a
  fraction: `1/1` is one number.
- **Long** (two roles or more): one profile a row, first every role's move and then every role's payoff, with
  or without a header. Where the header names the roles in both halves (`row,col,col_payoff,row_payoff`), the
  names decide which payoff is whose. The payoffs may also stand together in one last column, as in a matrix.

Columns are separated by commas, semicolons or tabs, whichever the first row uses; separators inside quotation
marks or inside the brackets of a cell do not count. In a long file split at semicolons or tabs, and in a cell
split at semicolons or bars, `2,5` is a decimal; in any other cell it is a pair. Blank rows, empty columns at
the end, a byte order mark and rows that start with `#` are passed over; the first such comment is the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from gdl.tables.table import PayoffTable, Source, cell_name, clean_name, read_number, table_of
from gdl.values import dataclass

_BRACKETED = re.compile(r"[ \t]*(?:\([^()\r\n]*\)|\[[^\[\]\r\n]*\])")
_QUOTED = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*')
_ROLES = re.compile(r"\s*(?:/|\\|\||\bvs\.?\b)\s*")
_GENERIC = re.compile(
    r"\b(?:player|moves?|choices?|strategy|actions?|pay(?:offs?)?|utility|utilities|score|reward|[upms])"
    r"(?=\d|\b)"
)


@dataclass(frozen=True)
class _Cell:
    text: str
    offset: int
    end: int
    quoted: bool = False

    @property
    def name(self) -> str:
        name = clean_name(self.text)
        wrapped = len(name) > 2 and name[0] + name[-1] in ("''", '""', "“”", "‘’")
        return name if self.quoted or not wrapped else clean_name(name[1:-1])


_Row = list[_Cell]
_Numbers = tuple[Fraction, ...]


def read_csv(source: Source, title: str) -> PayoffTable:
    """The payoff table in `source`; `title` where no comment gives one.

    Raises:
        GdlSyntaxError: with all faults found.
    """
    delimiter = _delimiter(source.text)
    comments: list[str] = []
    rows = [row for row in _rows(source, delimiter, comments) if row]
    source.done()
    if not rows:
        source.fault(0, "payoff-layout", "the file holds no payoffs", "write a header row and a row for each move")
        source.done()
    title = next((comment for comment in comments if comment), title)
    decimal_comma = delimiter != ","
    if _is_matrix(rows, decimal_comma=decimal_comma):
        return _read_matrix(source, rows, title)
    return _read_long(source, rows, title, decimal_comma=decimal_comma)


def _delimiter(text: str) -> str:
    """The separator of the first row that holds anything: a tab, else a semicolon, else a comma."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            bare = re.sub(r'"[^"]*"|\([^()]*\)|\[[^\[\]]*\]', "", line)
            return next((mark for mark in "\t;" if mark in bare), ",")
    return ","


def _rows(source: Source, delimiter: str, comments: list[str]) -> Iterator[_Row]:
    """The rows with their empty cells at the end removed; comments go to `comments`."""
    text, offset = source.text, 0
    while offset < len(text):
        comment = re.compile(r"[ \t]*#([^\r\n]*)").match(text, offset)
        if comment:
            comments.append(clean_name(comment[1]))
            offset = comment.end()
        row: _Row = []
        ended = comment is not None
        while not ended:
            cell, offset = _cell(source, offset, delimiter)
            row.append(cell)
            ended = not text.startswith(delimiter, offset)
            offset += 0 if ended else 1
        line_end = re.compile(r"\r\n|\r|\n").match(text, offset)
        offset = line_end.end() if line_end else offset + 1
        while row and not row[-1].text.strip() and not row[-1].quoted:
            row.pop()
        yield row


def _cell(source: Source, start: int, delimiter: str) -> tuple[_Cell, int]:
    """The cell at `start`, and where it ends."""
    text = source.text
    plain = re.compile(rf"[^{delimiter}\r\n]*")
    quoted = _QUOTED.match(text, start)
    if quoted:
        rest = plain.match(text, quoted.end())
        if rest and rest[0]:
            source.fault(
                quoted.end(),
                "payoff-quote",
                f"text after a closing quotation mark: {rest[0][:20]!r}",
                'write a quotation mark inside a name twice: ""',
            )
            return _Cell(quoted[1], start, rest.end(), True), rest.end()
        return _Cell(quoted[1].replace('""', '"'), start, quoted.end(), True), quoted.end()
    bracketed = _BRACKETED.match(text, start)
    rest = plain.match(text, bracketed.end() if bracketed else start)
    end = rest.end() if rest else start
    raw = text[start:end]
    if raw.lstrip().startswith('"'):
        source.fault(start, "payoff-quote", "this quotation mark is never closed", 'add a closing "')
        return _Cell("", start, len(text), True), len(text)
    return _Cell(raw.strip(), start + len(raw) - len(raw.lstrip()), end), end


def _parts(text: str) -> tuple[list[str], bool]:
    """The pieces of a cell that holds several payoffs, and whether a comma in them is a decimal one."""
    inner = text.strip()
    if inner[:1] + inner[-1:] in ("()", "[]"):
        inner = inner[1:-1]
    for mark in (";", "|", ","):
        if mark in inner:
            return inner.split(mark), mark != ","
    return inner.split(), False


def _number(text: str, decimal_comma: bool) -> Fraction | None:
    return read_number(text.replace(",", ".") if decimal_comma and text.count(",") == 1 else text)


def _tuple(cell: _Cell) -> _Numbers | None:
    """The payoffs in a cell that holds two or more, or None."""
    parts, decimal_comma = _parts(cell.text)
    numbers = tuple(number for part in parts if (number := _number(part, decimal_comma)) is not None)
    return numbers if len(numbers) == len(parts) > 1 else None


def _is_matrix(rows: Sequence[_Row], *, decimal_comma: bool) -> bool:
    """Whether the rows below the first hold cells of several payoffs, and are not the rows of a long table."""
    body = rows[1:]
    if rows and _names_payoffs(rows[0]):
        return False
    several = any(_tuple(cell) is not None for row in body for cell in row[1:])
    return several and not _ends_together(body) and not (decimal_comma and all(map(_ends_in_decimals, body)))


def _names_payoffs(header: _Row) -> bool:
    """Whether the first half of a header are roles and the second their payoffs, as `to_csv` writes it."""
    half = len(header) // 2
    named = [f"{role.text} payoff" for role in header[:half]]
    return half > 1 and named == [cell.text for cell in header[half:]]


def _ends_together(body: Sequence[_Row]) -> bool:
    """Whether every row is a profile with all payoffs in its last cell."""
    return bool(body) and all(
        len(row) > 2 and len(_tuple(row[-1]) or ()) == len(row) - 1 and not any(_tuple(cell) for cell in row[1:-1])
        for row in body
    )


def _ends_in_decimals(row: _Row) -> bool:
    """Whether the second half of the row are payoffs, decimal commas allowed, and the first half names."""
    half = len(row) // 2
    payoffs = all(_number(cell.text, True) is not None for cell in row[half:])
    return half > 1 and len(row) % 2 == 0 and payoffs and not any("," in cell.text for cell in row[1:half])


def _read_matrix(source: Source, rows: Sequence[_Row], title: str) -> PayoffTable:
    header, body = rows[0], rows[1:]
    headless = all(len(row) == len(header) + 1 for row in body)
    corner, columns = (_Cell("", header[0].offset, header[0].offset), header) if headless else (header[0], header[1:])
    named = [clean_name(part) for part in _ROLES.split(corner.text)]
    roles = named if len(named) == 2 and all(named) else ["p1", "p2"]
    if roles[0].casefold() == roles[1].casefold():
        source.fault(corner.offset, "payoff-name", f"both roles are called {roles[0]!r}", "write P1/P2")
    moves = [_names(source, [row[0] for row in body], roles[0]), _names(source, columns, roles[1])]
    payoffs: dict[tuple[str, ...], _Numbers] = {}
    for name, row in zip(moves[0], body, strict=True):
        for column, cell in zip(moves[1], row[1:], strict=False):
            where = cell_name(roles, (name, column))
            numbers = _payoffs(source, cell, 2, where)
            payoffs.setdefault((name, column), numbers)
        for column in moves[1][len(row) - 1 :]:
            end = row[-1].end
            source.fault(end, "payoff-missing", f"no payoffs for {cell_name(roles, (name, column))}", "add the cell")
        if len(row) - 1 > len(columns):
            source.fault(
                row[len(columns) + 1].offset,
                "payoff-width",
                f"{len(row) - 1} cells in the row of {name!r}, but {len(columns)} columns",
                "put quotation marks around cells that hold commas",
            )
    return table_of(source, header[0].offset, roles, moves, payoffs, title)


def _names(source: Source, cells: Sequence[_Cell], role: str) -> list[str]:
    known: set[str] = set()
    for cell in cells:
        if not cell.name:
            source.fault(cell.offset, "payoff-name", f"a move of {role} has no name", "name it")
        elif cell.name in known:
            source.fault(
                cell.offset,
                "payoff-duplicate",
                f"{role} has two moves called {cell.name!r}",
                "give each move its own name, or remove one",
            )
        known.add(cell.name)
    return [cell.name for cell in cells]


def _payoffs(source: Source, cell: _Cell, count: int, where: str) -> _Numbers:
    """The `count` payoffs of a cell; zeros after noting what is wrong with it."""
    none = (Fraction(0),) * count
    parts, decimal_comma = _parts(cell.text)
    if not cell.text.strip():
        source.fault(cell.offset, "payoff-missing", f"no payoffs for {where}", "add the cell")
    elif len(parts) != count:
        source.fault(
            cell.offset,
            "payoff-cell",
            f"expected {count} payoffs for {where}, found {cell.text[:40]!r}",
            "write them as " + ", ".join("1" for _ in range(count)) + " (a slash makes a fraction)",
        )
    else:
        numbers = [_number(part, decimal_comma) for part in parts]
        exact = tuple(number for number in numbers if number is not None)
        if len(exact) == count:
            return exact
        bad = parts[numbers.index(None)].strip()
        source.fault(
            cell.offset,
            "payoff-number",
            f"{bad[:40]!r} is not a number, for {where}",
            "write it as 3, -2.5 or 1/3",
        )
    return none


def _read_long(source: Source, rows: Sequence[_Row], title: str, decimal_comma: bool) -> PayoffTable:
    def is_number(cell: _Cell) -> bool:
        return _number(cell.text, decimal_comma) is not None

    together = _ends_together(rows[1:])
    if together:
        has_header = _tuple(rows[0][-1]) is None
    else:
        has_header = not any(is_number(cell) for cell in rows[0][len(rows[0]) // 2 :])
    body = rows[1:] if has_header else rows
    width = max(len(row) for row in (body or rows))
    if not body or (not together and (width < 4 or width % 2)):
        source.fault(
            rows[0][0].offset,
            "payoff-layout",
            "neither a matrix of payoffs nor one profile a row",
            'write cells such as "1, 1" under a header of moves, or a move and a payoff of each role a row',
        )
        source.done()
    players = width - 1 if together else width // 2
    full = [row for row in body if len(row) == width]
    move_columns, payoff_columns = list(range(players)), list(range(players, width))
    numeric = [column for column in range(width) if all(is_number(row[column]) for row in full)]
    if not together and len(numeric) == players:
        payoff_columns = numeric
        move_columns = [column for column in range(width) if column not in numeric]
    header = rows[0] if has_header else []
    if len(header) not in (0, width):
        source.fault(header[0].offset, "payoff-width", f"{len(header)} names in the header, but {width} columns")
        header = []
    roles = _roles(source, [header[column] for column in move_columns] if header else [], players)
    if header and not together:
        payoff_columns = _owned([header[c] for c in move_columns], [header[c] for c in payoff_columns], payoff_columns)

    moves: list[dict[str, None]] = [{} for _ in range(players)]
    payoffs: dict[tuple[str, ...], _Numbers] = {}
    for row in body:
        if len(row) != width:
            end = row[-1].end
            source.fault(end, "payoff-width", f"expected {width} cells in this row, found {len(row)}")
            continue
        profile = tuple(row[column].name for column in move_columns)
        where = cell_name(roles, profile)
        for column, name, known, role in zip(move_columns, profile, moves, roles, strict=True):
            if not name:
                source.fault(row[column].offset, "payoff-name", f"the move of {role} is missing", "name it")
            known[name] = None
        if profile in payoffs:
            source.fault(row[0].offset, "payoff-duplicate", f"a second row for {where}", "remove one of them")
        elif together:
            payoffs[profile] = _payoffs(source, row[-1], players, where)
        else:
            payoffs[profile] = tuple(
                _one_payoff(source, row[column], decimal_comma, f"{role} in {where}")
                for column, role in zip(payoff_columns, roles, strict=True)
            )
    return table_of(source, body[0][0].offset, roles, [list(known) for known in moves], payoffs, title)


def _one_payoff(source: Source, cell: _Cell, decimal_comma: bool, where: str) -> Fraction:
    number = _number(cell.text, decimal_comma)
    if number is None:
        found = f"{cell.text[:40]!r} is not a number" if cell.text.strip() else "no payoff"
        code = "payoff-number" if cell.text.strip() else "payoff-missing"
        source.fault(cell.offset, code, f"{found}, for {where}", "write it as 3, -2.5 or 1/3")
    return number or Fraction(0)


def _roles(source: Source, header: Sequence[_Cell], players: int) -> list[str]:
    """Names of the roles from the header of the move columns; `p1`, `p2` … where it names only moves."""
    roles = []
    for number in range(1, players + 1):
        name = header[number - 1].name if header else ""
        name = re.sub(r"(?i)[ _-]*\b(?:move|choice|strategy|action)\b|_(?:move|choice|strategy|action)$", "", name)
        bare = re.fullmatch(r"(?i)(?:move|choice|strategy|action|m|s)[ _-]?\d+|\d+", name)
        roles.append(f"p{number}" if bare or not name.strip(" _-") else name.strip(" _-"))
    if len({role.casefold() for role in roles}) < players:
        if header:
            source.fault(header[0].offset, "payoff-name", "two roles have the same name", "give each its own name")
        return [f"p{number}" for number in range(1, players + 1)]
    return roles


def _owned(moves: Sequence[_Cell], payoffs: Sequence[_Cell], columns: list[int]) -> list[int]:
    """The payoff columns in the order of the roles, where both halves of the header name the same roles."""

    def owner(cell: _Cell) -> str:
        words = re.sub(r"[_\W]+", " ", cell.text.casefold()).strip()
        words = re.sub(r"\bcolumn\b", "col", words)
        return " ".join(_GENERIC.sub(" ", words).split())

    owners = [owner(cell) for cell in moves]
    paid = [owner(cell) for cell in payoffs]
    if len(set(owners)) == len(owners) and sorted(owners) == sorted(paid):
        return [columns[paid.index(name)] for name in owners]
    return columns
