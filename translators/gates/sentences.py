"""The sentences of a text, numbered for a model, each with what governs it; rows of tables are told as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.values import dataclass
from translators.passages import Span
from translators.reading.document import Block, Grid, Sentence, read_document


@dataclass(frozen=True)
class NumberedSentence:
    """What a model is asked about under a number.

    Attributes:
        number: from 1.
        words: in plain words on one line.
        span: where it is in the text.
        governing: words of the headings and openers it stands below, of the sentence right before it, and of the first
            one of its paragraph where that only tells a case: `Option 1: I hunt stag.`
        block: number of its block, a heading, an item or a paragraph; a paragraph of items has several.
    """

    number: int
    words: str
    span: Span
    governing: tuple[str, ...]
    block: int


def number_sentences(text: str) -> tuple[NumberedSentence, ...]:
    """The sentences of a text, and the rows of its tables, in order."""
    found: list[NumberedSentence] = []
    above: list[tuple[Block, str]] = []
    before: tuple[int, str] | None = None
    opening: tuple[int, str] | None = None
    for part in read_document(text):
        block = part.block
        above = [each for each in above if each[0].level < block.level or each[0] is block or _goes_on(each[0], block)]
        governing = [
            words for each, words in above if each is not block or not isinstance(part, Sentence) or part.first
        ]
        governing += [words for number, words in filter(None, (opening, before)) if number == block.number]
        for words, span, own in _told(part):
            place = tuple(dict.fromkeys([*governing, *own]))
            found.append(NumberedSentence(len(found) + 1, words, span, place, block.number))
            if before is None or before[0] != block.number:
                opening = (block.number, words) if _tells_case(words) else None
            before = block.number, words
        if isinstance(part, Sentence) and part.opens:
            above.append((block, part.words))
    return tuple(found)


_MOST_OPENING = 12
"""Words of a sentence that may open a paragraph with its case."""


def _tells_case(words: str) -> bool:
    """Whether a sentence at the head of a paragraph is short, and tells no amounts beside the number of a label."""
    told = words.partition(":")[2] or words
    return len(words.split()) <= _MOST_OPENING and not any(map(str.isdigit, told))


def _goes_on(opener: Block, block: Block) -> bool:
    """Whether an item stands below a numbered one though it is not indented: `1. If they pick B:`, `- I get 3`."""
    return opener.level == block.level and bool(opener.ordered) and block.kind == "item" and not block.ordered


def _told(part: Sentence | Grid) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """A part in words, with its place and what in itself governs it: for the row of a table its header."""
    if isinstance(part, Sentence):
        yield part.words, part.span, ()
        return
    header, *rows = part.rows
    for row in rows:
        cells = [
            f"{title.words}: {cell.words}" if title.words else cell.words
            for title, cell in zip(header, row, strict=True)
        ]
        filled = [cell.span for cell in row if cell.words]
        if filled:
            words = "; ".join(cell for cell in cells if cell)
            yield words, (filled[0][0], filled[-1][1]), tuple(title.words for title in header if title.words)


def portions(
    sentences: Sequence[NumberedSentence], room: int, *, by_paragraph: bool = False
) -> Iterator[tuple[NumberedSentence, ...]]:
    """The sentences in groups of so many characters at most, in order; one that is longer is left out."""
    held: list[NumberedSentence] = []
    for sentence in sentences:
        if _length(sentence) > room:
            continue
        full = sum(map(_length, held)) + _length(sentence) > room
        if held and (full or (by_paragraph and held[-1].block != sentence.block)):
            yield tuple(held)
            held = []
        held.append(sentence)
    if held:
        yield tuple(held)


def _length(sentence: NumberedSentence) -> int:
    """Characters of a sentence with its number."""
    return len(sentence.words) + len(str(sentence.number)) + 3
