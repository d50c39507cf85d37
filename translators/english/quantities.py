"""Numbers that are no payoff of one role: differences, what both get together, and the numbers of cases.

Such a number stops being an amount, so that no reader takes it for a payoff; a difference is marked as one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from fractions import Fraction

from translators.english.phrase import GAINS, Phrase, kinds_of, words_of
from translators.english.totals import SUMS, TOTAL, goes_on_of_sum, is_total, totals_only

DIFFERENCE = "difference"
"""Meaning of a number that tells how far two payoffs lie apart."""


def payoffs_only(found: Sequence[Phrase], summed: bool, totals: Set[Fraction]) -> tuple[Phrase, ...]:
    """The phrases of a sentence, in which only payoffs and the terms of sums are left as amounts.

    Args:
        summed: whether the sentence before speaks of what both get together.
        totals: what the text said both get together, of what one of them never gets.
    """
    if summed and goes_on_of_sum(found):
        return totals_only(found)
    result = _asides(list(found))
    for index, phrase in enumerate(result):
        if phrase.kind != "N":
            continue
        if _is_of_formula(result, index):
            result[index] = replace(phrase, kind=".", meaning="formula")
        if _is_term(result, index):
            continue
        if _is_label(result, index):
            result[index] = replace(phrase, kind=".", meaning="label")
        elif _is_difference(result, index):
            result[index] = replace(phrase, kind=".", meaning=DIFFERENCE)
        elif (phrase.value in totals and not _is_mean(result, index)) or is_total(result, index):
            result[index] = replace(phrase, kind=".", meaning=TOTAL)
    return tuple(result)


_FOREGONE = re.compile(r"w?MY[YV.]W")


def _asides(found: list[Phrase]) -> list[Phrase]:
    """`nothing to fear` is no amount; `the 1 that X would have given me` is told only as what is lost."""
    for index, phrase in enumerate(found):
        following = kinds_of(found[index + 1 : index + 6])
        if [part.words for part in found[index : index + 2]] == ["thanks", "to"] and following[1:2] == "M":
            found[index + 2] = replace(found[index + 2], kind=".")
        if phrase.words == "nothing" and _is_no_amount(found, index):
            found[index] = replace(phrase, kind=".", value=None)
        elif phrase.value is not None and (foregone := _FOREGONE.match(following)):
            for at in range(index + 1, index + 1 + foregone.end()):
                found[at] = replace(found[at], kind=".")
    return found


_ANNOUNCED = re.compile(r"[({.]*M[)}.]*")
"""The `{X}` of `I don't want to get nothing: {X}`."""


def _is_no_amount(found: Sequence[Phrase], index: int) -> bool:
    """`nothing to fear`, `nothing wrong`, `all or nothing`; but `nothing to either of us`."""
    if index >= 2 and found[index - 1].kind == "|" and found[index - 2].words == "all":
        return True
    after = found[index + 1 : index + 3]
    if not after or after[0].words in ("wrong", "special", "certain"):
        return bool(after)
    if after[0].words == ":" and not _ANNOUNCED.fullmatch(kinds_of(found[index + 2 :])):
        return True
    if after[0].words in ("that", "which") and index and found[index - 1].kind == "B":
        return True
    rest = kinds_of(found[index + 1 : index + 6])
    if re.match(r"dt?Ad", rest) and after[0].words == "for" and found[index + rest.index("A") + 2].words == "to":
        return True
    return len(after) == 2 and after[0].words == "to" and after[1].kind not in "AtMN"


def _is_mean(found: Sequence[Phrase], index: int) -> bool:
    """`an expected payoff of 2`, though 2 may be what both get together elsewhere."""
    return any(phrase.kind == "m" for phrase in found[:index])


UNKNOWNS = frozenset("pqx")


def _is_of_formula(found: Sequence[Phrase], index: int) -> bool:
    """`5p`, `1 * (1 - p) + 3p`, `5 plus 1`: no payoff, but what one depends on."""
    for step in (-1, 1):
        at = index + step
        if 0 <= at < len(found) and found[at].words == "plus":
            return True
        while 0 <= at < len(found) and (found[at].kind in "N*+-/()" or found[at].words in UNKNOWNS):
            if found[at].words in UNKNOWNS:
                return found[min(at + 1, len(found) - 1)].kind != "("
            at += step
    return False


def _is_term(found: Sequence[Phrase], index: int) -> bool:
    """`5 - 3`, `= 2`: part of a sum that is worked out."""
    worked = any(phrase.kind in "+*/" for phrase in found[:index])
    equals = index > 1 and found[index - 1].kind == "=" and (worked or found[index - 2].kind in "N%")
    if _is_signed(found, index):
        return False
    dashed = kinds_of(found[index + 1 : index + 3]) in ("-A", "-M")
    return equals or (not dashed and any(phrase.kind in "+-*/" for phrase in found[max(0, index - 1) : index + 2]))


_LABELLED = frozenset(
    "case cases scenario scenarios outcome outcomes situation situations possibility possibilities combination"
    " combinations result results option options point points step group groups row column cell number line lines"
    " item items bullet bullets statement statements".split()
)


def _is_label(found: Sequence[Phrase], index: int) -> bool:
    """`Case 1`, `scenarios 3 and 4`, `(1)` after such a list: which of those that the text has numbered."""
    value = found[index].value
    if found[index].sure or value is None or value.denominator != 1 or index == 0:
        return False
    before = found[index - 1]
    if before.kind in "&|,/" and index >= 2:
        before = found[index - 2]
        return before.meaning == "label"
    return before.words in _LABELLED or (before.words == "with" and found[max(0, index - 2)].words == "deal")


_MARGINS = frozenset(
    "difference differences gap spread margin premium bonus surplus swing distance advantage disadvantage improvement"
    " increase decrease drop reduction variance edge regret regrets penalty".split()
)
_CHANGE = re.compile(
    r"(?:drop|fall|rise|ris|rais|increas|decreas|declin|improv|lower|reduc|sink|jump|climb|grow|slip|mov)"
    r"(?:e|es|s|ed|d|ing|ping|ped)?|fell|rose|sank|grew|up|down"
)
_BESIDE = frozenset("extra additional further".split())
_APART = frozenset(
    "more less higher lower better worse richer poorer ahead behind below above extra apart short additional".split()
) | {"better off", "worse off"}
_COSTS = frozenset("cost costs costing price add adds adding".split())
_LOSES = frozenset("lose loses losing lost loss".split())
_SMALL = "tL.AY"


def _is_difference(found: Sequence[Phrase], index: int) -> bool:
    """`better by 2`, `an extra 2`, `2 more`, `costs me 2`, `a gain of 2 over Y`: how far two payoffs lie apart."""
    listed = kinds_of(found[index + 1 : index + 3]) in ("|N", "&N")
    behind = index + 3 if listed and index + 3 < len(found) else index + 1
    after = found[behind] if behind < len(found) else None
    if after is not None and (after.words in _APART or (after.words.split(" ")[0] in _APART and after.kind == "Q")):
        return True
    if _is_signed(found, index) or _is_of_pair(found, index) or _is_staked(found, index):
        return True
    if _is_listed(found, index) or _is_spelled_out(found, index) or _is_of_change(found, index):
        return True
    if _is_gained_by_better(found, index):
        return True
    if found[index - 1].words == "worth" and any(phrase.meaning == DIFFERENCE for phrase in found[:index]):
        return True
    at = index - 1
    while at >= 0 and found[at].kind in _SMALL and found[at].words not in _BESIDE | _COSTS | _LOSES:
        at -= 1
    if at < 0:
        return False
    if found[at].words == "by" or (found[at].words in _BESIDE | _COSTS and found[at + 1].words != "up to"):
        return True
    return _of_margin(found, index) or _of_gain(found, index) or _of_loss(found, index)


_RISKS = frozenset("risk risks risking stake stakes staking".split())


def _is_staked(found: Sequence[Phrase], index: int) -> bool:
    """`X risks 1 to gain 2`: what one move may cost and bring, against the other."""
    for start in (index - 1, index - 4):
        words = [phrase.words for phrase in found[max(0, start) : start + 4]]
        if start >= 0 and len(words) == 4 and words[0] in _RISKS and words[2] == "to" and words[3] in GAINS | {"win"}:
            return bool(found[start + 1].value) or found[start + 1].meaning == DIFFERENCE
    return False


def _is_of_change(found: Sequence[Phrase], index: int) -> bool:
    """`my payoff drops from 5 to 3`: what a change of moves brings; not the range that a move has.

    Nor does `falls from a hoped-for 5 to 3` tell a payoff of what has been chosen.
    """
    first = index - 2 if found[index - 1].words == "to" else index
    following = kinds_of(found[first + 1 : first + 3])
    start = first - 1
    while start > 0 and first - start < 6 and found[start].words != "from" and found[start].kind in "tAd.H":
        start -= 1
    if start < 1 or found[start].words != "from" or following not in _FROM_TO:
        return False
    near = found[max(0, start - 4) : start]
    return any(_CHANGE.fullmatch(phrase.words) for phrase in near)


_FROM_TO = ("dN", "d.")


def _is_listed(found: Sequence[Phrase], index: int) -> bool:
    """`I lose 2 if they choose X and 1 if they choose Y`: with the verb of the difference before it."""
    last = next((at for at in range(index - 1, -1, -1) if found[at].value is not None), None)
    if last is None or found[last].kind != ".":
        return False
    parting = [phrase for phrase in found[last:index] if phrase.kind in "VWPBbe;:(" and phrase.words not in SUMS]
    payoff = [phrase.kind for phrase in parting] == ["P"] and found[last + 1].words == "to"
    if parting and not payoff:
        return False
    return found[last].meaning == DIFFERENCE or found[max(0, last - 1)].words in _LOSES


def _is_spelled_out(found: Sequence[Phrase], index: int) -> bool:
    """`I'd lose something by choosing X: 1 here, 2 there`, `what I'd lose by X is 1`, `the cost of X is 1`.

    So does `what I risk by X is 1`, where it is more than nothing.
    """
    for at in range(index - 2):
        asked = found[at].words in _LOSES | GAINS and found[max(0, at - 3)].words == "what"
        if asked and found[index - 1].kind == "(" and not set(kinds_of(found[at:index])) & set("N;B"):
            return True
        staked = found[at].words in _RISKS and found[index].value
        if (found[at].words in _LOSES or staked) and "what" in (part.words for part in found[max(0, at - 3) : at]):
            return "B" in _unbroken(found, at, index)
        some = found[at + 1].words == "something"
        how = found[at + 1 + some].words in ("by", "from")
        if found[at].words in _LOSES and how and "B" in _unbroken(found, at, index):
            return True
        if (
            found[at].words in GAINS
            and how
            and "B" in _unbroken(found, at, index)
            and "T" in _unbroken(found, at, index)
        ):
            return True
        if found[at].words in _LOSES | GAINS and how and (some or found[at].words in _LOSES):
            return ":" in _unbroken(found, at, index)
        if found[at].words in _COSTS and found[at + 1].words == "of" and "B" in _unbroken(found, at, index):
            return True
    return False


_GAIN = re.compile(
    r"\b(?:(?:the|my) (?:extra |additional |net |relative )?(?:gain|benefit|extra payoff) (?:is|would be)|i gain)$"
)


def _is_gained_by_better(found: Sequence[Phrase], index: int) -> bool:
    """`I earn more with X: the gain is 1 if they choose X and 2 if they choose Y`: against what Y would bring."""
    ranked = any(phrase.kind == "Q" and phrase.meaning in ("higher", "lower") for phrase in found[: index - 3])
    parted = any(phrase.kind in ":;&," for phrase in found[max(0, index - 6) : index])
    return ranked and parted and _GAIN.search(words_of(found[max(0, index - 6) : index])) is not None


def _unbroken(found: Sequence[Phrase], start: int, end: int) -> str:
    """The kinds between two indexes, or nothing where something else begins between them."""
    kinds = kinds_of(found[start:end])
    return kinds if not set(kinds) & set("VWb;I") or ":" in kinds else ""


def _is_signed(found: Sequence[Phrase], index: int) -> bool:
    """`+2 if they choose X, -1 if they choose Y`: what is won or lost by a choice."""
    signed = [
        at
        for at in range(1, len(found))
        if found[at].value is not None and found[at - 1].kind == "+" and (at == 1 or found[at - 2].kind not in "N%).")
    ]
    return index in signed or (bool(signed) and (found[index].value or 0) < 0)


def _is_of_pair(found: Sequence[Phrase], index: int) -> bool:
    """`a gain of 2 (5 instead of 3)`, `2 if they choose X (5 instead of 3)`: what lies between those in brackets."""
    opening = next((at for at in range(index + 1, min(index + 8, len(found))) if found[at].kind in "(N;:"), index)
    pair = found[opening : opening + 4]
    if kinds_of(pair) != "(NTN":
        return False
    first, second = pair[1].value, pair[3].value
    if first is None or second is None or abs(first - second) != found[index].value:
        return False
    gain = any(phrase.words in GAINS | _LOSES or phrase.meaning == "forgo" for phrase in found[:index])
    return gain or found[index].value not in (first, second)


def _of_margin(found: Sequence[Phrase], index: int) -> bool:
    """`the difference between X and Y is 2`: no verb of getting parts the noun from the number."""
    if found[index - 1].kind == "(" and any(phrase.words.startswith("regret") for phrase in found[:index]):
        before = kinds_of(found[:index])
        return re.search(r"Q[dt]*M(?:\([^()]*\)[Td]*M)?\($", before) is not None
    for at in range(index - 1, -1, -1):
        if found[at].kind in "VW;(":
            return False
        if found[at].words in _MARGINS:
            return True
    return False


def _of_gain(found: Sequence[Phrase], index: int) -> bool:
    """`I gain 2 over X`, `a gain of 2 relative to X`, `I lose 1 or gain 2`: held against what one gets otherwise."""
    gains = next((at for at in range(index - 1, max(-1, index - 12), -1) if found[at].words in GAINS), None)
    if gains is None or any(phrase.kind in "N;" for phrase in found[gains:index]):
        return False
    if any(_is_loss(found, at) for at in range(len(found))):
        return True
    after = kinds_of(found[index + 1 : index + 5])
    return bool(re.match("(?:dGM)?T", after)) and all(phrase.kind != "N" for phrase in found[index + 1 : index + 6])


def _of_loss(found: Sequence[Phrase], index: int) -> bool:
    """`the most I can lose by choosing X is 2`: how much less than otherwise."""
    if found[index - 1].kind != "B":
        return False
    lost = next((at for at in range(index - 2, -1, -1) if found[at].kind in "NV;" or found[at].words in _LOSES), None)
    return lost is not None and found[lost].words in _LOSES and any(part.kind == "X" for part in found[:lost])


def _is_loss(found: Sequence[Phrase], index: int) -> bool:
    """`lose 1`, `cost me 2`, of which the number is more than nothing."""
    if found[index].words not in _LOSES | _COSTS:
        return False
    for phrase in found[index + 1 : index + 11]:
        if phrase.value or phrase.kind in "VW;":
            return bool(phrase.value)
    return False
