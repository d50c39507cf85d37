"""What checks of drafts found, as agents noted it: claims, feedback, and what became of it.

A `note` of kind `check` is one attempt at one answer: its claims, read from the speech or the private thought, each
with a verdict, and the lines that were fed back. Attempts at one answer follow each other, by role, ply and task. The
last attempt is what was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from gdl.values import dataclass
from lelma.experiments.metrics.confusion import Share
from lelma.matches.transcript import Event

SPEECH, THOUGHT = "speech", "thought"
REFUTED = ("false", "broken")
"""Verdicts that go against a claim; `true`, too, decides one, and every other leaves it open."""
DECIDED = ("true", "kept", *REFUTED)


@dataclass(frozen=True)
class NotedClaim:
    """A claim of a draft; `lie` where the agent said that it is meant as one, `fails` where it was fed back."""

    where: str
    kind: str
    query: str
    sentence: str
    verdict: str
    lie: bool = False
    fails: bool = False

    @property
    def refuted(self) -> bool:
        return self.verdict in REFUTED

    @property
    def decided(self) -> bool:
        return self.verdict in DECIDED


@dataclass(frozen=True)
class CheckedAnswer:
    """The attempts at one answer: the claims of each, and the lines that were fed back on it.

    Attributes:
        said: the words that were said, where the last attempt tells them.
        mistakes: the sentences that the agent itself calls wrong, where it is one that knows; else None.
        errors: what is wrong with each of them, as the agent calls it.
        announced: those that it called wrong before, which its moves may go against.
    """

    role: str
    ply: int
    attempts: tuple[tuple[tuple[NotedClaim, ...], tuple[str, ...]], ...]
    ended: str = ""
    said: str | None = None
    mistakes: tuple[str, ...] | None = None
    announced: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    @property
    def drafted(self) -> tuple[NotedClaim, ...]:
        """The claims of the first draft."""
        return self.attempts[0][0]

    @property
    def counted(self) -> tuple[NotedClaim, ...]:
        """The claims of the answer that counted: of its speech those that were said, and all others."""
        return (*self.published, *(claim for claim in self.attempts[-1][0] if claim.where != SPEECH))

    @property
    def published(self) -> tuple[NotedClaim, ...]:
        """The claims of the speech that was said, without sentences that were cut out of it."""
        drafted = (claim for claim in self.attempts[-1][0] if claim.where == SPEECH)
        return tuple(claim for claim in drafted if self.said is None or claim.sentence in self.said)

    def alarms(self, claim: NotedClaim) -> bool:
        """Whether a claim that is refuted is no mistake by the agent's own account, where it knows."""
        if claim.where not in (SPEECH, THOUGHT):  # a move that goes against what was announced
            return not any(sentence.startswith(claim.sentence) for sentence in self.announced)
        return claim.sentence not in (self.mistakes or ())


def checked_answers(events: Sequence[Event]) -> list[CheckedAnswer]:
    """The checked answers of a transcript, in its order."""
    notes = [event for event in events if event["event"] == "note"]
    wrong: dict[str, list[tuple[int, str, str]]] = {}
    for event in notes:
        if event.get("kind") == "mistakes":
            told_of = wrong.setdefault(event["role"], [])
            some = event.get("mistakes", ())
            told_of += [(event["ply"], str(each.get("sentence", "")), str(each.get("error", ""))) for each in some]
    checks = [event for event in notes if event.get("kind") == "check"]
    checks.sort(key=lambda event: (event["ply"], event["role"], str(event.get("task", ""))))  # stable: attempts stay
    found = []
    for (ply, role, _), group in groupby(checks, key=lambda e: (e["ply"], e["role"], str(e.get("task", "")))):
        attempts = list(group)
        told = tuple((_claims(each), tuple(map(str, each.get("feedback", ())))) for each in attempts)
        ended, said = str(attempts[-1].get("ended", "")), attempts[-1].get("said")
        knows = tuple(sentence for at, sentence, _ in wrong[role] if at == ply) if role in wrong else None
        errors = tuple(error for at, _, error in wrong.get(role, ()) if at == ply)
        before = tuple(sentence for at, sentence, _ in wrong.get(role, ()) if at < ply)
        words = said if isinstance(said, str) else None
        found.append(CheckedAnswer(role, ply, told, ended, words, knows, before, errors))
    return found


def _claims(event: Mapping[str, Any]) -> tuple[NotedClaim, ...]:
    found = []
    for each in event.get("claims", ()):
        where, kind, query, sentence, verdict = (
            str(each.get(name, "")) for name in ("where", "kind", "query", "sentence", "verdict")
        )
        found.append(
            NotedClaim(where, kind, query, sentence, verdict, each.get("lie") is True, each.get("fails") is True)
        )
    return tuple(found)


@dataclass(frozen=True)
class CheckCounts:
    """Some answers, counted.

    Attributes:
        refuted: (where, kind) → claims of first drafts that are refuted, of those decided; meant lies left out.
        open: (where, kind) → claims of first drafts that nothing decided, of all.
        lies: refuted claims of first drafts that were meant as lies, of those refuted.
        published: (where, kind) → as `refuted`, of the speeches that were said.
        given: answers that got feedback, of all; `lines`, how many lines that were.
        obeyed: of attempts after feedback, those in which none of the claims that failed before fails again.
        alarms: of refuted claims of agents that know their mistakes, those on sentences that are none.
    """

    refuted: Mapping[tuple[str, str], Share]
    open: Mapping[tuple[str, str], Share]
    published: Mapping[tuple[str, str], Share]
    lies: Share
    given: Share
    obeyed: Share
    alarms: Share
    lines: int


def count_checks(answers: Sequence[CheckedAnswer]) -> CheckCounts:
    """Answers, counted."""
    drafted = [claim for answer in answers for claim in answer.drafted]
    said = [claim for answer in answers for claim in answer.published]
    refuted = [claim for claim in drafted if claim.refuted]
    steps = [
        (_failing(before[0]), _failing(after[0]))
        for answer in answers
        for before, after in zip(answer.attempts, answer.attempts[1:], strict=False)
        if before[1]
    ]
    known = [
        answer.alarms(claim)
        for answer in answers
        if answer.mistakes is not None
        for claim in answer.drafted
        if claim.refuted and not claim.lie
    ]
    return CheckCounts(
        refuted=_shares(drafted, _refuted),
        open=_shares(drafted, lambda claim: not claim.decided),
        published=_shares(said, _refuted),
        lies=Share(sum(claim.lie for claim in refuted), len(refuted)),
        given=Share(sum(any(lines for _, lines in answer.attempts) for answer in answers), len(answers)),
        obeyed=Share(sum(not before & after for before, after in steps), len(steps)),
        alarms=Share(sum(known), len(known)),
        lines=sum(len(lines) for answer in answers for _, lines in answer.attempts),
    )


def _refuted(claim: NotedClaim) -> bool | None:
    return claim.refuted if claim.decided and not claim.lie else None


def _failing(claims: Iterable[NotedClaim]) -> set[tuple[str, str]]:
    return {(claim.where, claim.query) for claim in claims if claim.refuted and not claim.lie}


def _shares(claims: Sequence[NotedClaim], holds: Callable[[NotedClaim], bool | None]) -> dict[tuple[str, str], Share]:
    found = {}
    for key in sorted({(claim.where, claim.kind) for claim in claims}):
        told = [held for claim in claims if (claim.where, claim.kind) == key and (held := holds(claim)) is not None]
        found[key] = Share(sum(told), len(told))
    return found
