"""The public face: a text about a game → a report on its claims.

>>> report = Verifier.load("stag_hunt").check("If we both choose stag, I get 5.")     # doctest: +SKIP
>>> report.ok                                                                        # doctest: +SKIP
True
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

from gdl.tree.keywords import RANDOM
from lelma.engine.answers import DEFAULT_LIMITS, Answers, Facts, Judgement, Limits, Question
from lelma.engine.bridges import Bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.game.vocabulary import make_vocabulary, static_roles
from lelma.support.errors import GameError, UsageError
from lelma.verify.concurrency import Checking
from lelma.verify.report import CheckedClaim, Contradiction, Correct, Report, Verdict
from translators.claim import Claim, Translation, Translator
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
    world_goal,
)
from translators.language.grammar import QueryLanguage
from translators.language.query import Move, Query, QueryCompound, QueryRole, QueryTerm, Var, move_name, parts
from translators.language.vocabulary import Naming

STYLES = ("correct", "negation")
MAX_REMEMBERED = 4096


@dataclass(frozen=True)
class _Prepared:
    """A claim's query, read and written out as the solver is asked."""

    query: Query
    reading: BoundClaim
    corrections: tuple[Correction, ...]
    question: Question


class Verifier(Checking):
    """Checks texts and queries about one game. Threads and tasks may share a verifier; pickling keeps its options."""

    def __init__(
        self,
        game: Game,
        *,
        role: str | None = None,
        translator: Translator | None = None,
        bridge: str | Bridge | None = None,
        bridges: int = 1,
        limits: Limits = DEFAULT_LIMITS,
        style: str = "correct",
        strict: bool = False,
    ) -> None:
        """Load a game into the solver.

        Args:
            role: whose reasoning is checked, who `you` is in queries; the first role by default.
            translator: reads claims from texts; the deterministic English one by default.
            bridge: one of `lelma.engine.bridges.BRIDGES`, or a bridge of your own.
            bridges: how many SWI-Prolog processes answer, so that a slow claim holds up no other thread or task.
            limits: what one claim may cost.
            style: `correct` says in feedback what holds, `negation` only that a claim does not.
            strict: whether claims about terms of game theory decide `ok` as well.

        Raises:
            GameError: if the solver rejects the game.
            UsageError: for a role or a style there is not.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        if style not in STYLES:
            raise UsageError(f"there is no feedback style {style!r}; choose {' or '.join(STYLES)}")
        self.game = game
        self.style = style
        self.strict = strict
        pass_moves = game.config.get("pass_moves", ["noop"])
        self.solver = Solver(
            compile_program(game.description, pass_moves=pass_moves), bridge=bridge, limits=limits, copies=bridges
        )
        self.facts: Facts | None = None
        self.untabulated = ""
        if RANDOM in static_roles(game):
            self.untabulated = "moves of chance decide payoffs"
        else:
            try:
                self.facts = self.solver.facts()
            except GameError as error:
                self.untabulated = str(error)
        self.vocabulary = make_vocabulary(game, self.facts)
        self.role = self._known_role(role)
        self.language = QueryLanguage(self.vocabulary, role=self.role)
        self._translator = translator
        self._options = (self.role, translator, bridge if isinstance(bridge, str) else None, bridges, limits)
        self._prepare = lru_cache(maxsize=MAX_REMEMBERED)(self._prepare_new)
        self._remembered: dict[tuple[str, str], Verdict] = {}
        self._lock = threading.Lock()

    @classmethod
    def load(
        cls,
        game: str | Path,
        *,
        role: str | None = None,
        translator: Translator | None = None,
        bridge: str | Bridge | None = None,
        bridges: int = 1,
        limits: Limits = DEFAULT_LIMITS,
        style: str = "correct",
        strict: bool = False,
        compat: str | None = None,
    ) -> Verifier:
        """A verifier for a game by name, folder or rules file; see `Game.load` and `Verifier`."""
        return cls(
            Game.load(game, compat=compat),
            role=role,
            translator=translator,
            bridge=bridge,
            bridges=bridges,
            limits=limits,
            style=style,
            strict=strict,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, *self._options, self.style, self.strict)

    def check(self, text: str) -> Report:
        """Read the claims of a text and judge each of them. Never raises for anything a text can hold."""
        return self.report(self.translate(text))

    def translate(self, text: str) -> Translation:
        """The claims of a text, unjudged."""
        return self.translator(text, self.vocabulary, role=self.role)

    @property
    def translator(self) -> Translator:
        """The translator in use; the English one is loaded when first needed."""
        if self._translator is None:
            from translators.deterministic import translate

            self._translator = translate
        return self._translator

    def report(self, translation: Translation) -> Report:
        """Judge claims that were read elsewhere."""
        checked = self._checked([self._charitable(claim) for claim in _distinct(translation.claims)])
        counted = [item for item in checked if self.strict or item.verdict.severity != "theory"]
        decided = [item.verdict.truth for item in counted if item.verdict.truth in ("true", "false")]
        return Report(
            ok=bool(decided) and "false" not in decided,
            unverified=not decided,
            claims=checked,
            contradictions=self._contradictions(checked),
            untranslated=translation.untranslated,
            feedback=self.feedback(checked),
            choice=translation.choice,
            game=self.game.name,
            role=self.role,
            bridge=self.solver.bridge.name,
            translator=_name_of(self.translator),
            style=self.style,
            strict=self.strict,
        )

    def _charitable(self, claim: Claim) -> Claim:
        """A claim that may be read in several ways, in the first of them that is not false."""
        if not claim.otherwise:
            return claim
        ways = [claim.query, *claim.otherwise]
        verdicts = self.judge(ways, [claim.naming] * len(ways))
        tenable = (way for way, verdict in zip(ways, verdicts, strict=True) if verdict.truth == "true")
        return replace(claim, query=claim.query if verdicts[0].truth != "false" else next(tenable, claim.query))

    def _checked(self, claims: Sequence[Claim]) -> tuple[CheckedClaim, ...]:
        verdicts = self.judge([claim.query for claim in claims], [claim.naming for claim in claims])
        return tuple(CheckedClaim(claim, verdict) for claim, verdict in zip(claims, verdicts, strict=True))

    # Queries

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
            self._verdict(item, next(judgements), self._naming(naming, item.query))
            if isinstance(item, _Prepared)
            else item
            for (_, naming), item in zip(wanted, prepared, strict=True)
        ]

    def _prepare_new(self, text: str) -> _Prepared | Verdict:
        """A query made ready to be asked, or the `error` verdict on it."""
        try:
            query = self.language.parse_claim(text)
            reading = read_claim(self.language, query)
        except QueryError as error:
            return Verdict("error", reason=str(error))
        fixes = tuple(corrections(self.language, reading))
        wanted = tuple((goal_text(fix.reading), tuple(fix.reading.slots[name] for name in fix.solved)) for fix in fixes)
        return _Prepared(query, reading, fixes, Question((goal_text(reading),), wanted))

    def _naming(self, name: str, query: Query) -> Naming:
        """The naming called so, or else the first that has every move as the query calls it."""
        if name:
            return self.vocabulary.naming(name)
        said = {move.said for call in query.calls for move in _moves(call.term) if move.said}
        for naming in self.vocabulary.namings:
            if all(naming.canonical(word) for word in said):
                return naming
        return self.vocabulary.naming("")

    def _verdict(self, prepared: _Prepared, judgement: Judgement, naming: Naming) -> Verdict:
        phrasing, reading = Phrasing(self.language, naming), prepared.reading
        verdict = Verdict(
            truth=judgement.truth,
            says=phrasing.says(reading),
            reason=judgement.reason,
            severity=reading.template.severity,
            why=self._why(prepared.query, judgement, phrasing),
        )
        if judgement.truth != "false":
            return verdict
        answers: list[BoundClaim] = []
        if judgement.alternative is not None:
            fix = prepared.corrections[judgement.alternative]
            answers = [fix.answered(values) for values in judgement.answers]
            if self.game.feedback.one_answer == "last":
                answers = answers[-1:]
        elif word_for_word := phrasing.correction_word_for_word(reading):
            return replace(verdict, correction=word_for_word, denial=phrasing.denies(reading))
        return replace(
            verdict,
            denial=phrasing.denies(reading),
            correction=phrasing.correction(answers) if answers else "",
            correct=tuple(self._correct(answer, phrasing) for answer in answers),
        )

    def _correct(self, answer: BoundClaim, phrasing: Phrasing) -> Correct:
        values = {name: phrasing.term(answer.slots[name]) for name in answer.template.solve}
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
        profile = [choices.get(role) for role in self.vocabulary.roles]
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

    def tenable(self, queries: Sequence[str]) -> bool:
        """Whether all of these claims may hold at once: in one of the possible worlds, as far as they are about those.

        Claims that can't be read, and questions that ran into a limit, are taken to be tenable.
        """
        readings = [item.reading for item in map(self._prepare, queries) if isinstance(item, _Prepared)]
        goals = [goal for reading in readings if (goal := world_goal(reading, Var("W"))) is not None]
        return not goals or self.solver.ask(goals, {"W": "W"}).truth != "false"

    # Feedback

    def feedback(self, checked: Sequence[CheckedClaim]) -> str:
        """The prompt that tells the reasoner what failed; empty if no counted claim did."""
        lines = self.feedback_lines(checked)
        if not lines:
            return ""
        words = self.game.feedback
        return "\n".join([words.before, "", *(f"- {line}" for line in lines), "", words.after])

    def feedback_lines(self, checked: Sequence[CheckedClaim]) -> list[str]:
        """One true sentence for each failed counted claim, claims of one kind together, without repetition."""
        failed = [
            item
            for item in checked
            if item.verdict.truth == "false" and (self.strict or item.verdict.severity != "theory")
        ]
        lines = [_feedback_line(item.verdict, self.style) for item in failed]
        if self.game.feedback.keep_duplicates:
            return lines
        kinds = list(dict.fromkeys(item.claim.query.partition("(")[0] for item in failed))
        ordered = sorted(zip(failed, lines, strict=True), key=lambda p: kinds.index(p[0].claim.query.partition("(")[0]))
        return list(dict.fromkeys(line for _, line in ordered if line))

    def _contradictions(self, checked: Sequence[CheckedClaim]) -> tuple[Contradiction, ...]:
        first_said: dict[str, CheckedClaim] = {}
        for item in checked:
            first_said.setdefault(item.claim.query, item)
        readings = [
            (item, prepared.reading)
            for item in first_said.values()
            if isinstance(prepared := self._prepare(item.claim.query), _Prepared)
        ]
        return tuple(
            Contradiction(first, second)
            for (first, a), (second, b) in combinations(readings, 2)
            if exclusive(a, b) or exclusive(b, a)
        )

    def _known_role(self, role: str | None) -> str:
        if role is None:
            return next(known for known in self.vocabulary.roles if known != RANDOM)
        for known in self.vocabulary.roles:
            if known.casefold() == role.casefold():
                return known
        raise UsageError(f"{self.game.name} has no role {role!r}; its roles are {', '.join(self.vocabulary.roles)}")


def _again(game: Game, role: str, translator: Any, bridge: str | None, bridges: int, *rest: Any) -> Verifier:
    limits, style, strict = rest
    options = {"limits": limits, "style": style, "strict": strict}
    return Verifier(game, role=role, translator=translator, bridge=bridge, bridges=bridges, **options)


def _feedback_line(verdict: Verdict, style: str) -> str:
    if style == "negation":
        return verdict.denial or verdict.correction
    return verdict.correction or verdict.denial


def _name_of(translator: Translator) -> str:
    """What reports call a translator: its `name`, or else the module it comes from."""
    own = getattr(translator, "name", None)
    return own if isinstance(own, str) else str(getattr(translator, "__module__", "")).rpartition(".")[2]


def _distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Claims without those that repeat an earlier one of the same sentence."""
    return list({(claim.span, claim.query): claim for claim in claims}.values())


def _moves(term: QueryTerm) -> list[Move]:
    return [part for part in parts(term) if isinstance(part, Move)]


def _choices(term: QueryTerm) -> list[tuple[QueryRole, QueryTerm]]:
    """The choices of the situation that a call ends with."""
    return history(term.args[-1]) if isinstance(term, QueryCompound) and term.args else []
