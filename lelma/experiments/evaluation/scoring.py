"""How well a translator and the solver tell right reasoning from wrong, against people's labels.

Only first attempts count, or only final ones. A text is *predicted correct* if no counted claim in it fails; it is
*correct* if all judges said so (the rule of the LELMA paper, arXiv 2408.16081, section 4). Positive means correct.

`lelma.experiments.evaluation.measures` turns the texts scored here into numbers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from gdl.values import dataclass
from lelma.experiments.evaluation.lelma_log import logged_verifier, read_log
from lelma.experiments.evaluation.quotes import find_quote, overlaps, split_quotes
from lelma.experiments.metrics.confusion import kind
from lelma.support.outside import TEXT
from lelma.verify.formulas.query_formula import OtherRoleMissing
from lelma.verify.formulas.query_formula import claimed as claimed_formula
from lelma.verify.report import CheckedClaim, Report
from lelma.verify.verifier import Verifier
from translators.claim import Translator
from translators.errors import QueryError
from translators.formulas.errors import FormulaError
from translators.formulas.formula import AllOf, Const, Formula
from translators.passages import Span

_T = TypeVar("_T")

_FIELDS = frozenset({"id", "model", "response"})

CLASSES = (
    ("expected value", r"expected|_for_belief\b|^worth_more\b|\bmean\b"),
    (
        "worst case",
        r"guarante|^lowest_individual_payoff_for_choice\b|^always_|^payoff_range|\bmin |^(safe|risk)(st|iest|r|ier)\b",
    ),
    ("best response", r"best_response|_against\b|_in_every_case\b|_in_some_case\b|\b(only_)?best\b"),
    (
        "extremes",
        r"^(highest|lowest)_(possible|individual|mutual|payoff|sum)|_potential_payoff|^limits_to_at_most|\bmax "
        r"|^boldest\b",
    ),
    ("comparison", r"^(higher|lower|equal)(_mutual_payoff|_payoff_in)?\b|(pay|sum)\(.* (pay|sum)\(|^[^a-z]+$"),
    ("payoff assignment", r"^finally\b|^(possible|never)_individual_payoff|\b(pay|sum)\("),
)
"""Classes of claims by what their query or formula begins with or holds: the first that matches, else `other`."""


@dataclass(frozen=True)
class Failed:
    """A counted claim that is false; `types` are the kinds of error of the judges whose quotes it lies in."""

    query: str
    sentence: str
    quoted: bool
    types: frozenset[str]


@dataclass(frozen=True)
class Scored:
    """One labelled attempt, checked.

    Attributes:
        label, predicted: whether people, and the verifier, call the reasoning correct.
        checked: whether any counted claim was decided.
        failed: the counted claims that are false.
        claims: the class and the verdict of every claim that was read.
        error_types: the kinds of errors that judges name for the text.
        quotes: the judges' quotes that were found in the text.
        logged: class of each claim that the log holds as rejected, and whether a claim read here says the same.
        unread: how many sentences could not be read.
    """

    id: str
    sample: str
    model: str
    game: str
    label: bool
    predicted: bool
    checked: bool
    failed: tuple[Failed, ...]
    claims: tuple[tuple[str, str], ...]
    error_types: frozenset[str]
    quotes: tuple[str, ...]
    logged: tuple[tuple[str, bool], ...]
    unread: int

    @property
    def kind(self) -> str:
        return kind(self.label, self.predicted)

    @property
    def right_reason(self) -> bool:
        return any(claim.quoted for claim in self.failed)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "model": self.model,
            "game": self.game,
            "kind": self.kind,
            "checked": self.checked,
            "failed": [{"query": c.query, "sentence": c.sentence, "quoted": c.quoted} for c in self.failed],
            "quotes": list(self.quotes),
            "unread": self.unread,
        }


def score(
    lines: Iterable[str],
    *,
    which: str = "first",
    source: str = TEXT,
    translator: Translator | None = None,
    bridge: str | None = None,
    jobs: int = 1,
) -> Iterator[Scored | None]:
    """The first or the final attempts of a log, checked, in order; None for each one that nobody judged.

    Args:
        which: `first` or `final`. The final attempt of a sample is the one that says so, or else its last one.
        source: what errors call the log.
        jobs: how many texts are read at once; more than 1 helps where the translator waits for a server.

    Raises:
        UsageError: for a line that is no logged attempt, with its place.
    """
    attempts = read_log(lines, _FIELDS, source)
    chosen = _final_attempts(attempts) if which == "final" else filter(_is_first, attempts)
    yield from results_in_order(
        (partial(_checked, each, logged_verifier(each, bridge=bridge, translator=translator)) for each in chosen), jobs
    )


def results_in_order(tasks: Iterable[Callable[[], _T]], jobs: int) -> Iterator[_T]:
    """What tasks give, in their order, `jobs` of them at once; no more are drawn than are soon begun."""
    if jobs == 1:
        yield from (task() for task in tasks)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[_T]] = deque()
        for task in tasks:
            waiting.append(pool.submit(task))
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _is_first(attempt: Mapping[str, Any]) -> bool:
    return bool(attempt.get("is_first", attempt.get("attempt", 0) == 0))


def _final_attempts(attempts: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The attempts that say they are final; of samples none of whose attempts says anything, the last ones."""
    last: dict[str, Mapping[str, Any]] = {}
    for attempt in attempts:
        if "is_final" not in attempt:
            sample = str(attempt.get("sample", attempt["id"]))
            last[sample] = max(last.get(sample, attempt), attempt, key=lambda each: each.get("attempt", 0))
        elif attempt["is_final"]:
            yield attempt
    yield from last.values()


