"""From formulas to verdicts: read, put to the solver, and said in words with what decides them; and remembered."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice, product
from typing import Any

from gdl.tree.numbers import number_text
from gdl.tree.syntax import Description, Rule
from lelma.engine.answers import Facts
from lelma.engine.solver import Solver
from lelma.game.definitions import game_definitions, record_files
from lelma.game.game import Game
from lelma.verify.formulas.given import Given, Played
from lelma.verify.formulas.goal import Setting, setting_of
from lelma.verify.formulas.instead import Candidate, held_instead, of_worlds, told_why
from lelma.verify.formulas.judge import Asked, Judged, judge, judge_at_moments
from lelma.verify.formulas.words import formula_names, voice_of
from lelma.verify.report import Correct, Verdict
from translators.formulas import formula as f
from translators.formulas.claim_language import ClaimLanguage
from translators.formulas.definitions import Definition, Definitions, heads_of, parts_of
from translators.formulas.paper_query import paper_formula
from translators.formulas.parse import parse
from translators.formulas.says import Voice, corrected, denies, says
from translators.formulas.sorts import BUILT_IN
from translators.formulas.write import ref_text, text
from translators.language.vocabulary import Naming

MOST_VERDICTS = 4096
"""Verdicts that are remembered."""

_MOST_TRIED = 50
"""Other moves, or pairs of them, that are tried in place of wrong ones."""

_INSTEAD: Mapping[f.Comparison, tuple[f.Comparison, ...]] = {
    ">": ("<", "="),
    "<": (">", "="),
    ">=": ("<",),
    "<=": (">",),
    "=": ("<", ">"),
    "!=": ("=",),
}
"""What may hold in place of a comparison, the opposite first."""

_TWIN = "name"
"""The place in a candidate that is another definition."""

_MANY = 12
"""So many numbers of a term are told by the solver, and no more; that many may not be all."""


_ROUND = "that round"
"""What reasons why a round is no play of the game speak of."""


class FormulaJudge:
    """Judges formulas about one game as one role says them. Threads may share one.

    Attributes:
        names: what formulas may name.
        definitions: those that they may use.
        heads: theirs, as `translators.formulas.parse` takes them.
        language: both, with how formulas are said, for translators.
    """

    def __init__(
        self,
        game: Game,
        solver: Solver,
        facts: Facts | None,
        *,
        role: str | None,
        namings: Sequence[Naming] = (),
        record: Sequence[Rule] = (),
    ) -> None:
        """`record` are those rules of the game that are about the record of a match, not about play.

        Raises:
            GameError: with every fault of the game's own definitions.
        """
        self.solver, self.role = solver, role
        folder = game.path if game.path.is_dir() else None
        self.names = formula_names(game, facts)
        definitions = game_definitions(game.file.query_sets, folder, game.description)
        self._game, self._namings = game, tuple(namings)
        self.setting = _setting(game.description, record, definitions)
        about_matches = folder is not None and not record and record_files(game.file.query_sets, folder)
        self.definitions = _judged(definitions, self.setting) if about_matches else definitions
        self.heads = heads_of(self.definitions)
        self.language = ClaimLanguage(self.names, self.definitions, self._voice)
        self._theory = {template.name for template in game.templates if template.severity == "theory"}
        self._remembered: dict[tuple[f.Formula, str, Given], Verdict] = {}
        self._voices: dict[str, Voice] = {}
        self._lock = threading.Lock()

    def told_to(self, role: str | None) -> FormulaJudge:
        """The same, as told to a role; it remembers for itself."""
        other = copy(self)
        other.role, other._remembered, other._voices, other._lock = role, {}, {}, threading.Lock()
        return other

    def parse(self, claim: str, *, role: str | None = None) -> f.Formula:
        """The formula a text says; `role` is who says it, by default whoever the judge is for.

        Raises:
            FormulaError: with the place of the fault, what was expected there, and near names.
        """
        return parse(claim, self.names, self.heads, role=role or self.role)

    def parse_paper(self, query: str) -> f.Formula:
        """The formula that a query of the LELMA paper's language says.

        Raises:
            FormulaError: if it is no such query, or names what the game has not.
        """
        return paper_formula(query, self.names, self.heads, role=self.role or self.names.roles[0])

    def judge(
        self, formulas: Sequence[f.Formula], namings: Sequence[str] | None = None, *, given: Given | None = None
    ) -> list[Verdict]:
        """A verdict for each formula, in order, after what is given.

        Verdicts are remembered, by formula, naming and all that is given, unless they ran into a limit.
        """
        after, called = given or Given(), namings or [""] * len(formulas)
        rounds = any(isinstance(fact, Played) for fact in after.facts)
        wanted = [(formula, naming, after) for formula, naming in zip(formulas, called, strict=True)]
        with self._lock:
            known = {key: self._remembered[key] for key in wanted if key in self._remembered}
        fresh = list(dict.fromkeys(key for key in wanted if key not in known))
        judged = judge(self.solver, [key[0] for key in fresh], setting=self.setting, given=after, reasons=False)
        told = _Told(self, [key[0] for key in fresh], judged, after)
        verdicts = {
            key: Verdict.worded_later(
                found.truth,
                partial(told.words, number, key[1], rounds=rounds),
                reason=found.reason,
                severity=self._severity(key[0]),
            )
            for number, (key, found) in enumerate(zip(fresh, judged, strict=True))
        }
        if not after.now:
            verdicts = {key: self._at_first(key[0], verdict) for key, verdict in verdicts.items()}
        with self._lock:
            if len(self._remembered) > MOST_VERDICTS:
                self._remembered.clear()
            self._remembered.update({key: each for key, each in verdicts.items() if each.truth != "unknown"})
        return [known.get(key) or verdicts[key] for key in wanted]

    def _at_first(self, formula: f.Formula, verdict: Verdict) -> Verdict:
        """A verdict before the first move, which says so where it is about what moves bring about, such as a deal."""
        fluent = any(
            isinstance(part, f.Holds)
            and self.setting.relations.get((part.relation, len(part.args)), ("",))[0] == "fluent"
            for part in parts_of(formula, self.definitions)
        )
        if fluent and verdict.truth == "false" and not verdict.why:
            return replace(verdict, why="nothing was done yet")
        return verdict

    def judge_at_moments(self, asked: Sequence[Asked], *, course: str) -> list[Verdict]:
        """A verdict for each formula at its moment of a match, in order; of its truth alone where no more is wanted.

        Args:
            course: the match, as `given.course_goal` writes it.
        """
        judged = judge_at_moments(self.solver, asked, setting=self.setting, course=course)
        voice = self.voice()
        tried = [
            tuple(of_worlds(each.formula, self.names.roles)) if found.truth == "false" and not each.bare else ()
            for each, found in zip(asked, judged, strict=True)
        ]
        flat = [
            replace(each, formula=other, bare=True)
            for each, some in zip(asked, tried, strict=True)
            for _, _, other in some
        ]
        truths = iter(judge_at_moments(self.solver, flat, setting=self.setting, course=course) if flat else ())
        held = [tuple(each for each in some if next(truths).truth == "true") for some in tried]
        return [
            Verdict(found.truth, reason=found.reason)
            if each.bare
            else self._verdict(
                each.formula, found, some or tuple(held_instead(each.formula, found, self.definitions, voice)), voice
            )
            for each, found, some in zip(asked, judged, held, strict=True)
        ]

    def round_faults(self, rounds: Sequence[Played]) -> list[str]:
        """What is wrong with each round as a play of the game; empty where nothing is, or the game is too large."""
        distinct = list(dict.fromkeys(rounds))
        earned = [
            [f.Earned(f.Const(role), f.Const(str(number))) for role in self.names.roles]
            for number in range(1, len(distinct) + 1)
        ]
        asked = self._asked([f.Compare("=", each, each) for some in earned for each in some], Given(facts=(*distinct,)))
        reasons = (judged.reason if judged.truth == "unknown" and _ROUND in judged.reason else "" for judged in asked)
        found = {played: max(islice(reasons, len(self.names.roles)), key=len, default="") for played in distinct}
        return [found[each] for each in rounds]

    def forget(self) -> None:
        """Forget all verdicts given so far; they are found again when asked for."""
        with self._lock:
            self._remembered.clear()
        self.solver.forget()

    def voice(self, naming: str = "") -> Voice:
        """How formulas are said, with the moves called as in a naming."""
        if naming not in self._voices:
            self._voices[naming] = self._voice(self.role, naming)
        return self._voices[naming]

    def _voice(self, role: str | None, naming: str) -> Voice:
        chosen = next((each for each in self._namings if each.name == naming), next(iter(self._namings), None))
        return voice_of(self._game, self.names, self.definitions, role=role, naming=chosen)

    def means(self, formula: f.Formula) -> str:
        """What exactly the definition means that a formula applies; empty for any other formula."""
        if isinstance(formula, f.Applied) and formula.name in self.definitions:
            return self.definitions[formula.name].means
        return ""

    # What is said of a formula

    def _asked(self, formulas: Sequence[f.Formula], given: Given) -> list[Judged]:
        return judge(self.solver, formulas, setting=self.setting, given=given)

    def decided(self, formulas: Sequence[f.Formula], judged: Sequence[Judged], given: Given) -> list[Judged]:
        """Judgements of formulas with what decides them; without, where that can't be found within the limits."""
        asked = [formula for formula, each in zip(formulas, judged, strict=True) if each.truth in ("true", "false")]
        found = iter(self._asked(asked, given) if asked else ())
        whole = [next(found) if each.truth in ("true", "false") else each for each in judged]
        return [new if new.truth == old.truth else old for old, new in zip(judged, whole, strict=True)]

    def instead(
        self, formulas: Sequence[f.Formula], judged: Sequence[Judged], given: Given
    ) -> list[tuple[Candidate, ...]]:
        """For each formula that is false what holds in its place."""
        tried = [
            tuple(self._candidates(formula, found)) if found.truth == "false" and not found.instead else ()
            for formula, found in zip(formulas, judged, strict=True)
        ]
        flat = [candidate for _, _, candidate in (each for some in tried for each in some)]
        truths = iter(judge(self.solver, flat, setting=self.setting, given=given, reasons=False))
        held = [tuple(each for each in some if next(truths).truth == "true") for some in tried]
        words, voice = self._game.feedback, self.voice()
        if words.unchecked_opposite:
            held = [some[:1] if some and some[0][0] == _TWIN else true for some, true in zip(tried, held, strict=True)]
        held = [
            some or tuple(held_instead(formula, found, self.definitions, voice))
            for some, formula, found in zip(held, formulas, judged, strict=True)
        ]
        return [each[-1:] for each in held] if words.one_answer == "last" else held

    def _candidates(self, formula: f.Formula, judged: Judged) -> Iterator[Candidate]:
        """Formulas with the number that was found, or with another move in the only place for one."""
        found = judged.values[0][0] if judged.values else ()
        match formula:
            case f.Compare("<" | ">" | "=", f.Number(left), f.Number(right)):
                other: f.Comparison = "<" if left < right else ">" if left > right else "="
                yield "relation", other, f.Compare(other, formula.left, formula.right)
            case f.Compare(_, left, f.Number()) | f.Some(f.Compare(_, left, f.Number())) if len(found) == 1:
                yield "value", number_text(found[0]), f.Compare("=", left, f.Number(found[0]))
            case f.Knows() | f.Possible() | f.Common():
                yield from of_worlds(formula, self.names.roles)
            case f.Compare(relation, left, right) if relation in _INSTEAD:
                for other in _INSTEAD[relation]:
                    yield "relation", other, f.Compare(other, left, right)
            case f.Applied(name, args) if name in self.definitions:
                definition = self.definitions[name]
                places = [place for place, _ in definition.head.parameters]
                moves = [at for at, (_, sort) in enumerate(definition.head.parameters) if sort == "move"]
                match definition.body:
                    case f.Compare("=", _, f.Var(number)) if number in places and len(found) == 1:
                        at = places.index(number)
                        right = f.Applied(name, (*args[:at], f.Number(found[0]), *args[at + 1 :]))
                        yield number, number_text(found[0]), right
                        return
                    case f.Compare(relation, left, right) if relation in _INSTEAD:
                        for twin in self._twins(definition, [f.Compare(o, left, right) for o in _INSTEAD[relation]]):
                            yield _TWIN, twin, f.Applied(twin, args)
                        return
                yield from self._other_moves(f.Applied(name, args), places, moves)

    def _twins(self, definition: Definition, bodies: Sequence[f.Formula]) -> Iterator[str]:
        """The definitions with the same parameters that say one of these instead."""
        for body in bodies:
            for name, other in self.definitions.items():
                if other.head.parameters == definition.head.parameters and other.body == body:
                    yield name

    def _other_moves(self, claim: f.Applied, places: Sequence[str], at: Sequence[int]) -> Iterator[Candidate]:
        """The claim with other moves in place of its one or two; one that a role does not have is unknown, not true."""
        if not 1 <= len(at) <= 2:
            return
        name = places[at[0]] if len(at) == 1 else "moves"
        for moves in islice(product(self.names.moves_of(None), repeat=len(at)), _MOST_TRIED):
            instead = dict(zip(at, moves, strict=True))
            args = tuple(instead.get(index, arg) for index, arg in enumerate(claim.args))
            if args != claim.args:
                yield name, ", ".join(map(ref_text, moves)), f.Applied(claim.name, args)

    def _verdict(self, formula: f.Formula, judged: Judged, instead: Sequence[Candidate], voice: Voice) -> Verdict:
        words = partial(self.words, formula, judged, instead, voice)
        return Verdict.worded_later(judged.truth, words, reason=judged.reason, severity=self._severity(formula))

    def words(self, formula: f.Formula, judged: Judged, instead: Sequence[Candidate], voice: Voice) -> dict[str, Any]:
        """What a verdict says, as its fields."""
        why = "; ".join(told_why(judged, voice, self._game.file.pass_moves))
        words: dict[str, Any] = {
            "says": says(formula, voice), "why": why, "correct": (), "correction": "", "denial": ""
        }  # fmt: skip
        if judged.truth != "false":
            return words
        if isinstance(formula, f.Negation):
            return words | {"denial": says(formula.body, voice), "correction": says(formula.body, voice)}
        correct = tuple(Correct(text(held), {place: value}, says(held, voice)) for place, value, held in instead)
        found = judged.values[0][0] if judged.values and len(judged.values[0][0]) < _MANY else ()
        told = ", and ".join(each.sentence for each in correct) or corrected(formula, voice, found)
        return words | {"denial": denies(formula, voice), "correction": told, "correct": correct}

    def _severity(self, formula: f.Formula) -> str:
        """`theory` for what uses a term of game theory, `fact` for what speaks of a match, else `payoff`."""
        parts = list(parts_of(formula, self.definitions))
        for name in (part.name for part in parts if isinstance(part, f.Applied)):
            definition = self.definitions.get(name)
            if name in BUILT_IN or name in self._theory or (definition is not None and definition.one_round):
                return "theory"
        spoken = f.Holds | f.Did | f.Can | f.Will | f.Knows | f.Possible | f.Common
        return "fact" if any(isinstance(part, spoken) for part in parts) else "payoff"


