"""The words of talk: tokens with short forms written out, so that a pattern and a sentence have the same.

Short, because tokens are made elsewhere.
"""

from __future__ import annotations

from functools import cache

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
