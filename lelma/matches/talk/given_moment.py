"""A moment of a match as what is given of a play: what a role had seen until then, or all that happened."""

from __future__ import annotations

from dataclasses import replace

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Rule
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.engine.answers import DEFAULT_LIMITS, Limits
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.matches.talk.speeches import SpokenMatch
from lelma.matches.talk.worlds import moment_of
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.talk.record import ALL, Record, record_rules
from lelma.verify.formulas.given import AgainstRules, Given, GivenFact, Moved, Perceived, stated
from lelma.verify.formulas.verdicts import FormulaJudge
from lelma.verify.report import Verdict
from translators.formulas.errors import FormulaError
from translators.formulas.formula import Const, Formula
from translators.formulas.vocabulary import constant


@dataclass(frozen=True)
class GivenMoment:
    """A moment of a match, ready to be asked about.

    Attributes:
        game: the rules of play and, where the game says what may be claimed of its matches, those of the record.
        record: those of the record alone.
        given: what the role had seen; all that happened if there is none.
    """

    game: Game
    record: tuple[Rule, ...]
    given: Given

    def judge(self, *, bridge: str | Bridge | None = None, limits: Limits = DEFAULT_LIMITS) -> FormulaJudge:
        """What judges formulas of that match, with relations of its record.

        Raises:
            GameError: if the solver rejects the rules.
        """
        program = compile_program(self.game.description, pass_moves=self.game.file.pass_moves)
        solver = Solver(program, bridge=bridge, limits=limits)
        return FormulaJudge(self.game, solver, None, role=self.given.role, record=self.record)


def given_moment(
    match: SpokenMatch, *, at: int | None = None, role: str | None = None, bridge: str | Bridge | None = None
) -> GivenMoment:
    """What is given when `at` joint moves of a match had been made, or all; later moves decide announcements.

    Raises:
        UsageError: for a role there is not, a moment after the end, or one that the file can't be followed to.
    """
    plies = match.record.plies
    if match.trouble and (at is None or at > len(plies)):
        raise UsageError(f"{match.name}: {match.trouble}; --at may name a moment before that")
    refused = [ply.refused for ply in plies]
    moment = moment_of(match.game, [ply.moves for ply in plies], refused=refused, bridge=shared_bridge(bridge))
    now = len(moment.moves) if at is None else at
    if now > len(moment.moves):
        raise UsageError(f"the match has {len(moment.moves)} joint moves, so there is no moment {now}")
    players = tuple(each for each in moment.roles if each != RANDOM)
    who = next((each for each in players if role is not None and each.casefold() == role.casefold()), None)
    if role is not None and who is None:
        near = did_you_mean(role, players)
        raise UsageError(f"{match.game.name} has no role {role!r}{near}; its roles are {', '.join(players)}")
    facts: list[GivenFact] = []
    for step, (joint, seen) in enumerate(zip(moment.moves, moment.percepts, strict=True), start=1):
        made = joint if who is None or step > now else {who: joint[who]}
        facts += [Moved(step, each, _constant(move)) for each, move in made.items()]
        against = moment.refused[step - 1] if step <= now else {}
        facts += [AgainstRules(step, each, _constant(joint[each])) for each in against]
        if who is not None and step <= now:
            facts.append(Perceived(step, who, tuple(map(_constant, seen[who])), whole=True))
    try:
        rules = record_rules(match.game)
    except GameError:  # it has none, and its moves and percepts are all there is to ask about
        return GivenMoment(match.game, (), Given(who, tuple(facts), now))
    record = Record(match.record.players or players, plies)
    facts += stated(record.facts(at=now, view=who or ALL))
    description = replace(match.game.description, rules=(*match.game.description.rules, *rules))
    return GivenMoment(replace(match.game, description=description), rules, Given(who, tuple(facts), now))


def asked_at(
    match: SpokenMatch,
    text: str,
    *,
    at: int | None = None,
    role: str | None = None,
    bridge: str | Bridge | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Formula | None, Verdict, FormulaJudge]:
    """The formula that a text is, if it is one, its verdict at a moment of a match, and what judged it.

    Raises:
        UsageError, GameError: as `given_moment` and `GivenMoment.judge`.
    """
    moment = given_moment(match, at=at, role=role, bridge=bridge)
    judge = moment.judge(bridge=bridge, limits=limits)
    try:
        formula = judge.parse(text)
    except FormulaError as error:
        return None, Verdict("error", reason=str(error)), judge
    return formula, judge.judge([formula], given=moment.given)[0], judge


def _constant(text: str) -> Const:
    return constant(read_term(text))
