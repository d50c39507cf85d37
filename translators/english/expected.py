"""Arithmetic and expected payoffs: sums that are worked out in the text, and what a mix of chances gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.cells import moves_alike
from translators.english.clauses import Reading
from translators.english.mixes import Chances, is_mean, lists_means, means_of_moves
from translators.english.names import Names
from translators.english.outright import names_another
from translators.english.phrase import Phrase, kinds_of, words_of
from translators.english.quantities import UNKNOWNS
from translators.english.scene import ME, THEM, Scene
from translators.english.subject import negated, subject


@dataclass(frozen=True)
class Sum:
    """An equation in a text: the expression, the result that is claimed, and the phrases it takes up."""

    start: int
    end: int
    expression: str
    result: Fraction | None
    weights: frozenset[Fraction]


_OPERATORS = frozenset("+-*/")


def sums(found: Sequence[Phrase]) -> list[Sum]:
    """The sums of a sentence: runs of numbers and signs that hold an operator."""
    result: list[Sum] = []
    start = 0
    while start < len(found):
        if found[start].kind not in "N%(":
            start += 1
            continue
        end = start
        while end < len(found) and (
            found[end].kind in "N%()+*/" or (found[end].kind == "-" and found[end].words == "-")
        ):
            end += 1
        item = _sum(found, start, end)
        if item is not None:
            result.append(item)
            start = item.end
        else:
            start = max(end, start + 1)
    return result


def _sum(found: Sequence[Phrase], start: int, end: int) -> Sum | None:
    """The sum in a run; brackets that belong to the prose around it are left outside."""
    while start < end and found[start].kind == "(" and not _closes(found, start, end):
        start += 1
    depth, last = 0, start
    for index in range(start, end):
        depth += (found[index].kind == "(") - (found[index].kind == ")")
        if depth < 0:
            end = index
            break
        last = index
    run = found[start:end]
    values = [phrase for phrase in run if phrase.kind in "N%"]
    if not any(phrase.kind in _OPERATORS for phrase in run) or len(values) < 2 or last < start or len(run) > 60:
        return None
    if any(phrase.kind in "N%" and after.kind in "N%" for phrase, after in pairwise(run)):
        return None
    if all(phrase.sure for phrase in values) and not {"+", "-", "*"} & {phrase.kind for phrase in run}:
        return None
    expression = "".join(
        ("*" if _multiplies(before, phrase) else "")
        + (emit.number(phrase.value) if phrase.kind in "N%" and phrase.value is not None else phrase.kind)
        for before, phrase in zip((None, *run), run, strict=False)
    )
    if _value(expression) is None:
        return None
    claimed, after = None, end
    goes_on = end + 2 < len(found) and found[end + 2].kind in _OPERATORS
    if end + 1 < len(found) and found[end].kind == "=" and found[end + 1].kind in "N%" and not goes_on:
        claimed, after = found[end + 1].value, end + 2
    weights = frozenset(phrase.value for phrase in values if phrase.value is not None)
    return Sum(start, after, expression, claimed, weights)


def _multiplies(before: Phrase | None, phrase: Phrase) -> bool:
    """`0.5(3)`: a number, or a bracket, that a bracket follows without a space."""
    return before is not None and before.kind in "N%)" and phrase.kind == "(" and before.end == phrase.start


def _closes(found: Sequence[Phrase], start: int, end: int) -> bool:
    depth = 0
    for index in range(start, end):
        depth += (found[index].kind == "(") - (found[index].kind == ")")
        if depth == 0:
            return True
    return False


def _value(expression: str) -> Fraction | None:
    """The value of an expression, or None if it is none; reads products before sums, without recursion."""
    output: list[Fraction] = []
    signs: list[str] = []
    rank = {"+": 1, "-": 1, "*": 2, "/": 2}
    expects, position = True, 0
    while position < len(expression):
        char = expression[position]
        if char.isdigit() or (char == "-" and expects):
            end = position + 1
            while end < len(expression) and (expression[end].isdigit() or expression[end] == "."):
                end += 1
            text = expression[position:end]
            if text == "-":
                return None
            output.append(Fraction(text))
            position, expects = end, False
            continue
        if char == "(" and expects:
            signs.append(char)
        elif char == ")" and not expects:
            while signs and signs[-1] != "(":
                if not _apply(output, signs.pop()):
                    return None
            if not signs:
                return None
            signs.pop()
        elif char in rank and not expects:
            while signs and signs[-1] != "(" and rank[signs[-1]] >= rank[char]:
                if not _apply(output, signs.pop()):
                    return None
            signs.append(char)
            expects = True
        else:
            return None
        position += 1
    while signs:
        if not _apply(output, signs.pop()):
            return None
    return output[0] if len(output) == 1 and not expects else None


def _apply(output: list[Fraction], sign: str) -> bool:
    if len(output) < 2 or sign == "(":
        return False
    right, left = output.pop(), output.pop()
    if sign == "/" and right == 0:
        return False
    output.append(
        left + right if sign == "+" else left - right if sign == "-" else left * right if sign == "*" else left / right
    )
    return True


def weighted(found: Sequence[Phrase]) -> list[tuple[int, Fraction, str]]:
    """`3 * P(X) + 1 * P(Y)`: the payoffs that stand before the chances of moves, as (index, payoff, move)."""
    result = []
    for index, phrase in enumerate(found):
        at = index + 1 + (index + 1 < len(found) and found[index + 1].kind == "*")
        kinds = kinds_of(found[at : at + 4])
        chance = kinds in (".(M)", "q(M)") and found[at].words in ("p", "pr", "prob", "probability")
        if phrase.kind == "N" and phrase.value is not None and chance:
            result.append((index, phrase.value, found[at + 2].meaning))
    return result


def weighted_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """The cells that a sum of payoffs and chances rests on, where it says of which move it is."""
    for index, value, move in weighted(reading.phrases):
        named = subject(reading, index, names)
        own = reading.clause_at(index).scene.me or (named[1] if named and named[0] == ME else None)
        if own is not None and move in names.theirs:
            yield index, emit.cell(names, ME, value, Scene(own, move))


def chances(found: Sequence[Phrase], worked: Sequence[Sum], names: Names) -> Chances | None:
    """The mix a sentence speaks of: only that each move of the other role is equally likely."""
    even = Fraction(1, len(names.theirs)) if names.theirs else Fraction(0)
    words = words_of(found)
    said = (
        "on average" in words
        or "average payoff" in words
        or "equally likely" in words
        or "50 / 50" in words
        or "at random" in words
        or "randomly" in words
        or "equal probability" in words
    )
    said = said or re.search(r"\bas likely to \w+ \w+ as\b", words) is not None
    said = said or any(f"equal {noun}" in words for noun in ("chance", "chances", "probabilities", "likelihood"))
    said = said or is_mean(found) or "even odds" in words or "equal odds" in words or "average of #" in words
    said = said or any(phrase.kind == "%" and phrase.value == even for phrase in found)
    said = said or any(even in item.weights and "*" in item.expression for item in worked)
    said = said or any(item.expression == "50/50" for item in worked)
    said = said or any(item.expression.endswith(f")/{len(names.theirs)}") for item in worked)
    uneven = any("*" in item.expression and _is_uneven(item, even) for item in worked)
    return dict.fromkeys(names.theirs, even) if said and even and not uneven else None


def _is_uneven(item: Sum, even: Fraction) -> bool:
    """`0.9 * 5 + 0.1 * 1`: what a mix of other chances gives."""
    return even not in item.weights and any(0 < weight < 1 for weight in item.weights)


def is_of_other_chances(worked: Sequence[Sum], mix: Chances | None) -> bool:
    """`0.2 * 1 + 0.8 * 5`, where even chances were told before: what follows is not said of those."""
    chances_in = ({weight for weight in item.weights if 0 < weight < 1} for item in worked if "*" in item.expression)
    return mix is not None and any(weights - set(mix.values()) for weights in chances_in)


def expected_claims(
    reading: Reading, names: Names, found: list[Amount], worked: Sequence[Sum], mix: Chances | None
) -> Iterator[tuple[int, str]]:
    """Sums that are claimed, and expected payoffs where the chances are known."""
    for item in worked:
        if item.result is not None:
            yield item.start, emit.compare("equal", item.expression, emit.number(item.result))
    said = any(phrase.words in ("expectation", "on average") for phrase in reading.phrases)
    if mix is not None and (said or is_mean(reading.phrases) or lists_means(reading.phrases)):
        for amount in found:
            own, clause = amount.clause.scene.me, amount.clause
            rival = reading.phrases[amount.index - 1].kind == "T" or names_another(reading, amount)
            alone = clause.scene.them is None and clause.kind == "main" and not rival
            chance = any(phrase.kind in "%qK" for phrase in reading.phrases[clause.start : amount.index])
            aside = chance or bool(amount.extreme) or _is_partly(reading, amount)
            alone = alone and not aside and (not said or _is_averaged(reading, amount))
            if own is not None and alone and amount.who == (ME,):
                yield amount.index, emit.mixed("expected_payoff", ME, (amount.value, own), mix)
        if found or not said:
            return
    listed = means_of_moves(reading.phrases)
    for index, move in listed if mix is not None else []:
        value = reading.phrases[index].value
        if value is not None and mix is not None and move in names.mine:
            yield index, emit.mixed("expected_payoff", ME, (value, move), mix)
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind != "m" or mix is None or listed or _is_compared_with(reading, index):
            continue
        mean = next((amount for amount in found if amount.index > index), None)
        if mean is not None and (moves := moves_alike(reading, names, mean)):
            yield from ((index, emit.mixed("expected_payoff", ME, (mean.value, move), mix)) for move in moves)
            continue
        named = subject(reading, index, names)
        if named is None:
            continue
        actor, move = named
        if is_tie(reading, index, names):
            yield index, emit.mixed("equal_expected_payoff", actor, names.mine, mix)
            continue
        value = _told(reading, index, found, worked)
        if value is not None and reading.clause_at(index).scene.full:
            continue
        if value is not None:
            yield index, emit.mixed("expected_payoff", actor, (value, move), mix)
        ranked = value is None or _is_then_ranked(reading, index)
        if ranked and (query := _ranked(reading, index, names, actor, move, mix)):
            yield index, query


def _is_compared_with(reading: Reading, index: int) -> bool:
    """`An expected payoff of 3 is better than one of 2, so I choose X`: that of the other move, which is not named."""
    clause = reading.clause_at(index)
    return clause.kind == "than" and all(phrase.kind != "M" for phrase in reading.phrases[: clause.end])


_PARTS = frozenset("half third thirds quarter quarters times time".split())
_PARTLY = re.compile(
    r"(?:in |a |every )*(?:half|third|quarter|%|one|second|other) (?:of |<count> |all |the )*"
    r"(?:time|cases?|occasions|rounds?|games|scenarios|situations)\b"
)


def _is_partly(reading: Reading, amount: Amount) -> bool:
    """`The average hides that X gives me nothing half of the time`: what one gets now and then is no mean."""
    return _PARTLY.match(words_of(reading.phrases[amount.index + 1 : amount.index + 8])) is not None


def _is_averaged(reading: Reading, amount: Amount) -> bool:
    """The 2.5 of `5 half of the time and 0 otherwise, so 2.5 on average`, but not the 5 and the 0."""
    phrases = reading.phrases
    for at in (at for at, phrase in enumerate(phrases) if phrase.words in ("expectation", "on average")):
        between = phrases[amount.index + 1 : at] if amount.index < at else phrases[at + 1 : amount.index]
        parted = ";b" if amount.index > at else "cq%;b"
        if not any(phrase.kind in parted or phrase.words in _PARTS for phrase in between):
            return True
    return False


def _told(reading: Reading, index: int, found: list[Amount], worked: Sequence[Sum]) -> Fraction | None:
    """The expected payoff that a phrase gives: the result of the sum after it, or the amount."""
    if reading.phrases[index].words == "on average" and reading.phrases[index - 1].kind == "N":
        return None
    for item in worked:
        between = reading.phrases[index + 1 : item.start]
        if not index < item.start <= index + 12 or any(phrase.kind == "m" for phrase in between):
            continue
        if item.result is not None:
            return item.result
        if between and between[-1].kind in "B=" and between[-2:-1] != () and between[-2].words in UNKNOWNS:
            continue
        if between and between[-1].kind in "B=":
            return _value(item.expression)
    for amount in found:
        if index < amount.index <= index + 12:
            between = reading.phrases[index + 1 : amount.index]
            conditional = amount.clause.outer.them is not None and THEM in reading.stated
            if amount.clause.scene.full and (conditional or any(phrase.kind in "AVW" for phrase in between)):
                return None
            goes_on = re.search("&[Ya.]*[VW]|&[^N]*w[^N]*V", kinds_of(between)) is not None
            aside = goes_on or any(phrase.kind in "QTXKI;mbO" and phrase.words != "chance" for phrase in between)
            return None if aside or _is_partly(reading, amount) else amount.value
    return None


def is_tie(reading: Reading, index: int, names: Names) -> bool:
    """`The expected payoff of X is equal to that of Y`, `X and Y have the same expected payoff`: of the two moves."""
    phrases = reading.phrases
    rest = range(max(0, index - 1), min(index + 12, len(phrases)))
    ends = next((at for at in rest if phrases[at].kind in ";bIN"), len(phrases))
    ties = (at for at in rest if at < ends and _is_same(phrases[at]) and kinds_of(phrases[at + 1 : at + 2]) != "q")
    tie = next(ties, None)
    earlier = any(phrase.kind == "m" for phrase in phrases[:index])
    moves = {phrase.meaning for phrase in phrases if phrase.kind == "M"}
    two = len(names.mine) == 2 and moves == set(names.mine) and not reading.stated
    if tie is None or reading.clause_at(tie).kind == "if":
        return False
    return two and not earlier and not negated(reading, tie)


def _is_same(phrase: Phrase) -> bool:
    return (phrase.kind == "Q" and phrase.meaning == "equal") or phrase.words in ("same", "the same", "equal")


_THEN_RANKED = re.compile(r"m[^NMm]*N,?wBQT[^NI;b]*M")


def _is_then_ranked(reading: Reading, index: int) -> bool:
    """`X brings 2 on average, which is more than what I expect from Y`: a mean that is then held against another."""
    return _THEN_RANKED.match(kinds_of(reading.phrases[index:])) is not None


def _ranked(reading: Reading, index: int, names: Names, actor: str, move: str, mix: Chances) -> str:
    rivals = names.besides(actor, move)
    before = kinds_of(reading.phrases[:index])
    if "T" in before[-4:] or ("m" in before and "Q" in before.rpartition("m")[2]):
        return ""
    for at in range(max(0, index - 3), min(index + 10, len(reading.phrases))):
        phrase = reading.phrases[at]
        if at < index and (phrase.kind == "x" or (phrase.kind == "X" and phrase.meaning == "best")):
            return emit.mixed("highest_expected_payoff_choice", actor, (move,), mix)
        if (
            phrase.kind == "Q"
            and phrase.meaning in ("higher", "lower")
            and len(rivals) == 1
            and not negated(reading, at)
        ):
            return emit.mixed(f"{phrase.meaning}_expected_payoff", actor, (move, rivals[0]), mix)
        if phrase.kind in ";b" and at > index:
            break
    return ""
