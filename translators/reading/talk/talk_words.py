"""The words of talk: tokens with short forms written out, so that a pattern and a sentence have the same.

And the phrases of `talk.toml`, by what they do to what is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

from gdl.text.kept import toml_of
from translators.reading.words.tokens import WordToken, tokenize

_SHORT = {"'m": "am", "'re": "are", "'ll": "will", "'ve": "have", "n't": "not", "'d": "would", "’s": "'s"}
_SPLIT = {
    "cannot": ("can", "not"),
    "im": ("i", "am"),
    "dont": ("do", "not"),
    "didnt": ("did", "not"),
    "wont": ("will", "not"),
    "isnt": ("is", "not"),
    "wasnt": ("was", "not"),
    "hasnt": ("has", "not"),
    "havent": ("have", "not"),
    "thats": ("that", "'s"),
    "whos": ("who", "'s"),
}
_QUOTES = frozenset("\"“”‘’'*_")


def talk_tokens(words: str) -> list[WordToken]:
    """The tokens of a sentence in order, without quotation marks."""
    found: list[WordToken] = []
    for token in tokenize(words):
        if token.low in _SPLIT:
            found += [WordToken(token.text, low, token.start, token.end) for low in _SPLIT[token.low]]
        elif token.text not in _QUOTES:
            low = _SHORT.get(token.low, token.low)
            found.append(
                token if low == token.low else WordToken(token.text, low, token.start, token.end, token.number)
            )
    return _possessive(found, words)


def _possessive(tokens: list[WordToken], words: str) -> list[WordToken]:
    """`3's` is 3 and 's, as `Anna's` is."""
    found = list(tokens)
    for place, token in enumerate(found):
        before = found[place - 1] if place else None
        apart = token.low in ("s", "m", "d") and before is not None and words[before.end : token.start] in ("'", "’")
        if apart or (
            token.low == "s" and before is not None and before.number is not None and before.end == token.start
        ):
            low = {"s": "'s", "m": "am", "d": "would"}[token.low]
            found[place] = WordToken(token.text, low, token.start, token.end)
    return found


@cache
def talk_words(text: str) -> tuple[str, ...]:
    """The words of a part of a pattern, as tokens have them."""
    if text.casefold() in _SHORT:
        return (_SHORT[text.casefold()],)
    if text == "'s":
        return ("'s",)
    return tuple(token.low for token in talk_tokens(text))


@cache
def _words(name: str) -> tuple[tuple[str, ...], ...]:
    """Phrases of `talk.toml`, longer ones first."""
    content = toml_of(Path(__file__).with_name("talk.toml").read_text("utf-8"))
    phrases = (way for each in content[name] for way in _ways(each))
    words = (tuple(word for part in way.split() for word in talk_words(part)) for way in phrases)
    return tuple(sorted(words, key=len, reverse=True))


def _ways(phrase: str) -> list[str]:
    """The phrases that one with alternatives stands for: `(a|b) c` for `a c` and `b c`."""
    parts = [part.split("|") for part in re.split(r"[()]", phrase)]
    return [" ".join("".join(way).split()) for way in product(*parts)]


@cache
def single_words(name: str) -> frozenset[str]:
    return frozenset(words[0] for words in _words(name) if len(words) == 1)


def found_phrases(tokens: Sequence[WordToken], name: str) -> list[tuple[int, int]]:
    """Where phrases of `talk.toml` stand."""
    found = []
    begun = _begun_phrases(name)
    lows = tuple(token.low for token in tokens)
    for place in range(len(lows)):
        for phrase in (*begun.get(lows[place : place + 2], ()), *begun.get(lows[place : place + 1], ())):
            if lows[place : place + len(phrase)] == phrase:
                found.append((place, place + len(phrase)))
                break
    return found


@cache
def _begun_phrases(name: str) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """The phrases that begin with two words, and those that have but one."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for phrase in _words(name):
        found.setdefault(phrase[:2], []).append(phrase)
    return found
