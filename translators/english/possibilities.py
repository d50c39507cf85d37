"""Whether an amount is told as one of the outcomes of a move: a chance, a risk, what one hopes for."""

from __future__ import annotations

import re
from itertools import pairwise

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.grammar_words import MAY, PERHAPS
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import opposite


def is_possibility(reading: Reading, amount: Amount) -> bool:
    """Whether one of a move's outcomes is told, not the one in the scene."""
    return (
        _is_chance(reading, amount)
        or _is_risk_of_before(reading, amount)
        or _is_at_risk(reading, amount)
        or _may_be_brought(reading, amount)
        or _is_aim(reading, amount)
    )


_TO_GET = re.compile(r"CMdVt?$")


def _is_aim(reading: Reading, amount: Amount) -> bool:
    """`if we both choose X to get 5, …`, `if both try to get the 5 with X`: what one chooses it for."""
    before = reading.phrases[: amount.index]
    tries = any(phrase.words in _TRIES for phrase in before[amount.clause.start :])
    goes = any(phrase.words in _GOES_FOR for phrase in before[-2:])
    return amount.clause.kind == "if" and (tries or goes or bool(_TO_GET.search(kinds_of(before))))


_GOES_FOR = ("go for", "goes for", "going for")


_TRIES = frozenset("try tries trying attempt attempts hope hoping".split())


_MAY_BRING = re.compile(r"w?MY\.?[WY]")


def _may_be_brought(reading: Reading, amount: Amount) -> bool:
    """`less than the 5 that X may pay`: in some case."""
    after = reading.phrases[amount.index + 1 : amount.index + 6]
    brought = _MAY_BRING.match(kinds_of(after))
    return brought is not None and any(phrase.words in MAY for phrase in after[: brought.end()])


def _is_chance(reading: Reading, amount: Amount) -> bool:
    """`a chance of getting 5`, with no condition after it: one of the outcomes."""
    position = reading.clauses.index(amount.clause)
    after = reading.clauses[position + 1 : position + 2]
    if after and after[0].kind == "if" and after[0].before in ("", "(", ","):
        return False
    window = reading.phrases[amount.clause.start : amount.index]
    last = words_of(window[-3:])
    if any(wish in last for wish in ("hoping for", "hope for", "aiming for", "aim for", "wishing for")):
        return True
    if "b" in amount.clause.before and any(phrase.words in PERHAPS for phrase in window):
        return True
    if not amount.clause.events and any(way.words == "way" and to.words == "to" for way, to in pairwise(window)):
        return True
    if amount.risky and any(phrase.words in ("worth", "justify", "justifies") for phrase in window):
        return True
    return any(phrase.words in ("chance", "possibility of", "chances", "probability", "potential") for phrase in window)


def _is_risk_of_before(reading: Reading, amount: Amount) -> bool:
    """`This comes with the risk of 0`, `the risk of 0 by choosing X`: of a move, not of what was told before."""
    told = {actor for event in reading.events for actor, _ in event.moves}
    return amount.risky and reading.start.full and not told


_HOPES = frozenset(
    "hope hopes hoping trust trusts trusting expect expects expecting bet betting count counting".split()
)


def hoper(reading: Reading, amount: Amount) -> str:
    """Who hopes, before an amount that is not sure, for a choice of the other one; empty where nobody does."""
    told = [event for event in reading.events if event.end <= amount.index]
    hoped = [
        event.moves[0][0]
        for end, event in zip([0, *(event.end for event in told)], told, strict=False)
        if len(event.moves) == 1 and any(phrase.words in _HOPES for phrase in reading.phrases[end : event.start + 1])
    ]
    since = reading.phrases[told[-1].end : amount.index] if told else ()
    perhaps = amount.risky or any(phrase.words in PERHAPS for phrase in since)
    apart = any(phrase.kind in "IM" or phrase.words == "so that" for phrase in since)
    if not hoped or hoped[-1] in reading.stated or not perhaps or apart:
        return ""
    return opposite(hoped[-1])


def is_hopers(reading: Reading, amount: Amount) -> bool:
    """`They may choose X, hoping that I choose Y, with the risk of 0`: not mine, where nobody is said to get it."""
    who = hoper(reading, amount)
    told = max((event.end for event in reading.events if event.end <= amount.index), default=0)
    return who not in ("", *amount.who) and not any(reading.who[told : amount.index])


_WITH_RISK = re.compile(r"dt?[.X]*K")


def _is_at_risk(reading: Reading, amount: Amount) -> bool:
    """`I choose X and hope that they choose X, with the risk of getting 0`: what X may bring, if the hope fails."""
    opens = _WITH_RISK.match(kinds_of(reading.phrases[amount.clause.start : amount.index])) is not None
    return hoper(reading, amount) in amount.who or (
        amount.risky and opens and not (reading.stated or amount.clause.events)
    )
