"""Extremes whose case is told after them: `the highest payoff (5) is reached when I choose X and they choose Y`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import ME, THEM, Scene

_REACHED = re.compile(
    r"(?:(?:is|are|can|could|would|will|be|only) ){0,3}(?:"
    r"(?:achieved|reached|obtained|earned|attained|possible|realized) (?:only )?(?:if|when|by|through|with|in)"
    r"|(?:comes?|arises?|occurs?|happens?|results?) (?:only )?(?:from|if|when))\b"
)


def achieved_claims(reading: Reading, names: Names, found: Sequence[Amount]) -> Iterator[tuple[int, str]]:
    """The payoff of the cell that such an extreme is told of, as (index of the phrase, query)."""
    for amount in found:
        apart = amount.extreme and amount.extreme_at < amount.index and reading.phrases[amount.index - 1].kind in "(,"
        after = amount.index + 2
        if not apart or amount.bound or amount.denied or amount.clause.scene.full:
            continue
        scene = _told_after(reading, after)
        owners = _owners(reading, amount)
        first = next((event.moves[0][0] for event in reading.events if event.start > after and event.moves), "")
        between = reading.phrases[max(0, amount.extreme_at - 1) : amount.index]
        if scene.full and (owners or first == ME) and not any(phrase.kind in "ueJmM" for phrase in between):
            for actor in owners or amount.who:
                yield amount.index, emit.cell(names, actor, amount.value, scene)


def _told_after(reading: Reading, start: int) -> Scene:
    """The cell in which it is said to be reached."""
    parted = kinds_of(reading.phrases[start - 1 : start]) in (")", ",", ";")
    if not parted or not _REACHED.match(words_of(reading.phrases[start : start + 6])):
        return Scene()
    clause = reading.clause_at(start)
    following = reading.after(clause)[:1]
    return following[0].scene if not clause.scene.full and following and following[0].kind == "if" else clause.scene


def _owners(reading: Reading, amount: Amount) -> tuple[str, ...]:
    """`their highest payoff`, `the highest payoff for them`: those who are named; else it is of who is told first."""
    near = range(max(0, amount.extreme_at - 1), amount.index)
    named = {reading.who[at] for at in near}
    return tuple(actor for actor in (ME, THEM) if actor in named)
