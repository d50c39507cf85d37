"""Sentences of a text, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1_500
"""A longer sentence is cut: no honest one comes near, and patterns take longer than its length."""

_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?]['\"”’)]))\s+|\n+")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence, without the space around it."""
    start = 0
    for end, following in [*((gap.start(), gap.end()) for gap in _END.finditer(text)), (len(text), len(text))]:
        for cut in range(start, end, LONGEST):
            piece = text[cut : min(end, cut + LONGEST)]
            stripped = piece.strip()
            if stripped:
                first = cut + piece.index(stripped)
                yield first, first + len(stripped)
        start = following
