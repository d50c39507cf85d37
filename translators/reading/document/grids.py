"""Tables: rows of cells from Markdown, from ruled or aligned columns, and from arrays of LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.passages import Span

CellSpans = list[list[Span]]

_BARS = "|│┃║"
_RULE = re.compile(r"[\s|│┃║:+=_─━═┄┅┈┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╪-]*")
_BAR = re.compile(r"(?<!\\)[|│┃║]")
_GAP = re.compile(r"[^\S\n]{2,}|\t")
_TABLE = re.compile(r"\\begin\{([bBpvV]?(?:small)?matrix|array|tabular[xy*]?|longtable|bimatrix)\*?\}")
_PREAMBLE = re.compile(r"\s*(?:\[[^\]\n]*\]|\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\})")
_IN_TABLE = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\[a-zA-Z]+|\\.|[{}&]", re.DOTALL)
_RULES = re.compile(r"(?:\s|\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}))+")
_NO_CELL = re.compile(r"[-=]+>|[→⇒=:]")
_NUMBER = re.compile(r"\d")
_WIDE = 2000
"""Characters of the longest line that is looked at as aligned columns."""


def is_rule(line: str) -> bool:
    """Whether a line only draws: `|---|---|`, `+----+`, `=====`."""
    return _RULE.fullmatch(line) is not None


def ruled_rows(text: str, lines: Sequence[Span]) -> CellSpans:
    """The rows of lines whose cells stand between bars."""
    rows: CellSpans = []
    for start, end in lines:
        if is_rule(text[start:end]):
            continue
        start += text[start] in _BARS
        end -= end > start and text[end - 1] in _BARS and text[end - 2] != "\\"
        row, at = [], start
        for bar in _BAR.finditer(text, start, end):
            row.append(_trimmed(text, at, bar.start()))
            at = bar.end()
        rows.append([*row, _trimmed(text, at, end)])
    return rows


def ruled_run(text: str, lines: Sequence[Span], first: int) -> int:
    """How many lines from `first` on are a table with bars; 0 if none is.

    All of them begin with a bar, or the second is a rule.
    """
    begin = first + (first + 1 < len(lines) and _is_drawn(text, lines[first]))
    framed = _is_framed(text, lines[begin])
    if not framed and not (first + 1 < len(lines) and _BAR.search(text, *lines[first])):
        return 0
    if not framed and not (_is_drawn(text, lines[first + 1]) or _is_drawn(text, lines[first])):
        return 0
    count = rows = 0
    for number in range(first, len(lines)):
        line = lines[number]
        drawn = _is_drawn(text, line)
        if not drawn and not (_is_framed(text, line) if framed else _BAR.search(text, *line)):
            break
        count, rows = count + 1, rows + (not drawn)
    return count if rows >= 2 else 0


def _is_framed(text: str, line: Span) -> bool:
    start, end = line
    return text[start] in _BARS and _BAR.search(text, start + 1, end) is not None


def _is_drawn(text: str, line: Span) -> bool:
    start, end = line
    return end - start > 2 and _RULE.fullmatch(text, start, end) is not None


def aligned_run(text: str, lines: Sequence[Span], first: int) -> CellSpans:
    """The rows from line `first` on that are set in columns by two blanks or more; none if they are no table.

    The first row names columns, without numbers, and each other has a number; a row that is shorter than others lacks
    the cells to whose columns it has nothing.
    """
    rows: CellSpans = []
    if not _GAP.search(text, *lines[first]):
        return rows
    for number in range(first, len(lines)):
        line = lines[number]
        if rows and _is_drawn(text, line):
            continue
        row = _aligned_row(text, line)
        if len(row) < 2 or bool(rows) != any(_NUMBER.search(text, *cell) for cell in row[bool(rows) :]):
            break
        rows.append(row)
    return _in_columns(text, rows) if len(rows) > 1 else []


def _aligned_row(text: str, line: Span) -> list[Span]:
    """The cells of a line; none if it is no row."""
    start, end = line
    if end - start > _WIDE:
        return []
    row = []
    for gap in _GAP.finditer(text, start, end):
        row.append((start, gap.start()))
        start = gap.end()
    return [] if any(_NO_CELL.match(text, *cell) for cell in [*row[1:], (start, end)]) else [*row, (start, end)]


def _in_columns(text: str, rows: CellSpans) -> CellSpans:
    """CellSpans with an empty cell before those that don't begin in the first column."""
    width = max(map(len, rows))
    full = next(row for row in rows if len(row) == width)
    second = full[1][0] - _line_start(text, full[1][0])
    return [
        [(row[0][0], row[0][0]), *row]
        if len(row) < width and row[0][0] - _line_start(text, row[0][0]) >= second - 3
        else row
        for row in rows
    ]


def _line_start(text: str, place: int) -> int:
    return max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1


def latex_table(text: str, start: int, end: int) -> tuple[CellSpans, Span] | None:
    """The rows of the first array, matrix or tabular of LaTeX in a span, and where it is."""
    begin = _TABLE.search(text, start, end)
    if not begin:
        return None
    closing = text.find(f"\\end{{{begin[1]}", begin.end(), end)
    if closing < 0:
        return None
    stop = text.find("}", closing + 5, end) + 1 or end
    inside = begin.end()
    if begin[1].startswith(("array", "tabular", "longtable")):
        preamble = _PREAMBLE.match(text, inside, closing)
        while preamble:
            inside = preamble.end()
            preamble = _PREAMBLE.match(text, inside, closing) if text[preamble.end() - 1] == "]" else None
    return list(_latex_rows(text, inside, closing)), (begin.start(), stop)


def _latex_rows(text: str, start: int, end: int) -> Iterator[list[Span]]:
    row: list[Span] = []
    deep = 0
    for mark in [*_IN_TABLE.finditer(text, start, end), None]:
        sign = mark[0] if mark else "\\\\"
        place = mark.start() if mark else end
        if sign in "{}":
            deep += 1 if sign == "{" else -1
        elif deep <= 0 and (sign == "&" or sign.startswith("\\\\")):
            row.append(_latex_cell(text, start, place))
            start = mark.end() if mark else end
            if sign != "&":
                if any(first < last for first, last in row):
                    yield row
                row = []


def _latex_cell(text: str, start: int, end: int) -> Span:
    rules = _RULES.match(text, start, end)
    return _trimmed(text, rules.end() if rules else start, end)


def _trimmed(text: str, start: int, end: int) -> Span:
    whole = text[start:end]
    start += len(whole) - len(whole.lstrip())
    return start, start + len(whole.strip())
