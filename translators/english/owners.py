"""Whose a judged move is: `their best response`, `the best option for them`."""

from __future__ import annotations

from collections.abc import Sequence

from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME, THEM


def owner(found: Sequence[Phrase], who: Sequence[str], index: int) -> str:
    """Whose the best move, or best option, at `index` is; empty where it is not said."""
    at = index + 1
    while at < len(found) and found[at].kind == "o":
        at += 1
    before = index - 2 if index and found[index - 1].words in ("'s", "own") else index - 1
    for place in (_beneficiary(found, at), before, _beneficiary(found, 0)):
        if place is not None and 0 <= place < len(found) and who[place] in (ME, THEM):
            return who[place]
    return ""


def _beneficiary(found: Sequence[Phrase], at: int) -> int | None:
    """Where the actor of `for them`, `for the other player` stands."""
    if at + 2 >= len(found) or found[at].words != "for":
        return None
    return at + 2 if found[at + 1].kind == "t" else at + 1


def predicate_owner(found: Sequence[Phrase], who: Sequence[str], start: int) -> str:
    """Who chooses in `their best response is to choose X`, `X is their best response`: the choice told at `start`."""
    following = found[start + 1 : start + 4]
    if kinds_of(following) == "BAr" and following[1].words in ("their", "his", "her"):
        return who[start + 2]
    linked = False
    for at in range(start - 1, -1, -1):
        if found[at].kind in "rX" and linked:
            return owner(found, who, at)
        linked = linked or found[at].kind == "B"
        if found[at].kind not in "BYdtoA" or (found[at].kind == "d" and found[at].words not in ("to", "for")):
            return ""
    return ""
