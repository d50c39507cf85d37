"""The words of a sentence, made once: numbers, words, symbols, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    \d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d) | \d+/\d+(?![\d/]) | \d+\.\d+ | \.\d+ | \d+
    | [^\W\d_]+(?:['’](?=[^\W\d_])[^\W\d_]+)*(?:_\w+)?
    | -> | <-> | >= | <= | != | => | [^\s\w] | _
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_])[^\W\d_]+)*(?:_\w+)?")
_SPLIT = re.compile(r"('s|'re|'ll|'d|'ve|'m|n't)$", re.IGNORECASE)
_SCALES = {
    **dict.fromkeys(("m", "M", "mn", "mm", "mio"), "million"),
    **dict.fromkeys(("k", "K"), "thousand"),
    **dict.fromkeys(("b", "B", "bn"), "billion"),
}
"""What may stand right behind a price, as in $21m."""
_UNSPLIT = frozenset({"let's"})
_NEGATED = {"ca": "can", "wo": "will", "sha": "shall"}


class WordToken(NamedTuple):
    """A word, number or symbol.

    Attributes:
        text: as it is written; `low` in lower case.
        start: where it begins in the sentence's plain words; `end` where it ends.
        number: its value, for a number; with its sign, where a minus stands right before it.
        spaced: whether a space stands before it.
    """

    text: str
    low: str
    start: int
    end: int
    number: Fraction | None = None
    spaced: bool = True


def tokenize(words: str) -> list[WordToken]:
    """The tokens of a sentence in order; contractions are two: `doesn't` → does, n't; `player's` → player, 's."""
    found: list[WordToken] = []
    for match in _TOKEN.finditer(words):
        text, start, end = match[0], match.start(), match.end()
        spaced = start == 0 or words[start - 1].isspace()
        if text[0].isdigit() or (text[0] == "." and len(text) > 1):
            found += _numbers(found, words, text, start, end, spaced)
        elif not spaced and text in _SCALES and _is_price(found):
            found.append(WordToken(text, _SCALES[text], start, end, None, False))
        elif text[0].isalpha():
            found += _words(text.replace("’", "'"), start, end, spaced)
        else:
            found.append(WordToken(text, text, start, end, None, spaced))
    return found


def words_in(text: str) -> set[str]:
    """The words of a text as its tokens have them, without its numbers and symbols."""
    words = set(_WORD.findall(text))
    contracted = [word for word in words if "'" in word or "’" in word]
    return words.difference(contracted).union(token.text for word in contracted for token in tokenize(word))


def _is_price(found: Sequence[WordToken]) -> bool:
    """Whether what was found last is a number of a currency."""
    return len(found) > 1 and found[-1].number is not None and found[-2].text in "$€£"


def _numbers(found: list[WordToken], words: str, text: str, start: int, end: int, spaced: bool) -> Sequence[WordToken]:
    """A number with the sign before it; `found` loses that sign. Numbers in brackets may be pairs: `(5,100)`."""
    if "," in text and "." not in text and start and words[start - 1] in "([" and words[end : end + 1] in (")", "]"):
        at, made = start, []
        for part in text.split(","):
            made.append(WordToken(part, part, at, at + len(part), Fraction(part), at == start and spaced))
            made.append(WordToken(",", ",", at + len(part), at + len(part) + 1, None, False))
            at += len(part) + 1
        return made[:-1]
    value = _value(text.replace(",", ""))
    if value is None:
        return [WordToken(text, text, start, end, None, spaced)]
    sign = found[-1] if found and found[-1].text in "-+" and found[-1].end == start else None
    if sign is None and len(found) > 1 and found[-1].text == "$" and found[-2].text == "-" and found[-1].end == start:
        found.pop()
        sign = found[-1]
    if sign is not None and _is_sign(found, sign):
        found.pop()
        value = -value if sign.text == "-" else value
        return [WordToken(sign.text + text, text, sign.start, end, value, sign.spaced)]
    return [WordToken(text, text, start, end, value, spaced)]


def _is_sign(found: list[WordToken], sign: WordToken) -> bool:
    """Whether a minus belongs to the number after it: what stands before it is no operand, or stands apart."""
    if len(found) < 2:
        return True
    before = found[-2]
    if before.number is not None or before.text == ")":
        return False
    return before.end < sign.start or not before.text[-1].isalnum()


@lru_cache(maxsize=1024)
def _value(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _words(text: str, start: int, end: int, spaced: bool) -> list[WordToken]:
    low = text.lower()
    split = _SPLIT.search(text)
    if split is None or low in _UNSPLIT or split.start() == 0:
        return [WordToken(text, low, start, end, None, spaced)]
    head, cut = text[: split.start()], start + split.start()
    stem = _NEGATED.get(head.lower(), head.lower()) if split[0].lower() == "n't" else head.lower()
    tail = {"n't": "not", "'re": "are", "'ll": "will", "'ve": "have", "'m": "am"}.get(
        split[0].lower(), split[0].lower()
    )
    return [WordToken(head, stem, start, cut, None, spaced), WordToken(split[0], tail, cut, end, None, False)]
