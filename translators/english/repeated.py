"""Choices told by what was chosen before: `they do the same`, `if they don't`, `0 otherwise`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.event import Event, moves_of
from translators.english.names import Names
from translators.english.phrase import Phrase, ends_clause, kinds_of, words_of
from translators.english.scene import BOTH, ME, THEM, Scene, actors, opposite


def same_choice(
    found: Sequence[Phrase], who: Sequence[str], index: int, before: Sequence[Event], last: Scene, names: Names
) -> Event | None:
    """`they do the same`, `if they don't match my choice`, `if they do`: the move chosen last, or the other one."""
    actor = who[index]
    if not actors(actor) or (before and before[-1].move is None):
        return None
    if before and _is_so_do(found, index):
        return Event(before[-1].move, index, index + 1, "finite", actor, moves_of(actor, before[-1].move))
    negated = False
    for at in range(index + 1, min(index + 6, len(found))):
        phrase = found[at]
        negated = negated or phrase.kind == "n"
        ends = phrase.words in _DOES and ends_clause(found, at + 1) and found[index - 1].kind in "IYae" and not negated
        apart = phrase.words == "differently" or (
            phrase.words == "other" and kinds_of(found[at + 1 : at + 2]) == "o" and "C" in kinds_of(found[index:at])
        )
        if (phrase.words in _MATCHES and actor == THEM) or _is_as_well(found, at) or ends or apart:
            move = _repeated(actor, before, last, does=ends)
            if negated or apart:
                left = names.besides(actor, move)
                move = left[0] if move is not None and len(left) == 1 else None
            return Event(move, index, at + 1, "finite", actor, moves_of(actor, move)) if move or before else None
        if phrase.kind not in "Ya.nCtB":
            return None
    return None


_SOLE = re.compile(r"[YBn.td]*?\.\.(?:w?C?G?d?C?(?P<move>M)|(?P<does>w?[Yd]a?))")


def sole_choice(
    found: Sequence[Phrase], who: Sequence[str], index: int, before: Sequence[Event], last: Scene, names: Names
) -> Event | None:
    """`I am the only one who chooses X`, `the only one who does`: the other one has chosen something else."""
    rest = found[index + 1 : index + 12]
    match = _SOLE.match(kinds_of(rest))
    said = words_of(rest[: match.end()]) if match else ""
    if match is None or who[index] not in (ME, THEM) or "the only one " not in said:
        return None
    if match["does"] and not said.endswith(("does", "do so", "does so", "did")):
        return None
    move = rest[match.start("move")].meaning if match["move"] else _repeated(who[index], before, last, does=True)
    left = [other for other in (names.theirs if who[index] == ME else names.mine) if other != move]
    apart = left[0] if move is not None and len(left) == 1 else None
    moves = ((who[index], move), (opposite(who[index]), apart))
    return Event(move, index, index + 1 + match.end(), "finite", who[index], moves)


def _is_so_do(found: Sequence[Phrase], index: int) -> bool:
    """`and so do they`, `so does the other player`; `and they too`."""
    start = index - 1 if index and found[index - 1].kind == "t" else index
    inverted = start > 1 and found[start - 1].words in _DOES and found[start - 2].words == "so"
    after = [phrase.words for phrase in found[index + 1 : index + 3]]
    too = after[:1] in (["too"], ["as well"], ["likewise"]) and (len(after) == 1 or after[1] in (",", ".", ")"))
    return inverted or (too and not (start and found[start - 1].kind in "dVWT"))


_MATCHING = frozenset("matching copying mirroring".split())


def matched_choice(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`matching their X`: both choose it."""
    before = found[max(0, index - 2) : index]
    owned = len(before) == 2 and before[0].words in _MATCHING and who[index - 1] in (ME, THEM)
    move = found[index].meaning
    return Event(move, index - 2, index + 1, "gerund", BOTH, moves_of(BOTH, move)) if owned else None


_MATCHES = frozenset("match matches mirror mirrors copy copies reciprocate reciprocates".split())
_DOES = frozenset("do does did".split())


def _is_as_well(found: Sequence[Phrase], at: int) -> bool:
    """`do so`, `does the same`."""
    phrase = found[at]
    return phrase.kind == "a" and (phrase.words.startswith(("do", "does")) or found[at - 1].words in _DOES)


def _repeated(actor: str, before: Sequence[Event], last: Scene, *, does: bool) -> str | None:
    """The move that `the same` stands for: the last one told, or what the sentence before said of either.

    `If they do`, after `they don't choose X`, is of X all the same.
    """
    if does and (refused := before[-1].refused if before else last.refused):
        return refused
    if before:
        return before[-1].move
    other = last.against(actor) if actor in (ME, THEM) else None
    return (last.of(actor) or other if does else other) if actor in (ME, THEM) else None


def other_choice(
    found: Sequence[Phrase], index: int, actor: str, before: Sequence[Event], last: Scene, names: Names
) -> Event | None:
    """`5 if they choose X and 0 if they don't`, `I choose X but they don't`, `0 if not`: the one move that is left.

    Not in `5 if they are friendly and 0 if not`, where what is denied is no choice.
    """
    at = index + 1
    while at < len(found) and found[at].kind in "Y.a" and at < index + 4:
        at += 1
    if at >= len(found) or found[at].kind != "n" or not ends_clause(found, at + 1, "b"):
        return None
    earlier_conditions = found[: index - 1 if actor and index else index]
    if not before and any(phrase.kind == "I" for phrase in earlier_conditions):
        return None
    earlier = Event(None, 0, 0, "finite", actor, tuple((one, last.of(one)) for one in (ME, THEM) if last.of(one)))
    for event in (*reversed(before), earlier):
        told = dict(event.moves)
        agent = actor or next(iter(told), "")
        if actor in (ME, THEM) and event is not earlier and event.moves == ((opposite(actor), event.move),):
            told = {actor: event.move}
        if agent in told and (actor or len(told) == 1):
            left = names.besides(agent, told[agent])
            move = left[0] if len(left) == 1 else None
            return Event(move, index, at + 1, "finite", agent, ((agent, move),), told[agent])
    return None


def changed_to(found: Sequence[Phrase], who: Sequence[str], index: int, before: Sequence[Event]) -> Event | None:
    """`If I deviate from (X, X) to Y`: the choice that takes the place of the one in the cell before it."""
    if not before or before[-1].form != "pair" or kinds_of(found[before[-1].end : index]) != ")d":
        return None
    start = before[-1].start - 2
    if start < 0 or found[start].words != "from" or found[index - 1].words != "to":
        return None
    subjects = [meaning for meaning in who[:start] if meaning]
    agent = subjects[-1] if subjects else ME
    return Event(found[index].meaning, index, index + 1, "noun", agent, moves_of(agent, found[index].meaning))
