"""What is claimed at the moments of one match, which may go on, judged by one program for all of it, at most two.

The program (`lelma.talk.engine`) has the rules of the record; one with the rules of play is loaded where they are
needed. The facts of the record are handed over once for each point of view that sees something else of use. Claims of
identities are asked of the deals that are possible then (`deals`); whatever else is hidden, of all plays that agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import cast

from gdl.tree.keywords import RANDOM
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.engine.answers import Truth
from lelma.game.game import Game
from lelma.support.errors import LelmaError
from lelma.talk.deals import DealRow, DealRows, Deals, DealSource, DealStates, bounds, dealt
from lelma.talk.engine import TalkEngine
from lelma.talk.heard_words import HeardWords, IsHeard
from lelma.talk.record import ALL, PUBLIC, Record
from lelma.verify.formulas.given import (
    AgainstRules,
    Given,
    GivenFact,
    Moved,
    Perceived,
    course_goal,
    later_goal,
    stated,
)
from lelma.verify.formulas.judge import Asked, judge_at_moments
from lelma.verify.report import Verdict
from translators.formulas import formula as f
from translators.formulas.definitions import parts_of, unfolded
from translators.formulas.says import GROUP, says
from translators.formulas.vocabulary import constant

_OF_A_MOMENT = (
    f.Holds | f.Did | f.Will | f.Same | f.Applied | f.Negation | f.AllOf | f.AnyOf | f.If | f.Iff | f.Quantified
    | f.Domain | f.Knows | f.Possible | f.Compare | f.Some | f.Count | f.Number | f.Arithmetic | f.Const | f.Var
)  # fmt: skip
"""What formulas are made of that need no more than the record and the deals."""


@dataclass(frozen=True)
class SaidAt:
    """A formula that is judged as said at a moment of a match.

    Attributes:
        at: how many joint moves had been made.
        view: from whose point of view: `public`, `all`, or a role's.
    """

    at: int
    view: str
    formula: f.Formula


_Put = tuple[SaidAt, DealStates, bool]
"""What is put to the solver: a formula, the deals it is judged among, and whether its truth alone is wanted."""


class Moments:
    """Judges formulas at moments of a match, which may go on.

    Attributes:
        engine: what reads and judges, of which nothing is of this match.
        judge: what judges formulas and tells it.
        words: what was heard of the match.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        worlds: DealSource | None = None,
        *,
        bridge: str | None = None,
        addressee: str | None = None,
        engine: TalkEngine | None = None,
    ) -> None:
        """A match as far as it is recorded.

        Args:
            worlds: the deals that are possible; claims about identities are undecided without them.
            addressee: the role that is told the verdicts; nobody by default.
            engine: one of that game, made for this match alone by default.

        Raises:
            GameError: if the solver rejects the rules.
        """
        self._own_engine = engine is None
        self.engine = TalkEngine(game, bridge=bridge) if engine is None else engine
        self.game = self.engine.game
        self._record, self._worlds, self._addressee = record, worlds, addressee
        self.judge = self.engine.judge(addressee)
        self._identity = self.engine.identity
        self.words = HeardWords(self.engine.players, self.game.sides)
        self._announced: tuple[Moved, ...] = ()
        self._courses: dict[tuple[str, bool], str] = {}
        self._of_plies: dict[tuple[str, bool], list[str]] = {}
        self._heard: dict[tuple[int, str, str], bool] = {}
        self._needed: dict[tuple[f.Formula, str], str] = {}
        self._rows_kept = DealRows(self._identity)
        self._groups: dict[f.Const, None] = dict.fromkeys(f.Const(player) for player in record.players)

    def close(self) -> None:
        """Forget the programs, unless they are another's."""
        if self._own_engine:
            self.engine.close()

    def grow(self, record: Record) -> None:
        """Go on with a record of the same match that tells of more."""
        self._record = record
        self.__dict__.pop("_moves", None)
        self._rewrite()

    @contextmanager
    def supposing(self, moves: Sequence[Moved] = ()) -> Iterator[None]:
        """What is heard within this is a draft, and forgotten at its end; so are these moves, as if they were made."""
        before = self.words.copy(), {**self._groups}, {**self._courses}
        self._announced = tuple(moves)
        if moves:
            self._rewrite()
        try:
            yield
        finally:
            self._announced = ()
            self.words, self._groups, self._courses = before

    def _rewrite(self) -> None:
        """What was written for the solver is no longer so."""
        self._courses.clear()

    def hear(self, ply: int, speaker: str, claim: f.Const) -> None:
        """Keep what words claimed, for later ones to be about: before anything is judged."""
        self.words.claims.append((ply, speaker, claim))
        of_use, goal = self.engine.told_goal(ply, speaker, claim)
        if of_use:
            self.words.told.append((ply, speaker, goal))
            self._rewrite()

    def heard_at(self, said: SaidAt) -> IsHeard:
        """Which words were heard from a point of view by then."""
        return lambda ply, who: ply <= said.at and self._hears(ply, who, said.view)

    def hidden(self, formula: f.Formula) -> bool:
        """Whether a formula is about identities and about nothing of the record, so that the deals alone decide it."""
        told = [part for part in self.engine.parts(formula) if isinstance(part, f.Holds)]
        about = any(self.engine.rests_on(part) == {self._identity} for part in told)
        return about and not any(map(self.engine.of_record, told))

    def content(self, formula: f.Formula) -> f.Formula:
        """What a formula would have of the true deal: that somebody may be a witch, that it is so."""
        match formula:
            case f.Negation(body):
                return f.Negation(self.content(body))
            case f.Knows(_, body) | f.Possible(_, body):
                return body
            case f.Applied(name) if name in self.judge.definitions:
                return self.content(cast(f.Formula, unfolded(formula, self.judge.definitions)))
        return formula

    def verdicts(self, said: Sequence[SaidAt]) -> list[Verdict]:
        """A verdict for each formula, in order."""
        return self._found(said, bare=False)

    def truths(self, said: Sequence[SaidAt]) -> list[Truth]:
        """The truth of each formula, in order; as `verdicts`, which say more and cost more."""
        return [each.truth for each in self._found(said, bare=True)]

    def _found(self, said: Sequence[SaidAt], *, bare: bool) -> list[Verdict]:
        """A verdict for each formula, in order; of its truth alone, if `bare`.

        All is asked at once, for to hand the facts over costs as much as to judge. What is claimed of deals either has
        to hold in all of them or in one: whatever is so in the fewest deals and in the most is so in between. So what
        a role can't exclude need not be followed where a bound decides.
        """
        for part in (part for each in said for part in parts_of(each.formula)):
            if isinstance(part, f.Const) and part.name == GROUP and part.args and part not in self._groups:
                self._groups[part] = None
                self._rewrite()
        needed = {each: self._needs(each) for each in said}
        found = {
            each: self.engine.judge(self._addressee, plays=True).judge(
                [each.formula], given=given_at(self._record, each.at, each.view)
            )[0]
            for each, needs in needed.items()
            if needs == "plays"
        }
        hidden = [each for each, needs in needed.items() if needs == "deals"]
        bounded = {each: told for each in hidden if (told := self._bounds(each)) is not None}
        sure: list[_Put] = [(each, ((),), bare) for each, needs in needed.items() if needs == "record"]
        sure += self._among_all([each for each in hidden if each not in bounded], found, bare)
        wide: list[_Put] = [(each, self._states(each, most), bare) for each, (most, _) in bounded.items()]
        narrow: list[_Put] = [(each, self._states(each, fewest), True) for each, (_, fewest) in bounded.items()]
        judged = iter(self._judge([*sure, *wide, *narrow]))
        found |= {each: next(judged) for each, *_ in sure}
        of_most = {each: next(judged) for each in bounded}
        decided = {each for each, most in of_most.items() if most.truth == next(judged).truth != "unknown"}
        found |= {each: of_most[each] for each in decided}
        left = self._among_all([each for each in bounded if each not in decided], found, bare)
        found |= dict(zip((each for each, *_ in left), self._judge(left), strict=True))
        return [found[each] for each in said]

    def _among_all(self, said: Sequence[SaidAt], found: dict[SaidAt, Verdict], bare: bool) -> list[_Put]:
        """Formulas about deals, each with all the deals that are possible; if these can't be told, that is found."""
        put: list[_Put] = []
        for each in said:
            try:
                put.append((each, self._states(each, dealt(self._worlds, self._holder(each), each.at)), bare))
            except LelmaError as error:
                found[each] = Verdict(
                    "unknown", says=says(each.formula, self.judge.voice()), reason=str(error), severity="fact"
                )
        return put

    # What is hidden

    def in_deals(self, formula: f.Formula, deals: Deals) -> list[str]:
        """The truth of a formula now in each of some deals, as if it were the only one that is possible."""
        now = len(self._record.plies)
        rows = self._rows(formula, deals)
        distinct = list(dict.fromkeys(rows))
        asked = [Asked(now, formula, (self._rows_kept.state(row),)) for row in distinct]
        setting, course = self.judge.setting, self._course(PUBLIC, done=False)
        judged = judge_at_moments(self.judge.solver, asked, setting=setting, course=course)
        found = {row: each.truth for row, each in zip(distinct, judged, strict=True)}
        return [found[row] for row in rows]

    def _bounds(self, said: SaidAt) -> tuple[Deals, Deals] | None:
        """The most and the fewest deals that may be possible, where those tell enough and are known."""
        holder, parts = self._holder(said), self.engine.parts(said.formula)
        if holder not in self._record.players or sum(isinstance(part, f.Knows | f.Possible) for part in parts) > 1:
            return None
        return bounds(self._worlds, holder, said.at)

    def _holder(self, said: SaidAt) -> str:
        """Whose deals decide a formula: those of the role it names as knowing, else of the view."""
        match _bare(said.formula):
            case f.Knows(f.Const(role)) | f.Possible(f.Const(role)) if role in self._record.players:
                return role
        return said.view

    def _states(self, said: SaidAt, deals: Deals) -> DealStates:
        """The deals, as far as they are about the players that a formula names."""
        return self._dealt(said.formula, deals)[1]

    def _rows(self, formula: f.Formula, deals: Deals) -> list[DealRow]:
        """Of each deal, what it says of the players that a formula names; of all where it names none by itself."""
        return self._dealt(formula, deals)[0]

    def _dealt(self, formula: f.Formula, deals: Deals) -> tuple[list[DealRow], DealStates]:
        parts = self.engine.parts(formula)
        named = {part.name for part in parts if isinstance(part, f.Const)}
        open_ = any(isinstance(part, f.Quantified | f.Count) for part in parts)
        return self._rows_kept.of(tuple(each for each in self._record.players if open_ or each in named), deals)

    # What formulas need, and how they are asked

    def _needs(self, said: SaidAt) -> str:
        """What decides a formula: the `record`, the `deals`, or all `plays` that agree with the match."""
        key = said.formula, said.view
        if key not in self._needed:
            self._needed[key] = self._found_needs(said)
        return self._needed[key]

    def _found_needs(self, said: SaidAt) -> str:
        needs, bare = "record", _bare(said.formula)
        for part in self.engine.parts(said.formula):
            match part:
                case f.Holds(_, _, moment):
                    hidden = self.engine.rests_on(part)
                    if hidden and (hidden != {self._identity} or moment is not None):
                        return "plays"
                    needs = "deals" if hidden else needs
                case f.Knows(role, _, moment) | f.Possible(role, _, moment):
                    own = isinstance(role, f.Const) and role.name in self._record.players and part == bare
                    if role is not None and not (own and moment is None and said.view in (ALL, role.name)):
                        return "plays"
                    needs = "deals"
                case f.Domain(kind) if kind in ("moves", "profiles", "rounds"):
                    return "plays"
                case _ if not isinstance(part, _OF_A_MOMENT):
                    return "plays"
        return needs

    def _judge(self, said: Sequence[_Put]) -> list[Verdict]:
        """Put to the solver what is judged by the same facts together."""
        together: dict[str, list[tuple[int, Asked]]] = {}
        for number, (each, states, bare) in enumerate(said):
            done = any(isinstance(part, f.Did) for part in self.engine.parts(each.formula))
            asked = Asked(each.at, _certain(each.formula, self._holder(each)), states, bare)
            together.setdefault(self._course(each.view, done), []).append((number, asked))
        found: dict[int, Verdict] = {}
        for course, some in together.items():
            verdicts = self.judge.judge_at_moments([asked for _, asked in some], course=course)
            found.update((number, verdict) for (number, _), verdict in zip(some, verdicts, strict=True))
        return [found[number] for number in range(len(said))]

    def _course(self, view: str, done: bool) -> str:
        """The match from a point of view, as the solver is told; `done` if it matters what was done."""
        if (view, done) not in self._courses:
            role = view if done and view in self._record.players else None if done and view == ALL else PUBLIC
            moves = [*self._moves, *map(later_goal, self._announced)]
            facts = list(self._facts(view, done))
            written = course_goal(role, moves, len(self._record.plies), facts)
            self._courses[view, done] = written
        return self._courses[view, done]

    def _facts(self, view: str, done: bool) -> Iterator[str]:
        """The facts of the record at the end of the match that may be of use, in Prolog."""
        plies = len(self._record.plies)
        yield from self._of_use(self._record.facts_of_moment(plies, view=view), done)
        known = self._of_plies.setdefault((view, done), [])
        for ply in range(len(known) + 1, plies + 1):
            known.append(",".join(self._of_use(self._record.facts_of(ply, view=view), done)))
        yield from known
        yield from (goal for ply, speaker, goal in self.words.told if self._hears(ply, speaker, view))
        yield from map(self.engine.group_goals, self._groups)

    def _of_use(self, lines: Iterable[str], done: bool) -> Iterator[str]:
        """Those of some facts in KIF that may be of use, in Prolog; all that was done, if `done`."""
        for line in lines:
            of_use, goal = self.engine.line_goal(line)
            if of_use or (done and line.startswith("(did ")):
                yield goal

    def _hears(self, ply: int, speaker: str, view: str) -> bool:
        """Whether words are heard from a point of view."""
        if ply > len(self._record.plies):
            return self._record.heard(ply=ply, speaker=speaker, view=view)
        key = ply, speaker, view
        if key not in self._heard:
            self._heard[key] = self._record.heard(ply=ply, speaker=speaker, view=view)
        return self._heard[key]

    @cached_property
    def _moves(self) -> tuple[str, ...]:
        """The moves of players that are no passes, in Prolog."""
        passes = self.game.file.pass_moves
        return tuple(
            _moved(step, role, move)
            for step, ply in enumerate(self._record.plies, start=1)
            for role, move in ply.moves.items()
            if role != RANDOM and move not in passes
        )


