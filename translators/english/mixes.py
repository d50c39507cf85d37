"""The chances a text gives the other role's moves: `X with probability 9/10`, `a 50 % chance that they choose X`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from translators.english.names import Names
from translators.english.phrase import Phrase, kinds_of, words_of
from translators.english.scene import BOTH

Chances = Mapping[str, Fraction]


@dataclass(frozen=True)
class Mix:
    """Chances that a sentence gives.

    Attributes:
        chances: of every move of the other role, if they sum to 1; else None.
        moves: indexes of the moves that have a chance: they are not said to be chosen.
        numbers: indexes of the phrases that are chances.
    """

    chances: Chances | None
    moves: frozenset[int]
    numbers: frozenset[int]


def read_mix(found: Sequence[Phrase], names: Names) -> Mix:
    """The chances in a sentence."""
    given: dict[str, Fraction] = {}
    moves: set[int] = set()
    numbers: set[int] = set()
    index = 0
    while index < len(found):
        ratio = _ratio(found, index)
        if ratio is None:
            index += 1
            continue
        value, end = ratio
        move = _named(found, index, end)
        if move is not None and 0 <= value <= 1 and not _mine(found, move):
            moves.add(move)
            numbers.update(range(index, end))
            if not _is_threshold(found, index):
                given[found[move].meaning] = value
        index = end
    return Mix(_whole(given, names), frozenset(moves), frozenset(numbers))


_THRESHOLDS = frozenset("above below over under exceeding exceeds than least most".split())


def _is_threshold(found: Sequence[Phrase], index: int) -> bool:
    """`with a probability above 1/3`, `at least 40 %`: no chance that is given."""
    return index > 0 and found[index - 1].words.split()[-1] in _THRESHOLDS


_LIKELY = frozenset("chance chances probability likelihood odds".split()) | {"more likely", "less likely", "likely to"}
_VAGUE = frozenset("high higher good great low lower small well above below likely probable probably".split())


def is_vague(found: Sequence[Phrase]) -> bool:
    """`I think the chance of them choosing X is well above a third`: chances that replace those told before."""
    if any(_is_threshold(found, at) for at in range(len(found)) if kinds_of(found[at : at + 3]) == "N/N"):
        return True
    uneven = any(phrase.kind == "%" and phrase.value != Fraction(1, 2) for phrase in found)
    if uneven and any(phrase.words in _LIKELY or phrase.words == "likely" or phrase.kind == "m" for phrase in found):
        return True
    if any(phrase.kind in "%N" for phrase in found):
        return False
    for index, phrase in enumerate(found):
        theirs = any(part.kind == "A" and part.meaning in ("them", "they") for part in found[index : index + 5])
        moved = any(part.kind == "M" for part in found[index : index + 8])
        vague = any(_VAGUE.intersection(part.words.split()) for part in found) or "likely" in phrase.words
        if phrase.words in _LIKELY and theirs and moved and vague:
            return True
    return False


_PARTS = frozenset("divide divided dividing halve halved halving".split())


_ADDS = frozenset("add added adding sum summed summing".split())


_ODDS = re.compile(r"\b(?:at|with|given|assuming) (?:even|equal) odds(?! of)")


def is_mean(found: Sequence[Phrase]) -> bool:
    """`if I add them up and divide by two`: amounts that are means over equally likely cases."""
    words = {phrase.words for phrase in found}
    return (bool(words & _ADDS) and bool(words & _PARTS)) or bool(_ODDS.search(words_of(found)))


_LISTED = re.compile(r"m[BPd.q]{0,4}:t?M[:=BV]t?N")


def lists_means(found: Sequence[Phrase]) -> bool:
    """`Expected payoffs: X: 3, Y: 1.5`: a list of what moves bring on average."""
    return bool(_LISTED.search(kinds_of(found)))


_OF_MOVE = r"(?:dG?M|IAY*CM)"
_WORKED = r"(?:,?\(?[N+*/()%-]+\)?)?"
_OF_MOVES = re.compile(rf"m[PdYB.tL]*N(?P<of>{_OF_MOVE}){_WORKED},?[&b|],?[.L]?(?P<second>N)(?P<then>{_OF_MOVE})")


def means_of_moves(found: Sequence[Phrase]) -> list[tuple[int, str]]:
    """`The expected payoff is 2 for X and 1 for Y`: the index of each amount with the move that brings it."""
    match = _OF_MOVES.search(kinds_of(found))
    if match is None:
        return []
    first, second = match.start("of") - 1, match.start("second")
    return [(first, found[match.end("of") - 1].meaning), (second, found[match.end("then") - 1].meaning)]


def _ratio(found: Sequence[Phrase], index: int) -> tuple[Fraction, int] | None:
    """A percentage, a fraction or a decimal, and the index after it."""
    phrase = found[index]
    if phrase.value is None or phrase.kind not in "N%":
        return None
    if index + 2 < len(found) and found[index + 1].kind == "/" and found[index + 2].kind == "N":
        below = found[index + 2].value
        return (phrase.value / below, index + 3) if below and below != phrase.value else None
    return phrase.value, index + 1


_CHANCE_OF = frozenset("p q pr prob".split())


def _named(found: Sequence[Phrase], start: int, end: int) -> int | None:
    """The move whose chance a number is: named before `with probability`, or after `chance that`."""
    at, likely = start - 1, False
    while at >= 0 and start - at <= 6 and found[at].kind in "dtq.B)=Y":
        likely = likely or found[at].kind in "q="
        at -= 1
    if at >= 2 and found[at - 1].kind == "(" and found[at + 1].kind == ")":
        likely = likely and (found[at - 2].kind == "q" or found[at - 2].words in _CHANCE_OF)
    if at >= 0 and found[at].kind == "M" and (likely or _is_of_chance(found, at)):
        return at
    after_percent = end < len(found) and found[end - 1].kind == "%" and found[end].words in ("of", "for", "that")
    if after_percent or (end < len(found) and (found[end].kind == "q" or found[end].words == "chance")):
        for after in range(end, min(end + 8, len(found))):
            if found[after].kind == "M":
                return None if _GIVES.match(kinds_of(found[after + 1 : after + 5])) else after
            if found[after].kind not in "qKdtwAYCG.o":
                return None
    return None


_GIVES = re.compile("Y*WA")
"""`a 50 % chance that X leaves me with 0`: it is what X brings that has a chance."""


def _is_of_chance(found: Sequence[Phrase], index: int) -> bool:
    """`the probability that they choose X is 1/2`: the chance is named before the move."""
    before = found[max(0, index - 9) : index]
    named = re.search(r"q[dwtAYCG.oB]*$", kinds_of(before))
    return named is not None and not any(phrase.meaning == BOTH for phrase in before[named.start() :])


def _mine(found: Sequence[Phrase], index: int) -> bool:
    """Whether it is the reasoner who mixes."""
    before = [phrase for phrase in found[max(0, index - 4) : index] if phrase.kind == "A"]
    return bool(before) and before[-1].meaning == "me"


def _whole(given: Mapping[str, Fraction], names: Names) -> Chances | None:
    """The chances of every move; of two moves the second has what the first leaves."""
    if not given or any(move not in names.theirs for move in given):
        return None
    left = [move for move in names.theirs if move not in given]
    if len(left) == 1:
        return {
            **{move: given[move] for move in names.theirs if move in given},
            left[0]: 1 - sum(given.values(), Fraction(0)),
        }
    return dict(given) if not left and sum(given.values()) == 1 else None
