"""The errors of `translators`.

TranslatorError
├── TemplateError    a query template of a game is malformed
├── ParserMissing    what parses sentences for a second opinion is not installed
└── QueryError       a query is not in the game's query language
"""

from __future__ import annotations


class TranslatorError(Exception):
    """Root of all errors of this package."""


class TemplateError(TranslatorError):
    """A query template is malformed; the message names it and what was expected."""


class ParserMissing(TranslatorError):
    """What parses sentences is not installed, or not the version that is pinned; the message says which."""


class QueryError(TranslatorError):
    """A text that is no query of the game.

    Attributes:
        column: 1-based column of the fault in the query, or None.
        expected: what would have been right, in words.
    """

    def __init__(self, message: str, *, query: str, column: int | None = None, expected: str = "") -> None:
        self.query = query
        self.column = column
        self.expected = expected
        caret = _caret(query, column) if column is not None else ""
        super().__init__(f"{message}{f'; expected {expected}' if expected else ''}{caret}")


_SHOWN = 60
"""How many characters are shown on either side of a fault."""


def _caret(query: str, column: int) -> str:
    """The part of the query around a column on a line, and a caret below the column."""
    start = max(0, column - 1 - _SHOWN)
    before, after = query[start : column - 1], query[column - 1 : column - 1 + _SHOWN]
    left, right = "…" * (start > 0), "…" * (column - 1 + _SHOWN < len(query))
    line = "".join(char if char.isprintable() else " " for char in f"{left}{before}{after}{right}")
    return f"\n  {line}\n  {' ' * (len(left) + len(before))}^"
