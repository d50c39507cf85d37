"""Plain words that are being written from a text, each character with its place.

Short, because it is what `inline` and `latex` share.
"""

from __future__ import annotations

from collections.abc import Sequence

BREAK = "\n"
"""A character of written words that ends what stands before it, as the end of a line does; it stands for no other."""


class PlainWords:
    """Words and places as far as they are written; spaces are single, and none begins a line."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self.last = self.ink = BREAK
        """The last character, and the last that is no space."""
        self._chunks: list[str] = []

    def __str__(self) -> str:
        return "".join(self._chunks)

    def put(self, sign: str, first: int, last: int | None = None) -> None:
        """Write signs that stand for the characters of the text from `first` to `last`."""
        if sign == " ":
            if self.last in " \n":
                return
        elif not sign:
            return
        self._chunks.append(sign)
        self.places.extend([first] * len(sign))
        if last is not None and len(sign) > 1:
            self.places[-1] = last
        self.last = sign[-1]
        self.ink = self.last if self.last != " " else self.ink

    def copy(self, run: str, places: Sequence[int]) -> None:
        """Write characters as they are; the run has no two spaces in turn."""
        if run[0] == " " and self.last in " \n":
            run, places = run[1:], places[1:]
            if not run:
                return
        self._chunks.append(run)
        self.places.extend(places)
        self.last = run[-1]
        self.ink = run[-1] if run[-1] != " " else run[-2:-1] or self.ink

    def end(self, place: int) -> None:
        """End what stands before."""
        if self.last != BREAK:
            self._chunks.append(BREAK)
            self.places.append(place)
            self.last = self.ink = BREAK

    def trim(self) -> None:
        """Take back a space that was written last."""
        if self.last == " ":
            self._chunks[-1] = self._chunks[-1][:-1]
            self.places.pop()
            self.last = self.ink

    def add(self, other: PlainWords) -> None:
        """Write what was written apart."""
        if other.places:
            self.copy(str(other), other.places)
