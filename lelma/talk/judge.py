"""What the players of a match say of it, and whether that is so.

Every speech is read for claims, which are judged from a point of view at the moment it is made: `public`, what every
player has seen until then; the speaker's own, what the speaker has seen; `all`, everything that has happened.
Lies are legal moves: a false statement is reported, never refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from typing import Any, cast

from gdl.values import dataclass
from lelma.engine.bridges import Bridge
from lelma.game.game import Game
from lelma.talk.deals import DealSource
from lelma.talk.engine import TalkEngine
from lelma.talk.moments import Moments, SaidAt
from lelma.talk.record import ALL, PUBLIC, Record
from lelma.verify.report import Verdict
from translators.claim import Claim, Translator, Untranslated
from translators.formulas.definitions import parts_of, unfolded
from translators.formulas.formula import AllOf, AnyOf, Applied, Const, Formula, Holds, Negation, Possible, Quantified
from translators.formulas.says import CLAIMED_TERM, SAID_TERM
from translators.language.template import ACT
from translators.reading.talk.reader import PRESUPPOSED

OWN = "own"
"""The point of view of whoever speaks."""

VIEWS = (PUBLIC, OWN, ALL)
IDENTITY, CONSISTENCY, OF_RULES = "identity", "consistency", "rules"
"""Kinds of claims; what is said of payoffs is about the rules."""

OWN_IDENTITY_CLAIMED = "claimed_identity"
"""The relation of the record between somebody and the identity that it said to have."""

MOST_COMPARED = 100
"""Different statements of one speaker that are held against one another."""

_LABELS = {CONSISTENCY: {"true": "kept", "false": "broken"}}


@dataclass(frozen=True)
class Speech:
    """Words that were spoken in a match.

    Attributes:
        ply: the joint move they were spoken with, from 1.
        seq: the number of the line in the file that tells of them.
        place: where in the match that was, such as `{"quest": 2, "attempt": 1}`, where the file says so.
    """

    ply: int
    speaker: str
    words: str
    seq: int = 0
    place: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SpokenStatement:
    """A part of a speech that claims something: one query or several, such as one for each player it names.

    Attributes:
        kind: `history`, `rules`, `identity` or `consistency`.
        verdicts: point of view → the verdict on each query.
        hedged: whether it was only guessed: nobody lies by it.
        disputed: what another reader reads in the same words; the verdicts are unknown then.
    """

    speech: Speech
    kind: str
    quote: str
    span: tuple[int, int]
    queries: tuple[str, ...]
    verdicts: Mapping[str, tuple[Verdict, ...]]
    hedged: bool = False
    disputed: tuple[str, ...] = ()

    def fails(self, view: str) -> bool:
        """Whether it is false, and more than a guess."""
        return not self.hedged and self.truth(view) == "false"

    def truth(self, view: str) -> str:
        """`false` if any query is, `true` if all are, else `error`, `unknown` or `pending`."""
        found = [verdict.truth for verdict in self.verdicts[view]]
        for truth in ("false", "error", "unknown", "pending"):
            if truth in found:
                return truth
        return "true"

    @property
    def against_own_knowledge(self) -> bool:
        """Whether the speaker knew better: what the speaker had seen refutes it."""
        return self.kind != CONSISTENCY and OWN in self.verdicts and self.fails(OWN)

    def as_json(self, view: str) -> dict[str, Any]:
        """The statement as a program reads it; `verdict` is the one from `view`."""
        truth = self.truth(view)
        verdicts = self.verdicts[view]
        return {
            "seq": self.speech.seq,
            "ply": self.speech.ply,
            "speaker": self.speech.speaker,
            **self.speech.place,
            "kind": self.kind,
            "hedged": self.hedged,
            "disputed": list(self.disputed),
            "quote": self.quote,
            "span": list(self.span),
            "query": ", ".join(self.queries),
            "queries": list(self.queries),
            "view": view,
            "verdict": truth,
            "label": _LABELS.get(self.kind, {}).get(truth, truth),
            "views": {name: self.truth(name) for name in self.verdicts},
            "against_own_knowledge": self.against_own_knowledge,
            "says": [verdict.says for verdict in verdicts],
            "correct": [verdict.correction or verdict.denial for verdict in verdicts if verdict.truth == "false"],
            "reason": "; ".join(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason)),
        }


@dataclass(frozen=True)
class Unread:
    """A part of a speech that could not be read as a claim, and why."""

    speech: Speech
    part: Untranslated


@dataclass(frozen=True)
class Clash:
    """Two statements of one speaker that cannot both hold."""

    first: SpokenStatement
    second: SpokenStatement


@dataclass(frozen=True)
class Claims:
    """All that was claimed in a match; `bridge` is the name of what asked Prolog."""

    statements: tuple[SpokenStatement, ...]
    unread: tuple[Unread, ...]
    clashes: tuple[Clash, ...] = ()
    bridge: str = ""


def check_claims(
    game: Game,
    record: Record,
    speeches: Sequence[Speech],
    *,
    before: Sequence[Speech] = (),
    worlds: DealSource | None = None,
    views: Sequence[str] = (PUBLIC,),
    translator: Translator | None = None,
    addressee: str | None = None,
    bridge: Bridge | None = None,
) -> Claims:
    """Read and judge the speeches of a match.

    Args:
        before: earlier speeches, which are not judged themselves, but may be spoken of.
        worlds: what is possible; claims about identities are undecided without it.
        views: points of view to judge from, of `VIEWS` or roles.
        translator: reads the speeches; by default the one that knows the game's sentence patterns.
        addressee: the role that is told the verdicts, and is `you` in them; nobody by default.
        bridge: what asks Prolog.

    Raises:
        GameError: if there is a fault in what the game says of its matches.
    """
    engine = TalkEngine(game, translator=translator, bridge=bridge)
    try:
        moments = Moments(game, record, worlds, addressee=addressee, engine=engine)
        for speech in before:
            HeardSpeech(speech, moments)
        heard = [HeardSpeech(speech, moments) for speech in speeches]
        told = list(judged_statements(heard, moments, views))
        for other in record.others:
            course = Moments(game, other, worlds, addressee=addressee, engine=engine)
            for speech in (*before, *speeches):
                HeardSpeech(speech, course)
            beside = judged_statements(heard, course, views)
            told = [(_alike(each, by_other), read) for (each, read), (by_other, _) in zip(told, beside, strict=True)]
        unread = tuple(Unread(each.speech, part) for each in heard for part in each.read.translation.untranslated)
        clashes = tuple(_clashes(told, moments)) if worlds is not None else ()
    finally:
        engine.close()
    return Claims(worth_telling(told), unread, clashes, engine.solver.bridge.name)


def worth_telling(told: Iterable[ReadStatement]) -> tuple[SpokenStatement, ...]:
    """The statements but for what words only presuppose, where it is not false."""
    return tuple(each for each, _ in told if each.kind != PRESUPPOSED or "false" in map(each.truth, each.verdicts))


def _alike(statement: SpokenStatement, beside: SpokenStatement) -> SpokenStatement:
    """A statement as far as it has the same verdicts by another course of the match that may be the true one."""
    reason = "it rests on a move that the record does not tell"
    verdicts = {
        view: tuple(
            one if one.truth == other.truth else Verdict("unknown", says=one.says, reason=reason, severity=one.severity)
            for one, other in zip(statement.verdicts[view], beside.verdicts[view], strict=True)
        )
        for view in statement.verdicts
    }
    return replace(statement, verdicts=verdicts)


ReadStatement = tuple["SpokenStatement", tuple[Formula, ...]]
"""A statement, and what it claims as far as that could be read."""


class HeardSpeech:
    """A speech that was read and heard, so that later ones may be about it.

    Attributes:
        groups: claims of one kind that the same words make.
    """

    def __init__(self, speech: Speech, moments: Moments, *, hear: bool = True) -> None:
        """`hear`: whether it was not heard before."""
        self.speech, self.read = speech, moments.engine.read(speech.words, speech.speaker)
        self.kinds = moments.engine.kinds
        for told in self.read.told if hear else ():
            moments.hear(speech.ply, speech.speaker, told)
        names = moments.engine.names
        for about, named in self.read.sentences if hear else ():
            moments.words.sentences.append((speech.ply, speech.speaker, about, named))
        unread = (part.sentence for part in self.read.translation.untranslated)
        for words in (*unread, *self._presupposing()) if hear else ():
            about = names.spoken_of(words, speech.words, speech.speaker)
            moments.words.unread.append((speech.ply, speech.speaker, about))
        claims = [claim for claim in self.read.translation.claims if claim.query not in self.read.acts]
        self.groups: list[list[Claim]] = list(_grouped(claims, self.kinds))

    def _presupposing(self) -> Iterator[str]:
        """The sentences of which nothing was read but what they presuppose: they may say anything beside it."""
        for scope in self.read.translation.scopes:
            start, end = scope.span
            inside = [each for each in self.read.translation.claims if start <= each.span[0] and each.span[1] <= end]
            if inside and all(_kind(each, self.kinds) == PRESUPPOSED for each in inside):
                yield self.speech.words[start:end]

    def said(self, query: str, view: str) -> SaidAt | Verdict:
        """A claim at the moment before it was made."""
        formula = self.read.formulas[query]
        whose = self.speech.speaker if view == OWN else view
        return formula if isinstance(formula, Verdict) else SaidAt(self.speech.ply - 1, whose, formula)


def judged_statements(heard: Sequence[HeardSpeech], moments: Moments, views: Sequence[str]) -> Iterator[ReadStatement]:
    """All that was claimed, judged together."""
    wanted = {
        (number, query, view): each.said(query, view)
        for number, each in enumerate(heard)
        for query in each.read.formulas
        for view in views
    }
    asked = list(dict.fromkeys(each for each in wanted.values() if isinstance(each, SaidAt)))
    found = dict(zip(asked, moments.verdicts(asked), strict=True))
    for number, each in enumerate(heard):
        for group in each.groups:
            verdicts = {
                view: tuple(
                    _settled(claim, _sure(found[said], said, moments))
                    if isinstance(said := wanted[number, claim.query, view], SaidAt)
                    else said
                    for claim in group
                )
                for view in views
            }
            meant = (each.read.formulas[claim.query] for claim in group)
            read = tuple(formula for formula in meant if not isinstance(formula, Verdict))
            yield _statement(each.speech, group, each.kinds, verdicts), read


def _sure(verdict: Verdict, said: SaidAt, moments: Moments) -> Verdict:
    """A verdict; that somebody has not said something can't be told where it may have been said in other words."""
    formula = said.formula
    rests_on_words = _stays(formula, verdict.truth == "true", moments)
    if verdict.truth not in ("true", "false") or rests_on_words:
        return verdict
    if _may_be_told(said, moments):
        return Verdict("unknown", says=verdict.says, reason="it may have been said in other words", severity="fact")
    return verdict


