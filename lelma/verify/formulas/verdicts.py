"""From formulas to verdicts: read, put to the solver, and said in words with what decides them; and remembered."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from gdl.tree.numbers import number_text
from gdl.tree.syntax import Description, Rule
from lelma.engine.answers import Facts
from lelma.engine.solver import Solver
from lelma.game.definitions import game_definitions
from lelma.game.game import Game
from lelma.verify.formulas.given import Given
from lelma.verify.formulas.goal import Setting, setting_of
from lelma.verify.formulas.judge import Judged, JudgedPlay, Member, judge
from lelma.verify.formulas.words import formula_names, voice_of
from lelma.verify.report import Correct, Verdict
from translators.formulas import formula as f
from translators.formulas.definitions import applied_in, heads_of
from translators.formulas.parse import parse
from translators.formulas.says import Voice, corrected, denies, role_said, said_name, says
from translators.formulas.sorts import BUILT_IN
from translators.formulas.write import ref_text, text
from translators.language.vocabulary import Naming

MOST_VERDICTS = 4096
"""Verdicts that are remembered."""

_MOST_TRIED = 20
"""Other moves that are tried in place of a wrong one."""

_MANY = 12
"""So many numbers of a term are told by the solver, and no more; that many may not be all."""


class FormulaJudge:
    """Judges formulas about one game as one role says them. Threads may share one.

    Attributes:
        names: what formulas may name.
        definitions: those that they may use.
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
        self.definitions = game_definitions(game.file.query_sets, folder, game.description)
        self._game, self._namings = game, tuple(namings)
        self._heads = heads_of(self.definitions)
        self._setting = _setting(game.description, record, self)
        self._theory = {template.name for template in game.templates if template.severity == "theory"}
        self._remembered: dict[tuple[f.Formula, str, Given], Verdict] = {}
        self._lock = threading.Lock()

    def parse(self, claim: str) -> f.Formula:
        """The formula a text says.

        Raises:
            FormulaError: with the place of the fault, what was expected there, and near names.
        """
        return parse(claim, self.names, self._heads, role=self.role)

    def judge(
        self, formulas: Sequence[f.Formula], namings: Sequence[str] | None = None, *, given: Given | None = None
    ) -> list[Verdict]:
        """A verdict for each formula, in order, after what is given.

        Verdicts are remembered, by formula, naming and all that is given, unless they ran into a limit.
        """
        after, called = given or Given(), namings or [""] * len(formulas)
        wanted = [(formula, naming, after) for formula, naming in zip(formulas, called, strict=True)]
        with self._lock:
            known = {key: self._remembered[key] for key in wanted if key in self._remembered}
        fresh = list(dict.fromkeys(key for key in wanted if key not in known))
        judged = self._asked([key[0] for key in fresh], after)
        instead = self._instead([key[0] for key in fresh], judged, after)
        verdicts = {
            key: self._verdict(key[0], found, held, self.voice(key[1]))
            for key, found, held in zip(fresh, judged, instead, strict=True)
        }
        with self._lock:
            if len(self._remembered) > MOST_VERDICTS:
                self._remembered.clear()
            self._remembered.update({key: each for key, each in verdicts.items() if each.truth != "unknown"})
        return [known.get(key) or verdicts[key] for key in wanted]

    def forget(self) -> None:
        """Forget all verdicts given so far; they are found again when asked for."""
        with self._lock:
            self._remembered.clear()

    def voice(self, naming: str = "") -> Voice:
        """How formulas are said, with the moves called as in a naming."""
        chosen = next((each for each in self._namings if each.name == naming), next(iter(self._namings), None))
        return voice_of(self._game, self.names, self.definitions, role=self.role, naming=chosen)

    def means(self, formula: f.Formula) -> str:
        """What exactly the definition means that a formula applies; empty for any other formula."""
        if isinstance(formula, f.Applied) and formula.name in self.definitions:
            return self.definitions[formula.name].means
        return ""

    # What is said of a formula

    def _asked(self, formulas: Sequence[f.Formula], given: Given) -> list[Judged]:
        return judge(self.solver, formulas, setting=self._setting, given=given)

    def _instead(
        self, formulas: Sequence[f.Formula], judged: Sequence[Judged], given: Given
    ) -> list[tuple[tuple[str, str, f.Formula], ...]]:
        """For each formula that is false what holds in its place: the name of a place in it, a value, the formula."""
        tried = [
            tuple(self._candidates(formula, found)) if found.truth == "false" else ()
            for formula, found in zip(formulas, judged, strict=True)
        ]
        flat = [candidate for _, _, candidate in (each for some in tried for each in some)]
        truths = iter(self._asked(flat, given))
        return [tuple(each for each in some if next(truths).truth == "true") for some in tried]

    def _candidates(self, formula: f.Formula, judged: Judged) -> Iterator[tuple[str, str, f.Formula]]:
        """Formulas with the number that was found, or with another move in the only place for one."""
        found = judged.values[0][0] if judged.values else ()
        match formula:
            case f.Compare(_, left, f.Number()) | f.Some(f.Compare(_, left, f.Number())) if len(found) == 1:
                yield "value", number_text(found[0]), f.Compare("=", left, f.Number(found[0]))
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
                if len(moves) == 1:
                    at = moves[0]
                    role = next((arg.name for arg in reversed(args[:at]) if isinstance(arg, f.Const)), None)
                    others = (move for move in self.names.moves_of(role) if move != args[at])
                    for move in islice(others, _MOST_TRIED):
                        yield places[at], ref_text(move), f.Applied(name, (*args[:at], move, *args[at + 1 :]))

    def _verdict(
        self, formula: f.Formula, judged: Judged, instead: Sequence[tuple[str, str, f.Formula]], voice: Voice
    ) -> Verdict:
        verdict = Verdict(
            judged.truth,
            says=says(formula, voice),
            why="; ".join(_why(judged, voice, self._game.file.pass_moves)),
            reason=judged.reason,
            severity=self._severity(formula),
        )
        if judged.truth != "false":
            return verdict
        correct = tuple(Correct(text(held), {place: value}, says(held, voice)) for place, value, held in instead)
        found = judged.values[0][0] if judged.values and len(judged.values[0][0]) < _MANY else ()
        told = ", and ".join(each.sentence for each in correct) or corrected(formula, voice, found)
        if isinstance(formula, f.Negation):
            return replace(verdict, denial=says(formula.body, voice), correction=says(formula.body, voice))
        return replace(verdict, denial=denies(formula, voice), correction=told, correct=correct)

    def _severity(self, formula: f.Formula) -> str:
        """`theory` for what uses a term of game theory, `fact` for what speaks of a match, else `payoff`."""
        stack, seen = list(applied_in(formula)), set[str]()
        while stack:
            name = stack.pop()
            definition = self.definitions.get(name)
            if name in BUILT_IN or name in self._theory or (definition is not None and definition.one_round):
                return "theory"
            if definition is not None and name not in seen:
                seen.add(name)
                stack.extend(applied_in(definition.body))
        spoken = f.Holds | f.Did | f.Can | f.Will | f.Knows | f.Possible | f.Common
        return "fact" if isinstance(formula, spoken) else "payoff"


