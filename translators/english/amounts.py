"""Amounts and whose they are: every number of a sentence that is a payoff, as a claim about the scene it is in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from translators.english.amount import Amount
from translators.english.avoidance import avoided
from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.grammar_words import CHANGES, MAY, SECURES
from translators.english.holders import holders, is_own_clause, place
from translators.english.openings import points_back
from translators.english.phrase import POSSESSIVES, Phrase, kinds_of, words_of
from translators.english.quantities import DIFFERENCE, UNKNOWNS
from translators.english.scene import ME
from translators.english.versus import is_pair_of_two


def amounts(reading: Reading, taken: frozenset[int]) -> list[Amount]:
    """The payoffs of a sentence; `taken` are phrases that arithmetic has used up."""
    found: list[Amount] = []
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind != "N" or index in taken or phrase.value is None:
            continue
        if not _is_payoff(reading, index) and not place(reading, index):
            continue
        if is_pair_of_two(reading, index):
            continue
        if _is_apposition(reading, index) and found and found[-1].value == phrase.value:
            named = found.pop()
            found.append(replace(named, index=index, clause=reading.clause_at(index)))
            continue
        found.append(_amount(reading, index, phrase.value, found))
    return found


def _is_apposition(reading: Reading, index: int) -> bool:
    """`nothing (0)`: the same amount again in brackets."""
    return index >= 2 and reading.phrases[index - 1].kind == "(" and reading.phrases[index - 2].kind == "N"


_LINKS = frozenset("V W P B J K X L Q : = ( T F O H".split())


def _glossed_before(reading: Reading, at: int) -> int | None:
    """The 3 of `3 (if I choose X) and 0`: the amount before the bracket that closes at `at`."""
    while at > 0 and reading.phrases[at].kind != "(":
        at -= 1
    return at - 1 if at > 0 and reading.phrases[at - 1].kind == "N" else None


_CHANCES = frozenset("probability probabilities likelihood likelihoods chance chances odds".split())


def _is_payoff(reading: Reading, index: int) -> bool:
    """Whether a number is money: it has a currency, or a word of payoffs stands by it."""
    phrases = reading.phrases
    following = kinds_of(phrases[index + 1 : index + 3])
    if following.startswith("q"):
        return False
    if phrases[index].sure:
        return True
    if 0 < (phrases[index].value or 0) < 1 and any(phrase.words in _CHANCES for phrase in phrases[:index]):
        return False
    at = index - 1
    while at >= 0 and phrases[at].kind in "t L , N | & . / ( d e a -".split():
        index = at if phrases[at].kind == "N" else index
        at -= 1
    if at > 0 and phrases[at].kind == ")" and (listed := _glossed_before(reading, at)) is not None:
        return _is_payoff(reading, listed)
    if at < 0:
        return False
    if phrases[at].words in "<>" and phrases[at - 1].kind != "N":
        return False
    if phrases[at].kind in "=B" and any(phrase.words in UNKNOWNS for phrase in phrases[max(0, at - 2) : at]):
        return False
    return phrases[at].kind in "VWPKJXQT" or (phrases[at].kind in ":=AMB" and index - at <= 2)


_COUNTED_ON = re.compile(
    r"\b(?:count|counting|bank|banking|rely|relying) on(?: getting| earning| receiving)?(?: a| the)?$"
)


def _amount(reading: Reading, index: int, value: Fraction, before: list[Amount]) -> Amount:
    clause = reading.clause_at(index)
    phrases = reading.phrases
    low = _low(reading, index, clause)
    after_it = kinds_of(phrases[low : low + 2]) == "dJ" and phrases[low].words == "for"
    window = range(low + 2 if after_it else low, index)
    kinds = [phrases[i].kind for i in window]
    whose = holders(reading, index, low, before)
    changes = any(phrase.words.startswith(CHANGES) for phrase in phrases[: clause.end])
    if len(whose) == 2 and (changes or clause.leaves_alone):
        whose = (ME,)
    bound = _bound(reading, index, low)
    if not bound and re.match(r"L(?!t?N)", kinds_of(phrases[index + 1 : index + 4])):
        bound = phrases[index + 1].meaning
    bound = _beyond(reading, index) or _end_of_range(reading, index) or _limit(reading, index) or bound
    bound = "top" if bound == "most" and _can_be_got(reading, index, low) else bound
    bound = bound or ("most" if _is_only_one(reading, index, clause) else "")
    position = reading.clauses.index(clause)
    bounds = not clause.events or (bound in ("least", "most") and phrases[index - 1].kind in "tT")
    if clause.kind == "than" and bounds and bound not in ("", "beyond") and position:
        told = reading.clauses[position - 1]
        clause = clause if told.scene.empty and not clause.scene.empty else told
    extreme, extreme_at = ("", -1) if _is_marked_itself(reading, index) else _extreme(reading, index, low)
    may = any(phrases[i].words in MAY for i in window)
    secured = not may and any(phrases[i].words in SECURES for i in window)
    secured = secured or bool(_COUNTED_ON.search(" ".join(phrases[i].words for i in window)))
    either = kinds_of(phrases[index + 1 : index + 3]) == "|N"
    promised = "|" not in "".join(kinds).rpartition("J")[2] and not either
    floor = any(phrases[i].meaning == "floor" for i in window)
    steady = phrases[index - 1].words in STEADY and phrases[index - 2].kind == "t" and not may
    sure = (
        steady or ((("J" in kinds and promised) or secured or floor) and "n" not in kinds) or _is_surely(reading, index)
    )
    bound = "least" if bound == "worst" and sure else bound
    return Amount(
        index,
        value,
        whose,
        clause,
        bound=bound,
        sure=sure,
        risky="K" in kinds,
        extreme=extreme,
        extreme_at=extreme_at,
        denied=("n" in kinds and bound in ("", "top", "worst") and not is_own_clause(phrases, index))
        or _is_denied_too(reading, index, before),
        avoided=avoided(reading, index, min(low, max(0, extreme_at - 3) if extreme else low))
        or _is_avoided_too(reading, index, before),
    )


STEADY = frozenset("steady stable consistent reliable fixed constant assured certain dependable safe secure".split())

_ONLY = re.compile(r"\b(?:can|could|will|would) only (?:ever )?\S+(?: me| you| them)?$")
_LISTING = frozenset("or and if when unless provided".split())


def _is_only_one(reading: Reading, index: int, clause: Clause) -> bool:
    """`X can only ever give me 1`: nothing more, where no condition is told, nor was before."""
    phrases = reading.phrases
    after = phrases[index + 1].words if index + 1 < len(phrases) else ""
    told = kinds_of(phrases)
    alone = told.count("N") == 1 and not set(told) & set("IUX") and after not in _LISTING
    alone = alone and reading.before.them is None and not points_back(phrases)
    return alone and not clause.scene.full and bool(_ONLY.search(words_of(phrases[:index])))


def _can_be_got(reading: Reading, index: int, low: int) -> bool:
    """`X can earn me 5 at most`: so it can earn that."""
    window = [phrase.words for phrase in reading.phrases[low:index]]
    after = reading.phrases[index + 1 : index + 2]
    can = any(words in ("can", "could") for words in window)
    denied = any(phrase.kind == "n" for phrase in reading.phrases[low:index])
    return can and bool(after) and after[0].words in ("at most", "at the most") and not denied


def _is_denied_too(reading: Reading, index: int, before: list[Amount]) -> bool:
    """`I can never get 0 or 5`: the second of two amounts that one negation denies."""
    listed = kinds_of(reading.phrases[index - 2 : index]) == "N|"
    return listed and bool(before) and before[-1].denied and before[-1].index == index - 2


_IS_SURE = re.compile(r"[)]?Y*B[a.]*(?:Ad)?J")


def _is_surely(reading: Reading, index: int) -> bool:
    """`I get 3 for sure`, `3 guaranteed`, `3 is guaranteed`."""
    after = reading.phrases[index + 1 : index + 3]
    if _IS_SURE.match(kinds_of(reading.phrases[index + 1 : index + 7])):
        return True
    return kinds_of(after).removeprefix("d").startswith("J") and after[0].words in (
        "for",
        "guaranteed",
    )


_TOO = re.compile(r"N,?b[at.]*[KP]*[dtP]*$")


_PAIRED = ("N/", "N|", "N&")


def _is_avoided_too(reading: Reading, index: int, before: list[Amount]) -> bool:
    """`X eliminates the possibility of 0, but also that of 3`: the second of two amounts that one verb avoids.

    So is that of `I give up the chance of 3/3`, `X rules out 0 and 3`.
    """
    if not before or not before[-1].avoided:
        return False
    between = kinds_of(reading.phrases[before[-1].index : index])
    after = kinds_of(reading.phrases[index + 1 : index + 3]).removeprefix("P")
    if between in _PAIRED and after[:1] not in tuple("BVW"):
        return True
    also = any(phrase.words == "also" for phrase in reading.phrases[before[-1].index : index])
    return also and _TOO.match(between) is not None


def _low(reading: Reading, index: int, clause: Clause) -> int:
    """Where the words that govern an amount begin: after the amount before it, or at its clause."""
    low = clause.start
    position = reading.clauses.index(clause)
    if (_is_apart(reading, index) and all(p.kind in "tL(" for p in reading.phrases[low:index])) or (
        position and reading.phrases[low - 1].words == "which" and reading.phrases[low].kind == "B" and index <= low + 2
    ):
        low = reading.clauses[position - 1].start
    for i in range(index - 1, low - 1, -1):
        if reading.phrases[i].kind == "N":
            return i + 1
    return low


def _is_apart(reading: Reading, index: int) -> bool:
    """`the worst outcome (0)`, `the worst outcome, 0`: an amount set apart from the words that it belongs to."""
    clause = reading.clause_at(index)
    position = reading.clauses.index(clause)
    if not position or clause.before[-1:] != ",":
        return position > 0 and clause.before[-1:] in "(:[="
    before = reading.phrases[reading.clauses[position - 1].start : clause.start]
    named = any(phrase.kind == "X" for phrase in before) and not any(phrase.kind == "N" for phrase in before)
    return named and all(phrase.kind in "tN." for phrase in reading.phrases[clause.start : clause.end])


def _is_second(reading: Reading, at: int, index: int) -> bool:
    """`the best and the worst payoffs (5 and 0)`: the second of two amounts for two superlatives."""
    phrases = reading.phrases
    superlatives = [i for i in range(max(0, at - 9), at) if phrases[i].kind == "X"]
    joined = len(superlatives) == 2 and any(p.kind == "&" for p in phrases[superlatives[0] : superlatives[1]])
    return joined and index == at + 2 and phrases[at + 1].kind == "&"


_BEFORE_AMOUNT = frozenset("P H . u o d B t L : ( ) = e A Y V J m S M G".split())
_STRESS = frozenset("absolute absolutely clearly definitely obviously single very".split())


_GIVEN = re.compile(r"w?MY?WA?")
"""`the lowest payoff that X can give me`: the move belongs to the superlative."""
_GOT = re.compile(r"w(?=AY+V|B\.?H)|(?<=d)w(?=\.?[B,:])")
"""`the highest payoff that I can get`, `that is available to me`, `in this game`: as without that word."""


def _is_marked_itself(reading: Reading, index: int) -> bool:
    """`X has the best worst case: I get 1 at minimum`: the least of X, and no superlative before the colon's."""
    after = reading.phrases[index + 1 : index + 2]
    return after[:1] != () and after[0].kind == "L" and kinds_of(reading.phrases[index + 1 : index + 4])[1:2] != "N"


