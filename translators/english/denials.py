"""Amounts that a text says one does not get: `so that I don't end up with 0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME, THEM

_DOUBT = frozenset(
    "might may could only just merely necessarily guaranteed guarantee sure certain always would likely think believe"
    " expect hope want need mind regret worry fear care rely count worth know see stand bear tolerate imagine"
    " accept afford face".split()
)


_PROMISES = frozenset("secure lock ensure assure promise".split())
_RISKS = re.compile(r"n[.Vt]{0,2}K")


def denied(reading: Reading, names: Names, amount: Amount, actor: str) -> str:
    """`so that I don't end up with 0`: the move has no such outcome."""
    scene = amount.clause.scene
    own = scene.of(actor)
    window = reading.phrases[amount.clause.start : amount.index]
    if own is None or amount.clause.kind != "main" or any(phrase.words in _DOUBT for phrase in window):
        return ""
    kinds = kinds_of(window)
    if "n" in kinds and any(phrase.words.split()[0] in _PROMISES for phrase in window[kinds.index("n") :]):
        return ""
    if any(kind in kinds for kind in ("Q", "X", "T", "S", "nVd")) or ("K" in kinds and not _RISKS.search(kinds)):
        return ""
    lowest = all(number >= amount.value for number in names.numbers)
    others = any(meaning and meaning != ME for meaning in reading.who)
    conceded = any(phrase.words in ("even if", "even when") for phrase in reading.phrases)
    if scene.full:
        told = amount.who == (ME,) and lowest and conceded and reading.stated == {THEM}
        return emit.never(names, actor, amount.value, own) if told else ""
    if not (lowest or (_is_impossible(window) and not others)):
        return ""
    return emit.never(names, actor, amount.value, own)


def _is_impossible(window: Sequence[Phrase]) -> bool:
    """`I can never get 5`, `I can't get 5`: in no case, which `I don't get 5` does not say."""
    return any(
        phrase.words in ("never", "cannot", "impossible")
        or (phrase.words in ("'t", "not") and index > 0 and window[index - 1].words in ("can", "could"))
        for index, phrase in enumerate(window)
    )
