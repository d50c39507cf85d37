"""Amounts that a word points back to: `they get this payoff by …`, `5, which happens if …`, `the way to get it`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from translators.english.grammar_words import HAPPENS, POINTERS, PRONOUNS
from translators.english.phrase import Phrase, kinds_of

_HAPPENED = HAPPENS | {"happened"}


def _happens(found: Sequence[Phrase], index: int) -> bool:
    """`this happens if …`, `which would only occur when …`: an amount is told first, and then where one gets it."""
    for phrase in found[index + 1 : index + 4]:
        if phrase.words in _HAPPENED:
            return True
        if phrase.kind not in "Y.":
            return False
    return False


def _only(found: Sequence[Phrase], last: Fraction | None) -> Fraction | None:
    """The one amount that was told so far in a sentence, or else in the one before it."""
    values = {phrase.value for phrase in found if phrase.kind == "N"}
    return values.pop() if len(values) == 1 else None if values else last


_SUMMED_UP = frozenset("payoff amount reward payout return".split())


_OBJECTS = ("Vit", "Vthat", "Vthis", "Oit")


def _is_noun_next(found: Sequence[Phrase], index: int) -> bool:
    """The `this` of `get this outcome`, and the `that` of `it secures that I get 1`."""
    following = kinds_of(found[index + 1 : index + 2])
    return following in tuple("P.HX") if found[index].words == "this" else following == "A"


def _is_aim(before: Phrase | None, shunned: bool) -> bool:
    """`I never want to get 0. X achieves this`: not to get it."""
    return shunned and before is not None and before.words.startswith(("achiev", "accomplish", "attain"))


def with_antecedents(found: Sequence[Phrase], last: Fraction | None, *, shunned: bool = False) -> tuple[Phrase, ...]:
    """`They get this payoff by …`, `the highest is 5, which they get by …`: the amount meant is put in.

    Args:
        last: the only amount of the sentence before, or None.
        shunned: whether that one was said not to be got.
    """
    result: list[Phrase] = []
    carried: Fraction | None = None
    for index, phrase in enumerate(found):
        before = found[index - 1] if index else None
        if phrase.words in _SUMMED_UP and before is not None and before.words in ("this", "that") and last is not None:
            if index >= 2 and found[index - 2].kind in "VWd":
                phrase = replace(phrase, kind="N", value=last, sure=True)
        elif phrase.words in PRONOUNS and (before is None or before.kind in ",;&bc") and _happens(found, index):
            comma = phrase.words == "which" and index >= 2 and found[index - 2].kind == "N"
            meant = found[index - 2].value if comma else None if phrase.words == "which" else _only(result, last)
            phrase = phrase if meant is None else replace(phrase, kind="N", value=meant, sure=True)
        elif before is not None and before.kind + phrase.words in _OBJECTS and not _is_noun_next(found, index):
            named = "X" in kinds_of(result) and "N" not in kinds_of(result) and result[0].words not in POINTERS
            meant = None if named or _is_aim(before, shunned) else _only(result, last)
            phrase = phrase if meant is None else replace(phrase, kind="N", value=meant, sure=True)
        elif phrase.words == "which" and index >= 2 and before is not None and before.kind == ",":
            carried = found[index - 2].value if found[index - 2].kind == "N" else None
        elif phrase.kind in "N,;b&QTB" and carried is not None:
            carried = None
        result.append(phrase)
        if phrase.kind == "V" and carried is not None and any(part.kind == "A" for part in result[-4:-1]):
            result.append(Phrase("N", "", "#", phrase.start, phrase.end, carried, True))
            carried = None
    return tuple(result)
