"""Amounts that a text says come of one move only: `the 0 can only happen with X`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.grammar_words import HAPPENS, PRONOUNS
from translators.english.names import Names
from translators.english.phrase import kinds_of
from translators.english.scene import ME

_COMES = HAPPENS | {"result", "results", "come", "comes"}
_ONLY_WITH = re.compile(r"P?[Yc]*\.Y*[YV.](?:dA)?(?P<move>(?:d|IA)[GC]?t?o?M)")
"""`outcome can only happen to me with X`, after an amount."""


def only_with(reading: Reading, amount: Amount) -> str:
    """The own move that an amount is said to come of alone; empty where none is."""
    after = reading.phrases[amount.index + 1 : amount.index + 12]
    match = _ONLY_WITH.match(kinds_of(after))
    if match is None:
        return ""
    said = {phrase.words for phrase in after[: match.start("move")]}
    others = any(who not in ("", ME) for who in reading.who)
    others = others or (reading.phrases[amount.index].words in PRONOUNS and ME not in reading.who[: amount.index])
    alone = "only" in said and said & _COMES and not others and not any(phrase.kind == "n" for phrase in after)
    return after[match.end() - 1].meaning if alone else ""


def only_move_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """That the one move may bring the amount and that no other one does."""
    for amount in found:
        move = only_with(reading, amount)
        if move in names.mine and not (amount.bound or amount.denied or amount.avoided):
            yield amount.index, emit.call("possible_individual_payoff_for_choice", ME, amount.value, move)
            for other in names.besides(ME, move):
                yield amount.index, emit.never(names, ME, amount.value, other)