def _setting(description: Description, record: Sequence[Rule], made: FormulaJudge) -> Setting:
    setting = setting_of(description, made.definitions)
    if not record:
        return setting
    told = setting_of(replace(description, rules=tuple(record)), record=True)
    return replace(setting, relations={**setting.relations, **told.relations})


def _why(judged: Judged, voice: Voice, passes: Sequence[str]) -> Iterator[str]:
    """What decides a formula: members of domains, plays with their payoffs, worlds."""
    for member in judged.members:
        yield _member(member, voice)
    yield from dict.fromkeys(_play(play, voice) for play in judged.plays)
    for world in judged.worlds:
        steps = [_joint([each for each in joint if each[1].name not in passes], voice) for joint in world]
        yield f"it may be that {', then '.join(filter(None, steps)) or 'nothing was done yet'}"


def _member(member: Member, voice: Voice) -> str:
    if isinstance(member.value, f.Const):
        name = said_name(member.value, voice)
    else:
        name = ", ".join(
            f"{role_said(role, voice)} {said_name(move, voice)}" + (f" in step {step}" if step is not None else "")
            for role, move, step in member.value
        )
    return {"true": f"so it is for {name}", "false": f"not for {name}", "closest": f"nearest for {name}"}[member.truth]


def _play(play: JudgedPlay, voice: Voice) -> str:
    steps: dict[int, list[tuple[str, f.Const]]] = {}
    for role, step, move in play.choices:
        steps.setdefault(step, []).append((role, move))
    chosen = ", then ".join(_joint(steps[step], voice) for step in sorted(steps))
    paid = ", ".join(f"{role_said(role, voice)} {number_text(number)}" for role, number in play.payoffs)
    return f"{chosen}: {paid}" if chosen else paid


def _joint(moves: Sequence[tuple[str, f.Const]], voice: Voice) -> str:
    return ", ".join(f"{role_said(role, voice)} {said_name(move, voice)}" for role, move in moves)
