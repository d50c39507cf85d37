"""From queries to verdicts: read, bound to a template, put to the solver, and said in words; and remembered."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from gdl.tree.numbers import number_text
from gdl.values import dataclass
from lelma.engine.answers import Answers, Facts, Judgement, Question
from lelma.engine.solver import Solver
from lelma.verify.report import CheckedClaim, Contradiction, Correct, Verdict
from translators.errors import QueryError
from translators.language.explain import (
    BoundClaim,
    Correction,
    Phrasing,
    call_goal,
    corrections,
    exclusive,
    goal_text,
    history,
    read_claim,
)
from translators.language.grammar import QueryLanguage
from translators.language.query import Move, Query, QueryCompound, QueryRole, QueryTerm, move_name, parts
from translators.language.vocabulary import Naming

MAX_REMEMBERED = 4096


@dataclass(frozen=True)
class _Prepared:
    """A claim's query, read and written out as the solver is asked; and the naming that it is in."""

    query: Query
    naming: Naming
    reading: BoundClaim
    corrections: tuple[Correction, ...]
    question: Question


class QueryJudge:
    """Judges the queries of one game as one role means them. Threads may share one.

    Attributes:
        solver: what is asked; whoever puts another in its place must `forget` what the first one said.
        language: the queries there are.
        facts: the payoff table, where there is one, for the cells that a claim about a play is about.
    """

    def __init__(self, solver: Solver, language: QueryLanguage, facts: Facts | None, *, one_answer: str = "") -> None:
        """`one_answer`: `last` if only the last of several right answers is named (`FeedbackWords`)."""
        self.solver, self.language, self.facts = solver, language, facts
        self._vocabulary = language.vocabulary
        self._one_answer = one_answer
        self._prepare = lru_cache(maxsize=MAX_REMEMBERED)(self._prepare_new)
        self._remembered: dict[tuple[str, str], Verdict] = {}
        self._lock = threading.Lock()

    def judge(self, queries: Sequence[str], namings: Sequence[str] | None = None) -> list[Verdict]:
        """A verdict for each query, in order; malformed ones are `error` verdicts of their own.

        Verdicts are remembered: the same query of the same game always has the same verdict, unless it ran into
        a limit.
        """
        wanted = list(zip(queries, namings or [""] * len(queries), strict=True))
        with self._lock:
            known = {key: self._remembered[key] for key in wanted if key in self._remembered}
        fresh = list(dict.fromkeys(key for key in wanted if key not in known))
        verdicts = dict(zip(fresh, self._judge(fresh), strict=True))
        with self._lock:
            if len(self._remembered) > MAX_REMEMBERED:
                self._remembered.clear()
            self._remembered.update({k: v for k, v in verdicts.items() if v.truth != "unknown"})
        return [known.get(key) or verdicts[key] for key in wanted]

    def forget(self) -> None:
        """Forget all verdicts given so far; they are found again when asked for."""
        with self._lock:
            self._remembered.clear()

    def _judge(self, wanted: Sequence[tuple[str, str]]) -> list[Verdict]:
        prepared = [self._prepare(text) for text, _ in wanted]
        asked = [item for item in prepared if isinstance(item, _Prepared)]
        judgements = iter(self.solver.judge([item.question for item in asked]))
        return [
            self._verdict(item, next(judgements), self._vocabulary.naming(naming) if naming else item.naming)
            if isinstance(item, _Prepared)
            else item
            for (_, naming), item in zip(wanted, prepared, strict=True)
        ]

    def _prepare_new(self, text: str) -> _Prepared | Verdict:
        """A query made ready to be asked, or the `error` verdict on it."""
        try:
            query = self.language.parse_claim(text)
            reading = read_claim(self.language, query)
            goal = goal_text(reading)
        except QueryError as error:
            return Verdict("error", reason=str(error))
        fixes = tuple(corrections(self.language, reading))
        wanted = tuple((goal_text(fix.reading), tuple(fix.reading.slots[name] for name in fix.solved)) for fix in fixes)
        return _Prepared(query, self._naming(query), reading, fixes, Question((goal,), wanted))

    def _naming(self, query: Query) -> Naming:
        """The first naming that has every move as the query calls it."""
        said = {move.said for call in query.calls for move in _moves(call.term) if move.said}
        for naming in self._vocabulary.namings:
            if all(naming.canonical(word) for word in said):
                return naming
        return self._vocabulary.naming("")

    def _verdict(self, prepared: _Prepared, judgement: Judgement, naming: Naming) -> Verdict:
        return Verdict.worded_later(
            judgement.truth,
            partial(self._words, prepared, judgement, naming),
            reason=judgement.reason,
            severity=prepared.reading.template.severity,
        )

    def _words(self, prepared: _Prepared, judgement: Judgement, naming: Naming) -> dict[str, Any]:
        """What a verdict says, as its fields."""
        phrasing, reading = Phrasing(self.language, naming), prepared.reading
        says, why = phrasing.says(reading), self._why(prepared.query, judgement, phrasing)
        words: dict[str, Any] = {"says": says, "why": why, "correct": (), "correction": "", "denial": ""}
        if judgement.truth != "false":
            return words
        answers: list[BoundClaim] = []
        if judgement.alternative is not None:
            fix = prepared.corrections[judgement.alternative]
            answers = [fix.answered(values) for values in judgement.answers]
            if self._one_answer == "last":
                answers = answers[-1:]
            words["correction"] = phrasing.correction(answers) if answers else ""
        else:
            words["correction"] = phrasing.correction_word_for_word(reading)
        words["denial"] = phrasing.denies(reading)
        words["correct"] = tuple(self._correct(answer, phrasing) for answer in answers)
        return words

    def _correct(self, answer: BoundClaim, phrasing: Phrasing) -> Correct:
        solved = {name: answer.slots[name] for name in answer.template.solve}
        values = {
            name: number_text(value) if isinstance(value, Fraction) else phrasing.term(value)
            for name, value in solved.items()
        }
        return Correct(phrasing.query(answer), values, phrasing.says(answer))

    def _why(self, query: Query, judgement: Judgement, phrasing: Phrasing) -> str:
        cells = [phrasing.cell(cell.profile, cell.payoffs) for cell in judgement.why]
        if query.functors == ("finally",) and judgement.truth == "false" and judgement.alternative is None:
            return "this is not a finished play of legal moves"
        return "; ".join(cells or self._played(query, phrasing))

    def _played(self, query: Query, phrasing: Phrasing) -> list[str]:
        """The cell that a claim about a play is about, in words."""
        if self.facts is None:
            return []
        choices = {role.name: move_name(move) for call in query.calls for role, move in _choices(call.term)}
        profile = [choices.get(role) for role in self._vocabulary.roles]
        return [
            phrasing.cell(cell.profile, cell.payoffs)
            for cell in self.facts.cells
            if [move_name(move) for move in cell.profile] == profile
        ]

    def ask(self, text: str) -> tuple[Query, Answers]:
        """Answers to a query with variables, or whether one without holds.

        Raises:
            QueryError: if it is not in the game's query language.
        """
        query = self.language.parse(text)
        goals = [call_goal(self.language, call) for call in query.calls]
        variables = {name: f"V{name.encode('utf-8').hex()}" for name in query.variables}
        return query, self.solver.ask(goals, variables)

    def contradictions(self, checked: Sequence[CheckedClaim]) -> tuple[Contradiction, ...]:
        """Pairs of claims that exclude each other, whatever the rules; of claims alike, the one said first."""
        first_said: dict[str, CheckedClaim] = {}
        for item in checked:
            first_said.setdefault(item.claim.query, item)
        readings = [
            (item, prepared.reading)
            for item in first_said.values()
            if not self.language.excludes(item.claim.query)
            and isinstance(prepared := self._prepare(item.claim.query), _Prepared)
        ]
        return tuple(
            Contradiction(first, second)
            for (first, a), (second, b) in combinations(readings, 2)
            if exclusive(a, b) or exclusive(b, a)
        )


def _moves(term: QueryTerm) -> list[Move]:
    return [part for part in parts(term) if isinstance(part, Move)]


def _choices(term: QueryTerm) -> list[tuple[QueryRole, QueryTerm]]:
    """The choices of the situation that a call ends with."""
    return history(term.args[-1]) if isinstance(term, QueryCompound) and term.args else []
