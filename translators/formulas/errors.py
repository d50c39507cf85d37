"""The errors of the claim language.

TranslatorError
└── FormulaError        a text that is no formula of the game
    └── DefinitionError  a definition that is ill-sorted, circular or malformed; `faults` has them all
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from translators.errors import TranslatorError

_SHOWN = 60
"""How many characters are shown on either side of a fault."""


class FormulaError(TranslatorError):
    """A text that is no formula of the game.

    Attributes:
        problem: what is wrong, without its place.
        line, column: 1-based place of the fault in the text.
        expected: what would have been right, in words; may be empty.
        near: names like the one that is not known.
        told: all of that in one line, without the place.
    """

    def __init__(
        self, problem: str, *, text: str, offset: int = 0, expected: str = "", near: Sequence[str] = ()
    ) -> None:
        offset = max(0, min(offset, len(text)))
        before = text[:offset]
        self.problem, self.expected, self.near = problem, expected, tuple(near)
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        parts = [problem]
        if expected:
            parts.append(f"expected {expected}")
        if near:
            parts.append(f"did you mean {' or '.join(near)}?")
        self.told = "; ".join(parts)
        super().__init__(f"line {self.line}, column {self.column}: {self.told}{_caret(text, offset)}")


class DefinitionError(FormulaError):
    """Definitions that can't be used; the message has a line for each fault."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults), text="")
        self.args = ("\n".join(faults),)


def near_names(name: str, known: Sequence[str]) -> list[str]:
    """At most three of the known names that look like `name`, the nearest first; case does not count."""
    folded = {each.casefold(): each for each in reversed(known)}
    return [folded[each] for each in get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)]


def _caret(text: str, offset: int) -> str:
    """The part of the line around an offset, and a caret below it."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line, column = text[start : len(text) if end < 0 else end], offset - start
    first = max(0, column - _SHOWN)
    before, after = line[first:column], line[column : column + _SHOWN]
    left, right = "…" * (first > 0), "…" * (column + _SHOWN < len(line))
    shown = "".join(char if char.isprintable() else " " for char in f"{left}{before}{after}{right}")
    return f"\n  {shown}\n  {' ' * (len(left) + len(before))}^"
