"""Where in a text lie the passages that a judge quoted from it.

Quotes differ from the text in quotation marks, case, Markdown, spaces and punctuation, are sometimes cut inside a
word or shortened with `…`, and several stand in one field, joined by `#`. So texts and quotes are compared as runs
of words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from translators.passages import Span

_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"#|…|\.\.\.|[”“\"]\s*~?\s*[”“\"]")
_LEAST = 3
"""A shorter quote is only found word for word, never by likeness."""
_LIKE = 0.85
"""The share of a quote's words that must be found, in order, in a passage hardly longer than it."""


def split_quotes(field: str) -> list[str]:
    """The quotes of one judge's field, parted by `#`, by two quotation marks, and where `…` leaves words out."""
    return [part.strip(" \n\t\"“”‘’'") for part in _BETWEEN.split(field) if _WORD.search(part)]


def find_quote(text: str, quote: str) -> list[Span]:
    """Every passage of `text` that `quote` is taken from, as character spans; none where it is not from this text."""
    places = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    words, wanted = _words(text), _words(quote)
    if not wanted or len(wanted) > 2 * len(words) + 2:
        return []
    for sought in _variants(wanted):
        size = len(sought)
        starts = [at for at in range(len(words) - size + 1) if words[at : at + size] == sought]
        if starts:
            return [(places[at][0], places[at + size - 1][1]) for at in starts]
    return _alike(words, wanted, places)


def overlaps(first: Span, second: Span, text: str) -> bool:
    """Whether two passages share a word of the text."""
    start, end = max(first[0], second[0]), min(first[1], second[1])
    return start < end and _WORD.search(text[start:end]) is not None


def _words(text: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(text)]


def _variants(words: list[str]) -> list[list[str]]:
    """The quote, and the quote without its first or last word, which may be cut."""
    return [words, words[1:], words[:-1], words[1:-1]] if len(words) > _LEAST + 2 else [words]


def _alike(words: Sequence[str], wanted: Sequence[str], places: Sequence[Span]) -> list[Span]:
    """The passage most like the quote, if it holds nearly all of its words in order."""
    if len(wanted) < _LEAST:
        return []
    matcher = SequenceMatcher(None, words, wanted, autojunk=False)
    longest = matcher.find_longest_match()
    if longest.size < min(_LEAST, len(wanted)):
        return []
    start = max(0, longest.a - longest.b - 3)
    end = min(len(words), longest.a + len(wanted) - longest.b + 3)
    matcher = SequenceMatcher(None, words[start:end], wanted, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < _LIKE * len(wanted):
        return []
    return [(places[start + blocks[0].a][0], places[start + blocks[-1].a + blocks[-1].size - 1][1])]
