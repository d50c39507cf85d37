"""A text to its parts, in order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from translators.passages import Span
from translators.reading.document import grids
from translators.reading.document.blocks import Stretch, displays, stretches
from translators.reading.document.inline import write_inline
from translators.reading.document.latex import write_math
from translators.reading.document.lines import breaks, heading_number, is_label, item_start, task_end
from translators.reading.document.parts import (
    ITEM_LEVEL,
    LABEL_LEVEL,
    PROSE_LEVEL,
    Block,
    BlockKind,
    Cell,
    Grid,
    Part,
    Sentence,
)
from translators.reading.document.sentences import sentence_spans
from translators.reading.document.written import BREAK, PlainWords

_JSON = re.compile(r"\s*[{\[]\s*(?:[{\[]\s*)*\"")
_JSON_PROSE = re.compile(
    r"(?:(?<=[:,\[{])|(?<=[:,\[{] ))\"([^\"\\ ]{0,100} (?:[^\"\\]|\\.){10,})\"(?:\s*,\s*|(?=\s*[\]}]|$))"
)
_JSON_NEWLINE = re.compile(r"(?<!\\)(?:\\n)+")
_LETTER = re.compile(r"\w")
_MATH_FENCES = ("math", "latex", "tex")
_BLANK = re.compile(r"\s")
_END_MARK = (".", "!", "?", ";")


def read_document(text: str) -> tuple[Part, ...]:
    """The sentences and tables of a text, in order; any text is one.

    Sentences keep their words and the places of these, and know their block. What no span covers is blank, or markup.

    >>> first, second = read_document("**Stag:** I get $u=5$. Or 0.")
    >>> first.words, first.span
    ('Stag: I get u = 5.', (0, 22))
    """
    return tuple(_opened(_Reader(text).parts()))


def _opened(parts: Iterator[Part]) -> Iterator[Part]:
    """The parts, items without an end mark opening what stands deeper, and such lines a list."""
    held: Part | None = None
    for part in parts:
        if (
            isinstance(held, Sentence)
            and (held.block.kind in ("item", "quote") or (held.block.kind == "prose" and part.block.kind == "item"))
            and held.block.level < part.block.level
            and not held.words.rstrip("\"')").endswith(_END_MARK)
        ):
            held = replace(held, opens=True)
        if held:
            yield held
        held = part
    if held:
        yield held


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks = 0
        self.display = displays(text)
        self.display_starts = [start for start, _ in self.display]

    def parts(self) -> Iterator[Part]:
        found = list(stretches(self.text, self.display))
        for stretch, following in zip_longest(found, found[1:]):
            match stretch.kind:
                case "heading":
                    yield from self.heading(stretch)
                case "code":
                    yield from self.code(stretch)
                case "table":
                    yield from self.table(stretch)
                case _ if _JSON.match(self.text, stretch.lines[0][0]) if stretch.lines else False:
                    yield from self.code(stretch)
                case _:
                    yield from self.paragraph(stretch, following)

    def block(self, stretch: Stretch, kind: BlockKind, level: int, ordered: str = "") -> Block:
        self.blocks += 1
        return Block("quote" if stretch.quoted else kind, level, self.blocks - 1, ordered)

    def heading(self, stretch: Stretch) -> Iterator[Part]:
        if stretch.lines:
            start, end = stretch.lines[0][0], stretch.lines[-1][1]
            skip, number = heading_number(self.text[start:end])
            block = self.block(stretch, "heading", stretch.level, number)
            yield from self.sentences([(start + skip, end)], block, title=True)

    def table(self, stretch: Stretch) -> Iterator[Part]:
        block = self.block(stretch, "prose", stretch.level)
        yield from self.grid(grids.ruled_rows(self.text, stretch.lines), stretch.lines, block)

    def grid(self, rows: grids.CellSpans, lines: Sequence[Span], block: Block, *, math: bool = False) -> Iterator[Grid]:
        cells = [[self.cell(span, math=math) for span in row] for row in rows]
        width = max(map(len, cells), default=0)
        span = lines[0][0], lines[-1][1]
        for row in cells:
            row.extend([Cell("", (), (row[-1].span[1],) * 2)] * (width - len(row)))
        if any(cell.words for row in cells for cell in row):
            yield Grid(tuple(map(tuple, cells)), span, block)

    def cell(self, span: Span, *, math: bool) -> Cell:
        out = self.written([span], math=math)
        words = str(out).replace(BREAK, " ")
        kept = len(words.rstrip())
        return Cell(words[:kept], tuple(out.places[:kept]), span) if kept else Cell("", (), (span[0], span[0]))

    def code(self, stretch: Stretch) -> Iterator[Part]:
        """Code line by line, but for tables in it, and with the prose that JSON has in quotes."""
        block = self.block(stretch, "code", stretch.level, stretch.ordered)
        lines, math = stretch.lines, stretch.info in _MATH_FENCES
        at, first = 0, True
        while at < len(lines):
            count, rows = self.table_at(lines, at)
            if rows:
                for grid in self.grid(rows, lines[at : at + count], block):
                    yield grid
                    first = False
            for start, end, quoted in () if rows else _with_json_prose(self.text, *lines[at]):
                if _LETTER.search(self.text, start, end):
                    yield from self.sentences([(start, end)], block, first=first, code=not quoted, math=math)
                    first = False
            at += count

    def table_at(self, lines: Sequence[Span], at: int) -> tuple[int, grids.CellSpans]:
        """How many lines from one on are a table, and its rows; else one line, and none."""
        if count := grids.ruled_run(self.text, lines, at):
            return count, grids.ruled_rows(self.text, lines[at : at + count])
        if rows := grids.aligned_run(self.text, lines, at):
            last = rows[-1][-1][1]
            return next(number for number, line in enumerate(lines[at:], 1) if line[1] == last), rows
        return 1, []

    def paragraph(self, stretch: Stretch, following: Stretch | None) -> Iterator[Part]:
        """A paragraph, cut into labels, items, tables, displayed mathematics, and lines that go together."""
        lines = stretch.lines
        ends = [*breaks(self.text, lines), True]
        level, indents = stretch.level, list[int]()
        block: Block | None = None
        kind: BlockKind | None = None
        at = 0
        while at < len(lines):
            count, rows = self.table_at(lines, at)
            if rows:
                block = block or self.block(stretch, "prose", level, stretch.ordered)
                yield from self.grid(rows, lines[at : at + count], block)
                at, kind = at + count, kind or "prose"
                continue
            after = ends.index(True, at) + 1
            (start, end), rest = lines[at], lines[at + 1 : after]
            line, more, before = self.text[start:end], after < len(lines), block
            item = item_start(line)
            if not at and stretch.starts:
                kind, block = "item", self.block(stretch, "item", level, stretch.ordered)
                start += task_end(line)
            elif item:
                kind, block = "item", self.block(stretch, "item", self.item_level(stretch, start, indents), item[1])
                start += item[0]
            elif not rest and is_label(line):
                skip, number = heading_number(line)
                base = stretch.level + (stretch.starts and at > 0)
                wide = base <= PROSE_LEVEL and _governs_far(line, more, following)
                kind, block = "label", self.block(stretch, "label", LABEL_LEVEL if wide else base, number)
                start, level = start + skip, base if wide else base + 1
            elif block is None or kind != "prose":
                level = max(level, stretch.level + 1) if stretch.starts else level
                kind, block = "prose", self.block(stretch, "prose", level)
            assert block
            yield from self.group([(start, end), *rest], block, first=block is not before, title=kind == "label")
            at = after

    def item_level(self, stretch: Stretch, place: int, indents: list[int]) -> int:
        """The level of an item that Markdown doesn't know, by how far it is indented."""
        indent = place - max(self.text.rfind("\n", 0, place), self.text.rfind("\r", 0, place))
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        return ITEM_LEVEL + stretch.depth + len(indents) - 1

    def group(self, lines: list[Span], block: Block, *, first: bool, title: bool) -> Iterator[Part]:
        """Lines that go together, cut where mathematics is displayed."""
        running: list[Span] = []
        for start, end in lines:
            for region in self.displayed(start, end):
                running.append((start, region[0]))
                for part in (
                    *self.sentences(running, block, first=first, title=title),
                    *self.mathematics(region, block),
                ):
                    yield replace(part, first=first) if isinstance(part, Sentence) else part
                    first = False
                running, start = [], region[1]
            running.append((start, end))
        yield from self.sentences(running, block, first=first, title=title)

    def displayed(self, start: int, end: int) -> Iterator[Span]:
        """The displayed mathematics of a line, without what only looks so and stands within a sentence."""
        for number in range(bisect_left(self.display_starts, start), bisect_left(self.display_starts, end)):
            region = self.display[number]
            inside = self.text[slice(*region)]
            alone = not self.text[start : region[0]].strip() and not self.text[region[1] : end].strip(" .,;")
            if alone or "\n" in inside or "\\begin" in inside:
                yield region

    def mathematics(self, region: Span, block: Block) -> Iterator[Part]:
        start, end = region
        while table := grids.latex_table(self.text, start, end):
            rows, (first, last) = table
            yield from self.sentences([(start, first)], block, first=False, math=True)
            yield from self.grid(rows, [(first, last)], block, math=True)
            start = last
        yield from self.sentences([(start, end)], block, first=False, math=True)

    def written(self, lines: Sequence[Span], *, code: bool = False, math: bool = False) -> PlainWords:
        """The plain words of lines that are joined."""
        out = PlainWords()
        if len(lines) == 1:
            raw: str = self.text[slice(*lines[0])]
            at: Sequence[int] = range(*lines[0])
        else:
            raw = "\n".join(self.text[start:end] for start, end in lines)
            at = [place for start, end in lines for place in range(start, end + 1)]
        if math:
            write_math(out, raw, at, 0, len(raw))
        else:
            write_inline(out, raw, at, code=code)
        return out

    def sentences(
        self,
        lines: Sequence[Span],
        block: Block,
        *,
        first: bool = True,
        code: bool = False,
        math: bool = False,
        title: bool = False,
    ) -> Iterator[Sentence]:
        """The sentences of lines that are joined, all of one block."""
        out = self.written(lines, code=code, math=math)
        words, places, text = str(out), out.places, self.text
        found = list(sentence_spans(words))
        before = lines[0][0]
        for number, (begin, end) in enumerate(found):
            start, stop = places[begin], places[end - 1] + 1
            if before < start and (not number or _BLANK.search(text, before, start)):
                while start > before and not text[start - 1].isspace():
                    start -= 1
            limit = places[found[number + 1][0]] if number + 1 < len(found) else lines[-1][1]
            blank = _BLANK.search(text, stop, limit)
            stop = blank.start() if blank else max(stop, limit)
            shown = words[begin:end]
            opens = title or shown.rstrip("\"')").endswith(":")
            yield Sentence(shown, tuple(places[begin:end]), (start, stop), block, first, opens)
            before, first = stop, False


def _governs_far(label: str, more: bool, following: Stretch | None) -> bool:
    """Whether a label governs up to the next one, rather than only the lines or the list that follow at once."""
    title = label[:1] in "*_<"
    if more:
        return title and not label.rstrip("*_ ").endswith(":")
    return title or not _is_list(following)


def _with_json_prose(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """A line of code in pieces: where prose stands in quotes its lines, marked so, and what is between."""
    for value in _JSON_PROSE.finditer(text, start, end):
        yield start, value.start(1) - 1, False
        start = value.start(1)
        for escape in _JSON_NEWLINE.finditer(text, *value.span(1)):
            yield start, escape.start(), True
            start = escape.end()
        yield start, value.end(1), True
        start = value.end()
    yield start, end, False


def _is_list(stretch: Stretch | None) -> bool:
    return stretch is not None and stretch.starts