class _Told:
    """What is said of the formulas of one call, found for all of them when the first is to be told."""

    def __init__(self, judge: FormulaJudge, formulas: Sequence[f.Formula], judged: Sequence[Judged], given: Given):
        self._judge, self._formulas, self._judged, self._given = judge, formulas, judged, given

    def words(self, number: int, naming: str, *, rounds: bool) -> dict[str, Any]:
        """What the verdict on the formula of a number says, as its fields."""
        judged, instead = self._reasons[number]
        voice = self._judge.voice(naming)
        return self._judge.words(
            self._formulas[number], judged, instead, replace(voice, rounds=True) if rounds else voice
        )

    @cached_property
    def _reasons(self) -> list[tuple[Judged, tuple[Candidate, ...]]]:
        whole = self._judge.decided(self._formulas, self._judged, self._given)
        return list(zip(whole, self._judge.instead(self._formulas, whole, self._given), strict=True))


def _judged(definitions: Definitions, setting: Setting) -> dict[str, Definition]:
    """The definitions that can be judged: those of a match's record only where it is at hand."""
    return {
        name: each
        for name, each in definitions.items()
        if all(
            (part.relation, len(part.args)) in setting.relations
            for part in parts_of(each.body, definitions)
            if isinstance(part, f.Holds)
        )
    }


def _setting(description: Description, record: Sequence[Rule], definitions: Definitions) -> Setting:
    setting = setting_of(description, definitions)
    if not record:
        return setting
    told = setting_of(replace(description, rules=tuple(record)), record=True)
    relations = dict(setting.relations)
    for relation in told.relations:
        kind, predicate = relations.get(relation, told.relations[relation])
        relations[relation] = ("record", predicate) if kind == "static" else (kind, predicate)
    return replace(setting, relations=relations)
