"""Mathematics in LaTeX to readable words: `u_1(\\text{stag},\\text{hare})=0` is `u_1(stag, hare) = 0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.reading.document import symbols
from translators.reading.document.written import PlainWords

_COMMAND = re.compile(r"\\(?:([A-Za-z]+)\*?|(.))", re.DOTALL)
_BLANK = re.compile(r"\s+")
_WORD = re.compile(r"[A-Za-z0-9.]+")
_SKIP = re.compile(r"\s*")
_OPTION = re.compile(r"\[[^\]\n]{0,40}\]|\{[^{}\n]{0,80}\}")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_STATEMENT = re.compile(r"\s*(?:[A-Za-z0-9(]|\\(?:pi|sigma|mathbb|mathrm|operatorname|Pr|mathbf|bar|frac)\b)")
_FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
_FIRST_IS_DROPPED = frozenset("textcolor colorbox overset underset stackrel multirow".split())
_ALL_IS_DROPPED = frozenset("tag label ref color vspace hspace rule usepackage documentclass title author date".split())
_RELATIONS = frozenset(
    ["=", " |", "<", ">", ">=", "<=", "!=", "->", "<-", "<->", "~", ":=", "∈", "<<", ">>", "and", "or"]
)
_OPERATORS = frozenset("+-*±")
_DEEPEST = 20
"""Fractions and indices within each other that are read; deeper ones lose their braces only."""


def write_math(out: PlainWords, raw: str, at: Sequence[int], start: int, end: int) -> None:
    """Write the mathematics that `raw` has from `start` to `end`; `at` has the place of each of its characters."""
    _Math(out, raw, at, end).all(start)


def write_command(out: PlainWords, raw: str, at: Sequence[int], start: int) -> int:
    """Write the one command that stands at `start`, with its arguments; where it ends."""
    return _Math(out, raw, at, len(raw)).command(start, 0)


class _Math:
    def __init__(self, out: PlainWords, raw: str, at: Sequence[int], end: int) -> None:
        self.out, self.raw, self.at, self.end = out, raw, at, end

    def all(self, start: int) -> None:
        while start < self.end:
            start = self.group(start, 0) + 1

    def group(self, place: int, depth: int, *, words: bool = False) -> int:
        """Write up to the brace that closes; where that is."""
        raw, out, open_braces = self.raw, self.out, 0
        while place < self.end:
            sign = raw[place]
            if sign == "{" and raw.startswith("{,}", place):
                out.put(",", self.at[place + 1])
                place += 3
            elif sign == "{":
                open_braces += 1
                place += 1
            elif sign == "}":
                if not open_braces:
                    return place
                open_braces -= 1
                place += 1
            elif sign == "\\":
                place = self.command(place, depth)
            elif sign.isspace():
                out.put(" ", self.at[place])
                place += 1
            elif sign in "$&":
                place += 1
            elif words:
                if sign == "~":
                    out.put(" ", self.at[place])
                else:
                    out.put(symbols.plain(sign), self.at[place])
                place += 1
            elif sign in "_^":
                place = self.index(place, depth)
            elif run := _WORD.match(raw, place, self.end):
                if sign == "." and not run[0][1:2].isdigit():
                    out.trim()
                out.copy(run[0], self.at[place : run.end()])
                place = run.end()
            else:
                self.sign(" " if sign == "~" else symbols.plain(sign), place, place)
                place += 1
        return place

    def sign(self, sign: str, first: int, last: int) -> None:
        """Write a sign with the spaces that make it readable."""
        out, here, there = self.out, self.at[first], self.at[last]
        if sign in _RELATIONS or (sign in _OPERATORS and self._has_left()):
            if out.last not in "<>=!:" or sign != "=":
                out.put(" ", here)
            else:
                out.trim()
            out.put(sign.strip(), here, there)
            out.put(" ", there)
        elif sign in (",", ";"):
            out.trim()
            thousands = out.last.isdigit() and _THOUSANDS.match(self.raw, last + 1, self.end)
            out.put(sign, here, there)
            if not thousands:
                out.put(" ", there)
        elif sign in (")", "]"):
            out.trim()
            out.put(sign, here, there)
        else:
            if sign[:1].isalpha() and out.last.isalnum():
                out.put(" ", here)
            out.put(sign, here, there)

    def _has_left(self) -> bool:
        """Whether a term stands before, so that a sign joins two."""
        before = self.out.ink
        return before.isalnum() or before in ")]}%$|*'"

    def command(self, place: int, depth: int) -> int:
        found = _COMMAND.match(self.raw, place, self.end)
        if not found:
            return place + 1
        name, after, out = found[1] or found[2], found.end(), self.out
        last = after - 1
        if name == "\\":
            out.trim()
            out.end(self.at[place])
            option = _OPTION.match(self.raw, after, self.end) if self.raw[after : after + 1] == "[" else None
            return option.end() if option else after
        if name in symbols.LATEX_SPACES:
            if name.endswith("quad") and _STATEMENT.match(self.raw, after, self.end):
                out.trim()
                out.end(self.at[place])
            elif name != "!":
                out.put(" ", self.at[place])
            return after
        if name in ("begin", "end"):
            while option := _OPTION.match(self.raw, after, self.end):
                after = option.end()
            return after
        if name in symbols.LATEX_TEXT:
            return self.argument(after, depth, words=True)
        if name in _FRACTIONS:
            return self.fraction(after, depth)
        if name == "multicolumn":
            for _ in range(2):
                option = _OPTION.match(self.raw, after, self.end)
                after = option.end() if option else after
            return after
        if name in _ALL_IS_DROPPED or name in _FIRST_IS_DROPPED:
            option = _OPTION.match(self.raw, after, self.end)
            return option.end() if option else after
        if name == "sqrt":
            out.put("sqrt(", self.at[place], self.at[last])
            after = self.argument(after, depth)
            out.put(")", self.at[max(place, after - 1)])
            return after
        if name == "boxed":
            return self.argument(after, depth)
        if name in ("left", "right") and self.raw[after : after + 1] == ".":
            return after + 1
        if name in symbols.LATEX_DROPPED:
            return after
        if name in symbols.LATEX_SIGNS:
            self.sign(symbols.LATEX_SIGNS[name], place, last)
        elif found[1]:
            self.sign(name, place, last)
        elif name.isspace():
            out.put(" ", self.at[place])
        elif name not in "()[]":
            out.put(symbols.plain(name), self.at[last])
        return after

    def argument(self, place: int, depth: int, *, words: bool = False) -> int:
        """Write one argument: a group in braces, a command, or a single character."""
        start = place
        blank = _SKIP.match(self.raw, place, self.end)
        place = blank.end() if blank else place
        if place >= self.end or depth > _DEEPEST:
            return start
        if self.raw[place] == "{":
            return min(self.group(place + 1, depth + 1, words=words) + 1, self.end)
        if words:
            return start
        if self.raw[place] == "\\":
            return self.command(place, depth + 1)
        if self.raw[place] not in "}$&":
            self.out.put(symbols.plain(self.raw[place]), self.at[place])
            return place + 1
        return start

    def apart(self, place: int, depth: int) -> tuple[PlainWords, int]:
        """One argument, written apart."""
        outer, self.out = self.out, PlainWords()
        after = self.argument(place, depth)
        self.out.trim()
        inner, self.out = self.out, outer
        return inner, after

    def fraction(self, place: int, depth: int) -> int:
        if depth > _DEEPEST:
            return place
        above, after = self.apart(place, depth)
        below, end = self.apart(after, depth)
        if self.out.last.isalnum():
            self.out.put(" ", self.at[place - 1])
        for term, stroke in ((above, False), (below, True)):
            if stroke:
                self.out.put("/", self.at[max(place - 1, after - 1)])
            self.bracketed(term)
        return end

    def bracketed(self, term: PlainWords) -> None:
        """Write a term, in brackets where it is not a single one."""
        words = str(term)
        if not words:
            return
        simple = re.fullmatch(r"-?[\w.$%]+|\(.*\)", words, re.DOTALL)
        if not simple:
            self.out.put("(", term.places[0])
        self.out.add(term)
        if not simple:
            self.out.put(")", term.places[-1])

    def index(self, place: int, depth: int) -> int:
        """Write an index or an exponent; blanks in it become `_`."""
        self.out.trim()
        inner, after = self.apart(place + 1, depth)
        words = str(inner)
        if not words:
            return max(after, place + 1)
        self.out.put(self.raw[place], self.at[place])
        if len(words) > 2 and any(sign in words for sign in "+-*/="):
            self.bracketed(inner)
            return after
        for sign, where in zip(words, inner.places, strict=True):
            if not sign.isspace():
                self.out.put(sign, where)
            elif self.out.last != ",":
                self.out.put("_", where)
        return after
