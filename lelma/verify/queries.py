"""One query or formula, answered as the command line and the servers show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, cast

from lelma.support.json_types import VERSION
from lelma.verify.json_types import AnswerJson, ExplanationJson
from lelma.verify.report import Verdict
from lelma.verify.verifier import Verifier
from translators.errors import QueryError
from translators.language.explain import read_call, read_claim
from translators.language.query import Call, Query, QueryArithmetic, QueryCompound, QueryTerm, QueryVar, term_text

if TYPE_CHECKING:  # who asks no formulas does not pay for them
    from lelma.verify.formulas.given import Given
    from translators.formulas.formula import Formula

AnyTerm = TypeVar("AnyTerm", bound=QueryTerm)


def answer(verifier: Verifier, text: str, *, given: Given | None = None) -> AnswerJson:
    """`verdict, answers, correct, why, reason` of a query or a formula.

    A formula, or a query that is one claim, is judged, so a false one comes with what is correct; any other query is
    asked: `answers` are objects from variable name to term, `decided` tells of each what decides it, and the verdict is
    `true` if there are any.

    Args:
        given: what a formula is judged after.
    """
    claim = verifier.read(text)
    if isinstance(claim, Verdict):
        return malformed(text, claim.reason)
    if not isinstance(claim, str):
        return formula_answer(claim, verifier.judge([claim], given=given)[0])
    try:
        query = verifier.language.parse(text)
        if _is_claim(verifier, query):
            return {**_judged(str(query), verifier.judge([text])[0])}
        query, found = verifier.ask(text)
    except QueryError as error:
        return malformed(text, str(error))
    return {
        "schema": VERSION,
        "query": str(query),
        "verdict": found.truth,
        "answers": [{name: term_text(term) for name, term in values.items()} for values in found.answers],
        "decided": _decided(verifier, query, found.answers),
        "correct": [],
        "why": "",
        "reason": found.reason,
    }


def _decided(verifier: Verifier, query: Query, answers: Sequence[Mapping[str, QueryTerm]]) -> list[str]:
    """For each answer what decides the claims that the query makes of it; empty for one that makes none."""
    claims = []
    for number, values in enumerate(answers):
        for call in query.calls:
            filled = Query((Call(_filled(call.term, values)),))
            if _is_claim(verifier, filled):
                claims.append((number, str(filled)))
    told: list[list[str]] = [[] for _ in answers]
    for (number, _), verdict in zip(claims, verifier.judge([text for _, text in claims]), strict=True):
        told[number] += [verdict.why] if verdict.why else []
    return ["; ".join(dict.fromkeys(each)) for each in told]


def _filled(term: AnyTerm, values: Mapping[str, QueryTerm]) -> AnyTerm:
    """A term with the values of its variables."""
    match term:
        case QueryVar(name):
            return cast(AnyTerm, values.get(name, term))
        case QueryCompound(functor, args):
            return cast(AnyTerm, QueryCompound(functor, tuple(_filled(arg, values) for arg in args)))
        case QueryArithmetic(operator, left, right):
            return cast(AnyTerm, QueryArithmetic(operator, _filled(left, values), _filled(right, values)))
        case _:
            return term


def formula_answer(formula: Formula, verdict: Verdict) -> AnswerJson:
    """The answer to a formula, from its verdict."""
    from translators.formulas.write import text as formula_text

    return {**_judged(formula_text(formula), verdict), "correction": verdict.correction, "denial": verdict.denial}


def _judged(claim: str, verdict: Verdict) -> AnswerJson:
    return {
        "schema": VERSION,
        "query": claim,
        "verdict": verdict.truth,
        "answers": [{}] if verdict.truth == "true" else [],
        "correct": [correct.as_json() for correct in verdict.correct],
        "why": verdict.why,
        "reason": verdict.reason,
        "says": verdict.says,
        "severity": verdict.severity,
    }


def malformed(text: str, reason: str) -> AnswerJson:
    """The answer to a text that is neither a query nor a formula."""
    return {
        "schema": VERSION,
        "query": text,
        "verdict": "error",
        "answers": [],
        "correct": [],
        "why": "",
        "reason": reason,
    }


def explain(verifier: Verifier, text: str, *, given: Given | None = None) -> ExplanationJson:
    """The verdict on a formula, or a query that is one claim, and what such a claim means; an `error` for any other."""
    claim = verifier.read(text)
    verdict = verifier.judge([text], given=given)[0]
    meaning = ""
    if isinstance(claim, str):
        with suppress(QueryError):
            meaning = read_claim(verifier.language, verifier.language.parse_claim(text)).template.meaning
    elif not isinstance(claim, Verdict):
        meaning = verifier.formulas.means(claim)
    return explained(text, meaning, verdict)


def explained(text: str, meaning: str, verdict: Verdict) -> ExplanationJson:
    """The explanation of a claim, from what it means and its verdict."""
    return {"schema": VERSION, "query": text, "meaning": meaning, **verdict.as_json(), "denial": verdict.denial}


def _is_claim(verifier: Verifier, query: Query) -> bool:
    """Whether the query says one definite thing that has a sentence."""
    if len(query.calls) != 1 or query.calls[0].negated or query.variables:
        return False
    reading = read_call(verifier.language, query.calls[0])
    return reading is not None and bool(reading.template.says)
