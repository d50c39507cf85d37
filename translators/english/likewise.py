"""What one choice says of the other: `if they choose X too`, `if only they choose X`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from translators.english.clause import Clause
from translators.english.grammar_words import CHANGES
from translators.english.phrase import Phrase
from translators.english.scene import ME, THEM, Scene, opposite


def as_well(
    group: Sequence[Clause], found: Sequence[Phrase], scene: Scene, told: Mapping[str, str | None]
) -> dict[str, str | None]:
    """`if they also choose X`, `they might choose X too`, where nothing was said of the other's choice: the same one.

    `They might also choose X` is read so only in a condition: it may be what they choose besides.
    """
    if len(told) != 1 or not scene.empty:
        return {}
    told_in = [event for clause in group for event in clause.events]
    said = [phrase.words for event in told_in for phrase in found[event.start : event.end + 1]]
    also = ("also" in said and group[0].kind == "if") or said[-1:] in (["too"], ["as well"])
    ((actor, move),) = told.items()
    return {opposite(actor): move} if also else {}


_ALONE = frozenset("only just alone".split())


def alone(body: Sequence[int], found: Sequence[Phrase], who: Sequence[str]) -> str:
    """The one of `if only they choose X`, `if I alone do`: the other one chooses something else."""
    marks = ((at, at - 1 if found[at].words == "alone" else at + 1) for at in body if found[at].words in _ALONE)
    one = next((chooser for _, chooser in marks if chooser in body and who[chooser] in (ME, THEM)), None)
    return who[one] if one is not None else ""


_THEN = frozenset("then too also".split()) | {"as well"}


def leaves(clauses: Sequence[Clause], position: int, found: Sequence[Phrase]) -> bool:
    """`I would get 3 by switching to X, and they would get 0 by switching to Y`: each leaves the same cell."""
    after = clauses[position + 1 : position + 2]
    group = [clauses[position], *(clause for clause in after if clause.kind == "if" and clause.before == "")]
    events = [event for clause in group for event in clause.events]
    on = any(phrase.words in _THEN for clause in group for phrase in found[clause.start : clause.end])
    return not on and any(
        phrase.words.startswith(CHANGES) for event in events for phrase in found[event.start : event.end]
    )
