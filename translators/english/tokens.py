"""Tokens of a text: words, numbers and signs with their offsets; Markdown and LaTeX dress is left out.

Normalisation happens here and nowhere else: every token knows where it stands in the source, so no offset
has to be mapped back later.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        kind: `word`, `number`, `percent`, `stop` (ends a sentence) or `sign`.
        word: in lower case and without accents of dress; the sign itself for signs.
        raw: as written.
        start: offset of the first character in the text.
        end: offset after the last one.
        value: of a number or percentage (50 % is 1/2).
        money: whether a currency sign or unit stands with the number.
    """

    kind: str
    word: str
    raw: str
    start: int
    end: int
    value: Fraction | None = None
    money: bool = False


_SIGNS = {
    "\\times": "*",
    "\\cdot": "*",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "−": "-",
    "–": "-",
    "—": "--",
    "→": "->",
    "≥": ">=",
    "\\geq": ">=",
    "\\ge": ">=",
    "≤": "<=",
    "\\leq": "<=",
    "\\le": "<=",
    "≈": "=",
    "\\approx": "=",
    "\\rightarrow": "->",
    "\\to": "->",
    "\\quad": ";",
    "…": ".",
    "：": ":",
    "，": ",",
    "；": ";",
}
"""Signs written in more than one way."""

_TOKEN = re.compile(
    r"""
    (?P<times>(?<=[\d$)%])[ ]{0,4}\*[ ]{0,4}(?=[\d($\\]))
  | (?P<skip>\s+|\b(?:i\.e|e\.g)\.,?|(?<=[^\W\d_])[-‐‑](?=[^\W\d_])|[\u200b-\u200f\u202a-\u202e\u2060\ufeff])
  | (?P<run>[^\w\s]{40,})
  | (?P<dress>\\text(?:bf|it|rm|tt|sf)?(?=\{)|\\math[a-z]{0,8}(?=\{)|\\[\[\]()]
        |\\(?:hline|begin|end|left|right|,|;|!|&|%|_|\#))
  | (?P<number>(?P<neg>(?<![\w)\]$%])[-−–])?(?P<cur>\\?[$€£])?(?P<minus>[-−])?[ \t]?(?<![\d.])
        (?P<digits>\d{1,12}(?:,\d{3}){0,3}(?:\.\d{1,12})?)(?!\d)
        (?:[ \t]?(?P<percent>\\?%)|(?P<unit>[ \t]?\\?[$€£](?![ \t]?\d))
          |(?P<noun>[ \t]?-?(?:dollars?|points?|bucks?|euros?|pounds?|units?|USD)\b))?)
  | (?P<oddnumber>\\?\$?\.\d+|\d+)
  | (?P<word>[^\W\d_]{1,60})
  | (?P<tail>['’](?:s|d|ll|m|re|ve|t)\b)
  | (?P<sign>\\(?:times|cdot|geq|ge|leq|le|approx|rightarrow|to|quad)\b|->|=>|>=|<=|--+
        |[-−–—→≥≤≈×·⋅…：，；.,:;!?()\[\]{}|/+=<>])
    """,
    re.VERBOSE,
)

_NUMBER_WORDS = {
    word: Fraction(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())
}
_UNITS = frozenset("dollar dollars point points buck bucks euro euros pound pounds usd".split())
_STOPS = frozenset(".!?")


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of `text`, in order. Linear in its length."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        token = _token(match, text)
        if token is not None:
            tokens.append(token)
    return tuple(_with_number_words(_with_fractions(tokens)))


