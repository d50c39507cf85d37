"""Measures of studies of what was said, thought and taken for certain, by what gates and agents noted of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from lelma.experiments.evaluation.tables import TableCell
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.over_matches.checks_noted import SPEECH, THOUGHT, CheckedAnswer, checked_answers
from lelma.experiments.over_matches.rows import PlayedMatch
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.experiments.studies.measured import Measured, StudyMeasure


def _share(told_of: Callable[[MatchGroup, str], Iterable[bool]], *, by_side: bool = False) -> StudyMeasure:
    """The share that is so of what is told of each group.

    Args:
        told_of: tells it of a group, by the argument of the measure's name.
        by_side: whether that is a side, which is the one under test where none is named.
    """

    def measure(measured: Measured, about: str) -> list[TableCell]:
        about = about or (measured.side if by_side else "")
        told = [list(told_of(group, about)) for group in measured.groups]
        return [Share(sum(each), len(each)) if each else None for each in told]

    return measure


def _claims(where: str, kind: str, *, draft: bool = False) -> StudyMeasure:
    """The share of claims of a kind that their speaker's view refutes, of those it decides; meant lies left out."""

    def refuted(group: MatchGroup, side: str) -> Iterator[bool]:
        for answer in _answers_of(group, side):
            for claim in answer.drafted if draft else answer.counted:
                if claim.where == where and kind in ("", claim.kind) and claim.decided and not claim.lie:
                    yield claim.refuted

    return _share(refuted, by_side=True)


def _answers_of(group: MatchGroup, side: str) -> list[CheckedAnswer]:
    """The checked answers of the players of a side."""
    found = list[CheckedAnswer]()
    for each in group.matches:
        players = _players(each, side)
        found += [answer for answer in checked_answers(each.notes) if answer.role in players]
    return found


def _players(each: PlayedMatch, side: str) -> set[str]:
    return {row.role for row in each.rows if row.side == side}


def _leaks(group: MatchGroup, side: str) -> Iterator[bool]:
    """Of answers as given, all that were checked, whether they tell a secret."""
    for answer in _answers_of(group, side):
        yield any(claim.kind == "secret" for claim in answer.counted)


def _certain(group: MatchGroup, side: str) -> Iterator[bool]:
    """Of what players called certain of who somebody is, whether it is so."""
    for each in group.matches:
        players = _players(each, side)
        for note in each.notes:
            if note.get("kind") == "belief" and note["role"] in players:
                yield from (each.identities.get(who) in named for who, named in note.get("certain", {}).items())


def _certain_told(group: MatchGroup, side: str) -> Iterator[bool]:
    """Of what first drafts call certain and no deal has, whether it is fed back, of what a gate saw."""
    for answer in _answers_of(group, side):
        told = len(answer.attempts) > 1 and bool(answer.attempts[0][1])
        yield from (told for claim in answer.drafted if claim.kind == "certain")


def _found(group: MatchGroup, error: str) -> Iterator[bool]:
    """Of the mistakes that agents know they made, those of an error or all, whether a check found them."""
    for answer in _of_who_knows(group):
        for sentence, kind in zip(answer.mistakes or (), answer.errors, strict=True):
            if error in ("", kind):
                yield any(claim.fails and claim.sentence == sentence for claim in answer.drafted)


def _alarms(group: MatchGroup, kind: str) -> Iterator[bool]:
    """Of the answers in which an agent that knows its mistakes made none, whether a claim of a kind fails."""
    for answer in _of_who_knows(group):
        if not answer.mistakes and answer.drafted:
            yield any(claim.fails and kind in ("", claim.kind) for claim in answer.drafted)


def _of_who_knows(group: MatchGroup) -> Iterator[CheckedAnswer]:
    for each in group.matches:
        yield from (answer for answer in checked_answers(each.notes) if answer.mistakes is not None)


CHECK_MEASURES: Mapping[str, StudyMeasure] = {
    "false_history": _claims(SPEECH, "history"),
    "false_history_drafted": _claims(SPEECH, "history", draft=True),
    "hallucinated": _claims(THOUGHT, ""),
    "broken": _claims("move", "commitment"),
    "leaks": _share(_leaks, by_side=True),
    "certain": _share(_certain, by_side=True),
    "certain_told": _share(_certain_told, by_side=True),
    "found": _share(_found),
    "alarms": _share(_alarms),
}
"""Name → measure."""

CHECK_HEADS: Mapping[str, str] = {
    "false_history": "False history as said",
    "false_history_drafted": "False history in drafts",
    "hallucinated": "Refuted in thoughts",
    "broken": "Broken announcements",
    "leaks": "Answers that tell a secret",
    "certain": "Called certain, and so",
    "certain_told": "Certain in no deal, and fed back",
    "found": "Mistakes found",
    "alarms": "Answers without a mistake that fail",
}
"""Name → the head of its column."""
