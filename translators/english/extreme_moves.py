"""The move that an extreme is of, by the words next to it: `the lowest payoff of X (0)`, `the maximum of 5 with X`."""

from __future__ import annotations

import re

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import POSSESSIVES, kinds_of
from translators.english.scene import ME


def bare_move(reading: Reading, names: Names, amount: Amount) -> str | None:
    """The move in `the lowest payoff of X (0)`, `the maximum for X is 5`, `the maximum of 5 with X is …`."""
    low, high = sorted((amount.index, amount.extreme_at))
    owner = reading.phrases[max(0, amount.extreme_at - 2) : amount.extreme_at]
    if len(owner) == 2 and owner[0].kind == "M" and owner[1].words == "'s":
        return owner[0].meaning
    if amount.extreme_at > amount.index:
        low, high = amount.extreme_at, _end_of_noun(reading, amount.extreme_at)
    moves = [at for at in range(low, high) if reading.phrases[at].kind == "M"]
    if len(moves) == 1:
        return reading.phrases[moves[0]].meaning
    return _after_amount(reading, amount) or _held_against(reading, names, amount)


def _end_of_noun(reading: Reading, index: int) -> int:
    """After `highest payoff for choice X`: where what belongs to the superlative ends."""
    at = index + 1
    while at < len(reading.phrases) and reading.phrases[at].kind in "PH.oGM" + "d" and at - index < 9:
        at += 1
    return at


_WITH = re.compile(r"d[GC]?t?o?M")


def _is_noun_alone(reading: Reading, amount: Amount) -> bool:
    """Whether `the highest payoff of 5` begins its clause, so that it is not said to be got there."""
    preceding = reading.phrases[reading.clause_at(amount.extreme_at).start : amount.extreme_at]
    before = kinds_of(phrase for phrase in preceding if phrase.words not in POSSESSIVES)
    noun = kinds_of(reading.phrases[amount.extreme_at + 1 : amount.index])
    return amount.extreme_at < amount.index and not set(before) - set("Tta") and not set(noun) - set("HP.dt")


def _after_amount(reading: Reading, amount: Amount) -> str | None:
    """`The highest payoff of 3 with X is lower`: of X, unlike `I get the highest payoff of 5 by choosing X`."""
    after = reading.phrases[amount.index + 1 : amount.index + 6]
    match = _WITH.match(kinds_of(after))
    if match is None or not _is_noun_alone(reading, amount):
        return None
    return after[match.end() - 1].meaning


_RIVAL = re.compile(r"[^XN;b]*X[^XN;b]*N" + _WITH.pattern)


def _held_against(reading: Reading, names: Names, amount: Amount) -> str | None:
    """`I choose X, as the minimum of 1 is better than the minimum of 0 with Y`: of the move that is not named."""
    following = reading.after(reading.clause_at(amount.index))[:1]
    if not following or following[0].kind != "than" or ME not in amount.who or not _is_noun_alone(reading, amount):
        return None
    body = reading.phrases[following[0].start : following[0].end]
    match = _RIVAL.match(kinds_of(body))
    others = names.besides(ME, body[match.end() - 1].meaning) if match else []
    return others[0] if len(others) == 1 else None
