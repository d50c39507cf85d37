"""Which lines of a paragraph go together, and which are labels or items that Markdown doesn't know.

Markdown joins all lines of a paragraph; people who don't write Markdown mean many of them as lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.passages import Span
from translators.reading.document.symbols import BULLETS

_ITEM = re.compile(
    rf"(?:(?P<bullet>[{re.escape(BULLETS)}]|[-+])\s+|(?P<keycap>\d)\ufe0f?\u20e3\s*"
    r"|(?P<number>\(?(?:\d{1,3}|[a-hivx]|[ivx]{2,5})\)|[A-Z]\)|(?:\d{1,3}|[a-hivx]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s))\s*)(?=\S)"
)
_TASK = re.compile(r"\[[ x]\]\s+")
_NUMBERED = re.compile(r"(?:[*_]{0,3})(?P<number>\d{1,3}|[ivxIVX]{1,5}|[A-Za-z])[.)]\s+(?=\S)")
_MARKUP = re.compile(r"[*_`]+|</?[a-zA-Z]+>")
_EMPHASIS = re.compile(
    r"(?P<mark>\*{1,3}|_{1,3}|<u>|<b>|<strong>)(?P<inside>.+?)(?:\*{1,3}|_{1,3}|</u>|</b>|</strong>):?"
)
_CELL = re.compile(
    r"(?P<head>(?:If |When )?[^.!?;:=→⇒>]{1,60}?(?:=[^.!?;:=→⇒>(\d]{1,60}?)*)(?::|->|=>|→|⇒|=)\s*"
    r"(?:[(\[{]?\s*[-−+]?[$€£]?\.?\d|[(\[{]|[\w ]{1,20}? [-−+]?[$€£]?\d|[A-Za-z_]\w*\()"
)
_PAIR = re.compile(r"(?:\(\w+, ?\w+\)|\w+(?:[/,+&] ?\w+)+) +[(\[]?[-−]?[$€£]?\d")
_HEAD = re.compile(r"[^\s.!?;:][^.!?;:]{0,38}:\s+\S")
_JOINS = re.compile(
    r"(?:[,(\[/—–&+]|\b(?:and|or|then|so|but|the|a|an|of|if|when|to|for|with|by|in|on|at|that|is|are|as|from|than|my"
    r"|their|his|her|its|our|your|not|no|be|get|gets|choose|chooses|pick|picks|play|plays|I|we|they|he|she|it)) *$",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?;:][\"'”’)*_`\]]*$")
_TABLE_STARTS = ("|", "│", "┃", "║", "┌", "+--")
_ENOUGH = 50
"""Characters that a paragraph is at least wide: a shorter line was ended on purpose."""
_LABEL_WORDS, _HEAD_WORDS = 10, 4


def item_start(line: str) -> tuple[int, str] | None:
    """Where the words of an item begin in a line, and its number; None if the line begins no item."""
    found = _ITEM.match(line)
    return (found.end(), (found["number"] or found["keycap"] or "").strip("().")) if found else None


def heading_number(line: str) -> tuple[int, str]:
    """Where the words of a heading or label begin, and its number if it has one."""
    found = _NUMBERED.match(line)
    return (found.end(), found["number"]) if found else (0, "")


def task_end(line: str) -> int:
    """Where the words of an item begin after a check box."""
    found = _TASK.match(line)
    return found.end() if found else 0


def is_label(line: str) -> bool:
    """Whether a line is only emphasized, or short and ends in a colon."""
    line = line.strip()
    words = _MARKUP.sub("", line).strip()
    if not words or len(words.split()) > _LABEL_WORDS:
        return False
    return _is_emphasized(line) or (words.endswith(":") and not re.search(r"[.!?;]\s", words))


def _is_emphasized(line: str) -> bool:
    found = _EMPHASIS.fullmatch(line)
    if not found or len(line) < 3 or found["mark"][0] in found["inside"].strip("*_"):
        return False
    return not found["inside"].rstrip("*_ ").endswith((".", "!", ";", ","))


def breaks(text: str, lines: Sequence[Span]) -> list[bool]:
    """For each line of a paragraph but the first whether it begins something new."""
    if len(lines) < 2:
        return []
    shown = [_MARKUP.sub("", text[start:end]) for start, end in lines]
    width = max(_ENOUGH, *map(len, shown))
    cells = [_is_cell(line) for line in shown]
    labels = [is_label(text[start:end]) for start, end in lines]
    found = []
    for number in range(1, len(lines)):
        before, after = shown[number - 1], shown[number]
        small = after[:1].islower() or after[:1].isdigit()
        if (
            before.endswith(":")
            or labels[number - 1]
            or (labels[number] and not small)
            or cells[number]
            or (cells[number - 1] and not _JOINS.search(before))
            or _begins_item(before, after)
            or after.startswith(_TABLE_STARTS)
        ):
            new = True
        elif _END.search(before) or small or _JOINS.search(before):
            new = False  # whether a sentence ends there is seen later
        elif _hard(text[lines[number - 1][1] : lines[number][0]]) or before.split()[:2] == after.split()[:2]:
            new = True
        else:
            first = after.split(maxsplit=1)[0] if after.split() else ""
            new = len(before) + 1 + len(first) <= width  # the word had room there
        found.append(new)
    return found


def _begins_item(before: str, after: str) -> bool:
    """Whether a line begins an item, and doesn't close the brackets of the one before it."""
    return item_start(after) is not None and before.count("(") <= before.count(")")


def _hard(gap: str) -> bool:
    """Whether what stands between two lines is Markdown's hard line break."""
    return gap.startswith("  ") or gap.startswith("\\")


def _is_cell(line: str) -> bool:
    """Whether a line tells an entry of a table: `A=I, B=I: (-2, -3)`, `R/B -> 3`, `fold: P -1, Q 2`."""
    found = _CELL.match(line)
    if _PAIR.match(line):
        return True
    if found and (line[:1].isupper() or len(found["head"].split()) <= _HEAD_WORDS):
        return True
    return len(line) <= _ENOUGH and _HEAD.match(line) is not None
