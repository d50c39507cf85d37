"""Faults of game descriptions, and the errors that carry them.

GdlError
└── GdlSyntaxError      a text that cannot be read; carries every fault that was found in it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from gdl.values import dataclass

Severity = Literal["error", "warning"]

_WIDTH = 100
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


class GdlError(Exception):
    """The root of all errors of this package."""


class GdlSyntaxError(GdlError):
    """A text is not what it should be: `faults` says all that is wrong with `text` (empty if not known)."""

    def __init__(self, faults: Iterable[Fault], text: str = "") -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        self.text = text
        super().__init__("\n".join(fault.headline() for fault in self.faults))


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, where it is, and what to do about it.

    `line` and `column` are 1-based; `code` is stable, `message` and `fix` are for people.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    severity: Severity = "error"
    fix: str = ""

    def headline(self) -> str:
        """`file:line:column: severity[code]: message`, with control characters replaced."""
        place = f"{self.file}:{self.line}:{self.column}"
        return _visible(f"{place}: {self.severity}[{self.code}]: {self.message}")

    def render(self, text: str) -> str:
        """The headline, the line of `text` with a caret under the place, and the fix."""
        return self._rendered(_lines(text))

    def _rendered(self, lines: Sequence[str]) -> str:
        shown = [self.headline()]
        if 1 <= self.line <= len(lines) and lines[self.line - 1].strip():
            excerpt, caret = _excerpt(lines[self.line - 1], self.column - 1)
            shown += [f"    {excerpt}", f"    {' ' * caret}^"]
        if self.fix:
            shown.append(_visible(f"  fix: {self.fix}"))
        return "\n".join(shown)

    def as_json(self) -> dict[str, str | int]:
        """The fault as a JSON object: `file, line, column, code, message, severity, fix`."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "message": self.message,
            "severity": self.severity,
            "fix": self.fix,
        }


def render_faults(faults: Sequence[Fault], text: str) -> str:
    """All faults, each with its source line, caret and fix, with blank lines between."""
    lines = _lines(text)
    return "\n\n".join(fault._rendered(lines) for fault in faults)


def _lines(text: str) -> list[str]:
    return re.sub(r"\r\n?", "\n", text).split("\n")


def _visible(text: str) -> str:
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _excerpt(line: str, caret: int) -> tuple[str, int]:
    """At most `_WIDTH` characters of a line around the caret, and where the caret stands in them."""
    caret = min(max(caret, 0), len(line))
    start = 0 if len(line) <= _WIDTH else max(0, min(caret - _WIDTH // 2, len(line) - _WIDTH))
    piece = line[start : start + _WIDTH].replace("\t", " ")
    before = "…" if start else ""
    after = "…" if start + _WIDTH < len(line) else ""
    return f"{before}{_visible(piece)}{after}", caret - start + len(before)
