"""One query, answered as the command line and the servers show it."""

from __future__ import annotations

from contextlib import suppress

from lelma.support.json_types import VERSION
from lelma.verify.json_types import AnswerJson, ExplanationJson
from lelma.verify.verifier import Verifier
from translators.errors import QueryError
from translators.language.explain import Phrasing, read_call, read_claim
from translators.language.query import Query, term_text


def answer(verifier: Verifier, text: str) -> AnswerJson:
    """`verdict, answers, correct, why, reason` of a query.

    A query that is one claim is judged, so a false one comes with what is correct; any other is asked: `answers`
    are objects from variable name to term, and the verdict is `true` if there are any.
    """
    try:
        query = verifier.language.parse(text)
        if _is_claim(verifier, query):
            verdict = verifier.judge([text])[0]
            return {
                "schema": VERSION,
                "query": str(query),
                "verdict": verdict.truth,
                "answers": [{}] if verdict.truth == "true" else [],
                "correct": [correct.as_json() for correct in verdict.correct],
                "why": verdict.why,
                "reason": verdict.reason,
                "says": verdict.says,
                "severity": verdict.severity,
            }
        query, found = verifier.ask(text)
    except QueryError as error:
        return _malformed(text, error)
    phrasing = Phrasing(verifier.language, verifier.vocabulary.naming(""))
    return {
        "schema": VERSION,
        "query": str(query),
        "verdict": found.truth,
        "answers": [{name: term_text(term) for name, term in values.items()} for values in found.answers],
        "correct": [],
        "why": "; ".join(phrasing.cell(cell.profile, cell.payoffs) for cell in found.why),
        "reason": found.reason,
    }


def _malformed(text: str, error: QueryError) -> AnswerJson:
    return {
        "schema": VERSION,
        "query": text,
        "verdict": "error",
        "answers": [],
        "correct": [],
        "why": "",
        "reason": str(error),
    }


def explain(verifier: Verifier, text: str) -> ExplanationJson:
    """The verdict on a query that is one claim, with what such a query means; an `error` for any other."""
    verdict = verifier.judge([text])[0]
    meaning = ""
    with suppress(QueryError):
        meaning = read_claim(verifier.language, verifier.language.parse_claim(text)).template.meaning
    return {"schema": VERSION, "query": text, "meaning": meaning, **verdict.as_json(), "denial": verdict.denial}


def _is_claim(verifier: Verifier, query: Query) -> bool:
    """Whether the query says one definite thing that has a sentence."""
    if len(query.calls) != 1 or query.calls[0].negated or query.variables:
        return False
    reading = read_call(verifier.language, query.calls[0])
    return reading is not None and bool(reading.template.says)
