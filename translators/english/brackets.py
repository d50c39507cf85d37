"""Clauses in brackets: what a condition after them governs, and the scene that goes on after them."""

from __future__ import annotations

from collections.abc import Sequence

from translators.english.clause import Clause
from translators.english.phrase import Phrase, kinds_of
from translators.english.scene import Scene


def past_brackets(clauses: list[Clause], found: Sequence[Phrase]) -> None:
    """`We would get more (3 instead of 1) if both chose X`: the condition stands before what is in the brackets."""
    for position in range(len(clauses) - 2):
        compared = kinds_of(found[clauses[position].start : clauses[position].end])
        after = next((at for at in range(position + 1, len(clauses)) if ")" in clauses[at].before), None)
        if after is None or clauses[after].kind != "if" or clauses[after].before not in (")", ")I"):
            continue
        inside = clauses[position + 1 : after]
        opens = inside[:1] != [] and inside[0].before == "(" and not inside[0].events
        if opens and any(part.kind == "than" for part in inside) and "Q" in compared and "N" not in compared:
            clauses.insert(position + 1, clauses.pop(after))


def outside_of_brackets(clauses: Sequence[Clause], position: int) -> Scene | None:
    """The scene before `(at most 3, while X could pay 5)`, for what follows: an aside that is no condition."""
    opens = max((at for at in range(1, position) if clauses[at].before == "("), default=position)
    inside = clauses[opens + 1 : position]
    aside = any("b" in part.before and part.kind == "main" and part.events for part in inside)
    return clauses[opens - 1].scene if clauses[position].before.startswith(")") and aside else None