def _checked(attempt: Mapping[str, Any], verifier: Verifier) -> Scored | None:
    label = _label(attempt)
    return None if label is None else _scored(attempt, label, verifier)


def _label(attempt: Mapping[str, Any]) -> bool | None:
    """Whether all judges call it correct; None where nobody judged."""
    if attempt.get("human_aggregated") is not None:
        return bool(attempt["human_aggregated"] == 1)
    judges = attempt.get("human_correct_by_judge")
    return all(judge == 1 for judge in judges) if judges else None


def _scored(attempt: Mapping[str, Any], label: bool, verifier: Verifier) -> Scored:
    text: str = attempt["response"]
    report = verifier.check(text)
    errors = attempt.get("human_errors") or ()
    quotes = [
        (quote, find_quote(text, quote), _types(entry))
        for entry in errors
        for quote in split_quotes(entry.get("sentences") or "")
    ]
    found = [(quote, spans, types) for quote, spans, types in quotes if spans]
    return Scored(
        id=str(attempt["id"]),
        sample=str(attempt.get("sample", attempt["id"])),
        model=str(attempt["model"]),
        game=str(attempt.get("game", "")),
        label=label,
        predicted=not report.failed,
        checked=any(i.verdict.truth in ("true", "false") for i in report.claims if report.counts(i)),
        failed=tuple(_failed(item, text, found) for item in report.failed),
        claims=tuple((claim_class(item.claim.query), item.verdict.truth) for item in report.claims),
        error_types=frozenset(kind for entry in errors for kind in _types(entry)),
        quotes=tuple(dict.fromkeys(quote for quote, _, _ in found)),
        logged=_logged(attempt, report, verifier),
        unread=len(report.untranslated),
    )


def _types(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of error that a judge names."""
    return tuple(entry.get("types") or ())


def _failed(item: CheckedClaim, text: str, quotes: Sequence[tuple[str, list[Span], tuple[str, ...]]]) -> Failed:
    at = [types for _, spans, types in quotes if any(overlaps(item.claim.span, span, text) for span in spans)]
    kinds = frozenset(kind for types in at for kind in types)
    return Failed(item.claim.query, item.claim.sentence, bool(at), kinds)


def _logged(attempt: Mapping[str, Any], report: Report, verifier: Verifier) -> tuple[tuple[str, bool], ...]:
    """Class of each query that the log's own solver rejected, and whether a failed claim says the same."""
    ours = {part for item in report.failed for part in _meanings(item.claim.query, verifier)}
    logged = {part: query for query in attempt.get("failed") or () for part in _meanings(query, verifier)}
    return tuple((claim_class(query), meaning in ours) for meaning, query in logged.items())


def _meanings(claim: str, verifier: Verifier) -> tuple[Formula, ...]:
    """What is claimed by a query or a formula, part by part; nothing by what is neither."""
    judge = verifier.formulas
    try:
        said = claimed_formula(claim, verifier.language, judge)
    except (QueryError, FormulaError, OtherRoleMissing):
        return ()
    if isinstance(said, Const):
        return ()
    found = judge.language.means(said)
    return found.parts if isinstance(found, AllOf) else (found,)


def claim_class(claim: str) -> str:
    """One of `CLASSES`, or `other`."""
    return next((label for label, pattern in CLASSES if re.search(pattern, claim.strip())), "other")