def _extreme(reading: Reading, index: int, low: int) -> tuple[str, int]:
    """`the highest payoff of 5`, `5 (highest payoff)`, `5, which is the lowest payoff`."""
    phrases = reading.phrases
    if kinds_of(phrases[index + 1 : index + 4]) == "(X)":
        return phrases[index + 2].meaning, index + 2
    for at in range(index - 1, max(0, index - 11) - 1, -1):
        between = kinds_of(phrases[at + 1 : index]).replace(",wB", "B")
        if index - at > 9 and ":" in between:
            break
        between = _GOT.sub("", _GIVEN.sub("M", between))
        if phrases[at].kind == "X" and all(kind in _BEFORE_AMOUNT for kind in between):
            first = next((i for i in range(at - 1, max(-1, at - 5), -1) if phrases[i].kind == "X"), None)
            listed = kinds_of(phrases[index + 1 : index + 3]) == "&N"
            respective = first is not None and listed and any(p.kind == "&" for p in phrases[first:at])
            return (phrases[first].meaning, first) if respective and first is not None else (phrases[at].meaning, at)
        told = phrases[at].kind == "N" and not _is_second(reading, at, index)
        if phrases[at].kind in "QT" or phrases[at].meaning == DIFFERENCE or told:
            break
    if low == index or phrases[index - 1].kind in "(:":
        at = index - 2
        while at >= 0 and phrases[at].kind in "PH.uodtYAea" and index - at < 9:
            at -= 1
        if at >= 0 and phrases[at].kind == "X" and phrases[index - 1].kind in "(:":
            return phrases[at].meaning, at
    at = index + 1 + (phrases[index + 1 : index + 2] != () and phrases[index + 1].kind == "P")
    while (
        at < len(phrases)
        and (phrases[at].kind in ",(wtBe" or phrases[at].words in POSSESSIVES | _STRESS or phrases[at].words == "in")
        and at - index <= 6
    ):
        at += 1
    if at < len(phrases) and phrases[at].kind == "X" and at > index + 1 and _noun_follows(reading, at):
        return phrases[at].meaning, at
    return "", -1