def _stays(formula: Formula, truth: bool, moments: Moments) -> bool:
    """Whether a formula of what was said stays as true as it is, whatever more was said."""
    match formula:
        case Applied(name) if name in moments.judge.definitions:
            return _stays(cast(Formula, unfolded(formula, moments.judge.definitions)), truth, moments)
        case Holds():
            return truth
        case Negation(body):
            return _stays(body, not truth, moments)
        case AllOf(parts) | AnyOf(parts):
            return all(_stays(each, truth, moments) for each in parts)
        case Quantified(_, _, _, body):
            return _stays(body, truth, moments)
    return False


def _may_be_told(said: SaidAt, moments: Moments) -> bool:
    """Whether a formula is about what was said, and it may have been said in words that were not read.

    Unread words say nothing of those whom they don't name.
    """
    heard = moments.heard_at(said)
    match said.formula:
        case Holds(relation) if relation == SAID_TERM:
            return True
        case Holds(relation, (Const(speaker, ()), Const() as claim)) if relation == CLAIMED_TERM:
            is_act = moments.engine.kinds.get(claim.name) in (None, ACT)
            return is_act or not moments.words.never_said(speaker, claim, heard)
        case Holds(relation, (Const(speaker, ()) as who, Const() as claimed)) if relation == OWN_IDENTITY_CLAIMED:
            if moments.words.never_said(speaker, Const("is_identity", (who, claimed)), heard):
                return False
    told = moments.engine.told_in(said.formula)
    unread = {(who, about) for ply, who, about in moments.words.unread if heard(ply, who)} if told else ()
    return any(_may_tell(part, speaker, about, moments) for part in told for speaker, about in unread)


