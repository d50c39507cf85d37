"""Logged LELMA runs, evaluated again: every query, and every feedback prompt.

A logged attempt has `payoffs`, `queries`, `failed` (the queries the published solver rejected), `feedback` and
`outcome`. The queries are judged in the `lelma2024` query set, which keeps the authors' meanings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from gdl.values import dataclass
from lelma.experiments.evaluation.lelma_log import logged_verdicts, logged_verifier, read_log
from lelma.support.json_types import VERSION
from lelma.support.outside import TEXT
from lelma.verify.report import CheckedClaim, Verdict
from lelma.verify.verifier import Verifier
from translators.claim import Claim

COMPAT = "lelma2024"
_FIELDS = frozenset({"id", "payoffs", "queries", "failed"})


@dataclass
class Replay:
    """What a replay found.

    Attributes:
        queries: how many queries were logged.
        agree: how many have the verdict the log gives them.
        disagree: the others, each with `id`, `query`, `logged`, `verdict`.
        malformed: queries outside the language, each with `id`, `query`, `reason`.
        uncompared: queries of attempts that crashed, that we find false: the log does not say what they are.
        attempts, feedback_prompts, feedback_equal: attempts read, prompts logged, and prompts rebuilt exactly.
        feedback_differs: ids of the attempts whose prompt came out differently.
    """

    queries: int = 0
    agree: int = 0
    disagree: list[dict[str, Any]] = field(default_factory=list)
    malformed: list[dict[str, Any]] = field(default_factory=list)
    uncompared: list[dict[str, Any]] = field(default_factory=list)
    attempts: int = 0
    feedback_prompts: int = 0
    feedback_equal: int = 0
    feedback_differs: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every comparable query agrees and every prompt came out equal."""
        return not self.disagree and self.feedback_equal == self.feedback_prompts

    def as_json(self) -> dict[str, Any]:
        return {"schema": VERSION, "ok": self.ok, **vars(self)}


def replay(
    lines: Iterable[str],
    *,
    source: str = TEXT,
    bridge: str | None = None,
    on_attempt: Callable[[str], None] | None = None,
) -> Replay:
    """Evaluate the attempts of a log; `source` is what errors call it.

    Raises:
        UsageError: for a line that is no logged attempt, with its place.
    """
    found = Replay()
    for attempt in read_log(lines, _FIELDS, source):
        verifier = logged_verifier(attempt, bridge=bridge, compat=COMPAT)
        _replay_attempt(attempt, verifier, found)
        if on_attempt is not None:
            on_attempt(str(attempt["id"]))
    return found


def _replay_attempt(attempt: Mapping[str, Any], verifier: Verifier, found: Replay) -> None:
    queries, failed, feedback = attempt["queries"], attempt["failed"], attempt.get("feedback")
    asked = [*queries, *failed]
    verdicts = dict(zip(asked, logged_verdicts(verifier, asked), strict=True))
    found.attempts += 1
    found.queries += len(queries)
    for query in queries:
        _compare(attempt, query, verdicts[query], query in failed, found)
    if feedback is not None:
        found.feedback_prompts += 1
        claims = [CheckedClaim(Claim("", (0, 0), query), verdicts[query]) for query in failed]
        if _lines(verifier.feedback(claims)) == _lines(feedback):
            found.feedback_equal += 1
        else:
            found.feedback_differs.append(str(attempt["id"]))


def _compare(attempt: Mapping[str, Any], query: str, verdict: Verdict, failed: bool, found: Replay) -> None:
    logged = "false" if failed else "true"
    entry = {"id": attempt["id"], "query": query, "logged": logged, "verdict": verdict.truth}
    if verdict.truth == "error":
        found.malformed.append({"id": attempt["id"], "query": query, "reason": verdict.reason})
    elif verdict.truth == logged:
        found.agree += 1
    elif attempt.get("outcome") == "crash" and not failed:
        found.uncompared.append(entry)
    else:
        found.disagree.append(entry)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]
