"""Moves that a text turns away from: `while X pays 5, I prefer to be safe`, `I avoid the case where we choose X`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import ME

_WISHES = frozenset(
    "want prefer rather wish interested value prioritize care seek seeking aim aiming like favor sacrifice".split()
)
_JOINED = frozenset((",", "b", ",b", "&", ",&", "b,", ";"))
_CONCLUDES = frozenset("so therefore thus hence".split())


def turns_away(clauses: Sequence[Clause], position: int, found: Sequence[Phrase]) -> bool:
    """Whether a clause tells what one wishes, and stands beside one about a move that is not decided on."""
    clause = clauses[position]
    concludes = bool(position) and found[clause.start - 1].words in _CONCLUDES
    if clause.kind != "main" or not (clause.before in _JOINED or concludes):
        return False
    contrasted = "b" in clause.before or (clauses[0].before == "^b" and position)
    plain = all(other.kind == "main" for other in clauses[:position])
    wished = _is_wish(found[clause.start : clause.end]) and _is_weighed(clauses[:position], found)
    return wished and bool(contrasted or plain)


def _is_wish(body: Sequence[Phrase]) -> bool:
    """`I would rather`, `I am more interested in`: what the reasoner wishes; not `I prefer X`."""
    subject = next((at for at, phrase in enumerate(body[:3]) if phrase.words == "i"), len(body))
    wish = next((at for at in range(subject, min(subject + 6, len(body))) if body[at].words in _WISHES), None)
    return wish is not None and not any(phrase.kind == "M" for phrase in body[: wish + 3])


def _is_weighed(before: Sequence[Clause], found: Sequence[Phrase]) -> bool:
    """Whether the clauses before are about a move, and none says that the reasoner chooses it."""
    chosen = any(
        event.form == "finite" and dict(event.moves).keys() == {ME}
        for clause in before
        for event in clause.events
        if clause.kind == "main"
    )
    named = any(phrase.kind == "M" for clause in before for phrase in found[clause.start : clause.end])
    return named and not chosen


_AVOIDED = re.compile("Ot?[.X]*P$")


def is_of_avoided(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`I choose X to avoid the case where we both choose Y and get 0`: a case that the choice of X does not lead to."""
    return bool(_AVOIDED.search(kinds_of(found[: clause.start])))


def leaves_avoided(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`I avoid the case where they choose Y, and I get at least 1`: where it is no longer what is avoided."""
    opens = {",": "AM", "&": "W"}.get(clause.before, "")
    return found[clause.start].kind in opens or clause.before.startswith(",&") or bool(set(clause.before) & set("bc;"))
