"""The feedback loop: reason, translate, solve, feed back (LELMA paper, Algorithm 1).

It departs from the paper in one rule: a text with nothing to check ends the loop as `unverified`, not as
correct.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from lelma.models.base import Message, Model, Reply
from lelma.report import Report
from lelma.verifier import Verifier

Outcome = Literal["verified", "unverified", "max_attempts"]


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
            `max_attempts` if some still fail.
    """

    attempts: tuple[Attempt, ...]
    outcome: Outcome
    model: str

    @property
    def final(self) -> Report:
        return self.attempts[-1].report

    def as_json(self) -> dict[str, Any]:
        """The report of the last attempt, with all attempts beside it."""
        attempts = [{"attempt": a.number, "text": a.text, "report": a.report.as_json()} for a in self.attempts]
        return {**self.final.as_json(), "outcome": self.outcome, "model": self.model, "attempts": attempts}


def run_loop(
    verifier: Verifier,
    model: Model,
    instruction: str,
    *,
    max_attempts: int = 5,
    temperature: float = 1.0,
    max_tokens: int = 1024,
    on_attempt: Callable[[Attempt], None] | None = None,
) -> LoopResult:
    """Let a model reason until its claims hold, nothing can be checked, or the attempts are used up.

    Wrong answers and the feedback on them stay in the conversation.

    Raises:
        ModelError: if the model gives no reply; attempts made before it were passed to `on_attempt`.
        ValueError: for fewer than one attempt.
    """
    if max_attempts < 1:
        raise ValueError("the loop needs at least one attempt")
    messages: Sequence[Message] = (Message("user", instruction),)
    attempts: list[Attempt] = []
    for number in range(1, max_attempts + 1):
        reply = model.complete(messages, temperature=temperature, max_tokens=max_tokens)
        report = verifier.check(reply.text)
        attempts.append(Attempt(number, reply.text, report, reply))
        if on_attempt is not None:
            on_attempt(attempts[-1])
        if report.ok or report.unverified:
            break
        messages = (*messages, Message("assistant", reply.text), Message("user", report.feedback))
    return LoopResult(tuple(attempts), _outcome(attempts[-1].report), model.name)


def _outcome(report: Report) -> Outcome:
    if report.ok:
        return "verified"
    return "unverified" if report.unverified else "max_attempts"
