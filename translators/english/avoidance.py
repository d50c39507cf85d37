"""Amounts that a text says are avoided: `avoids the risk of 0`, `the worst outcome (0) is ruled out`."""

from __future__ import annotations

import re

from translators.english.clauses import Reading
from translators.english.phrase import kinds_of, words_of

_OBJECTS = frozenset("my their our your both us me myself yourself themselves ourselves".split())


def avoided(reading: Reading, index: int, low: int) -> bool:
    """`avoids the risk of getting 0`, `avoid the worst outcome (0)`, `the worst outcome (0) is ruled out`."""
    if _is_ruled_out(reading, index) or _is_of_avoided(reading, index):
        return True
    for at in range(index - 1, low - 1, -1):
        phrase = reading.phrases[at]
        if phrase.kind == "O" or (phrase.kind == "S" and phrase.meaning == "minimizes"):
            return True
        spared = phrase.kind == "A" and reading.phrases[at - 1].kind == "O"
        if phrase.kind == "&" and reading.phrases[at + 1].kind == "V" and reading.clause_at(index).start < at:
            continue
        if phrase.kind in "AC&b" and phrase.words not in _OBJECTS and not spared:
            return False
    return False


_OUTCOME = re.compile(r"Ot?[.X]*PI[AYt]*[VB]?[tL]*$")


def _is_of_avoided(reading: Reading, index: int) -> bool:
    """`prevents the outcome in which both get 0`: what one gets there."""
    return _OUTCOME.search(kinds_of(reading.phrases[max(0, index - 11) : index])) is not None


_RULED_OUT = re.compile(r"[)P]*[Ya.]*B[Ya.]*O(?![tAVNXPK])")


_NEVER = re.compile(
    r"(?:\) )?(?:(?:is|'s) never an? "
    r"|(?:never|cannot|(?:can|won|does|doesn|will|could|couldn) (?:not|'t)) (?:ever )?(?:occurs?|happens?|arises?))"
)


def _is_ruled_out(reading: Reading, index: int) -> bool:
    """`The worst case (0) is ruled out`, `0 never occurs`: what follows the amount says that it is avoided."""
    after = words_of(reading.phrases[index + 1 : index + 6])
    return bool(_NEVER.match(after)) or bool(_RULED_OUT.match(kinds_of(reading.phrases[index + 1 : index + 9])))
