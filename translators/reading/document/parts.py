"""What a text is made of: sentences and tables, each in its block."""

from __future__ import annotations

from typing import Literal

from gdl.values import dataclass
from translators.passages import Span

BlockKind = Literal["heading", "label", "item", "prose", "code", "quote"]

LABEL_LEVEL, PROSE_LEVEL, ITEM_LEVEL = 6, 10, 11
"""Levels: headings have 0 to 5, items of a list `ITEM_LEVEL` and their depth."""


@dataclass(frozen=True)
class Block:
    """A heading, an item of a list, a paragraph: what stands together.

    Attributes:
        level: how deep it stands. What follows at a greater level, until the next block of this or a lesser one, is
            governed by it. A heading has its rank (0 to 5), a label 6, prose, code and tables 10, an item 11 and the
            depth of its list; what else belongs to an item stands one deeper than it. A label that leads only into
            the list or the lines below it has 10, and those lines 11.
        number: running number of the block in the text.
        ordered: the number of a numbered item or heading, as written (`3`, `b`, `IV`); else empty.
    """

    kind: BlockKind
    level: int
    number: int
    ordered: str = ""


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a line that stands for one.

    Attributes:
        words: plain text on one line, without Markdown and LaTeX, symbols unified, single spaces.
        places: for each character of `words` its offset in the text, never decreasing.
        span: where it is in the text, with its markup; spans of sentences and grids never overlap.
        first: whether it begins its block.
        opens: whether it governs what follows: it ends in a colon, is a heading or a label, or an item or
            another line without an end mark that has items below it.
    """

    words: str
    places: tuple[int, ...]
    span: Span
    block: Block
    first: bool
    opens: bool


@dataclass(frozen=True)
class Cell:
    """A cell of a table; an empty one has no words, and an empty span."""

    words: str
    places: tuple[int, ...]
    span: Span


@dataclass(frozen=True)
class Grid:
    """A table: of Markdown, of LaTeX, or of aligned or ruled columns; its header is the first row.

    Attributes:
        rows: of equal length, filled up with empty cells; rules between rows are left out.
    """

    rows: tuple[tuple[Cell, ...], ...]
    span: Span
    block: Block


Part = Sentence | Grid
