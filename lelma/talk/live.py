"""What one role says and thinks while a match goes on, judged from what that role has seen, and nothing else.

It is the judge of `lelma.talk.judge` over a record that grows: the program, the readers and their tables are those of a
`TalkEngine`, loaded once; possible deals are carried on from joint move to joint move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.talk.deals import Deals, OwnDeals
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import (
    CONSISTENCY,
    MOST_COMPARED,
    OWN,
    Claims,
    Clash,
    HeardSpeech,
    ReadStatement,
    Speech,
    SpokenStatement,
    Unread,
    about_hidden,
    clashing,
    judged_statements,
    worth_telling,
)
from lelma.talk.leaks import Leak, MatchLeaks, Taken
from lelma.talk.moments import Moments, SaidAt, named
from lelma.talk.record import Record, RecordedPly
from lelma.verify.formulas.given import Moved
from lelma.verify.report import Verdict
from translators.claim import ReadScope
from translators.formulas.formula import Formula


@dataclass(frozen=True, eq=False)
class Commitment:
    """An announcement of the role's own that nothing has decided yet.

    Attributes:
        read: the statement, and what it claims.
    """

    read: ReadStatement

    @property
    def statement(self) -> SpokenStatement:
        """The words, and where they were said."""
        return self.read[0]


class LiveJudge:
    """Judges for one role; `observe` carries it on by what the role lived through.

    Nothing of the true state can be had of it: it is given the role's own moves, percepts and the words it heard.

    Attributes:
        plies: joint moves observed.
        commitments: what the role announced aloud, and neither kept nor broke yet.
        said: what the role claimed aloud of what is hidden, each with what it says of the true deal.
    """

    def __init__(
        self,
        game: Game,
        role: str,
        roles: Sequence[str],
        *,
        engine: TalkEngine | None = None,
    ) -> None:
        """Before the first move.

        Args:
            roles: those of the game.
            engine: one of that game, which others may use as well; by default it is made.

        Raises:
            GameError: if there is a fault in what the game says of its matches, or the solver rejects its rules.
        """
        self.role = role
        self._players = tuple(each for each in roles if each != RANDOM)
        self._own_engine = engine is None
        self._engine = engine or TalkEngine(game)
        self._deals = OwnDeals(game, role, players=len(self._players), public=self._engine.public)
        self._plies: tuple[RecordedPly, ...] = ()
        self._moments = Moments(game, Record(self._players, ()), self._deals, addressee=role, engine=self._engine)
        self._leaks = MatchLeaks(game, role, self._players, self._deals, self._moments)
        self.commitments: tuple[Commitment, ...] = ()
        self.said: tuple[ReadStatement, ...] = ()
        self._drafts: dict[str, Sequence[ReadStatement]] = {}

    @property
    def plies(self) -> int:
        return len(self._plies)

    @property
    def trouble(self) -> str:
        """Why it can't be told any more what the role knows of what is hidden; empty where it can."""
        return self._deals.trouble

    def close(self) -> None:
        """Forget the programs, unless they are another's."""
        if self._own_engine:
            self._engine.close()

    def observe(self, move: str, percepts: Sequence[str], heard: Iterable[tuple[str, str]] = ()) -> None:
        """A joint move was made: the role's own, what it perceived of it, and who said what aloud with it."""
        words = dict(heard)
        ply = self.plies + 1
        speeches = [Speech(ply, speaker, text) for speaker, text in words.items()]
        for speech in speeches:
            if speech.speaker == self.role:
                self._keep(self._judged(speech))
        self._drafts.clear()
        self._plies += (RecordedPly({self.role: move}, {self.role: tuple(percepts)}, words),)
        self._deals.observe(move, percepts)
        self._moments.grow(Record(self._players, self._plies))
        for speech in speeches:
            HeardSpeech(speech, self._moments)
        if self.commitments and move not in self._engine.plain.file.pass_moves:
            self.commitments = tuple(self._those(self.commitments, "pending"))

    def _keep(self, told: Sequence[ReadStatement]) -> None:
        """Keep of what the role said aloud what it will be held to."""
        self.said = (*self.said, *about_hidden(told, self._moments))
        self.commitments += tuple(Commitment(each) for each in told if announces(each[0]))

    def make_ready(self) -> None:
        """Make now what the role's next words would need to be judged, beside what it knows.

        Raises:
            LelmaError: if nothing is possible, or too much.
        """
        self._engine.warm()
        if not self.trouble:
            self._leaks.make_ready()

    def judge(self, words: str, *, aloud: bool = True) -> Claims:
        """What the role's next words would claim, each from its own view; and what goes against its earlier words.

        Args:
            aloud: words that are only thought go against none.
        """
        speech = Speech(self.plies + 1, self.role, words)
        told = self._judged(speech)
        clashes = tuple(self._clashes(told)) if aloud else ()
        unread = tuple(Unread(speech, part) for part in self._engine.read(words, self.role).translation.untranslated)
        return Claims(worth_telling(told), unread, clashes, self._engine.solver.bridge.name)

    def _judged(self, speech: Speech) -> Sequence[ReadStatement]:
        """What the role's next words claim; kept until they are said, for they are often what was judged as a draft."""
        if speech.words not in self._drafts:
            with self._moments.supposing():
                heard = HeardSpeech(speech, self._moments, hear=False)
                self._drafts[speech.words] = tuple(judged_statements([heard], self._moments, [OWN]))
        return self._drafts[speech.words]

    def deals(self) -> Deals:
        """The deals that the role thinks possible now: player → identity.

        Raises:
            LelmaError: if nothing is possible, or too much.
        """
        return self._deals(self.role, self.plies)

    def heard(self, speeches: Sequence[Speech]) -> list[SpokenStatement]:
        """What words claimed that the role heard, judged from what it had seen when they were said.

        Args:
            speeches: of joint moves that were observed.
        """
        told = [HeardSpeech(each, self._moments, hear=False) for each in speeches]
        return [statement for statement, _ in judged_statements(told, self._moments, [self.role])]

    def _clashes(self, told: Sequence[ReadStatement]) -> Iterator[Clash]:
        """What no deal makes true together, of earlier words and these, or of these alone."""
        fresh = about_hidden(told, self._moments)
        if not fresh:
            return
        before = list({each[0].queries: each for each in self.said}.values())[-MOST_COMPARED:]
        pairs = [(old, new) for new in fresh for old in before if old[0].queries != new[0].queries]
        pairs += [(one, other) for at, other in enumerate(fresh) for one in fresh[:at]]
        start = min(each[0].speech.ply for each in (*self.said, *fresh)) - 1
        yield from clashing(pairs, start, self._moments)

    def given_away(self, statement: SpokenStatement) -> list[Leak]:
        """The secrets of the role's that a statement would give away.

        Raises:
            LelmaError: if that can't be told.
        """
        formulas = self._engine.read(statement.speech.words, self.role).formulas
        read = tuple(each for query in statement.queries if not isinstance(each := formulas[query], Verdict))
        about = about_hidden([(statement, read)], self._moments)
        return self._leaks.given_away(about[0][1]) if about else []

    def taken(self, words: str, sides: Mapping[str, Collection[str]]) -> list[Taken]:
        """What those of each identity would think of the role after these words, as far as they say who is who.

        Args:
            sides: side → identities that are on it.

        Raises:
            LelmaError: if that can't be told.
        """
        return self._leaks.taken(self._of_hidden(words), sides)

    def gained(self, words: str, sides: Mapping[str, Collection[str]], deal: Mapping[str, str]) -> float:
        """The bits about sides that the own side gains from what these words say of a deal and is so there.

        Raises:
            LelmaError: if that can't be told.
        """
        return self._leaks.gained(self._of_hidden(words), sides, deal)

    def _of_hidden(self, words: str) -> list[Formula]:
        """What words say of who is who."""
        formulas = self._engine.read(words, self.role).formulas
        about: list[Formula] = []
        for statement in self.judge(words, aloud=False).statements:
            read = tuple(each for query in statement.queries if not isinstance(each := formulas[query], Verdict))
            about += [formula for _, some in about_hidden([(statement, read)], self._moments) for formula in some]
        return about

    def statement_shares(self, words: str, speaker: str) -> list[dict[tuple[tuple[str, str], ...], Fraction]]:
        """For each statement of a speaker about what is hidden, guesses left out: `MatchLeaks.shares_for_card`.

        Raises:
            LelmaError: if that can't be told.
        """
        read = self._engine.read(words, speaker)
        claims = [each for each in read.translation.claims if each.query not in read.acts]
        meant = [read.formulas[each.query] for each in claims if not each.hedged and not each.disputed]
        told = [each for each in meant if not isinstance(each, Verdict) and self._moments.hidden(each)]
        return [self._leaks.shares_for_card(self._moments.content(each), speaker) for each in dict.fromkeys(told)]

    def own_deals(self) -> Sequence[Mapping[str, str]]:
        """The deals that are possible for the role now; none before all are dealt.

        Raises:
            LelmaError: if nothing is possible, or too much.
        """
        return self._deals(self.role, self.plies) if self._deals.dealt is not None else ()

    def against(self, move: str) -> list[Commitment]:
        """The open commitments that a move would break."""
        if not self.commitments:
            return []
        with self._moments.supposing([Moved(self.plies + 1, self.role, named(move))]):
            return list(self._those(self.commitments, "false"))

    def _those(self, commitments: Sequence[Commitment], wanted: str) -> Iterator[Commitment]:
        """Those of some announcements of which this is true now."""
        said = [
            [SaidAt(statement.speech.ply - 1, self.role, formula) for formula in read]
            for statement, read in (each.read for each in commitments)
        ]
        found = iter(self._moments.truths([each for some in said for each in some]))
        for commitment, some in zip(commitments, said, strict=True):
            truths = [next(found) for _ in some]
            if next((each for each in ("false", "error", "unknown", "pending") if each in truths), "true") == wanted:
                yield commitment

    def scopes(self, words: str) -> tuple[ReadScope, ...]:
        """Where the sentences of the role's words are, and what became of each."""
        return self._engine.read(words, self.role).translation.scopes

    def shown_at(self, statement: SpokenStatement) -> int | None:
        """The joint move since which a statement is false to the role; None if it always was.

        Of what is hidden, one with which it began to be false; of what was done, the last.
        """
        formulas = self._engine.read(statement.speech.words, self.role).formulas
        wrong = [query for query, each in zip(statement.queries, statement.verdicts[OWN], strict=True) if _fails(each)]
        formula = formulas[wrong[0]] if wrong else None
        if formula is None or isinstance(formula, Verdict):
            return None
        if not self._moments.hidden(formula):
            return self._held_last(formula)
        held_at, failed_at = self._deals.dealt, self.plies
        if held_at is None or self._false_at(held_at, formula):
            return None
        while failed_at - held_at > 1:
            middle = (held_at + failed_at) // 2
            if self._false_at(middle, formula):
                failed_at = middle
            else:
                held_at = middle
        return failed_at

    def _held_last(self, formula: Formula) -> int | None:
        """The joint move after the last moment before now at which a formula was not false; None if it always was.

        Most became false of late, so that the latest moments are judged first.
        """
        end, size = self.plies, 1
        while end > 0:
            start = max(0, end - size)
            truths = self._moments.truths([SaidAt(at, self.role, formula) for at in range(start, end)])
            held = [at for at, truth in enumerate(truths, start) if truth != "false"]
            if held:
                return held[-1] + 1
            end, size = start, 4 * size
        return None

    def _false_at(self, ply: int, formula: Formula) -> bool:
        return self._moments.truths([SaidAt(ply, self.role, formula)]) == ["false"]

    def verdict(self, formula: str) -> Verdict:
        """The word on a formula of the claim language, from the role's view now."""
        parsed = self._engine.judge().parse(formula, role=self.role)
        return self._moments.verdicts([SaidAt(self.plies, self.role, parsed)])[0]


def _fails(verdict: Verdict) -> bool:
    return verdict.truth == "false"


def announces(statement: SpokenStatement) -> bool:
    """Whether a statement says what will be done, and nothing has decided it yet."""
    return statement.kind == CONSISTENCY and not statement.hedged and statement.truth(OWN) == "pending"