def _token(match: re.Match[str], text: str) -> Token | None:
    kind = match.lastgroup
    start, end = match.span()
    raw = match[0]
    if match["skip"] is not None or match["dress"] is not None or match["oddnumber"] is not None:
        return None
    if match["run"] is not None:
        return None
    if match["digits"] is not None:
        value = Fraction(match["digits"].replace(",", ""))
        if match["neg"] or match["minus"]:
            value = -value
        if match["percent"]:
            return Token("percent", "%", raw, start, end, value / 100)
        money = bool(match["cur"] or match["unit"] or match["noun"])
        return Token("number", "#", raw, start, end, value, money)
    if match["word"] is not None:
        return Token("word", raw.lower(), raw, start, end)
    if match["tail"] is not None:
        return Token("word", "'" + raw[1:].lower(), raw, start, end)
    if match["times"] is not None:
        return Token("sign", "*", raw, start, end)
    sign = _SIGNS.get(raw, raw)
    if sign in _STOPS and _ends_sentence(text, end):
        return Token("stop", sign, raw, start, end)
    assert kind is not None
    return Token("sign", sign, raw, start, end)


def _ends_sentence(text: str, end: int) -> bool:
    return end >= len(text) or text[end] in " \n\t\r\"'”’)*_]}" or text[end].isspace()


_FRACTIONS = frozenset("frac dfrac tfrac".split())


def _with_fractions(tokens: Sequence[Token]) -> list[Token]:
    r"""Fractions of LaTeX: `\frac{1}{2}` is one number, `\frac{5 + 0}{2}` a quotient of brackets."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        over = _closing(tokens, index + 1) if tokens[index].word in _FRACTIONS else None
        under = _closing(tokens, over + 1) if over is not None else None
        if over is None or under is None:
            found.append(tokens[index])
            index += 1
            continue
        above, below = tokens[index + 2].value, tokens[over + 2].value
        if (over, under) == (index + 3, over + 3) and above is not None and below:
            first, last = tokens[index], tokens[under]
            found.append(Token("number", "#", first.raw, first.start, last.end, above / below))
        else:
            slash = replace(tokens[over], word="/")
            found += [*_bracketed(tokens[index + 1 : over + 1]), slash, *_bracketed(tokens[over + 1 : under + 1])]
        index = under + 1
    return found


_LONGEST_PART = 24
"""Longest part of a fraction in LaTeX, in tokens."""


def _closing(tokens: Sequence[Token], start: int) -> int | None:
    """Where the curly bracket that opens at `start` closes; None for one that is nested or has nothing in it."""
    if start >= len(tokens) or tokens[start].word != "{":
        return None
    for index in range(start + 1, min(start + _LONGEST_PART, len(tokens))):
        if tokens[index].word in "{}":
            return index if tokens[index].word == "}" and index > start + 1 else None
    return None


def _bracketed(part: Sequence[Token]) -> list[Token]:
    if len(part) == 3:
        return [part[1]]
    return [replace(part[0], word="("), *part[1:-1], replace(part[-1], word=")")]


def _with_number_words(tokens: Sequence[Token]) -> list[Token]:
    """Number words that count money (`five dollars`, `zero`) become numbers."""
    found: list[Token] = []
    skip = False
    for index, token in enumerate(tokens):
        if skip:
            skip = False
            continue
        value = _NUMBER_WORDS.get(token.word) if token.kind == "word" else None
        following = tokens[index + 1].word if index + 1 < len(tokens) else ""
        if value is not None and following in _UNITS:
            end = tokens[index + 1].end
            found.append(Token("number", "#", token.raw, token.start, end, value, True))
            skip = True
        elif value == 0 and following not in ("sum", "chance", "risk") and (not found or found[-1].word != "non"):
            found.append(Token("number", "#", token.raw, token.start, token.end, value, True))
        elif value is not None and value > 1:
            found.append(Token("word", "<count>", token.raw, token.start, token.end, value))
        else:
            found.append(token)
    return found


def spelled(token: Token) -> str:
    """The word of a token; of a number, the number, so that `Action 1` is not `Action 2`."""
    return f"#{token.value}" if token.kind == "number" else token.word


def between(tokens: Sequence[Token], start: int, end: int) -> Sequence[Token]:
    """The tokens whose first character lies in `start .. end-1`."""
    low = bisect_left(tokens, start, key=lambda token: token.start)
    high = bisect_left(tokens, end, key=lambda token: token.start)
    return tokens[low:high]