def _may_tell(part: Holds, speaker: str, about: Collection[str], moments: Moments) -> bool:
    """Whether words of a speaker that may be about some players may be what a relation tells of."""
    saying = moments.engine.speakers_of(part)
    named = [(place in saying, each) for place, each in enumerate(part.args) if isinstance(each, Const)]
    if any(says and each.name != speaker for says, each in named):
        return False
    spoken_of = {inner.name for says, each in named if not says for inner in parts_of(each) if isinstance(inner, Const)}
    return spoken_of.intersection(moments.engine.players) <= set(about)


def _settled(claim: Claim, verdict: Verdict) -> Verdict:
    """A verdict; what another reader reads otherwise is neither true nor false."""
    if not claim.disputed:
        return verdict
    reason = f"disputed: another reader reads {' and '.join(claim.disputed)}"
    return Verdict("unknown", says=verdict.says, reason=reason, severity=verdict.severity)


def _grouped(claims: Sequence[Claim], kinds: Mapping[str, str]) -> Iterator[list[Claim]]:
    """Claims of the same kind that the same words make."""
    groups: dict[tuple[tuple[int, int], str], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.span, _kind(claim, kinds)), []).append(claim)
    yield from groups.values()


def _kind(claim: Claim, kinds: Mapping[str, str]) -> str:
    return claim.kind or kinds.get(claim.query.partition("(")[0].strip(), "") or OF_RULES


