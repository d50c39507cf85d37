"""Numbers that a query has from nowhere: neither from the text it was read from nor from the game.

A model that fills in a template tends to copy the numbers of its examples.
"""

from __future__ import annotations

import re
from fractions import Fraction

from translators.language.vocabulary import Vocabulary

_TEXT_NUMBER = re.compile(
    r"(?<![\w.])\d{1,3}(?:,\d{3})+(?!\d)|\d{1,40}/[1-9]\d{0,40}|\d{1,40}(?:\.\d{1,40})?|\.\d{1,40}"
)
_WORDS = {
    **{word: Fraction(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())},
    **{"eleven": Fraction(11), "twelve": Fraction(12), "twenty": Fraction(20), "hundred": Fraction(100)},
    **{"nothing": Fraction(0), "none": Fraction(0), "once": Fraction(1), "twice": Fraction(2), "double": Fraction(2)},
    **{"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifty": Fraction(50)},
}
_ORDINALS = {
    word: Fraction(n)
    for n, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1)
}
_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[A-Za-z_]\w*|\d+\s*/\s*[1-9]\d*(?![.\d])|\d+(?:\.\d+)?|\S")


def numbers_in(text: str, *, ordinals: bool = False) -> frozenset[Fraction]:
    """The numbers that a text says, in figures or as words, without their signs; with `ordinals`, "the third" is 3."""
    found = [match[0].replace(",", "") for match in _TEXT_NUMBER.finditer(text)]
    figures = {Fraction(part) for number in found for part in (number, *number.split("/"))}
    said = re.findall(r"[a-z]+", text.lower())
    words = {_WORDS[word] for word in said if word in _WORDS}
    places = {_ORDINALS[word] for word in said if ordinals and word in _ORDINALS}
    places |= {Fraction(number) for number in re.findall(r"\b(\d{1,3})(?:st|nd|rd|th)\b", text) if ordinals}
    return frozenset(figures | words | places)


def leaked_numbers(query: str, said: frozenset[Fraction], vocabulary: Vocabulary) -> list[str]:
    """The figures of a query that are neither among the numbers `said` nor payoffs of the game, as they stand.

    A probability may also be said in per cent or by its complement, or be 0, 1 or the same for each move; what a
    number is multiplied with or divided by may be a probability or the number of moves, as in an average.
    """
    counts = {Fraction(len(moves)) for moves in vocabulary.moves.values() if moves}
    payoffs = said | {abs(number) for number in vocabulary.numbers} | _numeric_moves(vocabulary)
    factors = payoffs | _chances(said) | counts | {1 / count for count in counts} | {Fraction(0), Fraction(1)}
    tokens = _TOKEN.findall(query)
    leaked: list[str] = []
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token == "[") - (token == "]")
        beside = {tokens[index - 1] if index else "", tokens[index + 1] if index + 1 < len(tokens) else ""}
        allowed = factors if depth or beside & {"*", "/"} else payoffs
        if token[0].isdigit() and Fraction(token.replace(" ", "")) not in allowed:
            dividend, _, divisor = token.partition("/")
            rest = {Fraction(divisor)} - factors if divisor else {None}
            leaked += [token] if rest or Fraction(dividend) not in allowed else []
    return list(dict.fromkeys(leaked))


def _chances(said: frozenset[Fraction]) -> frozenset[Fraction]:
    chances = {part for number in said for part in (number, number / 100) if 0 <= part <= 1}
    return frozenset(chances | {1 - chance for chance in chances})


def _numeric_moves(vocabulary: Vocabulary) -> frozenset[Fraction]:
    names = (name for name in vocabulary.all_moves if re.fullmatch(r"\d{1,40}(\.\d{1,40})?", name, re.ASCII))
    return frozenset(map(Fraction, names))
