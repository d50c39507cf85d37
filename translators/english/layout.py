"""The shape of a text: a tree of headings, list items and paragraphs, each made of sentences.

A block hangs under the nearest earlier block that stands further out, so an item `If I choose X:` is the
parent of the items indented under it, and a paragraph that ends in a colon is the parent of the list after it.
Bullets stand further in than numbers that are written at the same place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from translators.english.tokens import Token, between

_LINE = re.compile(r"[^\n]*\n?")
_HEADING = re.compile(r"[ \t]{0,8}(#{1,6})[ \t]+")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+•◦▪‣–][ \t]+|\(?(?:\d{1,2}|[a-zA-Z])[.)][ \t]+|\(\d{1,2}\)[ \t]+)+")
_BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?:(?!\1).){1,300}\1[ \t]*:?[ \t]*$")
_LABEL = re.compile(r"[ \t]*[*_]{1,3}[^*_\n:.]{1,40}(?::[*_]{1,3}|[*_]{1,3}:)")
_TABLE = re.compile(r"[ \t]*\|.*\|[ \t]*$")
PLAIN_TABLE = re.compile(
    r"^```[a-z]{0,12}[ \t]*\n((?:(?!```)[^\n]*\n){0,12}?"
    r"[^\n\d]*(?:\(?\$?\d+\$?[ \t]*[,/][ \t]*\$?\d+\$?\)?[ \t|]*){2,}\n(?:(?!```)[^\n]*\n){0,12}?)```",
    re.MULTILINE,
)
"""A payoff table between fences, whose rows hold pairs of payoffs with nothing but space or bars between."""
_DRESS_END = " \t\r\n*_`)"


@dataclass(frozen=True)
class Sentence:
    """A sentence: its tokens and its place in the text."""

    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Block:
    """A heading, list item, paragraph or table row.

    Attributes:
        kind: `heading`, `item`, `text` or `row`.
        sentences: in order.
        parent: index of the block it hangs under, or None.
        opener: it announces what comes under it: a heading, a label in bold, or a text that ends in a colon.
        gap: whether an empty line stands before it.
    """

    kind: str
    sentences: tuple[Sentence, ...]
    parent: int | None
    opener: bool
    gap: bool
    start: int
    end: int


@dataclass(frozen=True)
class _Line:
    kind: str
    depth: int
    start: int
    end: int
    opener: bool
    gap: bool
    labelled: bool = False
    """It begins with a label of its own: `*Advantages:* …`."""


def blocks(text: str, tokens: Sequence[Token]) -> tuple[Block, ...]:
    """The blocks of a text, in order."""
    lines = _joined(_lines(text), text)
    found: list[Block] = []
    stack: list[int] = []
    for index, line in enumerate(lines):
        while stack and not _holds(lines, stack[-1], index):
            stack.pop()
        parent = stack[-1] if stack else None
        sentences = tuple(_sentences(between(tokens, line.start, line.end), text))
        found.append(Block(line.kind, sentences, parent, line.opener, line.gap, line.start, line.end))
        if line.kind != "row":
            stack.append(index)
    return tuple(found)


def _holds(lines: Sequence[_Line], outer: int, index: int) -> bool:
    """Whether the line at `index` hangs under the one at `outer`.

    A bullet after an empty line does not hang under a number at the same place that announces nothing.
    """
    before, line = lines[outer], lines[index]
    numbered = before.kind == line.kind == "item" and before.depth == line.depth - 1
    apart = numbered and line.gap and not before.opener
    return (before.depth < line.depth and not apart) or _labels(lines, outer, index)


def _labels(lines: Sequence[_Line], opener: int, index: int) -> bool:
    """Whether the line at `opener` is a label for the plain line at `index`, at the same depth."""
    label, line = lines[opener], lines[index]
    if index - opener > 40:
        return False
    if not label.opener or line.opener or label.kind == "heading" or line.kind != "text" or line.depth > label.depth:
        return False
    between_them = lines[opener + 1 : index + 1]
    return all(part.kind == "text" and not part.opener for part in between_them) and not any(
        part.gap and not part.labelled for part in between_them[1:]
    )


def _lines(text: str) -> list[_Line]:
    found: list[_Line] = []
    gap = False
    drawn = [match.span(1) for match in PLAIN_TABLE.finditer(text)]
    for match in _LINE.finditer(text):
        line = match[0].rstrip("\r\n")
        if not line.strip():
            gap = gap or bool(match[0])
            continue
        if any(low <= match.start() < high for low, high in drawn):
            found.append(_Line("row", 1000, match.start(), match.start() + len(line), False, gap))
            continue
        found.append(_line(line[:4000], match.start(), match.start() + len(line), gap))
        gap = False
    return found


def _line(line: str, start: int, end: int, gap: bool) -> _Line:
    indent = len(line[:80].expandtabs(4)) - len(line[:80].expandtabs(4).lstrip())
    opener = line.rstrip(_DRESS_END).endswith(":") or bool(_BOLD_LINE.match(line))
    if heading := _HEADING.match(line):
        return _Line("heading", len(heading[1]), start + heading.end(), end, True, gap)
    if _TABLE.match(line):
        return _Line("row", 1000, start, end, False, gap)
    if item := _ITEM.match(line):
        bullet = not any(char.isalnum() for char in item[0])
        return _Line("item", 11 + 2 * indent + bullet, start + item.end(), end, opener, gap)
    return _Line("text", 10 + 2 * indent, start, end, opener, gap, bool(_LABEL.match(line)))


def _joined(lines: Sequence[_Line], text: str) -> list[_Line]:
    """Lines that only continue the one before, broken at a margin, are joined to it."""
    found: list[_Line] = []
    for line in lines:
        last = found[-1] if found else None
        if last is not None and line.kind == "text" and not line.gap and last.kind in ("text", "item"):
            body = text[max(last.start, last.end - 8) : last.end].rstrip(" \t*_`)")
            if not last.opener and last.end - last.start > 50 and body[-1:] not in ".!?:;$}":
                found[-1] = _Line(last.kind, last.depth, last.start, line.end, line.opener, last.gap)
                continue
        found.append(line)
    return found


def _sentences(tokens: Sequence[Token], text: str) -> list[Sentence]:
    found: list[Sentence] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.kind == "stop" and not _abbreviation(tokens, index):
            found.append(_sentence(tokens[start : index + 1], text))
            start = index + 1
    if start < len(tokens):
        found.append(_sentence(tokens[start:], text))
    return [sentence for sentence in found if any(token.kind != "stop" for token in sentence.tokens)]


def _sentence(tokens: Sequence[Token], text: str) -> Sentence:
    start, end = tokens[0].start, tokens[-1].end
    while end < len(text) and text[end] in '*_”"' and text[end] != "\n":
        end += 1
    return Sentence(tuple(tokens), start, end)


_ABBREVIATIONS = frozenset("vs etc cf approx resp".split())


def _abbreviation(tokens: Sequence[Token], index: int) -> bool:
    """Whether the full stop belongs to `vs.`, `e.g.` or `i.e.`."""
    if tokens[index].word != "." or index == 0:
        return False
    before = tokens[index - 1]
    if before.word in _ABBREVIATIONS:
        return True
    return before.word in ("g", "e") and index >= 2 and tokens[index - 2].word == "."
