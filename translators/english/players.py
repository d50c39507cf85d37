"""Players who are known by the move (`the player who chose X`, `5 for the X player`), and who is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from translators.english.phrase import CHOOSER, Phrase, kinds_of

_PERSONS = frozenset("player one person participant individual party".split())


def choosers(found: list[Phrase]) -> list[Phrase]:
    """`the player who chose X`, `the one choosing X`, `whoever picks X`: one actor phrase."""
    result: list[Phrase] = []
    index = 0
    while index < len(found):
        kinds = kinds_of(found[index : index + 4])
        person = found[index].words in _PERSONS and index > 0 and found[index - 1].words == "the"
        having = kinds.startswith(".dM") and found[index + 1].words == "with"
        used = 4 if kinds == ".wCM" else 3 if kinds.startswith(".GM") or having else 0
        if found[index].words == "whoever" and kinds.startswith(".CM"):
            person, used = True, 3
        other = any(phrase.meaning == "them" and phrase.kind == "A" for phrase in found[index + used :])
        if _is_player_of(found, index) and not other:
            move = found[index]
            chooser = Phrase("A", f"{CHOOSER}{move.meaning}", "chooser", move.start, found[index + 1].end)
            result.append(chooser)
            index += 2
        elif person and used and other:
            result.append(replace(found[index], kind="A", meaning="one"))
            result += [part for part in found[index + 1 : index + used] if part.kind != "w"]
            index += used
        elif person and used:
            first, last = found[index], found[index + used - 1]
            meaning = f"{CHOOSER}{last.meaning}"
            result.append(Phrase("A", meaning, "chooser", first.start, last.end))
            index += used
        else:
            result.append(found[index])
            index += 1
    return result


def _is_player_of(found: Sequence[Phrase], index: int) -> bool:
    """`5 for the X player`: who is named by the move."""
    person = found[index].kind == "M" and index > 0 and found[index - 1].words == "the"
    return person and index + 1 < len(found) and found[index + 1].words in ("player", "chooser", "person")


def shares(found: list[Phrase]) -> list[Phrase]:
    """`X vs. Y: 3 for X, 0 for Y`: for the one of the two who plays it."""
    colon = next((index for index, phrase in enumerate(found) if phrase.kind == ":"), 0)
    label = {phrase.meaning for phrase in found[:colon] if phrase.kind == "M"}
    if len(label) != 2 or any(phrase.kind in "NVW" for phrase in found[:colon]):
        return found
    for index in range(colon + 3, len(found)):
        share = found[index - 2].kind == "N" and found[index - 1].words == "for"
        if share and found[index].kind == "M" and found[index].meaning in label:
            found[index] = replace(found[index], kind="A", meaning=f"{CHOOSER}{found[index].meaning}")
    return found


_SHOW = frozenset(
    "show suggest indicate imply mean reveal confirm illustrate demonstrate highlight remind underline tell".split()
)


def are_things(found: Sequence[Phrase], index: int) -> bool:
    """`The points change nothing, because they show that …`, `my payoffs are fine, as they are 1 and 3`: no player."""
    if found[index].words != "they" or (index > 0 and found[index - 1].kind == "I"):
        return False
    following = [phrase for phrase in found[index + 1 : index + 4] if phrase.kind not in "aY" or phrase.words in _SHOW]
    show = following[:1] != [] and following[0].words in _SHOW
    return show or kinds_of(following[:2]) == "BN"
