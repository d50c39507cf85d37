"""Which own move a word such as `safest` or `guarantees` speaks of."""

from __future__ import annotations

from translators.english.clauses import Clause, Reading
from translators.english.names import Names
from translators.english.scene import ME, THEM

Subject = tuple[str, str]
"""An actor and the move of that actor's that is spoken of."""


def subject(reading: Reading, index: int, names: Names) -> Subject | None:
    """The actor and move that the phrase at `index` is said of, or None where the sentence names none.

    In turn: what follows `is` (`the safest option is X`), what stands before it in its clause (`X is safer`),
    what was said before in the sentence, what is said after it (`to be safe, I choose X`), and the scene.
    """
    clause = reading.clause_at(index)
    if _is_theirs(reading, index, clause):
        named = [found for _, found in _moves(reading, index + 1, len(reading.phrases)) if found[0] == THEM]
        return named[0] if named else None
    return (
        _after_is(reading, index, clause)
        or _before(reading, index, clause)
        or _earlier(reading, clause)
        or _later(reading, index)
        or _from_scene(clause)
        or _from_topic(reading)
    )


def _is_theirs(reading: Reading, index: int, clause: Clause) -> bool:
    """Whether it is the other role who wants it: `they might aim to avoid 0`."""
    for at in range(index - 1, clause.start - 1, -1):
        if reading.phrases[at].kind == "M":
            return False
        if reading.who[at] and reading.phrases[at].kind == "A":
            return reading.who[at] == THEM and reading.phrases[at].words not in ("their", "his", "her")
    return False


def _moves(reading: Reading, start: int, end: int) -> list[tuple[int, Subject]]:
    """The moves named between two indexes, each with whose it is; those that others answer are left out."""
    found: list[tuple[int, Subject]] = []
    for index in range(start, end):
        phrase = reading.phrases[index]
        if phrase.kind != "M":
            continue
        event = next((event for event in reading.events if event.start <= index < event.end), None)
        if event is not None and event.move is None:
            continue
        agents = [actor for actor, _ in event.moves] if event is not None else []
        actor = ME if not agents or ME in agents else THEM
        if event is not None and not agents:
            scene = reading.clause_at(index).scene
            actor = THEM if scene.them == phrase.meaning and scene.me != phrase.meaning else ME
        if event is not None and event.form == "pair" and index != event.start:
            continue
        before = reading.phrases[index - 1] if index else None
        if before is None or before.words not in ("against", "vs", "versus"):
            found.append((index, (actor, phrase.meaning)))
    return found


def _after_is(reading: Reading, index: int, clause: Clause) -> Subject | None:
    phrases = reading.phrases
    if any(phrases[at].kind == "B" for at in range(clause.start, index)) and any(
        phrases[at].kind == "M" for at in range(clause.start, index)
    ):
        return None
    linked = False
    for at in range(index + 1, min(index + 16, len(phrases))):
        kind = phrases[at].kind
        if kind == "B" or (kind == ":" and at - index < 8):
            linked = True
        elif kind == "M" and linked:
            named = _moves(reading, at, at + 1)
            return named[0][1] if named and named[0][1][0] == ME or not named else _own(reading, at)
        elif kind in ";IbTN" or (kind == "," and linked):
            return None
    return None


def _own(reading: Reading, at: int) -> Subject | None:
    named = [found for found in _moves(reading, at, len(reading.phrases))]
    return named[0][1] if named else None


def _before(reading: Reading, index: int, clause: Clause) -> Subject | None:
    own = [found for found in _moves(reading, clause.start, index)]
    mine = [found for found in own if found[1][0] == ME]
    if mine:
        return mine[-1][1]
    return own[-1][1] if own else None


def _earlier(reading: Reading, clause: Clause) -> Subject | None:
    """A move told before in the sentence, in a main clause first; of several, the last."""
    position = reading.clauses.index(clause)
    for kind in ("main", "if"):
        for before in reversed(reading.clauses[:position]):
            if before.kind == kind:
                found = [named for _, named in _moves(reading, before.start, before.end) if named[0] == ME]
                if found:
                    return found[-1]
    return None


def _later(reading: Reading, index: int) -> Subject | None:
    following = [named for _, named in _moves(reading, index + 1, len(reading.phrases)) if named[0] == ME]
    thans = [clause for clause in reading.clauses if clause.kind == "than"]
    for at, named in _moves(reading, index + 1, len(reading.phrases)):
        if named[0] == ME and not any(clause.start <= at < clause.end for clause in thans):
            return named
    return following[0] if following and not thans else None


def _from_scene(clause: Clause) -> Subject | None:
    return (ME, clause.scene.me) if clause.scene.me is not None else None


def _from_topic(reading: Reading) -> Subject | None:
    """`However, it is risky`: the move that was spoken of before."""
    pointing = any(phrase.words in ("it", "this", "that") for phrase in reading.phrases[:4])
    return (ME, reading.before.me) if pointing and reading.before.me is not None else None


def others(names: Names, actor: str, move: str) -> list[str]:
    """The other moves that an actor has."""
    return [other for other in (names.mine if actor == ME else names.theirs) if other != move]


def negated(reading: Reading, index: int, reach: int = 4) -> bool:
    """Whether a negation stands shortly before a phrase, in its clause."""
    clause = reading.clause_at(index)
    window = reading.phrases[max(clause.start, index - reach) : index]
    return any(phrase.kind == "n" and phrase.words not in ("no", "without") for phrase in window) or any(
        phrase.words in ("no", "nor") for phrase in reading.phrases[max(clause.start, index - 1) : index]
    )
