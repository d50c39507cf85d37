"""From queries to verdicts: read, judged as the formulas of their names, and said in words; and remembered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import Any

from gdl.tree.numbers import number_text
from gdl.values import dataclass
from lelma.engine.answers import Answers, term_of
from lelma.support.errors import EngineStopped
from lelma.verify.formulas.goal import open_goal
from lelma.verify.formulas.instead import told_play
from lelma.verify.formulas.judge import NO_SUCH_PLAY, Judged, JudgedPlay, judge_written, written_goal
from lelma.verify.formulas.query_formula import OF_TWO_ROLES, OpenFormula, OtherRoleMissing, formula_of
from lelma.verify.formulas.verdicts import FormulaJudge
from lelma.verify.report import CheckedClaim, Contradiction, Correct, Verdict
from translators.errors import QueryError
from translators.formulas.formula import Const
from translators.formulas.write import ref_text
from translators.language.explain import (
    BoundClaim,
    Correction,
    Phrasing,
    corrections,
    exclusive,
    goal_text,
    history,
    read_call,
    read_claim,
)
from translators.language.grammar import QueryLanguage
from translators.language.query import (
    Call,
    Move,
    Name,
    Query,
    QueryCompound,
    QueryTerm,
    QueryVar,
    parts,
    prolog_term,
)
from translators.language.vocabulary import Naming

MAX_REMEMBERED = 4096

NOTHING_GIVEN = "given(none,[],[],[],[],[])"
"""What is given to the judge of queries, which are about a game from its beginning: the term of `worlds.pl`."""

_TOO_LARGE = "size:"
"""How the reason begins why a claim is unknown about a game with too many plays to go through."""

_NO_RECORD = "not expressible: no record of a match is given"


@dataclass(frozen=True)
class _Prepared:
    """A claim's query, read and written out as the judge is asked; and the naming that it is in.

    Attributes:
        goals: the formula, or where it may be meant in several ways each: the first that speaks of a play counts.
    """

    query: Query
    naming: Naming
    reading: BoundClaim
    goals: tuple[str | Judged, ...]


class QueryJudge:
    """Judges the queries of one game as one role means them. Threads may share one.

    Attributes:
        language: the queries there are.
    """

    def __init__(self, formulas: Callable[[], FormulaJudge], language: QueryLanguage, *, one_answer: str = "") -> None:
        """`formulas` gives what judges them.

        Args:
            one_answer: `last` if only the last of several right answers is named (`FeedbackWords`).
        """
        self._formulas, self.language = formulas, language
        self._vocabulary = language.vocabulary
        self._one_answer = one_answer
        self._prepare = lru_cache(maxsize=MAX_REMEMBERED)(self._prepare_new)
        self._instead = lru_cache(maxsize=MAX_REMEMBERED)(self._instead_new)
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
        told = _Told(self, asked, self._truths(asked))
        numbers = iter(range(len(asked)))
        return [
            told.verdict(next(numbers), self._vocabulary.naming(naming) if naming else item.naming)
            if isinstance(item, _Prepared)
            else item
            for (_, naming), item in zip(wanted, prepared, strict=True)
        ]

    def _truths(self, asked: Sequence[_Prepared]) -> list[tuple[int, Judged]]:
        """For each claim the judgement that counts, and of which of its goals it is."""
        judged = iter(self._judged([goal for item in asked for goal in item.goals], reasons=False))
        found = []
        for item in asked:
            each = [next(judged) for _ in item.goals]
            place = next((at for at, judgement in enumerate(each) if judgement.reason != NO_SUCH_PLAY), 0)
            large = each[place].reason.startswith(_TOO_LARGE)
            found.append((place, (self._of_situation(item.reading) if large else None) or each[place]))
        return found

    def _of_situation(self, reading: BoundClaim) -> Judged | None:
        """What one finished play brings, of the situation that it ends in: for games with too many plays to go through.

        None for any other claim.
        """
        if not _of_play(reading):
            return None
        solver, situation = self._formulas().solver, reading.slots["end"]
        answers = solver.ask([goal_text(reading)], {})
        if answers.truth == "false" and solver.ask([f"final({prolog_term(situation)})"], {}).truth != "true":
            return Judged("unknown", NO_SUCH_PLAY)
        return Judged(answers.truth, answers.reason)

    def _judged(self, goals: Sequence[str | Judged], *, reasons: bool) -> list[Judged]:
        if not goals:
            return []
        return judge_written(self._formulas().solver, goals, given=NOTHING_GIVEN, reasons=reasons)

    def _prepare_new(self, text: str) -> _Prepared | Verdict:
        """A query made ready to be asked, or the verdict on one that can't be."""
        try:
            query = self.language.parse_claim(text)
            reading = read_claim(self.language, query)
            if _of_record(reading):
                return Verdict("unknown", reason=_NO_RECORD, severity=reading.template.severity)
            setting = self._formulas().setting
            goals = tuple(written_goal(each.formula, setting) for each in self._meant(reading))
        except QueryError as error:
            return Verdict("error", reason=str(error))
        except OtherRoleMissing:
            return Verdict("unknown", reason=OF_TWO_ROLES, severity=reading.template.severity)
        return _Prepared(query, self._naming(query), reading, goals)

    def _meant(self, reading: BoundClaim) -> list[OpenFormula]:
        """What a claim may mean, the likeliest first.

        A situation does not tell at which steps its choices are made: of a role that chooses more than once, each at a
        step of its own, or those of a round at the same.
        """
        write = partial(formula_of, reading, self.language, self._formulas().definitions, self._move)
        first = write(step=lambda place, _: place)
        choices = history(reading.slots["end"]) if _of_play(reading) else []
        if len(choices) == len({who.name for who, _ in choices}):
            return [first]
        return [first, write(step=lambda _, before: before)]

    def _move(self, name: str) -> Const:
        return self._moves.get(name) or Const(name)

    @cached_property
    def _moves(self) -> Mapping[str, Const]:
        """A move as vocabularies spell it → its constant."""
        names = self._formulas().names
        return {ref_text(move): move for role in names.roles for move in names.moves_of(role)}

    def _naming(self, query: Query) -> Naming:
        """The first naming that has every move as the query calls it."""
        said = {move.said for call in query.calls for move in _moves(call.term) if move.said}
        for naming in self._vocabulary.namings:
            if all(naming.canonical(word) for word in said):
                return naming
        return self._vocabulary.naming("")

    # What is said of a claim

    def decided(self, asked: Sequence[_Prepared], truths: Sequence[tuple[int, Judged]]) -> list[_Decided]:
        """What decides claims, and what holds instead of those that are false."""
        goals = [each.goals[place] for each, (place, _) in zip(asked, truths, strict=True)]
        whole = self._judged(goals, reasons=True)
        judged = [new if new.truth == old.truth else old for (_, old), new in zip(truths, whole, strict=True)]
        wrong = [number for number, each in enumerate(judged) if each.truth == "false"]
        answers = dict(zip(wrong, self._answers([asked[number] for number in wrong]), strict=True))
        return [_Decided(each, answers.get(number, ())) for number, each in enumerate(judged)]

    def _answers(self, asked: Sequence[_Prepared]) -> list[tuple[BoundClaim, ...]]:
        """What holds instead of each claim."""
        fixes, written = zip(*(self._instead(each.query) for each in asked), strict=True) if asked else ((), ())
        goals, solver = [*filter(None, written)], self._formulas().solver
        try:
            reply = solver.judge_instead(NOTHING_GIVEN, goals) if goals else []
        except EngineStopped:
            reply = {}
        if isinstance(reply, dict):  # the request as a whole ran into a limit
            return [()] * len(asked)
        found = iter(reply)
        told = [self._answered(each, next(found)) if each else () for each in fixes]
        return [some or tuple(self._answers_of_situation(each)) for each, some in zip(asked, told, strict=True)]

    def _instead_new(self, query: Query) -> tuple[Sequence[Correction], str]:
        """What may hold instead of a claim, and how it is asked; nothing where nothing may."""
        fixes = corrections(self.language, read_claim(self.language, query))
        return fixes, f"[{','.join(map(self._open, fixes))}]" if fixes else ""

    def _answers_of_situation(self, asked: _Prepared) -> Iterator[BoundClaim]:
        if not _of_play(asked.reading):
            return
        for fix in corrections(self.language, asked.reading):
            names = {name: prolog_term(fix.reading.slots[name]) for name in fix.solved}
            for answer in self._formulas().solver.ask([goal_text(fix.reading)], names).answers:
                yield fix.answered([answer[name] for name in fix.solved])

    def _answered(self, fixes: Sequence[Correction], item: Mapping[str, Any]) -> tuple[BoundClaim, ...]:
        if "alternative" not in item:
            return ()
        fix = fixes[item["alternative"]]
        return tuple(fix.answered(tuple(map(term_of, values))) for values in item["correct"])

    def _open(self, fix: Correction) -> str:
        """The term of `prolog/judge/answers.pl` for what may hold instead of a claim."""
        meant = self._meant(fix.reading)[0]
        written = open_goal(meant.formula, meant.open, self._formulas().setting, called=_variable)
        values = (prolog_term(fix.reading.slots[name]) for name in fix.solved)
        return f"open({written},[{','.join(values)}])"

    def words(self, prepared: _Prepared, decided: _Decided, naming: Naming) -> dict[str, Any]:
        """What a verdict says, as its fields."""
        phrasing, reading = Phrasing(self.language, naming), prepared.reading
        why = "; ".join(dict.fromkeys(self._cell(play, phrasing) for play in decided.judged.plays))
        says = phrasing.says(reading)
        words: dict[str, Any] = {"says": says, "why": why, "correct": (), "correction": "", "denial": ""}
        if decided.judged.truth != "false":
            return words
        answers = decided.answers[-1:] if self._one_answer == "last" else decided.answers
        told = phrasing.correction(answers) if answers else phrasing.correction_word_for_word(reading)
        correct = tuple(self._correct(answer, phrasing) for answer in answers)
        return words | {"correction": told, "denial": phrasing.denies(reading), "correct": correct}

    def _correct(self, answer: BoundClaim, phrasing: Phrasing) -> Correct:
        solved = {name: answer.slots[name] for name in answer.template.solve}
        values = {
            name: number_text(value) if isinstance(value, Fraction) else phrasing.term(value)
            for name, value in solved.items()
        }
        return Correct(phrasing.query(answer), values, phrasing.says(answer))

    def _cell(self, play: JudgedPlay, phrasing: Phrasing) -> str:
        """A play in words, like a cell of a payoff table if each role chooses once in it."""
        made, paid = {role: move for role, _, move in play.choices}, dict(play.payoffs)
        roles = self._vocabulary.roles
        if len(made) == len(play.choices) and made.keys() == paid.keys() == set(roles):
            return phrasing.cell([Name(ref_text(made[role])) for role in roles], [paid[role] for role in roles])
        return told_play(play, self._formulas().voice(phrasing.naming.name))

    # Asking

    def ask(self, text: str) -> tuple[Query, Answers]:
        """Answers to a query with variables, or whether one without holds.

        Raises:
            QueryError: if it is not in the game's query language.
        """
        query = self.language.parse(text)
        try:
            goals = [self._goal(call, number) for number, call in enumerate(query.calls)]
        except OtherRoleMissing:
            return query, Answers("unknown", reason=OF_TWO_ROLES)
        variables = {name: _variable(name) for name in query.variables}
        return query, self._formulas().solver.ask(goals, variables)

    def _goal(self, call: Call, number: int) -> str:
        """A call as a goal of the solver."""
        reading = read_call(self.language, call)
        if reading is None:
            goal = prolog_term(call.term)
        elif reading.template.goal is not None:
            goal = goal_text(reading)
        else:
            meant, judge = self._meant(reading)[0], self._formulas()
            called = partial(_variable, call=number)
            written = open_goal(meant.formula, meant.open, judge.setting, called=called)
            goal = f"formula({written},{judge.solver.limits.plays})"
        return f"\\+ {goal}" if call.negated else goal

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


