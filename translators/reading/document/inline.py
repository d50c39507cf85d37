"""The inside of a paragraph or a line to plain words: without emphasis, links, HTML, LaTeX and emoji.

Emphasis is found by a looser rule than CommonMark's, which takes `0.5*8 + 0.5*3` for an emphasized `8 + 0.5`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.reading.document import symbols
from translators.reading.document.written import PlainWords

_SPECIAL = re.compile(r"[\\*_`$<&\[!\n\r]|[^\S ]|  +|[^\x20-\x7e]")
_SPECIAL_IN_CODE = re.compile(r"[\\\n\r]|[^\S ]|  +|[^\x20-\x7e]")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_STARS = re.compile(r"\*+|_+")
_TICKS = re.compile(r"`+")
_DOLLARS = re.compile(r"\$(?![\s$])((?:[^$\\]|\\.){0,400}?(?:[^\s$\\]|\\.))\$(?!\d)", re.DOTALL)
_DOUBLE_DOLLARS = re.compile(r"\$\$((?:[^$\\]|\\.){1,2000})\$\$", re.DOTALL)
_TEXT_GROUP = re.compile(r"\\[A-Za-z]+(?:\{[^{}]*\})?")
_TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,.;:]?\s+[A-Za-z]{2,}")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9_-]*)(?:\s[^<>\n]{0,300})?/?>|<!--.{0,2000}?-->", re.DOTALL)
_ADDRESS = re.compile(r"<((?:https?://|mailto:)[^\s<>]{1,500})>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\((?:https?:|mailto:|#|/|\.)[^\s()]{0,1000}(?:\s\"[^\"\n]{0,200}\")?\)")
_MOST_MARKS = 50
"""Kinds of marks that are looked for in a paragraph, which keeps the time linear."""
_CLOSERS = {"\\(": "\\)", "\\[": "\\]"}


def write_inline(out: PlainWords, raw: str, at: Sequence[int], *, code: bool = False) -> None:
    """Write `raw` in plain words; `at` has the place of each of its characters. In code only symbols change."""
    _Inline(out, raw, at, code).all()


class _Inline:
    def __init__(self, out: PlainWords, raw: str, at: Sequence[int], code: bool) -> None:
        self.out, self.raw, self.at, self.code = out, raw, at, code
        self.emphasis = {"*": False, "_": False}
        self.closes: dict[str, int] = {}
        """The last place of each mark that could close something, once it was asked for."""

    def all(self) -> None:
        special = _SPECIAL_IN_CODE if self.code else _SPECIAL
        raw, out, at, place, end = self.raw, self.out, self.at, 0, len(self.raw)
        while place < end:
            found = special.search(raw, place)
            stop = found.start() if found else end
            if stop > place:
                out.copy(raw[place:stop], at[place:stop])
            if not found:
                return
            place = self.special(raw[stop], stop, found.end())
        out.trim()

    def special(self, sign: str, place: int, after: int) -> int:
        """Write what begins with a special character; where it ends."""
        match sign:
            case "\\":
                return self.backslash(place)
            case "*" | "_":
                return self.stars(sign, place)
            case "`":
                return self.ticks(place)
            case "$":
                return self.dollar(place)
            case "<":
                return self.tag(place)
            case "&":
                found = _ENTITY.match(self.raw, place)
                if found:
                    import html  # few texts have any

                    for char in html.unescape(found[0]):
                        self.out.put(symbols.plain(char), self.at[place])
                    return found.end()
            case "[" | "!":
                found = _LINK.match(self.raw, place)
                if found:
                    inside = slice(found.start(1), found.end(1))
                    write_inline(self.out, found[1], self.at[inside]) if found[1] else None
                    return found.end()
            case " " | "\n" | "\r" | "\t":
                self.out.put(" ", self.at[place])
                return after
            case _:
                written = symbols.plain(sign)
                if written[:1].isdigit() and self.out.last.isdigit():
                    self.out.put(" ", self.at[place])  # `2½`
                self.out.put(written, self.at[place])
                return place + 1
        self.out.put(sign, self.at[place])
        return place + 1

    def last(self, mark: str) -> int:
        """Where a mark stands the last time, or -1."""
        if mark not in self.closes:
            self.closes[mark] = self.raw.rfind(mark) if len(self.closes) < _MOST_MARKS else -1
        return self.closes[mark]

    def beside(self, place: int, after: int) -> tuple[str, str]:
        """The characters before and after; blanks at the ends."""
        return self.raw[place - 1 : place] or " ", self.raw[after : after + 1] or " "

    def removed(self, after: int) -> None:
        """Part words between which markup goes: `**Red:**I get 5`."""
        if self.out.last in ":.!?;" and self.raw[after : after + 1].isalpha():
            self.out.put(" ", self.at[after])

    def backslash(self, place: int) -> int:
        raw = self.raw
        after = raw[place + 1 : place + 2]
        if after in ("(", "[") and not self.code:
            closer = _CLOSERS["\\" + after]
            if self.last(closer) > place:
                end = raw.find(closer, place + 2)
                from translators.reading.document.latex import write_math  # few texts have any

                write_math(self.out, raw, self.at, place + 2, end)
                return end + 2
            return place + 2
        found = _COMMAND.match(raw, place)
        escaped = _ESCAPED.match(raw, place)
        if escaped:
            self.out.put(symbols.plain(chr(int(escaped[1], 16))), self.at[place], self.at[escaped.end() - 1])
            return escaped.end()
        if found:
            name = found[1]
            known = name in symbols.LATEX_SIGNS or name in symbols.LATEX_TEXT or name in symbols.LATEX_DROPPED
            if known or name in (
                "boxed",
                "frac",
                "tfrac",
                "dfrac",
                "begin",
                "end",
                "sqrt",
                "quad",
                "qquad",
                "multicolumn",
            ):
                from translators.reading.document.latex import write_command

                return write_command(self.out, raw, self.at, place)
        elif after in (")", "]") and not self.code:
            return place + 2
        elif after == "\\":
            self.out.trim()
            self.out.end(self.at[place])
            return place + 2
        elif after and after in "$%&_{}*#`~<>|!\"'+-./":
            self.out.put(after, self.at[place])
            return place + 2
        elif after == ",":
            return place + 2
        self.out.put("\\", self.at[place])
        return place + 1

    def stars(self, sign: str, place: int) -> int:
        found = _STARS.match(self.raw, place)
        assert found
        after = found.end()
        left, right = self.beside(place, after)
        if self.is_literal(sign, after - place, left, right, after):
            self.out.copy(found[0], self.at[place:after])
        else:
            self.removed(after)
        return after

    def is_literal(self, sign: str, length: int, left: str, right: str, after: int) -> bool:
        """Whether stars or underscores stand for themselves, as in `3 * 4`, `2*x` or `u_1`."""
        inside = (left.isalnum() or left in ")]") and (right.isalnum() or right in "($\\")
        if sign == "_":
            if inside or (right == "{" and left.isalnum()):
                return True
        elif left.isspace() and right.isspace():
            return bool(self.out.ink != "\n")
        elif (left.isdigit() or left == ")") and (right.isdigit() or right in "($."):
            return True
        if length > 1:
            return False
        if self.emphasis[sign] and not left.isspace() and not (sign == "_" and right.isalnum()):
            self.emphasis[sign] = False
            return False
        if not right.isspace() and not left.isalnum() and left != ")" and self.last(sign) >= after:
            self.emphasis[sign] = True
            return False
        return True

    def ticks(self, place: int) -> int:
        """Code within a line, which is taken as it is."""
        found = _TICKS.match(self.raw, place)
        assert found
        after = found.end()
        if len(found[0]) <= 2 and self.last(found[0]) >= after:
            end = self.raw.find(found[0], after)
            if self.raw[after:end].strip():
                write_inline(self.out, self.raw[after:end], self.at[after:end], code=True)
            return end + len(found[0])
        return after

    def dollar(self, place: int) -> int:
        raw = self.raw
        found = _DOUBLE_DOLLARS.match(raw, place)
        if not found:
            left, _ = self.beside(place, place + 1)
            found = None if left.isdigit() or self.last("$") <= place else _DOLLARS.match(raw, place)
        if found and not _TWO_WORDS.search(_TEXT_GROUP.sub("", found[1])):
            from translators.reading.document.latex import write_math

            write_math(self.out, raw, self.at, found.start(1), found.end(1))
            return found.end()
        self.out.put("$", self.at[place])
        return place + 1

    def tag(self, place: int) -> int:
        raw = self.raw
        address = _ADDRESS.match(raw, place)
        if address:
            self.out.copy(address[1], self.at[address.start(1) : address.end(1)])
            return address.end()
        found = _TAG.match(raw, place)
        if found and self.is_tag(found[1] or "", found[0]):
            if (found[1] or "").lower() in symbols.BREAKING_TAGS:
                self.out.trim()
                self.out.end(self.at[place])
            else:
                self.removed(found.end())
            return found.end()
        self.out.put("<", self.at[place])
        return place + 1

    def is_tag(self, name: str, whole: str) -> bool:
        """Whether `<name …>` is HTML, or another element that is closed, rather than a move in angle brackets."""
        if not name or (name.lower() in symbols.TAGS and (len(name) > 1 or name.islower())):
            return True
        return whole.startswith("</") or self.last(f"</{name}>") >= 0
