"""The blocks of a text as Markdown has them: headings, items, paragraphs, code and tables, each as lines with places.

markdown-it finds them. It is shown the text with displayed mathematics masked, so that a line of it is no list and no
heading; and it doesn't know HTML, indented code, links by reference and headings underlined below a whole paragraph,
which reasoning seldom means when its characters look so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from gdl.values import dataclass
from translators.passages import Span
from translators.reading.document.parts import ITEM_LEVEL, PROSE_LEVEL

if TYPE_CHECKING:  # texts without Markdown do without it
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_PLAIN = re.compile(r"(?:(?:[A-Za-z\"'(][^\n]*|[ \t]*)(?:\n|\Z))*")
"""Lines that begin no block of Markdown but paragraphs: with a letter, a quote or a bracket."""
_DISPLAY = re.compile(r"\\\\|\$\$|\\\[|\\\]|\\begin\{([A-Za-z]+\*?)\}|\\end\{([A-Za-z]+\*?)\}")
_LONGEST_DISPLAY = 4000
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_PIECE = 20_000
"""Characters after which a text is cut at the next blank line: markdown-it takes more than linear time."""
_MARKDOWN = ("markdown", "md")
"""What a fence calls a text that is to be read like any other."""
_DEEPEST = 60
"""Lists and quotes within each other, counted twice, that are told apart."""


@dataclass
class Stretch:
    """Lines that stand together, as the parser found them; each line without what marks the block.

    `starts` is whether they begin an item, rather than go on with it; `depth` the number of lists around them.
    """

    kind: Literal["heading", "prose", "code", "table"]
    level: int
    depth: int = 0
    starts: bool = False
    quoted: bool = False
    ordered: str = ""
    info: str = ""
    lines: list[Span] = field(default_factory=list)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    return parser.disable(["html_block", "reference", "code", "inline"])


def displays(text: str) -> list[Span]:
    """The displayed mathematics of a text: `$$…$$`, `\\[…\\]` and `\\begin{…}…\\end{…}`, none within another."""
    found: list[Span] = []
    start, closer, deep = -1, "", 0
    for mark in _DISPLAY.finditer(text) if "$$" in text or "\\" in text else ():
        sign = mark[0]
        if start >= 0 and (mark.start() - start > _LONGEST_DISPLAY or (closer == "$$" and sign == "\\[")):
            start = -1
        if start < 0:
            closer = {"$$": "$$", "\\[": "\\]"}.get(sign, f"\\end{{{mark[1]}}}" if mark[1] else "")
            start, deep = (mark.start(), 0) if closer else (-1, 0)
        elif sign == closer and not deep:
            if _is_one(text, start, mark.end()):
                found.append((start, mark.end()))
                start = -1
            else:
                start = mark.start() if sign == "$$" else -1
        elif mark[1] and closer == f"\\end{{{mark[1]}}}":
            deep += 1
        elif sign == closer:
            deep -= 1
    return found


def _is_one(text: str, start: int, end: int) -> bool:
    inside = text[start:end]
    return not _FENCE_LINE.search(inside) and not (inside.startswith("$$") and _BLANK_LINE.search(inside))


def _masked(text: str, display: list[Span]) -> str:
    """The text with the same places, in which only `\\n` ends lines and displayed mathematics is one word."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    text = text.replace("\0", " ")
    pieces, at = [], 0
    for start, end in display:
        pieces += [text[at:start], "x" * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])


def stretches(text: str, display: list[Span]) -> Iterator[Stretch]:
    """The blocks of a text in order, given its displayed mathematics."""
    masked = _masked(text, display)
    for start, end in _pieces(masked):
        yield from _Walk(masked[start:end], start).stretches()


def _pieces(text: str) -> Iterator[Span]:
    start = 0
    while len(text) - start > _PIECE:
        blank = _BLANK_LINE.search(text, start + _PIECE, start + 2 * _PIECE)
        end = blank.end() if blank else text.rfind("\n", start, start + 2 * _PIECE) + 1 or start + 2 * _PIECE
        end = max(end, start + _PIECE)
        yield start, end
        start = end
    yield start, len(text)


