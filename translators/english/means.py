"""Amounts that are means, not payoffs of a cell: `an expected payoff of 2.5`."""

from __future__ import annotations

import re
from itertools import pairwise

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.mixes import is_mean, lists_means, means_of_moves
from translators.english.names import Names
from translators.english.phrase import kinds_of
from translators.english.quantities import UNKNOWNS
from translators.english.scene import THEM


def is_expected(reading: Reading, names: Names, amount: Amount) -> bool:
    """`an expected payoff of 2.5`: not the payoff of a cell, unless both choices are told and it can be one."""
    if any(phrase.words in UNKNOWNS and after.kind == "=" for phrase, after in pairwise(reading.phrases)):
        return True
    after = reading.phrases[amount.index + 1 : amount.index + 2]
    if after and after[0].words in ("on average", "in expectation", "expectation"):
        return True
    told = THEM in reading.stated and amount.clause.outer.them is not None
    if not told and (_MEAN.search(_outside_brackets(reading, amount.index)) or _is_second_mean(reading, amount)):
        return True
    if _AT_CHANCE.search(kinds_of(reading.phrases)):
        return True
    if _is_reckoned(reading) or _goes_on_from_mean(reading, amount):
        return True
    uneven = amount.value not in names.numbers
    if uneven and any(phrase.kind == "m" for phrase in reading.phrases):
        return True
    chance = uneven or any(phrase.kind == "%" for phrase in reading.phrases)
    if chance and reading.phrases[amount.index - 1].words == "worth":
        return True
    shared = reading.phrases[max(0, amount.index - 12) : amount.index]
    adverb = next((at for at, phrase in enumerate(shared) if phrase.words == "on average"), len(shared))
    if adverb < len(shared) and not any(phrase.kind in ";bI" for phrase in shared[adverb:]):
        return True
    if amount.clause.scene.full and not amount.clause.outer.empty:
        return False
    return _follows_mean(reading, amount)


_AT_CHANCE = re.compile(r"d%,[^VWA]*BNdM,?[&b]NdM")
"""`At 50 %, it would be 2 for X and 1 for Y`."""
_MEAN = re.compile(r"m[Pd]*[G.]?M?[B:=][tL.]*$")
"""`the expected payoff of X is 2`, up to the amount."""


def _goes_on_from_mean(reading: Reading, amount: Amount) -> bool:
    """`My expected payoff is 2 if I choose X, and 1 if I choose Y`: the second amount, without a verb of its own."""
    clause = amount.clause
    bare = clause.before.endswith(("&", "b")) and all(
        p.kind in "tL." for p in reading.phrases[clause.start : amount.index]
    )
    earlier = reading.phrases[: clause.start]
    mean = max((at for at, phrase in enumerate(earlier) if phrase.kind == "m"), default=-1)
    return bare and mean >= 0 and not any(phrase.kind in "VW;" for phrase in earlier[mean:])


def _outside_brackets(reading: Reading, end: int) -> str:
    """The kinds of the phrases before an index, without what stands in brackets."""
    return re.sub(r"\([^()]*\)", "", kinds_of(reading.phrases[:end]))


def _is_reckoned(reading: Reading) -> bool:
    """`With a 50/50 chance, I can expect 2 from X and 1 from Y`: means, though they are not called so."""
    words = [phrase.words for phrase in reading.phrases]
    expects = any(
        word == "expect" and (after[:1] == ["to"] or after[:1] == ["#"])
        for word, after in ((words[at], words[at + 1 : at + 3]) for at in range(len(words)))
    )
    even = ["#", "/", "#"] in [words[at : at + 3] for at in range(len(words))]
    chance = any(phrase.kind == "%" or phrase.words in ("equally likely", "randomly") for phrase in reading.phrases)
    return expects and (chance or even)


def _is_second_mean(reading: Reading, amount: Amount) -> bool:
    """`My expected payoff is 2 for X and 1 for Y`: the second amount, with the noun of the first."""
    return amount.index in {index for index, _ in means_of_moves(reading.phrases)}


def _follows_mean(reading: Reading, amount: Amount) -> bool:
    """Whether a word for a mean stands before an amount, with nothing that parts them, or in its clause."""
    for at in range(amount.index - 1, -1, -1):
        phrase = reading.phrases[at]
        adverb = phrase.words in ("expectation", "on average")
        if phrase.kind == "m" and (adverb or not any(p.kind in "NVI" for p in reading.phrases[at : amount.index])):
            return True
        if phrase.kind in "b;":
            break
    body = reading.phrases[amount.clause.start : amount.clause.end]
    if any(phrase.words == "on average" for phrase in body) or is_mean(reading.phrases) or lists_means(reading.phrases):
        return True
    than = any(phrase.kind == "T" for phrase in reading.phrases[max(0, amount.index - 5) : amount.index])
    if than and any(phrase.kind == "m" for phrase in reading.phrases[: amount.index]):
        return True
    low, position = amount.clause.start, reading.clauses.index(amount.clause)
    if amount.clause.before[-1:] in "(:=" and position:
        low = reading.clauses[position - 1].start
    window = reading.phrases[low : amount.index]
    return any(phrase.kind == "m" for phrase in window) and not any(phrase.kind == "N" for phrase in window)
