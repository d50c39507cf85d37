"""What the players of a match say of it, and whether that is so.

Every speech is read for claims, which are judged from a point of view at the moment it is made: `public`, what every
player has seen until then; the speaker's own, what the speaker has seen; `all`, everything that has happened.
Lies are legal moves: a false statement is reported, never refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Protocol, runtime_checkable

from lelma.game.game import Game
from lelma.matches.talk.moments import Moments
from lelma.matches.talk.record import ALL, PUBLIC, Record, record_game
from lelma.support.errors import LelmaError, UsageError
from lelma.verify.report import Verdict
from translators.claim import Claim, Translator, Untranslated
from translators.language.vocabulary import GROUPED

OWN = "own"
"""The point of view of whoever speaks."""

VIEWS = (PUBLIC, OWN, ALL)
IDENTITY, CONSISTENCY, ACT = "identity", "consistency", "act"
"""Kinds of claims; an `act` claims nothing, but others may speak of it, such as a suggestion."""

MOST_COMPARED = 100
"""Different statements of one speaker that are held against one another."""

MOST_DEALS = 10_000
"""Possible deals among which claims about identities are judged."""

_WORD = re.compile(r"\w+")
_FLAT = re.compile(r"(\w+)(?:\(([\w, ]*)\))?")
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
    """

    speech: Speech
    kind: str
    quote: str
    span: tuple[int, int]
    queries: tuple[str, ...]
    verdicts: Mapping[str, tuple[Verdict, ...]]

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
        return self.kind != CONSISTENCY and OWN in self.verdicts and self.truth(OWN) == "false"

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
    """All that was claimed in a match."""

    statements: tuple[SpokenStatement, ...]
    unread: tuple[Unread, ...]
    clashes: tuple[Clash, ...] = ()


Deals = Sequence[Mapping[str, str]]
"""Deals of identities: player → identity."""

DealSource = Callable[[str, int], Deals]
"""View and ply → the deals that are possible from there. Raises `LelmaError` where it can't tell."""


@runtime_checkable
class Bounded(Protocol):
    """Worlds that know some among which a role's are at less cost."""

    def among(self, role: str, ply: int) -> Deals:
        """Deals among which all are that are possible for a role."""
        ...


def check_claims(
    game: Game,
    record: Record,
    speeches: Sequence[Speech],
    *,
    worlds: DealSource | None = None,
    views: Sequence[str] = (PUBLIC,),
    translator: Translator | None = None,
) -> Claims:
    """Read and judge the speeches of a match.

    Args:
        worlds: what is possible; claims about identities are undecided without it.
        views: points of view to judge from, of `VIEWS` or roles.
        translator: reads the speeches; by default the one that knows the game's sentence patterns.

    Raises:
        GameError: if the game says nothing of what may be claimed of its matches.
    """
    kinds = {template.name: template.kind for template in game.templates}
    moments = Moments(record_game(game), translator)
    judge = _Judge(moments, record, worlds, kinds)
    statements: list[SpokenStatement] = []
    unread: list[Unread] = []
    for speech in speeches:
        translation = moments.read(speech.words, speech.speaker)
        unread.extend(Unread(speech, part) for part in translation.untranslated)
        groups = [group for group in _grouped(translation.claims, kinds) if _kind(group[0].query, kinds) != ACT]
        queries = [claim.query for group in groups for claim in group]
        found = {view: judge.verdicts(speech, view, queries) for view in views if queries}
        start = 0
        for group in groups:
            verdicts = {view: tuple(all_[start : start + len(group)]) for view, all_ in found.items()}
            start += len(group)
            statements.append(_statement(speech, group, kinds, verdicts))
        judge.hear(speech, [claim.query for claim in translation.claims])
    return Claims(tuple(statements), tuple(unread), tuple(_clashes(moments, statements, worlds)))


def _grouped(claims: Sequence[Claim], kinds: Mapping[str, str]) -> Iterator[list[Claim]]:
    """Claims of the same kind that the same words make."""
    groups: dict[tuple[tuple[int, int], str], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.span, _kind(claim.query, kinds)), []).append(claim)
    yield from groups.values()


def _kind(query: str, kinds: Mapping[str, str]) -> str:
    return kinds.get(query.partition("(")[0].strip(), "")


def _statement(
    speech: Speech, group: Sequence[Claim], kinds: Mapping[str, str], verdicts: Mapping[str, tuple[Verdict, ...]]
) -> SpokenStatement:
    first = group[0]
    kind = _kind(first.query, kinds)
    return SpokenStatement(speech, kind, first.sentence, first.span, tuple(claim.query for claim in group), verdicts)


