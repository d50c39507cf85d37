"""Payoff tables drawn in a text, in Markdown or LaTeX or with spaces between fences: each cell is a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from translators.english.events import resolve_they
from translators.english.layout import PLAIN_TABLE
from translators.english.names import Names
from translators.english.phrase import Phrase
from translators.english.phrases import tag
from translators.english.scene import ME, THEM, Scene
from translators.english.tokens import Token, between

_ARRAY = re.compile(
    r"\\begin\{(array|[a-z]{0,8}matrix|tabular)\}(?:\{[^{}\n]{0,40}\})?(.{1,3000}?)\\end\{\1\}", re.DOTALL
)
_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*(?:\n|$)){2,}", re.MULTILINE)
_RULER = re.compile(r"^[ \t|:+-]*$")


MAX_ROWS = 40
"""Longest table that is read; a payoff table has a row for each move."""


@dataclass(frozen=True)
class Box:
    """A field of a table: its phrases and its place."""

    phrases: tuple[Phrase, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Told:
    """A payoff that a table tells: whose, in which scene, and where it stands in the text."""

    start: int
    end: int
    actor: str
    value: Fraction
    scene: Scene


def table_claims(text: str, tokens: Sequence[Token], names: Names) -> Iterator[Told]:
    """What every payoff table tells; other tables are passed over."""
    for rows in _tables(text, tokens, names):
        yield from _cells(rows, names) if _list_heads(rows) is None else _listed(rows, names)


def _tables(text: str, tokens: Sequence[Token], names: Names) -> Iterator[list[list[Box]]]:
    for match in _TABLE.finditer(text):
        rows = []
        for line in re.finditer(r"[^\n]+", match[0]):
            if not _RULER.match(line[0]):
                body = line[0].strip().strip("|")
                start = match.start() + line.start() + line[0].index(body) if body else match.start()
                rows.append(_boxes(body[:2000], start, "|", text, tokens, names))
            if len(rows) > MAX_ROWS:
                break
        yield rows
    for match in PLAIN_TABLE.finditer(text):
        yield _plain_rows(match[1], match.start(1), text, tokens, names)
    if "\\end{" not in text:
        return
    for match in _ARRAY.finditer(text):
        rows, start = [], match.start(2)
        for part in match[2].split("\\\\"):
            if "&" in part:
                rows.append(_boxes(part, start, "&", text, tokens, names))
            start += len(part) + 2
        yield rows


_PAIR = re.compile(r"\(?\$?\d+(?:\.\d+)?\$?[ \t]*[,/][ \t]*\$?\d+(?:\.\d+)?\$?\)?")
_COLUMN = re.compile(r"\S+(?:[ \t]\S+)*")


def _plain_rows(body: str, start: int, text: str, tokens: Sequence[Token], names: Names) -> list[list[Box]]:
    """The heads and rows of a table drawn with spaces: a row is a label and pairs, the heads stand over the first."""
    rows: list[list[Box]] = []
    for line in re.finditer(r"[^\n]+", body):
        at = start + line.start()
        pairs = [match.span() for match in _PAIR.finditer(line[0])]
        label = (0, pairs[0][0]) if pairs else (0, 0)
        spans = [label, *pairs] if pairs else [label, *(match.span() for match in _COLUMN.finditer(line[0]))]
        boxes = [_box(at + low, at + high, text, tokens, names) for low, high in spans]
        heads = [box for box in boxes if _move(box) is not None]
        if pairs and rows:
            rows.append(boxes)
        elif not pairs and len(heads) > 1 and len(rows) < 2:
            rows = [[boxes[0], *heads]]
    return rows


def _box(start: int, end: int, text: str, tokens: Sequence[Token], names: Names) -> Box:
    return Box(tag(between(tokens, start, end), names, text), start, end)


def _boxes(body: str, start: int, sign: str, text: str, tokens: Sequence[Token], names: Names) -> list[Box]:
    boxes: list[Box] = []
    for part in body.split(sign):
        inside = between(tokens, start, start + len(part))
        stripped = part.strip()
        low = start + (part.index(stripped) if stripped else 0)
        boxes.append(Box(tag(inside, names, text), low, low + len(stripped)))
        start += len(part) + len(sign)
    return boxes


def _cells(rows: list[list[Box]], names: Names) -> Iterator[Told]:
    if len(rows) < 2 or names.them is None:
        return
    heads = {column: _move(box) for column, box in enumerate(rows[0]) if _move(box) is not None}
    sides = {line: _move(row[0]) for line, row in enumerate(rows) if line and row and _move(row[0]) is not None}
    if len(heads) < 2 or len(sides) < 2:
        return
    rows_are_mine = _rows_are_mine(rows, names)
    for line, side in sides.items():
        for column, head in heads.items():
            if column < len(rows[line]):
                box = rows[line][column]
                mine, theirs = (side, head) if rows_are_mine else (head, side)
                own = ME in resolve_they(rows[line][0].phrases)
                for actor, value in _pair(box, rows_are_mine) or _alone(box, own=own):
                    yield Told(box.start, box.end, actor, value, Scene(mine, theirs))


def _list_heads(rows: list[list[Box]]) -> dict[tuple[str, str], int] | None:
    """Of a table with a row for each cell (`My choice | Their choice | My payoff`): (actor, M or N) → column."""
    heads: dict[tuple[str, str], int] = {}
    for column, box in enumerate(rows[0] if rows else []):
        said = {who for who in resolve_they(box.phrases) if who in (ME, THEM)}
        kinds = {phrase.kind for phrase in box.phrases}
        if len(said) == 1 and not kinds & set("MN"):
            what = "N" if kinds & set("PV") else "M" if kinds & set("oCr") else ""
            heads.setdefault((said.pop(), what), column)
    return heads if (ME, "M") in heads and (THEM, "M") in heads else None


def _listed(rows: list[list[Box]], names: Names) -> Iterator[Told]:
    heads = _list_heads(rows) or {}
    for row in rows[1:]:
        if len(row) < len(rows[0]) or names.them is None:
            continue
        mine, theirs = _move(row[heads[ME, "M"]]), _move(row[heads[THEM, "M"]])
        for (actor, what), column in heads.items():
            values = [phrase.value for phrase in row[column].phrases if phrase.kind == "N"]
            if what == "N" and mine and theirs and len(values) == 1 and values[0] is not None:
                yield Told(row[column].start, row[column].end, actor, values[0], Scene(mine, theirs))


def _move(box: Box) -> str | None:
    moves = [phrase.meaning for phrase in box.phrases if phrase.kind == "M"]
    return moves[0] if len(moves) == 1 and not any(phrase.kind == "N" for phrase in box.phrases) else None


def _rows_are_mine(rows: list[list[Box]], names: Names) -> bool:
    """Whose moves head the rows: said in the heads (`X (you)`), else the first role's."""
    for box, mine in [*((row[0], True) for row in rows[1:] if row), *((box, False) for box in rows[0][1:])]:
        said = [who for who in resolve_they(box.phrases) if who in (ME, THEM)]
        if said:
            return (said[0] == ME) == mine
    return names.first


def _pair(box: Box, rows_are_mine: bool) -> list[tuple[str, Fraction]]:
    """The two payoffs of a field: those who say whose they are, else the row's first."""
    values = [phrase.value for phrase in box.phrases if phrase.kind == "N" and phrase.value is not None]
    if len(values) != 2:
        return []
    said = [who for who in resolve_they(box.phrases) if who in (ME, THEM)]
    first = said[0] if len(said) == 2 and said[0] != said[1] else (ME if rows_are_mine else THEM)
    return [(first, values[0]), (THEM if first == ME else ME, values[1])]


def _alone(box: Box, *, own: bool) -> list[tuple[str, Fraction]]:
    """The one payoff of a field whose row begins with `I choose X`: the reasoner's."""
    values = [phrase.value for phrase in box.phrases if phrase.kind == "N" and phrase.value is not None]
    said = any(who in (ME, THEM) for who in resolve_they(box.phrases))
    return [(ME, values[0])] if own and len(values) == 1 and not said else []
