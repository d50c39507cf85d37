"""Amounts that a move cannot bring, and what it assures or does not: `0 is not possible with X`, `the 1 X secures`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.mentions import is_out_of_reach
from translators.english.names import Names
from translators.english.nothings import noun_of_nothing
from translators.english.phrase import kinds_of, speaks_of_both, words_of
from translators.english.scene import ME, THEM, opposite
from translators.english.subject import negated, subject


def assurance_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """What a sentence says a move cannot bring, or does not make sure of, as (index of the phrase, query)."""
    for amount in found:
        if is_out_of_reach(reading, amount) and (query := _never(reading, names, amount)):
            yield amount.index, query
        if amount.bound == "beyond" and (query := _no_more_assured(reading, names, amount)):
            yield amount.index, query
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "J" and (query := _unassured(reading, index, names)):
            yield index, query


def _never(reading: Reading, names: Names, amount: Amount) -> str:
    """`A payoff of 0 is not possible if I choose X`: whatever the other one does."""
    own, against = amount.clause.scene.me, amount.clause.scene.them
    conditional = THEM in reading.stated or any(clause.unless for clause in reading.clauses)
    others = THEM in amount.who or speaks_of_both(reading.phrases)
    elsewhere = any(phrase.words in ("other", "another") for phrase in reading.phrases[amount.index :])
    if own is None or against is not None or conditional or others or elsewhere:
        return ""
    return emit.never(names, ME, amount.value, own)


_NO_MORE = re.compile(
    r"\b(?:cannot|can (?:not|'t)) (?:secure|guarantee|ensure|assure)(?: \w+){0,3} more than(?: an?)?$"
)


def _no_more_assured(reading: Reading, names: Names, amount: Amount) -> str:
    """`X can't guarantee me more than 1`, `with X I can't secure more than 1`: its lowest payoff is 1."""
    said = _NO_MORE.search(words_of(reading.phrases[: amount.index]))
    named = subject(reading, amount.index - 2, names)
    actor, move = named or (ME, "")
    others = any(who and who != actor for who in reading.who)
    if said is None or not move or others or opposite(actor) in reading.stated or reading.before.full:
        return ""
    return emit.call("lowest_individual_payoff_for_choice", actor, amount.value, move)


_TO_GET = re.compile("[wdtAYVW]*")
_POSITIVE = re.compile("zP?")


def _unassured(reading: Reading, index: int, names: Names) -> str:
    """`X does not guarantee me any money`, `no guarantee of a positive payoff with X`: it may bring nothing."""
    phrases = reading.phrases
    end = index + 1
    while end < len(phrases) and _TO_GET.fullmatch(phrases[end].kind):
        end += 1
    end += kinds_of(phrases[end : end + 2]) == ".z" and phrases[end].words == "any"
    named = subject(reading, index, names)
    denied = negated(reading, index) or phrases[index - 1].words == "without"
    if end >= len(phrases) or named is None or min(names.numbers, default=Fraction(0)) < 0 or not denied:
        return ""
    positive = _POSITIVE.match(kinds_of(phrases[end:]))
    what = end + positive.end() - 1 if positive else noun_of_nothing(phrases, end)
    actor, move = named
    after = phrases[what + 1 : what + 2] if what is not None else ()
    if what is None or (after and after[0].kind not in "dIR&b,;)c" and after[0].words not in (".", "!", "at all")):
        return ""
    others = any(who and who != actor for who in reading.who[index:end])
    if others or (opposite(actor) in reading.stated and reading.clause_at(index).scene.against(actor) is not None):
        return ""
    return emit.call("possible_individual_payoff_for_choice", actor, Fraction(0), move)


_SECURED = re.compile(r"wM[.]?[VJ](?![IUTAG]|d[MGtA])")
_SECURES = frozenset("secures guarantees ensures assures".split())


def secured_by(reading: Reading, amount: Amount) -> str:
    """`less than the 1 that X secures`: the move of which it is said, whatever scene it is held against."""
    after = reading.phrases[amount.index + 1 : amount.index + 7]
    match = _SECURED.match(kinds_of(after))
    if match is None or amount.bound == "most" or after[match.end() - 1].words not in _SECURES:
        return ""
    return next(phrase.meaning for phrase in after if phrase.kind == "M")
