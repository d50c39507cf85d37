"""The public face: a text about a game → a report on its claims.

>>> report = Verifier.load("stag_hunt").check("If we both choose stag, I get 5.")     # doctest: +SKIP
>>> report.ok                                                                        # doctest: +SKIP
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.tree.keywords import RANDOM
from lelma.engine.answers import DEFAULT_LIMITS, Answers, Facts, Graph, Limits
from lelma.engine.bridges import Bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.game.vocabulary import make_vocabulary, static_roles
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.verify.feedback import NOTHING_CHECKED, STYLES, feedback_text
from lelma.verify.formulas.judge import NO_SUCH_PLAY
from lelma.verify.formulas.verdicts import FormulaJudge
from lelma.verify.judging import QueryJudge
from lelma.verify.report import CheckedClaim, Report, Verdict
from translators.claim import Claim, Translation, Translator
from translators.errors import QueryError
from translators.language.grammar import QueryLanguage
from translators.language.query import Query

if TYPE_CHECKING:  # who asks for one report alone does not pay for more
    from lelma.verify.concurrency import AsyncReasoner, Reasoner
    from lelma.verify.formulas.given import Given
    from lelma.verify.loop import LoopResult
    from translators.formulas.formula import Formula


MOST_MOVES_TOLD = 2000
"""Joint moves of a game, in all its states together, whose courses a reader of texts is told."""


class Verifier:
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
            raise UsageError(
                f"there is no feedback style {style!r}{did_you_mean(style, STYLES)}; choose {' or '.join(STYLES)}"
            )
        self.game = game
        self.style = style
        self.strict = strict
        pass_moves = game.file.pass_moves
        solver = Solver(
            compile_program(game.description, pass_moves=pass_moves), bridge=bridge, limits=limits, copies=bridges
        )
        self.facts: Facts | None = None
        self.untabulated = ""
        if RANDOM in static_roles(game):
            self.untabulated = "moves of chance decide payoffs"
        else:
            try:
                self.facts = solver.facts()
            except GameError as error:
                self.untabulated = str(error)
        in_turn = self.facts is None or not self.facts.simultaneous
        told = any(template.reads for template in game.templates)
        graph = _small_graph(solver) if in_turn and not told else None
        self.vocabulary = replace(make_vocabulary(game, self.facts, graph), formulas=lambda: self.formulas.language)
        self.role = self._known_role(role)
        self.language = QueryLanguage(self.vocabulary, role=self.role)
        self._translator = translator
        self._options = (self.role, translator, bridge if isinstance(bridge, str) else None, bridges, limits)
        self._formulas: FormulaJudge | None = None
        self.solver = solver
        self.judging = QueryJudge(lambda: self.formulas, self.language, one_answer=game.feedback.one_answer)

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

    def check(self, text: str, *, given: Given | None = None) -> Report:
        """Read the claims of a text and judge each of them. Never raises for anything a text can hold.

        Args:
            given: what is known of the play when the text is written; nothing by default.
        """
        return replace(self.report(self.translate(text), given=given), text=text)

    def translate(self, text: str) -> Translation:
        """The claims of a text, unjudged."""
        return self.translator(text, self.vocabulary, role=self.role)

    @property
    def several_steps(self) -> bool:
        """Whether plays of the game may have several steps, or chance in them."""
        return self.facts is None or self.facts.rounds > 1

    @property
    def translator(self) -> Translator:
        """The translator in use; the English one is loaded when first needed."""
        if self._translator is None:
            from translators.deterministic import translate

            self._translator = translate
        return self._translator

    def report(self, translation: Translation, *, given: Given | None = None) -> Report:
        """Judge claims that were read elsewhere, of a play of which something may be given."""
        checked = self._checked(_distinct(translation.claims), given, translation.second_look)
        decided = [item.verdict.truth for item in self._counted(checked) if item.verdict.truth in ("true", "false")]
        return Report(
            ok=bool(decided) and "false" not in decided,
            unverified=not decided,
            claims=checked,
            contradictions=self.judging.contradictions(checked),
            untranslated=translation.untranslated,
            feedback=self.feedback(checked) if decided else NOTHING_CHECKED,
            choice=translation.choice,
            game=self.game.name,
            role=self.role,
            bridge=self.solver.bridge.name,
            translator=_name_of(self.translator),
            style=self.style,
            strict=self.strict,
            scopes=translation.scopes,
            gates=translation.gates,
        )

    def _checked(
        self, claims: Sequence[Claim], given: Given | None, second_look: Callable[[Claim], str] | None
    ) -> tuple[CheckedClaim, ...]:
        ways = [[claim.query] if claim.disputed else [claim.query, *claim.otherwise, *claim.rivals] for claim in claims]
        asked = [(claim, way) for claim, each in zip(claims, ways, strict=True) for way in each]
        said = [self._said(way, claim) for claim, way in asked]
        found = iter(self._judged(said, [claim.naming for claim, _ in asked], given))
        return tuple(
            _settled(claim, [next(found) for _ in each], second_look) for claim, each in zip(claims, ways, strict=True)
        )

    def _said(self, way: str, claim: Claim) -> str | Formula:
        """What is to be judged: the formula that a text spells, where it is surely no query."""
        return claim.said.get(way, way) if self.language.excludes(way) else way

    def _judged(self, claims: Sequence[str | Formula], namings: Sequence[str], given: Given | None) -> list[Verdict]:
        """Verdicts after what is given; what is claimed of another course of the game is judged from its beginning."""
        verdicts = self.judge(claims, namings, given=given)
        contrary = [at for at, verdict in enumerate(verdicts) if given is not None and verdict.reason == NO_SUCH_PLAY]
        if given is not None and contrary:
            again = self.judge(
                [claims[at] for at in contrary], [namings[at] for at in contrary], given=given.before_play
            )
            for at, verdict in zip(contrary, again, strict=True):
                verdicts[at] = verdict
        return verdicts

    def feedback(self, checked: Sequence[CheckedClaim]) -> str:
        """The prompt that tells the reasoner what failed; empty if no counted claim did."""
        failed = [item for item in self._counted(checked) if item.verdict.truth == "false"]
        return feedback_text(failed, self.game.feedback, self.style)

    def _counted(self, checked: Sequence[CheckedClaim]) -> list[CheckedClaim]:
        """The claims that decide a report: those about theory only where the verifier is strict."""
        return [item for item in checked if self.strict or item.verdict.severity != "theory"]

    # Queries (`lelma.verify.judging`) and formulas (`lelma.verify.formulas`)

    def judge(
        self, claims: Sequence[str | Formula], namings: Sequence[str] | None = None, *, given: Given | None = None
    ) -> list[Verdict]:
        """A verdict for each claim, in order; malformed ones are `error` verdicts of their own.

        Args:
            claims: queries, formulas (`translators.formulas`) as texts or values. A text that is a query is one, and
                is about the game from its beginning, whatever is given.
            namings: for each what its verdict calls the moves.
            given: what is known of the play when formulas are claimed, and whose view it is; nothing by default.
        """
        called = namings or [""] * len(claims)
        read = [self.read(claim) if isinstance(claim, str) else claim for claim in claims]
        queries = [(each, naming) for each, naming in zip(read, called, strict=True) if isinstance(each, str)]
        found = iter(self.judging.judge([text for text, _ in queries], [naming for _, naming in queries]))
        if len(queries) == len(read):
            return list(found)
        formulas = [
            (each, naming) for each, naming in zip(read, called, strict=True) if not isinstance(each, str | Verdict)
        ]
        judged = iter(self.formulas.judge([each for each, _ in formulas], [name for _, name in formulas], given=given))
        return [
            next(found) if isinstance(each, str) else each if isinstance(each, Verdict) else next(judged)
            for each in read
        ]

    def read(self, claim: str) -> str | Formula | Verdict:
        """What a text claims: itself, if it is a query or should be one by its name; else a formula, or an `error`."""
        if not self.language.excludes(claim):
            with suppress(QueryError):
                self.language.parse(claim)
                return claim
        from translators.formulas.errors import FormulaError

        try:
            return self.formulas.parse(claim)
        except FormulaError as error:
            return claim if self.language.names_query(claim) else Verdict("error", reason=str(error))

    @property
    def formulas(self) -> FormulaJudge:
        """What judges formulas; made when first needed.

        Raises:
            GameError: with every fault of the game's own definitions.
        """
        found = self._formulas
        if found is None or found.solver is not self.solver:  # a record's facts come with another solver
            namings = self.vocabulary.namings
            found = FormulaJudge(self.game, self.solver, self.facts, role=self.role, namings=namings)
            self._formulas = found
        return found

    def forget(self) -> None:
        """Forget all verdicts given so far; they are found again when asked for."""
        self.judging.forget()
        if self._formulas is not None:
            self._formulas.forget()

    def ask(self, text: str) -> tuple[Query, Answers]:
        """Answers to a query with variables, or whether one without holds.

        Raises:
            QueryError: if it is not in the game's query language.
        """
        return self.judging.ask(text)

    # In asynchronous code, in a loop, over processes (`lelma.verify.concurrency`)

    async def acheck(self, text: str) -> Report:
        """As `check`, on a thread, so that other tasks go on."""
        from lelma.verify import concurrency

        return await concurrency.acheck(self, text)

    def refine(
        self, reasoner: Reasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
    ) -> LoopResult:
        """Let a reasoner try until its claims hold, feeding back what does not; see `concurrency.refine`."""
        from lelma.verify import concurrency

        return concurrency.refine(self, reasoner, instruction, max_attempts=max_attempts, stop_on_repeat=stop_on_repeat)

    async def arefine(
        self, reasoner: AsyncReasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
    ) -> LoopResult:
        """As `refine`, with an asynchronous reasoner."""
        from lelma.verify import concurrency

        return await concurrency.arefine(
            self, reasoner, instruction, max_attempts=max_attempts, stop_on_repeat=stop_on_repeat
        )

    def check_many(self, texts: Iterable[str], *, processes: int | None = None) -> Iterator[Report]:
        """The reports on texts, in order, checked over worker processes; see `concurrency.check_many`."""
        from lelma.verify import concurrency

        return concurrency.check_many(self, texts, processes=processes)

    def _known_role(self, role: str | None) -> str:
        if role is None:
            return next(known for known in self.vocabulary.roles if known != RANDOM)
        for known in self.vocabulary.roles:
            if known.casefold() == role.casefold():
                return known
        roles = self.vocabulary.roles
        near = did_you_mean(role, roles)
        raise UsageError(f"{self.game.name} has no role {role!r}{near}; its roles are {', '.join(roles)}")


def _small_graph(solver: Solver) -> Graph | None:
    """The states of a game; None of one that has too many for its courses to be told apart in a text."""
    try:
        return solver.graph(percepts=True, most=MOST_MOVES_TOLD)
    except GameError:
        return None


def _again(game: Game, role: str, translator: Any, bridge: str | None, bridges: int, *rest: Any) -> Verifier:
    limits, style, strict = rest
    options = {"limits": limits, "style": style, "strict": strict}
    return Verifier(game, role=role, translator=translator, bridge=bridge, bridges=bridges, **options)


def _name_of(translator: Translator) -> str:
    """What reports call a translator: its `name`, or else the module it comes from."""
    own = getattr(translator, "name", None)
    return own if isinstance(own, str) else str(getattr(translator, "__module__", "")).rpartition(".")[2]


def _settled(claim: Claim, verdicts: Sequence[Verdict], second_look: Callable[[Claim], str] | None) -> CheckedClaim:
    """A claim with one verdict: that of its likeliest reading if it is true, false only if all its readings are.

    One that a single reader read is refuted only if a second look at its words finds nothing against it.
    """
    own = 1 if claim.disputed else 1 + len(claim.otherwise)
    first, truths = verdicts[0], {verdict.truth for verdict in verdicts[:own]}
    if not claim.disputed and truths == {"false"} and claim.sure:
        told = (rival for rival, verdict in zip(claim.rivals, verdicts[own:], strict=True) if verdict.truth == "true")
        claim = replace(claim, disputed=tuple(told))
    if claim.disputed:
        reason = f"disputed: another reader reads {' and '.join(claim.disputed)}"
        return CheckedClaim(claim, Verdict("unknown", first.says, reason=reason, severity=first.severity))
    if first.truth != "false":
        return CheckedClaim(claim, first)
    if truths != {"false"}:
        reason = "it may be read in several ways"
    elif not claim.sure:
        reason = "not all its words were understood"
    else:
        reason = second_look(claim) if second_look is not None and "+" not in claim.origin else ""
    if not reason:
        return CheckedClaim(claim, first)
    return CheckedClaim(claim, Verdict("unknown", first.says, reason=reason, severity=first.severity))


def _distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Claims without those that repeat an earlier one of the same sentence."""
    return list({(claim.span, claim.query): claim for claim in claims}.values())
