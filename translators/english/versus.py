"""Amounts that stand against each other in brackets: `X is better than Y (5 vs. 3)`."""

from __future__ import annotations

import re

from translators.english.clauses import Reading
from translators.english.phrase import kinds_of
from translators.english.scene import Scene

_SEVERAL = frozenset("cases scenarios outcomes payoffs results".split())


def is_pair_of_two(reading: Reading, index: int) -> bool:
    """`X is better than Y (5 vs. 3)`: two amounts of two moves, of which the brackets say no more."""
    phrases = reading.phrases
    for start in (index - 1, index - 3, index - 4):
        kinds = kinds_of(phrases[max(0, start) : start + 5]).replace("e", "")[:4]
        joint = kinds == ":NTN" and sum(event.form == "pair" for event in reading.events) == 2
        cells = [event for event in reading.events if len(event.moves) == 2 and event.end <= start]
        if kinds == "(NTN" and len(cells) == 2 and reading.clause_at(index).scene == Scene().set(dict(cells[1].moves)):
            return True
        if start >= 0 and (kinds == "(NTN" or joint):
            told = {at for event in reading.events if event.moves for at in range(event.start, event.end)}
            named = {
                phrases[at].meaning for at in range(start) if phrases[at].kind == "M" and (joint or at not in told)
            }
            return len(named) > 1 or phrases[start - 1].words in _SEVERAL
    return False


_HELD_AGAINST = re.compile(r"QX[PH]*\(NTN$")


def is_that_of_rival(reading: Reading, index: int) -> bool:
    """`X has the higher minimum (1 against 0)`: the 0, which is that of the other move."""
    return _HELD_AGAINST.search(kinds_of(reading.phrases[max(0, index - 8) : index + 1])) is not None
