"""Amounts that a text says one does not get: `so that I don't end up with 0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english import emit
from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import Phrase, kinds_of, words_of
from translators.english.scene import ME, THEM

_DOUBT = frozenset(
    "might may could only just merely necessarily guaranteed guarantee sure certain always would likely think believe"
    " expect hope want need mind regret worry fear care rely count worth know see stand bear tolerate imagine"
    " accept afford face".split()
)


_PROMISES = frozenset("secure lock ensure assure promise".split())
_RISKS = re.compile(r"n[.Vt]{0,2}K")


_NO_WORRY = re.compile(
    r"(?:\bno longer|\bnot|'t|\bnever) (?:have to|need to|has to) (?:be )?(?:worry|worried|fear|afraid|concerned)\b"
    r"|\bno (?:need|reason) to (?:worry|fear|be)\b"
)


def frees_of_worry(window: Sequence[Phrase]) -> bool:
    """`I do not have to worry about getting 0`: said of what one does not get, not of how one feels."""
    return bool(_NO_WORRY.search(words_of(window)))


def denied(reading: Reading, names: Names, amount: Amount, actor: str) -> str:
    """`so that I don't end up with 0`: the move has no such outcome."""
    scene = amount.clause.scene
    own = scene.of(actor) or (_spoken_of(reading) if actor == ME else None)
    window = reading.phrases[amount.clause.start : amount.index]
    kinds = kinds_of(window)
    said = [phrase for at, phrase in enumerate(window) if phrase.kind != "J" or "n" in kinds[:at]]
    free = frees_of_worry(window)
    lowest = all(number >= amount.value for number in names.numbers)
    doubted = any(phrase.words in _DOUBT - ({"would"} if lowest else set()) for phrase in said) and not free
    if own is None or amount.clause.kind != "main" or doubted:
        return ""
    if "n" in kinds and any(phrase.words.split()[0] in _PROMISES for phrase in window[kinds.index("n") :]):
        return ""
    if any(kind in kinds for kind in ("Q", "X", "T", "S", "nVd")) or (
        "K" in kinds and not (free or _RISKS.search(kinds))
    ):
        return ""
    others = any(meaning and meaning != ME for meaning in reading.who)
    conceded = any(phrase.words in ("even if", "even when") for phrase in reading.phrases)
    if scene.full:
        told = amount.who == (ME,) and lowest and conceded and reading.stated == {THEM}
        return emit.never(names, actor, amount.value, own) if told else ""
    if not (lowest or (_is_impossible(window) and not others)):
        return ""
    return emit.never(names, actor, amount.value, own)


def _spoken_of(reading: Reading) -> str | None:
    """`Then I no longer have to worry about 0`: the move of the sentence before, where this one names none."""
    named = any(phrase.kind == "M" for phrase in reading.phrases)
    return reading.before.me if frees_of_worry(reading.phrases) and not named and not reading.before.full else None


def _is_impossible(window: Sequence[Phrase]) -> bool:
    """`I can never get 5`, `I can't get 5`: in no case, which `I don't get 5` does not say."""
    return any(
        phrase.words in ("never", "cannot", "impossible")
        or (phrase.words in ("'t", "not") and index > 0 and window[index - 1].words in ("can", "could"))
        for index, phrase in enumerate(window)
    )