@dataclass(frozen=True)
class _Decided:
    """A claim as it was judged, with what decides it, and what holds instead."""

    judged: Judged
    answers: tuple[BoundClaim, ...]


class _Told:
    """What is said of the claims of one call, found for all of them when the first is to be told."""

    def __init__(self, judge: QueryJudge, asked: Sequence[_Prepared], truths: Sequence[tuple[int, Judged]]) -> None:
        self._judge, self._asked, self._truths = judge, asked, truths

    def verdict(self, number: int, naming: Naming) -> Verdict:
        """The verdict on the claim of a number."""
        judged, template = self._truths[number][1], self._asked[number].reading.template
        words = partial(self._words, number, naming)
        return Verdict.worded_later(judged.truth, words, reason=judged.reason, severity=template.severity)

    def _words(self, number: int, naming: Naming) -> dict[str, Any]:
        return self._judge.words(self._asked[number], self._decided[number], naming)

    @cached_property
    def _decided(self) -> list[_Decided]:
        return self._judge.decided(self._asked, self._truths)


def _of_play(reading: BoundClaim) -> bool:
    """Whether a claim is about what one play brings."""
    goal = reading.template.goal
    return goal is not None and goal.functor == "finally" and isinstance(reading.slots.get("end"), QueryCompound)


def _of_record(reading: BoundClaim) -> bool:
    return reading.template.goal is not None and reading.template.goal.functor == "record"


def _variable(name: str, call: int = 0) -> str:
    """The Prolog variable of a name; what stands for `_` is another one in each call."""
    return prolog_term(QueryVar(f"{name}_{call}" if name.startswith("_") and name[1:].isdigit() else name))


def _moves(term: QueryTerm) -> list[Move]:
    return [part for part in parts(term) if isinstance(part, Move)]