def _statement(
    speech: Speech, group: Sequence[Claim], kinds: Mapping[str, str], verdicts: Mapping[str, tuple[Verdict, ...]]
) -> SpokenStatement:
    first = group[0]
    queries = tuple(claim.query for claim in group)
    hedged = any(claim.hedged for claim in group)
    disputed = tuple(dict.fromkeys(each for claim in group for each in claim.disputed))
    return SpokenStatement(speech, _kind(first, kinds), first.sentence, first.span, queries, verdicts, hedged, disputed)


def _clashes(statements: Sequence[ReadStatement], moments: Moments) -> Iterator[Clash]:
    """Pairs of statements by one speaker about what is hidden that no deal makes true together."""
    told = about_hidden(statements, moments)
    pairs: list[tuple[ReadStatement, ReadStatement]] = []
    start = min((statement.speech.ply for statement, _ in told), default=1) - 1
    for speaker in dict.fromkeys(statement.speech.speaker for statement, _ in told):
        own = {each[0].queries: each for each in reversed(told) if each[0].speech.speaker == speaker}
        pairs += combinations(list(reversed(own.values()))[:MOST_COMPARED], 2)
    yield from clashing(pairs, start, moments)


def about_hidden(statements: Sequence[ReadStatement], moments: Moments) -> list[ReadStatement]:
    """Those statements that are about what is hidden, and more than guesses, with what they say of the true deal."""
    told: list[ReadStatement] = []
    for statement, read in statements:
        about = tuple(moments.content(each) for each in read if moments.hidden(each))
        told += [(statement, about)] if about and not statement.hedged and not statement.disputed else []
    return told


def clashing(pairs: Sequence[tuple[ReadStatement, ReadStatement]], start: int, moments: Moments) -> Iterator[Clash]:
    """Those of the pairs, as `about_hidden` gives them, that no deal makes true together which was possible for all
    after `start` joint moves.
    """
    said = [SaidAt(start, PUBLIC, Possible(None, AllOf((*one, *other)))) for (_, one), (_, other) in pairs]
    for ((first, _), (second, _)), truth in zip(pairs, moments.truths(said), strict=True):
        if truth == "false":
            yield Clash(first, second)
