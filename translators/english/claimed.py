"""Clauses that begin like conditions, and are claimed: reasons, and what is told of a move after `where`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from translators.english.clause import Clause
from translators.english.event import Event
from translators.english.phrase import Phrase, kinds_of

_GIVEN = frozenset(("given", "given that", "considering", "considering that"))


def tell_reasons(clauses: Sequence[Clause], found: Sequence[Phrase]) -> None:
    """`given that X may bring 0`: no condition, where it tells no choice, but a reason that is claimed."""
    for clause in clauses:
        chosen = any(event.moves for event in clause.events)
        if clause.kind == "if" and not chosen and found[clause.start].words in _GIVEN and clause.end > clause.start + 1:
            clause.kind, clause.before, clause.start = "main", clause.before + "c", clause.start + 1


_MOVE_BEFORE = re.compile("dM,$")


def tell_relatives(clauses: Sequence[Clause], found: Sequence[Phrase]) -> None:
    """`There is no such risk with X, where I get at least 1`: told of X, whichever move was spoken of before."""
    for before, clause in pairwise(clauses):
        relative = found[clause.start].words == "where" and _MOVE_BEFORE.search(kinds_of(found[: clause.start]))
        if relative and before.kind == "main" and not clause.events and clause.end > clause.start + 1:
            move = clause.start - 2
            clause.events.append(Event(found[move].meaning, move, move + 1, "subject"))
            clause.kind, clause.before, clause.start = "main", clause.before + "w", clause.start + 1