class _Judge:
    """Judges what is said in one match, from one moment to the next."""

    def __init__(self, moments: Moments, record: Record, worlds: DealSource | None, kinds: Mapping[str, str]) -> None:
        self._moments, self._record, self._worlds, self._kinds = moments, record, worlds, kinds
        self._told: list[tuple[int, str, str]] = []

    def hear(self, speech: Speech, queries: Sequence[str]) -> None:
        """Keep what a speech claims, for later ones to be about."""
        for query in queries:
            if flat := _FLAT.fullmatch(query):
                args = [speech.speaker if arg == "you" else arg for arg in (flat[2] or "").replace(",", " ").split()]
                claim = f"({' '.join((flat[1], *args))})" if args else flat[1]
                self._told.append((speech.ply, speech.speaker, f"(told {speech.ply} {speech.speaker} {claim})"))

    def verdicts(self, speech: Speech, view: str, queries: Sequence[str]) -> list[Verdict]:
        """Verdicts at the moment before the words were spoken."""
        whose = speech.speaker if view == OWN else view
        facts = self._record.facts(at=speech.ply - 1, view=whose)
        facts += [
            fact
            for ply, speaker, fact in self._told
            if ply < speech.ply and self._record.heard(ply=ply, speaker=speaker, view=whose)
        ]
        facts += self._groups(queries)
        hidden = [_kind(query, self._kinds) == IDENTITY for query in queries]
        if not any(hidden):
            return self._found(speech, facts, queries)
        at = speech.ply - 1
        found = self._between(speech, facts, queries, whose, at) if whose in self._record.players else None
        if found and all(found[number] for number, is_hidden in enumerate(hidden) if is_hidden):
            return [verdict for verdict in found if verdict]
        try:
            return self._found(speech, [*facts, *self._possible(whose, at)], queries)
        except LelmaError as error:
            undecided = Verdict("unknown", reason=str(error), severity="fact")
        shown = self._found(speech, facts, queries)
        return [undecided if is_hidden else verdict for is_hidden, verdict in zip(hidden, shown, strict=True)]

    def _found(self, speech: Speech, facts: Sequence[str], queries: Sequence[str]) -> list[Verdict]:
        with self._moments.at(speech.speaker, facts) as verifier:
            return verifier.judge(queries)

    def _between(
        self, speech: Speech, facts: Sequence[str], queries: Sequence[str], role: str, at: int
    ) -> list[Verdict | None] | None:
        """Verdicts that hold in the true deal alone as well as among more deals than are possible for a role.

        What is claimed of deals either has to hold in all of them or in one: whatever is so in the fewest deals and in
        the most is so in between. None where these can't be told.
        """
        if not isinstance(self._worlds, Bounded):
            return None
        try:
            most, fewest = _dealt(self._worlds.among(role, at)), self._possible(ALL, at)
        except LelmaError:  # those of the role may be fewer
            return None
        among_most, in_true = (self._found(speech, [*facts, *deals], queries) for deals in (most, fewest))
        return [
            wide if wide.truth == narrow.truth != "unknown" else None
            for wide, narrow in zip(among_most, in_true, strict=True)
        ]

    def _groups(self, queries: Sequence[str]) -> Iterator[str]:
        """The facts that tell who is in the groups of players that queries name."""
        for word in dict.fromkeys((*self._record.players, *_WORD.findall(" ".join(queries)))):
            members = word.split(GROUPED)
            if set(members) <= set(self._record.players):
                yield from (f"(in_group {word} {player})" for player in members)

    def _possible(self, view: str, ply: int) -> list[str]:
        """The possible deals as facts.

        Raises:
            LelmaError: if they are not known, or too many.
        """
        if self._worlds is None:
            raise UsageError("what is possible is not known here")
        return _dealt(self._worlds(view, ply))


def _dealt(deals: Sequence[Mapping[str, str]]) -> list[str]:
    """The facts `(in_world number player identity)` of these deals.

    Raises:
        UsageError: if they are too many.
    """
    if len(deals) > MOST_DEALS:
        raise UsageError(f"{len(deals):,} deals are possible; claims about identities are judged among {MOST_DEALS:,}")
    return [
        f"(in_world {number} {player} {identity})"
        for number, deal in enumerate(deals, start=1)
        for player, identity in deal.items()
    ]


def _clashes(moments: Moments, statements: Sequence[SpokenStatement], worlds: DealSource | None) -> Iterator[Clash]:
    """Pairs of statements by one speaker about what is hidden that no deal makes true together."""
    hidden = {template.name for template in moments.game.templates if template.world is not None}
    told = [statement for statement in statements if statement.queries[0].partition("(")[0] in hidden]
    if worlds is None or len(told) < 2:
        return
    try:
        facts = _dealt(worlds(PUBLIC, min(statement.speech.ply for statement in told) - 1))
    except LelmaError:  # the verdicts on the statements say so
        return
    for speaker in dict.fromkeys(statement.speech.speaker for statement in told):
        own = {statement.queries: statement for statement in reversed(told) if statement.speech.speaker == speaker}
        with moments.at(speaker, facts) as verifier:
            for first, second in combinations(list(reversed(own.values()))[:MOST_COMPARED], 2):
                if not verifier.judging.tenable((*first.queries, *second.queries)):
                    yield Clash(first, second)
