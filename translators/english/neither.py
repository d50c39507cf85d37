"""What is said of every own move at once: `neither option can give me more than 3`, `both options pay something`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.faced import AGAINST
from translators.english.names import Names
from translators.english.nothings import noun_of_nothing
from translators.english.phrase import kinds_of
from translators.english.scene import ME

_OF_ALL = re.compile(r"[c,b]*(?P<which>[A.e])(?:d[t.A]*)?o")
_NONE = frozenset(("neither", "none"))
_EACH = frozenset(("both", "either", "each"))
_LIMITED = re.compile(r"Y*WA?(?P<more>Q)Tt?(?P<amount>N)P?[.,;]?$")
_BROUGHT = re.compile(r"Y*WA?[dtPY]*(?P<amount>N)P?[.,;]?$")
_ASSURED = re.compile(r"Y*J(?:A|wAY*|d)?[VWAtd]*(?P<what>z|\.)")
_LIMITS = {"more": "limits_to_at_most", "less": "guarantees_at_least"}


def claims_of_all_moves(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """What a sentence says of none or of each of the own moves, whatever the other role does.

    As (index of the phrase, query).
    """
    kinds = kinds_of(reading.phrases)
    opening = _OF_ALL.match(kinds)
    if opening is None or reading.events or not reading.start.empty or reading.before.them or set(kinds) & set("IUum"):
        return
    which = reading.phrases[opening.start("which")].words.split()[0]
    others = any(who and who != ME for who in reading.who[opening.end() :])
    faced = any(phrase.words in AGAINST for phrase in reading.phrases)
    if others or faced or which not in _NONE | _EACH:
        return
    for move in names.mine:
        yield from _of_move(reading, names, move, opening.end(), none=which in _NONE)


def _of_move(reading: Reading, names: Names, move: str, start: int, *, none: bool) -> Iterator[tuple[int, str]]:
    """What it comes to for one of the moves; `start` is where the predicate begins."""
    phrases = reading.phrases[start:]
    kinds = kinds_of(phrases)
    if none and (limit := _LIMITED.match(kinds)):
        functor = _LIMITS.get(phrases[limit.start("more")].words)
        value = phrases[limit.start("amount")].value
        if functor and value is not None:
            yield start + limit.start("amount"), emit.call(functor, ME, value, move)
    elif none and (brought := _BROUGHT.match(kinds)):
        value = phrases[brought.start("amount")].value
        if value is not None:
            yield start + brought.start("amount"), emit.never(names, ME, value, move)
    elif assured := _ASSURED.match(kinds):
        at = assured.start("what")
        some = phrases[at].kind == "z"
        least = min(names.numbers, default=Fraction(0))
        if none and least >= 0 and (some or noun_of_nothing(phrases, at) is not None):
            yield start + at, emit.call("possible_individual_payoff_for_choice", ME, Fraction(0), move)
        elif some and not none and (query := emit.positive(names, ME, move)):
            yield start + at, query
