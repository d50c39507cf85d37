"""The chances a text gives the other role's moves: `X with probability 9/10`, `a 50 % chance that they choose X`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from translators.english.names import Names
from translators.english.phrase import Phrase

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
            given[found[move].meaning] = value
        index = end
    return Mix(_whole(given, names), frozenset(moves), frozenset(numbers))


_PARTS = frozenset("divide divided dividing halve halved halving".split())


_ADDS = frozenset("add added adding sum summed summing".split())


def is_mean(found: Sequence[Phrase]) -> bool:
    """`if I add them up and divide by two`: amounts that are means over equally likely cases."""
    words = {phrase.words for phrase in found}
    return bool(words & _ADDS) and bool(words & _PARTS)


_LISTED = re.compile(r"m[BPd.q]{0,4}:t?M[:=BV]t?N")


def lists_means(found: Sequence[Phrase]) -> bool:
    """`Expected payoffs: X: 3, Y: 1.5`: a list of what moves bring on average."""
    return bool(_LISTED.search("".join(phrase.kind for phrase in found)))


def _ratio(found: Sequence[Phrase], index: int) -> tuple[Fraction, int] | None:
    """A percentage, a fraction or a decimal, and the index after it."""
    phrase = found[index]
    if phrase.value is None or phrase.kind not in "N%":
        return None
    if index + 2 < len(found) and found[index + 1].kind == "/" and found[index + 2].kind == "N":
        below = found[index + 2].value
        return (phrase.value / below, index + 3) if below else None
    return phrase.value, index + 1


def _named(found: Sequence[Phrase], start: int, end: int) -> int | None:
    """The move whose chance a number is: named before `with probability`, or after `chance that`."""
    at, likely = start - 1, False
    while at >= 0 and start - at <= 6 and found[at].kind in "dtq.B)=":
        likely = likely or found[at].kind in "q="
        at -= 1
    if at >= 0 and found[at].kind == "M" and likely:
        return at
    after_percent = end < len(found) and found[end - 1].kind == "%" and found[end].words in ("of", "for", "that")
    if after_percent or (end < len(found) and (found[end].kind == "q" or found[end].words == "chance")):
        for after in range(end, min(end + 8, len(found))):
            if found[after].kind == "M":
                return after
            if found[after].kind not in "qKdtwAYCG.o":
                return None
    return None


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
