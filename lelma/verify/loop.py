"""The feedback loop: reason, translate, solve, feed back (LELMA paper, Algorithm 1).

`refine_drafts` is the loop, of anything that is drafted and checked: what `run_loop` has a model reason, and what an
agent is about to say at a moment of a match (`lelma.agents.gate`).

It stops, looked for in this order, when

- all counted claims of an attempt hold (`verified`);
- nothing in an attempt can be checked (`unverified`): this is no success, and there is nothing to feed back;
- an attempt fails in exactly the claims that the attempt before it failed in (`repeated`): the feedback did not
  reach the model, and would only be said again;
- the attempts are used up (`max_attempts`).

It departs from the paper in the second rule, where the paper takes such a text as correct, and in the third, which
the paper does not have; `stop_on_repeat=False` leaves the third out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeVar

from gdl.values import dataclass
from lelma.models import Message, Model, Reply, Scripted
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION
from lelma.verify.json_types import AttemptJson, LoopJson, RefinementJson
from lelma.verify.report import Report

MAX_ATTEMPTS = 5
"""Attempts of a loop, unless it is told otherwise."""

Outcome = Literal["verified", "unverified", "repeated", "max_attempts"]


@dataclass(frozen=True)
class Attempt:
    """One reasoning of the model and what it came to; `number` counts from 1."""

    number: int
    text: str
    report: Report
    reply: Reply


@dataclass(frozen=True)
class LoopResult:
    """All attempts, and how the loop ended.

    Attributes:
        outcome: `verified` if all counted claims of the last attempt hold, `unverified` if none could be checked,
            `repeated` if the last attempt failed in the same claims as the one before it, `max_attempts` if some
            fail and no attempt is left.
    """

    attempts: tuple[Attempt, ...]
    outcome: Outcome
    model: str

    @property
    def final(self) -> Report:
        return self.attempts[-1].report

    def as_json(self) -> LoopJson:
        """The report of the last attempt, with all attempts beside it."""
        attempts: list[AttemptJson] = [
            {"attempt": a.number, "text": a.text, "report": a.report.as_json()} for a in self.attempts
        ]
        return {**self.final.as_json(), "outcome": self.outcome, "model": self.model, "attempts": attempts}


@dataclass(frozen=True)
class LoopStep:
    """One attempt of a loop whose reasoner is elsewhere; `outcome` is None while the loop goes on."""

    attempt: Attempt
    outcome: Outcome | None

    def as_json(self) -> RefinementJson:
        """What the reasoner is told."""
        report = self.attempt.report
        return {
            "schema": VERSION,
            "attempt": self.attempt.number,
            "outcome": self.outcome,
            "prompt": report.feedback,
            "report": report.as_json(),
        }


class ChecksTexts(Protocol):
    """Anything that checks texts, such as a `Verifier`."""

    def check(self, text: str) -> Report: ...


class Refutable(Protocol):
    """What the stop rules look at in a report.

    Attributes:
        ok: whether something was checked, and all of it holds.
        unverified: whether nothing could be checked.
        failures: what fails, by names that are the same when the same fails again.
    """

    @property
    def ok(self) -> bool: ...

    @property
    def unverified(self) -> bool: ...

    @property
    def failures(self) -> frozenset[str]: ...


DraftT = TypeVar("DraftT")
ReportT = TypeVar("ReportT", bound=Refutable)


def refine_drafts(
    draft: Callable[[Sequence[tuple[DraftT, ReportT]]], DraftT],
    check: Callable[[DraftT], ReportT],
    *,
    max_attempts: int,
    repeats_end: bool = True,
    made: Sequence[tuple[DraftT, ReportT]] = (),
    on_draft: Callable[[DraftT, ReportT], None] | None = None,
) -> tuple[list[tuple[DraftT, ReportT]], Outcome]:
    """Draft and check until a stop rule holds: all drafts with their reports, and which rule.

    Args:
        draft: makes the next draft, from those before it and what was found in them.
        check: what is found in a draft, at the moment it is made.
        repeats_end: whether to stop when the same fails twice in a row.
        made: the first drafts of a loop that was broken off.
        on_draft: is given every new draft as soon as it is checked.
    """
    found = list(made)
    while (outcome := stop_outcome([report for _, report in found], max_attempts, repeats_end)) is None:
        drafted = draft(found)
        found.append((drafted, check(drafted)))
        if on_draft is not None:
            on_draft(*found[-1])
    return found, outcome


def run_loop(
    verifier: ChecksTexts,
    model: Model,
    instruction: str,
    *,
    max_attempts: int = MAX_ATTEMPTS,
    temperature: float = 1.0,
    max_tokens: int = 1024,
    stop_on_repeat: bool | None = None,
    made: Sequence[Attempt] = (),
    on_attempt: Callable[[Attempt], None] | None = None,
) -> LoopResult:
    """Let a model reason until a stop rule holds.

    Wrong answers and the feedback on them stay in the conversation. What feedback says (what holds, or only that a
    claim does not) is the verifier's `style`.

    Args:
        stop_on_repeat: whether to stop when the same claims fail twice in a row; by default with every model but
            recorded replies, which can't answer to feedback.
        made: the first attempts of a loop that was broken off; it goes on after them.
        on_attempt: is given every new attempt as soon as it is checked.

    Raises:
        ModelError: if the model gives no reply; attempts made before it were passed to `on_attempt`.
        ValueError: for fewer than one attempt.
    """
    if max_attempts < 1:
        raise ValueError("the loop needs at least one attempt")
    repeats_end = not isinstance(model, Scripted) if stop_on_repeat is None else stop_on_repeat
    attempts = list(made)

    def draft(_: Sequence[tuple[Reply, Report]]) -> Reply:
        return model.complete(conversation(instruction, attempts), temperature=temperature, max_tokens=max_tokens)

    def keep(reply: Reply, report: Report) -> None:
        attempts.append(Attempt(len(attempts) + 1, reply.text, report, reply))
        if on_attempt is not None:
            on_attempt(attempts[-1])

    _, outcome = refine_drafts(
        draft,
        lambda reply: verifier.check(reply.text),
        max_attempts=max_attempts,
        repeats_end=repeats_end,
        made=[(attempt.reply, attempt.report) for attempt in made],
        on_draft=keep,
    )
    return LoopResult(tuple(attempts), outcome, model.name)


def loop_step(
    verifier: ChecksTexts,
    text: str,
    previous: Sequence[str] = (),
    *,
    max_attempts: int = MAX_ATTEMPTS,
    stop_on_repeat: bool = True,
) -> LoopStep:
    """The newest attempt of a loop after the texts of the earlier ones, of which only the last is checked again.

    Raises:
        UsageError: for fewer than one attempt.
    """
    if max_attempts < 1:
        raise UsageError("the loop needs at least one attempt")
    number = len(previous) + 1
    texts = [*previous[-1:], text] if stop_on_repeat else [text]
    places = range(number - len(texts) + 1, number + 1)
    made = [Attempt(at, each, verifier.check(each), Reply(each)) for at, each in zip(places, texts, strict=True)]
    return LoopStep(made[-1], loop_outcome(made, max_attempts - (number - len(made)), stop_on_repeat))


def conversation(instruction: str, attempts: Sequence[Attempt]) -> list[Message]:
    messages = [Message("user", instruction)]
    for attempt in attempts:
        messages += [Message("assistant", attempt.text), Message("user", attempt.report.feedback)]
    return messages


def loop_outcome(attempts: Sequence[Attempt], max_attempts: int, repeats_end: bool) -> Outcome | None:
    """How a loop with these attempts has ended; None while it goes on."""
    return stop_outcome([attempt.report for attempt in attempts], max_attempts, repeats_end)


def stop_outcome(reports: Sequence[Refutable], max_attempts: int, repeats_end: bool) -> Outcome | None:
    """The stop rule that holds after these reports; None while none does."""
    if not reports:
        return None
    last = reports[-1]
    if last.ok:
        return "verified"
    if last.unverified:
        return "unverified"
    if repeats_end and len(reports) > 1 and last.failures == reports[-2].failures:
        return "repeated"
    return "max_attempts" if len(reports) >= max_attempts else None