_RELATIVE = re.compile(r"AY*V[.,;)]?$")


def is_of_one_move(reading: Reading, at: int) -> bool:
    """`If I choose X, 3 is the least I can get`: an extreme of X, where no other move is named."""
    relative = _RELATIVE.match(kinds_of(reading.phrases[at + 1 : at + 6]))
    named = {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"}
    return relative is not None and named == {reading.clause_at(at).scene.me}


_ATTAINED = re.compile("AY+VI")
"""`the most they can get if …`, after the superlative."""


def _noun_follows(reading: Reading, at: int) -> bool:
    if is_of_one_move(reading, at) or _ATTAINED.match(kinds_of(reading.phrases[at + 1 : at + 5])):
        return True
    for phrase in reading.phrases[at + 1 : at + 4]:
        if phrase.kind == "P":
            return True
        if phrase.kind not in "H.uY":
            return False
    return False


def _end_of_range(reading: Reading, index: int) -> str:
    """`from 1 up to 5`, `between 1 and 5`, `the range is 1 to 5`: the least and the most."""
    phrases = reading.phrases
    for start in (index, index - 2):
        ends = phrases[max(0, start) : start + 3]
        if start < 1 or kinds_of(ends[::2]) != "NN" or not _opens_range(phrases, start) or ends[1].words not in _RANGES:
            continue
        values = [ends[0].value or Fraction(0), ends[2].value or Fraction(0)]
        return "worst" if phrases[index].value == min(values) else "top"
    return ""


_RANGES = ("to", "and", "-", "up to")


def _opens_range(phrases: Sequence[Phrase], index: int) -> bool:
    if index and phrases[index - 1].kind in "B:":
        return any(phrase.words == "range" for phrase in phrases[max(0, index - 5) : index])
    return index > 0 and phrases[index - 1].words in ("from", "between")


def _bound(reading: Reading, index: int, low: int) -> str:
    """`at least`, `up to` before an amount, with nothing between but what belongs to it."""
    for at in range(index - 1, low - 1, -1):
        phrase = reading.phrases[at]
        if phrase.kind == "L":
            promised = phrase.words == "no more than" and re.search("JA?$", kinds_of(reading.phrases[low:at]))
            return "beyond" if promised else phrase.meaning
        if phrase.kind not in "tXPHSJdVY.:(BQA" or (
            phrase.kind == "A" and phrase.words not in ("me", "us", "i", "them")
        ):
            return ""
    return ""


_LIMITING = re.compile(r"\b(?:limits?|restricts?) (?:me|you|us|them) to$|\bcaps? my \w+ at$|\b(?:maxes|tops) out at$")


def _limit(reading: Reading, index: int) -> str:
    """`X limits me to 3`: the most it brings."""
    before = words_of(reading.phrases[max(0, index - 4) : index])
    return "most" if _LIMITING.search(before) else ""


_SECURED = SECURES | {"secured"}
_LIMITS = {"below": "least", "under": "least", "beneath": "least", "above": "most"}
"""What an amount is of which a text says that one never falls below it, or never comes above it."""


def _beyond(reading: Reading, index: int) -> str:
    """`less than 3`: `least` where it is denied, `most` for a denied `more than`, otherwise `beyond`."""
    phrases = reading.phrases
    at = index - 1
    while at > 0 and phrases[at].kind in "tP.d" and phrases[at].words not in _LIMITS:
        at -= 1
    if (limit := phrases[at].words.split(" ")[-1]) in _LIMITS:
        near = phrases[max(0, at - 6) : at]
        denied = any(phrase.kind == "n" for phrase in near) and not any(phrase.kind == "J" for phrase in near)
        floor = any(phrase.meaning == "floor" or phrase.words == "minimum" for phrase in near)
        return _LIMITS[limit] if denied and not floor else "beyond"
    if at < 1 or phrases[at].words != "than" or phrases[at - 1].kind != "Q":
        return ""
    low = next((i + 1 for i in range(at - 2, max(0, at - 6), -1) if phrases[i].kind in "b;:"), max(0, at - 6))
    if not any(phrase.kind == "n" for phrase in phrases[low : at - 1]):
        return "beyond" if phrases[at - 1].words in ("less", "more") else ""
    if any(phrase.kind == "J" or phrase.words in _SECURED for phrase in phrases[low : at - 1]):
        return "beyond"
    return "least" if phrases[at - 1].meaning == "lower" else "most"