class _Walk:
    """What is open while the tokens of a text are gone through."""

    def __init__(self, text: str, offset: int) -> None:
        self.text, self.offset = text, offset
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.items: list[tuple[bool, str]] = []
        """Of each list that is open: whether its item has nothing yet, and its number."""
        self.quotes = 0
        self.seen = 0
        """The first line that no block has had."""

    def stretches(self) -> Iterator[Stretch]:
        return self.paragraphs() if _PLAIN.fullmatch(self.text) else self.blocks()

    def paragraphs(self) -> Iterator[Stretch]:
        """The blocks of a text that has none but paragraphs, without a parser."""
        lines: list[Span] = []
        for number in range(len(self.starts) - 1):
            start, end = self.trimmed(number)
            if start < end:
                lines.append((start, end))
            elif lines:
                yield self.under("prose", lines)
                lines = []
        if lines:
            yield self.under("prose", lines)

    def blocks(self) -> Iterator[Stretch]:
        tokens = _parser().parse(self.text)
        for index, token in enumerate(tokens):
            if token.map and token.type in ("heading_open", "paragraph_open", "fence", "hr", "table_open"):
                yield from self.left_out(token.map[0])
                self.seen = max(self.seen, token.map[1])
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    self.items.append((False, ""))
                case "list_item_open":
                    self.items[-1] = (True, token.info)
                case "bullet_list_close" | "ordered_list_close":
                    self.items.pop()
                case "blockquote_open":
                    self.quotes += 1
                case "blockquote_close":
                    self.quotes -= 1
                case "heading_open":
                    yield self.heading(token, tokens[index + 1])
                case "paragraph_open":
                    yield self.under("prose", self.lines(tokens[index + 1].content, token))
                case "fence" if token.map and token.info.strip().lower() in _MARKDOWN and not self.items:
                    first, last = self.starts[token.map[0] + 1], self.starts[token.map[1]] - 1
                    inside = self.text[first:last].rstrip().rstrip("`~")
                    yield from _Walk(inside, self.offset + first).stretches()
                case "fence":
                    stretch = self.under("code", self.lines(token.content, token, first=1))
                    stretch.info = token.info.strip().lower()
                    yield stretch
                case "table_open" if token.map:
                    yield self.under("table", [self.trimmed(number) for number in range(*token.map)])
        yield from self.left_out(len(self.starts) - 1)

    def under(self, kind: Literal["prose", "code", "table"], lines: list[Span]) -> Stretch:
        """A stretch where the walk is: it begins the item that is open, belongs to it, or stands free."""
        depth = len(self.items)
        starts, ordered = self.items[-1] if depth else (False, "")
        if depth:
            self.items[-1] = (False, ordered)
        level = ITEM_LEVEL + depth - 1 + (not starts) if depth else PROSE_LEVEL
        return Stretch(kind, level, depth, starts, bool(self.quotes), ordered if starts else "", lines=lines)

    def heading(self, token: Token, inline: Token) -> Stretch:
        lines = self.lines(inline.content, token)
        underlined = token.markup in ("-", "=")
        if self.items or (underlined and not self.is_title(token, inline.content)):
            return self.under("prose", lines)
        return Stretch("heading", int(token.tag[1:]) - 1, quoted=bool(self.quotes), lines=lines)

    def is_title(self, token: Token, content: str) -> bool:
        """Whether an underlined paragraph is a heading, rather than followed by a rule."""
        rule = self.at(*self.trimmed((token.map or (0, 1))[1] - 1))
        return rule != "---" and "\n" not in content and not content.rstrip().endswith((".", ":", "!", "?"))

    def left_out(self, until: int) -> Iterator[Stretch]:
        """Lines that the parser skipped, as it does with lists that stand too deep."""
        lines = [self.trimmed(number) for number in range(self.seen, until)]
        lines = [(start, end) for start, end in lines if any(map(str.isalnum, self.at(start, end)))]
        if lines:
            yield Stretch("prose", PROSE_LEVEL, lines=lines)
        self.seen = max(self.seen, until)

    def at(self, start: int, end: int) -> str:
        return self.text[start - self.offset : end - self.offset]

    def lines(self, content: str, token: Token, first: int = 0) -> list[Span]:
        """Where the lines of a block's content are: each is what its line of the text ends with."""
        found: list[Span] = []
        start, end = token.map or (0, 0)
        for number, line in enumerate(content.split("\n"), start + first):
            wanted, whole = line.strip(), self.trimmed(number) if number < end else (0, 0)
            if not wanted:
                continue
            place = self.at(*whole).rfind(wanted)
            found.append((whole[0] + place, whole[0] + place + len(wanted)) if place >= 0 else whole)
        return [(start, end) for start, end in found if start < end]

    def trimmed(self, number: int) -> Span:
        """A line of the text without the blanks around it."""
        line = self.text[self.starts[number] : self.starts[number + 1] - 1]
        start = self.offset + self.starts[number] + len(line) - len(line.lstrip())
        return start, start + len(line.strip())
