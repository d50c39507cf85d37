"""Moves that another is played against: `against Y`, `I play X against their Y`, `I get 5 against Y`, `I expect Y`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from translators.english.clause import Clause
from translators.english.event import Event, moves_of
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME, THEM, actors, opposite

AGAINST = frozenset(("against", "facing", "faced with"))
FACED = "faced"
"""Form of an event that tells what a move is played against; without an agent it is of whoever does not play that."""


def faced(found: Sequence[Phrase], who: Sequence[str], index: int, before: Sequence[Event]) -> Event | None:
    """The choice told by the move at `index`, where another one is played against it, or pays more against it.

    In `3 against Y's 1` amounts are held against each other.

    Args:
        before: the events of the sentence so far.
    """
    at = index - 1
    while at > 0 and index - at < 5 and (found[at].kind in "toA" or found[at].words == "'s"):
        at -= 1
    if [phrase.words for phrase in found[:index]] in (["in", "response", "to"], ["in", "reply", "to"]):
        return Event(found[index].meaning, 0, index + 1, "noun", THEM, moves_of(THEM, found[index].meaning))
    owned = kinds_of(found[at : index + 3]) == "TMBN" and found[index + 1].words == "'s"
    if at < 0 or owned or found[at].words not in AGAINST or (at and found[at - 1].words in _SPEAKS):
        return None
    owner = next((meaning for meaning in who[at + 1 : index] if meaning in (ME, THEM)), "")
    opens = at == 0 or found[at - 1].kind in ",;:.&b("
    following = found[index + 1].kind if index + 1 < len(found) else ""
    if opens and following in tuple(",:wA"):
        agent = owner or THEM
    elif before and before[-1].end == at and _is_of_one(before[-1]):
        agent = owner or (opposite(before[-1].agent) if before[-1].agent else "")
    elif at and found[at - 1].kind in "NQPT" and (holder := _holder(found, who, at)):
        agent = owner or opposite(holder)
    else:
        return None
    return Event(found[index].meaning, at, index + 1, FACED, agent, moves_of(agent, found[index].meaning))


_SPEAKS = frozenset("speak speaks argue argues argument arguments case reason reasons decide decided".split())
"""`what speaks against X`: no move is played against it."""


def awaited(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`I expect Y`, `expecting Y from them`: the choice that one reckons with."""
    if not index or not found[index - 1].words.startswith(("expect", "anticipat", "foresee")):
        return None
    following = kinds_of(found[index + 1 : index + 4])
    said = 2 if following.startswith("dA") else 3 if following.startswith("dtA") else 0
    if not said and following[:1] not in tuple(",:;.)&c"):
        return None
    at = index - 1
    while at > 0 and found[at].kind in "Y.":
        at -= 1
    expecting = who[at] or ME
    agent = who[index + said] if said else opposite(expecting) if expecting in (ME, THEM) else ""
    return Event(found[index].meaning, index - 1, index + 1 + said, FACED, agent, moves_of(agent, found[index].meaning))


_REPLIES = frozenset("reply replies respond responds answer answers react reacts counter counters".split())


def _after(found: Sequence[Phrase], end: int) -> str:
    """The words after an index, with `M` for a move."""
    return " ".join("M" if phrase.kind == "M" else phrase.words for phrase in found[end:])


def replied(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`they would reply to X with Y`: both moves, one as the answer to the other."""
    kinds = kinds_of(found[index : index + 4])
    end = index + kinds.find("M", 1) + 1
    verb = index - 2 if found[index - 1].kind in "dT" else index - 1
    if not kinds.startswith(("MdM", "MdGM", "MdtM")) or found[index + 1].words not in ("with", "by"):
        return None
    if verb < 1 or found[verb].words not in _REPLIES or "to M with" in _after(found, end):
        return None
    at = verb - 1
    while at > 0 and found[at].kind in "YB.a":
        at -= 1
    if who[at] not in (ME, THEM):
        return None
    answer = found[end - 1].meaning
    moves = (*moves_of(who[at], answer), *moves_of(opposite(who[at]), found[index].meaning))
    return Event(answer, at, end, "finite", who[at], moves)


def _is_of_one(event: Event) -> bool:
    return event.move is not None and event.form not in ("pair", FACED) and event.agent in ("", ME, THEM)


def _holder(found: Sequence[Phrase], who: Sequence[str], end: int) -> str:
    """Who gets the amount that ends at `end`: the actor next before it, or else the reasoner."""
    depth = 0
    for at in range(end - 1, -1, -1):
        depth += (found[at].kind == ")") - (found[at].kind == "(")
        if depth > 0:
            continue
        if found[at].kind in ";I":
            break
        if found[at].kind == "e" or (found[at].kind == "A" and not actors(who[at])):
            return ""
        if found[at].kind == "A":
            return who[at] if who[at] in (ME, THEM) else ""
    return ME


def plays_against(event: Event, clause_events: Sequence[Event]) -> str:
    """Who plays the move of `event`, where it is played against a move of a known role; empty elsewhere."""
    after = [other for other in clause_events if other.form == FACED and other.start >= event.end]
    return opposite(after[0].agent) if after and after[0].agent in (ME, THEM) else ""


def return_means(clauses: Sequence[Clause], found: Sequence[Phrase]) -> None:
    """`I get 5 instead of 3 by choosing X`, `X gives me 5 rather than 3 against Y`: how one gets the 5, not the 3."""
    for before, clause in pairwise(clauses):
        faced = before.events[-1:] == [] or before.events[-1].form != FACED
        means = [
            event
            for event in clause.events
            if (event.form == "gerund" and found[event.start - 1].words == "by" and not before.events)
            or (event.form == FACED and found[event.start - 1].kind == "N" and faced)
        ]
        told = {at for event in means for at in range(event.start, event.end)}
        verbal = any(found[at].kind in "VWA" for at in range(clause.start, clause.end) if at not in told)
        if clause.kind == "than" and means and not verbal and before.kind == "main" and "(" not in before.before:
            before.events.extend(means)
            clause.events = [event for event in clause.events if event not in means]
            clause.lent = True


_EITHER = re.compile(r"AY*VNTt?N[de]M")


def open_means(clauses: Sequence[Clause], found: Sequence[Phrase]) -> None:
    """`I get 1 rather than 3 with X`, where no own move is told before: which of the two X brings, it does not say."""
    for position, clause in enumerate(clauses):
        match = _EITHER.search(kinds_of(found[: clause.end])) if clause.kind == "than" else None
        told = [event for before in clauses[:position] for event in before.events]
        mine = any(ME in dict(event.moves) or not event.moves for event in told)
        if match and match.end() > clause.start and found[match.end() - 2].words != "by" and not mine:
            clause.events = [event for event in clause.events if event.form == FACED]
            clause.lent = True