def given_at(record: Record, at: int, view: str) -> Given:
    """What is given of a match when `at` joint moves had been made; later moves decide announcements.

    `view` is `all`, `public` (what every player perceived) or a role.
    """
    facts: list[GivenFact] = []
    for step, ply in enumerate(record.plies, start=1):
        made = {role: move for role, move in ply.moves.items() if step > at or view in (ALL, role)}
        facts += [Moved(step, role, named(move)) for role, move in made.items()]
        facts += [AgainstRules(step, role, named(move)) for role, move in ply.against_the_rules if step <= at]
        if step <= at and view in ply.percepts:
            facts.append(Perceived(step, view, tuple(map(named, ply.percepts[view])), whole=True))
        elif step <= at and view == PUBLIC:
            seen = [set(ply.percepts.get(player, ())) for player in record.players]
            facts += [Perceived(step, record.players[0], (named(each),)) for each in sorted(set.intersection(*seen))]
    facts += stated(record.facts(at=at, view=view))
    return Given(view if view in record.players else None, tuple(facts), at)


@lru_cache(maxsize=10_000)
def _moved(step: int, role: str, move: str) -> str:
    return later_goal(Moved(step, role, named(move)))


@lru_cache(maxsize=10_000)
def named(text: str) -> f.Const:
    """A term of the rules in KIF as a constant."""
    return constant(read_term(text))


def _bare(formula: f.Formula) -> f.Formula:
    """A formula without the `not` before it."""
    return _bare(formula.body) if isinstance(formula, f.Negation) else formula


def _certain(formula: f.Formula, holder: str) -> f.Formula:
    """A formula about what a role knows, for whom its deals are those that are possible."""
    match formula:
        case f.Negation(body):
            return f.Negation(_certain(body, holder))
        case f.Knows(f.Const(role), body, None) if role == holder:
            return f.Knows(None, body)
        case f.Possible(f.Const(role), body, None) if role == holder:
            return f.Possible(None, body)
    return formula
