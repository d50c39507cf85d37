"""Measures of studies of what was said, thought and taken for certain, by what gates and agents noted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lelma.experiments.evaluation.tables import TableCell
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.over_matches.checks_noted import SPEECH, THOUGHT, CheckedAnswer, checked_answers
from lelma.experiments.over_matches.rows import PlayedMatch
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.experiments.studies.measured import Measured, StudyMeasure


def _claims(where: str, kind: str, *, draft: bool = False) -> StudyMeasure:
    """The share of claims of a kind that their speaker's view refutes, of those it decides; meant lies left out."""

    def measure(measured: Measured, side: str) -> list[TableCell]:
        found: list[TableCell] = []
        for group in measured.groups:
            told = [
                claim.refuted
                for answer in _answers_of(group, side or measured.side)
                for claim in (answer.drafted if draft else answer.counted)
                if claim.where == where and kind in ("", claim.kind) and claim.decided and not claim.lie
            ]
            found.append(Share(sum(told), len(told)) if told else None)
        return found

    return measure


def _answers_of(group: MatchGroup, side: str) -> list[CheckedAnswer]:
    """The checked answers of the players of a side."""
    found = list[CheckedAnswer]()
    for each in group.matches:
        players = _players(each, side)
        found += [answer for answer in checked_answers(each.notes) if answer.role in players]
    return found


def _players(each: PlayedMatch, side: str) -> set[str]:
    return {row.role for row in each.rows if row.side == side}


def _leaks(measured: Measured, side: str) -> list[TableCell]:
    """The share of answers as given that tell a secret, of all that were checked."""
    found: list[TableCell] = []
    for group in measured.groups:
        answers = _answers_of(group, side or measured.side)
        told = [any(claim.kind == "secret" for claim in answer.counted) for answer in answers]
        found.append(Share(sum(told), len(told)) if told else None)
    return found


def _certain(measured: Measured, side: str) -> list[TableCell]:
    """The share of what players called certain of who somebody is that is so."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            each.identities.get(who) in named
            for each in group.matches
            for note in each.notes
            if note.get("kind") == "belief" and note["role"] in _players(each, side or measured.side)
            for who, named in note.get("certain", {}).items()
        ]
        found.append(Share(sum(told), len(told)) if told else None)
    return found


def _certain_told(measured: Measured, side: str) -> list[TableCell]:
    """The share of what first drafts call certain and no deal has that is fed back, of what a gate saw."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            len(answer.attempts) > 1 and bool(answer.attempts[0][1])
            for answer in _answers_of(group, side or measured.side)
            for claim in answer.drafted
            if claim.kind == "certain"
        ]
        found.append(Share(sum(told), len(told)) if told else None)
    return found


def _found(measured: Measured, error: str) -> list[TableCell]:
    """Of the mistakes that agents know they made, those of an error or all, the share that a check found."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            any(claim.fails and claim.sentence == sentence for claim in answer.drafted)
            for answer in _of_who_knows(group)
            for sentence, kind in zip(answer.mistakes or (), answer.errors, strict=True)
            if error in ("", kind)
        ]
        found.append(Share(sum(told), len(told)) if told else None)
    return found


def _alarms(measured: Measured, kind: str) -> list[TableCell]:
    """Of the answers in which an agent that knows its mistakes made none, the share with a failing claim of a kind."""
    found: list[TableCell] = []
    for group in measured.groups:
        told = [
            any(claim.fails and kind in ("", claim.kind) for claim in answer.drafted)
            for answer in _of_who_knows(group)
            if not answer.mistakes and answer.drafted
        ]
        found.append(Share(sum(told), len(told)) if told else None)
    return found


def _of_who_knows(group: MatchGroup) -> Iterator[CheckedAnswer]:
    for each in group.matches:
        yield from (answer for answer in checked_answers(each.notes) if answer.mistakes is not None)


CHECK_MEASURES: Mapping[str, StudyMeasure] = {
    "false_history": _claims(SPEECH, "history"),
    "false_history_drafted": _claims(SPEECH, "history", draft=True),
    "hallucinated": _claims(THOUGHT, ""),
    "broken": _claims("move", "commitment"),
    "leaks": _leaks,
    "certain": _certain,
    "certain_told": _certain_told,
    "found": _found,
    "alarms": _alarms,
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
