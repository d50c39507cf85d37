"""What the players of a match say of it, and whether that is so.

Every speech is read for claims, which are judged from a point of view at the moment it is made: `public`, what every
player has seen until then; the speaker's own, what the speaker has seen; `all`, everything that has happened.
Lies are legal moves: a false statement is reported, never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from gdl.syntax import Compound, Rule, Symbol
from lelma.game import Game
from lelma.record import ALL, PUBLIC, Record, record_game, with_facts
from lelma.report import Verdict
from lelma.verifier import Verifier
from translators.claim import Claim, Translator, Untranslated

OWN = "own"
"""The point of view of whoever speaks."""

VIEWS = (PUBLIC, OWN, ALL)
CONSISTENCY = "consistency"

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
class Statement:
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
        """`false` if any query is, `true` if all are, else `unknown` or `error`."""
        found = [verdict.truth for verdict in self.verdicts[view]]
        for truth in ("false", "error", "unknown"):
            if truth in found:
                return truth
        return "true"

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

    first: Statement
    second: Statement


@dataclass(frozen=True)
class Claims:
    """All that was claimed in a match."""

    statements: tuple[Statement, ...]
    unread: tuple[Unread, ...]
    clashes: tuple[Clash, ...] = ()


Worlds = Callable[[str, int], Sequence[Mapping[str, str]]]
"""View and ply → the deals that are possible from there: player → identity."""


def check_claims(
    game: Game,
    record: Record,
    speeches: Sequence[Speech],
    *,
    worlds: Worlds | None = None,
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
    game = record_game(game)
    reader = Verifier(game, translator=translator)
    statements: list[Statement] = []
    unread: list[Unread] = []
    for speech in speeches:
        translation = reader.translator(speech.words, reader.vocabulary, role=speech.speaker)
        unread.extend(Unread(speech, part) for part in translation.untranslated)
        told = list(_grouped(translation.claims, kinds))
        queries = [claim.query for group in told for claim in group]
        found = {view: _judged(game, record, speech, view, queries, worlds, kinds) for view in views if queries}
        start = 0
        for group in told:
            verdicts = {view: tuple(all_[start : start + len(group)]) for view, all_ in found.items()}
            start += len(group)
            statements.append(_statement(speech, group, kinds, verdicts))
    return Claims(tuple(statements), tuple(unread), tuple(_clashes(game, statements, worlds)))


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
) -> Statement:
    first = group[0]
    kind = _kind(first.query, kinds)
    return Statement(speech, kind, first.sentence, first.span, tuple(claim.query for claim in group), verdicts)


def _judged(
    game: Game,
    record: Record,
    speech: Speech,
    view: str,
    queries: Sequence[str],
    worlds: Worlds | None,
    kinds: Mapping[str, str],
) -> list[Verdict]:
    """Verdicts at the moment before the words were spoken."""
    whose = speech.speaker if view == OWN else view
    told = with_facts(game, record.facts(at=speech.ply - 1, view=whose))
    if worlds is not None and any(_kind(query, kinds) == "identity" for query in queries):
        told = _with_deals(told, worlds(whose, speech.ply - 1))
    verifier = Verifier(told, role=speech.speaker)
    try:
        verdicts = verifier.judge(queries)
    finally:
        verifier.solver.close()
    if worlds is None:
        undecided = Verdict("unknown", reason="what is possible is not known here", severity="fact")
        return [
            undecided if _kind(query, kinds) == "identity" else verdict
            for query, verdict in zip(queries, verdicts, strict=True)
        ]
    return verdicts


def _with_deals(game: Game, deals: Sequence[Mapping[str, str]]) -> Game:
    """The game with the facts `(in_world number player identity)` of these deals."""
    facts = (
        Rule(Compound("in_world", (Symbol(str(number)), Symbol(player), Symbol(identity))))
        for number, deal in enumerate(deals, start=1)
        for player, identity in deal.items()
    )
    return replace(game, description=replace(game.description, rules=(*game.description.rules, *facts)))


def _clashes(game: Game, statements: Sequence[Statement], worlds: Worlds | None) -> Iterator[Clash]:
    """Pairs of statements by one speaker about what is hidden that no deal makes true together."""
    hidden = {template.name for template in game.templates if template.world is not None}
    told = [statement for statement in statements if statement.queries[0].partition("(")[0] in hidden]
    if worlds is None or len(told) < 2:
        return
    dealt = _with_deals(game, worlds(PUBLIC, min(statement.speech.ply for statement in told) - 1))
    for speaker in dict.fromkeys(statement.speech.speaker for statement in told):
        own = [statement for statement in told if statement.speech.speaker == speaker]
        verifier = Verifier(dealt, role=speaker)
        try:
            for first, second in combinations(own, 2):
                queries = (*first.queries, *second.queries)
                if len(set(queries)) > len(first.queries) and not verifier.tenable(queries):
                    yield Clash(first, second)
        finally:
            verifier.solver.close()
