"""Choices that a text does not say are made: doubted, unlikely, only given a chance, or weighed against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from translators.english.event import Event
from translators.english.phrase import Phrase
from translators.english.scene import BOTH

_UNSURE = frozenset("doubt doubts unsure uncertain skeptical sceptical unlikely improbable".split())
_CERTAIN = frozenset("sure certain know guarantee guaranteed trust rely confident assume certainty assurance".split())
_THINKS = frozenset("think believe expect anticipate suppose suspect".split())
_CHANCES = frozenset("chance chances probability likelihood odds possibility".split()) | {"possibility of"}
_SLIGHT = frozenset("low small slim little slight tiny lower smaller negligible remote".split())
_LIKELIER = ("more likely", "less likely")


def doubted(event: Event, found: Sequence[Phrase], uncertain: frozenset[int]) -> Event:
    """The event without a move where it has only a chance, or where nobody is sure of it.

    Args:
        uncertain: indexes of moves that are only given a chance.
    """
    weighed = _is_weighed(found, event) or _is_unlikely(found, event) or _is_not_agreed(found, event)
    if not _is_unsure(found, event) and not weighed and not uncertain.intersection(range(event.start, event.end)):
        return event
    return replace(event, move=None, moves=tuple((actor, None) for actor, _ in event.moves))


_AGREEING = frozenset(("agree on", "coordinate on", "converge on", "meet on", "meet at", "settle on", "settle for"))
_ABLE = frozenset("can cannot could able".split())


def _is_not_agreed(found: Sequence[Phrase], event: Event) -> bool:
    """`We can't agree on X`, `we cannot both commit to X`: nor is it said that both choose something else."""
    words = {phrase.words for phrase in found[event.start : event.end]}
    return event.refused is not None and bool(words & _AGREEING or (event.agent == BOTH and words & _ABLE))


def _is_unsure(found: Sequence[Phrase], event: Event) -> bool:
    """`I doubt that they choose X`, `wrong about them choosing X`, `I can't be sure that …`, `I don't think that …`."""
    for index in range(event.start - 1, max(-1, event.start - 6), -1):
        if found[index].kind in ",;:I&b":
            return False
        denied = any(phrase.kind == "n" for phrase in found[max(0, index - 3) : index])
        wrong = found[index].words in ("wrong", "mistaken") and found[index + 1].words in ("about", "that", "in")
        if found[index].words in _UNSURE or wrong:
            return not denied
        if found[index].words in _CERTAIN or (found[index].words in _THINKS and denied):
            return denied
    return False


def _is_unlikely(found: Sequence[Phrase], event: Event) -> bool:
    """`they are unlikely to choose X`, `a low chance that they choose X`, `if the chance of … is below 1/3`."""
    inside = found[event.start : event.end]
    if any(phrase.words in _UNSURE or phrase.words == "less likely" for phrase in inside):
        return True
    near = range(max(0, event.start - 5), event.start)
    chance = next((at for at in near if found[at].words in _CHANCES), None)
    if chance is None:
        return False
    slight = any(phrase.words in _SLIGHT for phrase in found[max(0, chance - 2) : chance])
    after = found[event.end : event.end + 3]
    ranked = len(after) > 1 and after[0].kind == "B" and (after[1].words in _SLIGHT or after[1].kind in "Qd")
    return slight or ranked or any(phrase.words in ("below", "above", "exceeds") for phrase in after)


def _is_weighed(found: Sequence[Phrase], event: Event) -> bool:
    """`it's more likely that they choose X than that they choose Y`: of neither is it said that they do."""
    before = found[max(0, event.start - 5) : event.start]
    likelier = any(phrase.words in _LIKELIER for phrase in found[: event.start])
    first = any(phrase.words in _LIKELIER for phrase in before) and found[event.end : event.end + 1] != ()
    than = [phrase.words for phrase in (*before[-2:], *(found[event.end : event.end + 1] if first else ()))]
    return likelier and "than" in than
