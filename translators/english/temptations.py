"""What each could or would like to get alone, and what one risks by another move than the one that is granted."""

from __future__ import annotations

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.grammar_words import MAY
from translators.english.phrase import POSSESSIVES
from translators.english.scene import BOTH, ONE

_MOTIVES = frozenset(
    "tempted temptation incentive incentives motive reason reasons motivated inclined drawn want wants wanting like"
    " rather prefer prefers wish wishes regret regrets think consider considering try tries trying".split()
)


def is_tempting(reading: Reading, amount: Amount) -> bool:
    """`Each of us is tempted to choose X and get 5`, `each of us could choose X and get 5`: not if both do so.

    With `5 each` it is what both get, and what a condition tells is what both do: `if both want to choose X`.
    """
    phrases, end = reading.phrases, amount.index
    if phrases[end + 1 : end + 2] and phrases[end + 1].kind == "e":
        return False
    subject = _subject(reading, amount)
    if subject is None:
        return False
    chosen = [event for event in reading.events if subject < event.end and event.start < end]
    if any(event.agent != BOTH for event in chosen):
        return False
    words = {phrase.words for phrase in phrases[subject:end]}
    each = phrases[subject].words.startswith(("each ", "either ")) and bool(chosen)
    return bool(_MOTIVES & words) or (each and bool(MAY & words))


def _subject(reading: Reading, amount: Amount) -> int | None:
    """Where the phrase for both or each stands whose verbs lead up to an amount; None for anyone else's."""
    for at in range(amount.index - 1, -1, -1):
        phrase = reading.phrases[at]
        if phrase.kind in "Ic;:(":
            return None
        if phrase.kind == "A" and phrase.words not in POSSESSIVES:
            conditional = at > 0 and reading.phrases[at - 1].kind == "I"
            return at if reading.who[at] in (BOTH, ONE) and not conditional else None
    return None


_CONCEDES = frozenset(("although", "though", "even though", "while", "whereas", "despite"))
_ACCEPTS = frozenset(
    "even despite accept accepting willing prepared ready worth take taking try hope trust trusting rather".split()
)


def is_of_what_is_done(reading: Reading, amount: Amount) -> bool:
    """`Although X is safer, I try to cooperate, even with the risk of 0`: the risk of what is done instead of X."""
    granted, clause = reading.clauses[0], amount.clause
    own = [event for part in reading.clauses[1:] for event in part.events if event.start < amount.index]
    if reading.phrases[0].words not in _CONCEDES or clause is granted or own or not amount.risky:
        return False
    return any(phrase.words in _ACCEPTS for phrase in reading.phrases[granted.end : amount.index])
