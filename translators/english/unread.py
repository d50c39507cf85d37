"""Sentences that are not read: those that are not asserted, and those that claim more than could be read."""

from __future__ import annotations

import re

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.phrase import kinds_of, words_of
from translators.english.quantities import DIFFERENCE
from translators.english.scene import BOTH, ME, THEM

_DENIALS = (
    "not true that",
    "not the case that",
    "false that",
    "incorrect that",
    "wrong that",
    "untrue that",
    "mistake to think",
    "mistaken to think",
    "wrong to say",
    "incorrect to say",
    "mistakenly",
)


def says_false(reading: Reading) -> bool:
    """`It is not true that …`: what follows is told only to be denied."""
    words = words_of(reading.phrases[:14])
    return any(denial in words for denial in _DENIALS) or words.startswith(("isn 't it", "what if", "would i"))


def is_of_others(reading: Reading) -> bool:
    """`They would go for X if the other player chose Y`: of someone whom the other player plays, not of the two here.

    With an `I` in it, or where `they` comes second, it is one and the same: `The other player chooses X if they …`.
    """
    if ME in reading.who or BOTH in reading.who:
        return False
    chosen = [event for event in reading.events if event.form == "finite" and dict(event.moves).keys() == {THEM}]
    if len(chosen) != 2 or {reading.clause_at(event.start).kind for event in chosen} != {"main", "if"}:
        return False
    first, second = (reading.phrases[event.start].words in ("they", "he", "she") for event in chosen)
    return first and not second


_UNSAID = re.compile(
    r"(?:\b|(?<=\s))(?:cannot|'t|not|never|hardly)(?: \S+)? (?:claim|say|saying|state|conclude|argue|assert|"
    r"maintain|agree|think|believe|see why|mean|imply|clear|certain|sure|obvious|convinced|call it true)\b.*\bthat\b"
    r"|\b(?:one|some|someone|it) (?:might|may|could) (?:seem|appear|look|think|argue|believe|say)\b"
)


_REPORT = re.compile(
    r"(?<!as )\bi (?:(?:had|have|previously|initially|earlier|originally|first|just|wrongly|incorrectly|erroneously) )*"
    r"(?:said|stated|claimed|wrote|argued|assumed|thought|believed|concluded|suggested|asserted)\b"
    r"|\bmy (?:earlier|previous|initial|first|original|prior|last) "
    r"(?:reasoning|statement|claim|assumption|response|analysis|argument|answer|thought|conclusion|calculation) "
    r"(?:had )?(?:said|stated|claimed|argued|assumed|suggested|concluded|implied|was that)\b"
)


def _is_report(reading: Reading, index: int) -> bool:
    """`I said that X is safe`: what was said before, up to a `but` or a semicolon, is not said again."""
    low = max((at for at in range(index) if reading.phrases[at].kind in ";b"), default=-1)
    return bool(_REPORT.search(words_of(reading.phrases[low + 1 : index])))


def unsaid(reading: Reading, index: int) -> bool:
    """`I can't claim that X is better`, `one might think that X is better`: what the text itself does not say."""
    if _is_report(reading, index):
        return True
    low, high = index, index + 1
    while low > 0 and reading.phrases[low - 1].kind not in ",;:bc":
        low -= 1
    while high < len(reading.phrases) and reading.phrases[high].kind not in ",;:bc":
        high += 1
    words = [phrase.words for phrase in reading.phrases[low:high]]
    opens = reading.phrases[0].words in ("initially", "at", "on")
    opening = [phrase.words for phrase in reading.phrases[: min(low, 5)]] if opens else []
    return bool(_UNSAID.search(" ".join(words[: index + 1 - low])) or _AT_FIRST.search(" ".join(opening + words)))


_AT_FIRST = re.compile(
    r"\b(?:seems?|appears?|looks?|sounds?) (?:like )?.*\b(?:at first|initially|on the surface)\b"
    r"|\b(?:at first|initially|on the surface)\b.*\b(?:seems?|appears?|looks?|sounds?)\b"
)


def reason_unread(reading: Reading, found: list[Amount]) -> str:
    """Why a sentence that seems to claim something of payoffs gave no claim; empty where it claims nothing."""
    kinds = kinds_of(reading.phrases)
    if found and any(amount.denied for amount in found):
        return "a payoff is denied, without what it is instead"
    if found:
        return "a payoff without both choices, or without a move it is said of"
    if any(phrase.meaning == DIFFERENCE for phrase in reading.phrases):
        return "a difference, without the payoffs it lies between"
    if "m" in kinds and ("M" in kinds or "Q" in kinds):
        return "an expected payoff without the chances it rests on"
    if "M" in kinds and "P" in kinds and any(kind in kinds for kind in "QXJSO"):
        return "a comparison or an extreme whose other side is not named"
    return ""
