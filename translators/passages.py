"""Finding in a text the sentence that somebody quotes from it, and a text's paragraphs."""

from __future__ import annotations

import re
from functools import lru_cache

Span = tuple[int, int]

_DECORATION = frozenset("*_`#>|~$\\\"'“”„«»‘’‚′″´")
"""Characters a quote may leave out or add: Markdown, LaTeX, quotation marks."""
_SAME = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "."})
_WORD = re.compile(r"\w+")
_ENDS = " .,;:!?-"
_LEAST_WORDS = 2


def spans_meet(one: Span, other: Span) -> bool:
    """Whether two passages share a character."""
    return one[0] < other[1] and other[0] < one[1]


def find_passage(text: str, quote: str, *, start: int = 0, end: int | None = None) -> Span | None:
    """Where `text` has the passage that is quoted, the first time; None where it does not.

    Spaces, Markdown, quotation marks and case may differ, and the quote may end in other punctuation. A quote of
    one word is no passage.
    """
    if len(_WORD.findall(quote)) < _LEAST_WORDS:
        return None
    end = len(text) if end is None else end
    letters, places = _letters(text, start, end)
    sought, _ = _letters.__wrapped__(quote, 0, len(quote))
    for wanted in dict.fromkeys((sought, sought.rstrip(_ENDS))):
        at = letters.find(wanted) if wanted else -1
        while at >= 0:
            span = places[at], places[at + len(wanted) - 1] + 1
            if _at_words(text, span):
                return span
            at = letters.find(wanted, at + 1)
    return None


@lru_cache(maxsize=4)
def _letters(text: str, start: int, end: int) -> tuple[str, tuple[int, ...]]:
    """The characters that count, in lower case, and the place of each."""
    letters, places = [], []
    for place in range(start, end):
        char = text[place].translate(_SAME)
        if char.isspace() or char in _DECORATION:
            continue
        low = char.lower()
        letters.append(low if len(low) == 1 else char)
        places.append(place)
    return "".join(letters), tuple(places)


def _at_words(text: str, span: Span) -> bool:
    """Whether a passage begins and ends between words."""
    return not _inside(text, span[0]) and not _inside(text, span[1])


def _inside(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    decimal = before in ".," and after.isdigit() and place > 1 and text[place - 2].isdigit()
    return (_WORD.match(before) is not None and _WORD.match(after) is not None) or decimal or _splits(text, place)


def _splits(text: str, place: int) -> bool:
    """Whether a decimal fraction goes on after `place`: `2|.5`."""
    return text[place - 1].isdigit() and re.match(r"[.,]\d", text[place : place + 2]) is not None


def paragraphs(text: str) -> list[Span]:
    """The paragraphs of a text; a heading, or a line that ends in a colon, belongs to what follows it."""
    found: list[Span] = []
    start, at = None, 0
    block: list[str] = []
    for line in [*text.splitlines(keepends=True), ""]:
        if line.strip():
            start = at if start is None else start
            block.append(line)
        elif block and (not line or (any(block) and not _leads_on(block))):
            assert start is not None
            found.append((start, start + len(text[start:at].rstrip())))
            start, block = None, []
        elif block:
            block = [""]  # more is to come
        at += len(line)
    return [(start, end) for start, end in found if _WORD.search(text, start, end)]


def _leads_on(block: list[str]) -> bool:
    line = block[-1].strip()
    return len(block) == 1 and (line.startswith("#") or line.rstrip("*_ ").endswith(":"))
