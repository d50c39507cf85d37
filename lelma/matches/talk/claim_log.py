"""What was claimed in matches, judged: as one JSON object, or added to the transcript of a match that was played.

Each claim is an event `claim` (`ply`, `role`, `kind`, `quote`, `span`, `queries`, `hedged`, `disputed`), followed by a
`verdict` from each point of view (`view`, `truth`, `correct`, `reason`). What a speaker said against itself is a
`contradiction`.

What players thought to themselves is told by class besides (`lelma.talk.thoughts`), for a command of its own.

This joins a judge to a transcript, and neither may know the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import cast

from lelma.engine.bridges import Bridge
from lelma.game.game import Game
from lelma.knowledge import MOST_STATES
from lelma.matches.json_types import MatchClaimsJson, SpokenClaimJson, ThoughtsJson
from lelma.matches.replay import read_match
from lelma.matches.talk.speeches import Compared, SpokenMatch, played_match
from lelma.matches.talk.worlds import assumption_words
from lelma.matches.transcript import Event, Transcript
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.json_types import VERSION
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import IDENTITY, VIEWS, Claims, SpokenStatement, check_claims
from lelma.talk.thoughts import ClassedThought, classed_thoughts, shares_of_classes
from translators.claim import Translator

JudgedMatch = tuple[SpokenMatch, Claims]
"""A match, and what was claimed in it."""


def judged_matches(
    matches: Iterable[SpokenMatch],
    *,
    view: str,
    assumptions: Sequence[str] = (),
    translator: Translator | None = None,
    most: int = MOST_STATES,
    bridge: Bridge | None = None,
) -> list[JudgedMatch]:
    """Matches with their claims, judged from a view and from those that are always told.

    Args:
        most: how many states a role may think possible.
        bridge: what asks Prolog.

    Raises:
        UsageError: for an assumption or a view that there is not.
    """
    views = tuple(dict.fromkeys((view, *VIEWS)))
    found = []
    for match in matches:
        assumed, known = _assumed(assumptions, match.game), (*VIEWS, *match.record.players)
        if view not in known:
            raise UsageError(f"there is no view {view!r}{did_you_mean(view, known)}; there are: {', '.join(known)}")
        worlds = PossibleDeals(match.game, match.record, assumptions=assumed, most=most, bridge=bridge)
        told = check_claims(
            match.game,
            match.record,
            match.speeches,
            worlds=worlds,
            views=views,
            translator=translator,
            bridge=bridge,
        )
        found.append((match, told))
    return found


def _assumed(names: Sequence[str], game: Game) -> tuple[str, ...]:
    """The assumptions that are made, if the game has them all."""
    words = assumption_words(game)
    for name in names:
        if name not in words:
            known, near = ", ".join(words) or "none", did_you_mean(name, words)
            raise UsageError(f"{game.name} has no assumption {name!r}{near}; it has: {known}")
    return tuple(dict.fromkeys(names))


def claims_json(
    matches: Sequence[JudgedMatch],
    compared: Compared,
    *,
    game: str,
    source: str,
    view: str,
    assumptions: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> MatchClaimsJson:
    """What was claimed in matches, as one view has it, beside labels; `left_out` tells of files that can't be read."""
    assumed = list(dict.fromkeys(assumptions))
    return {
        "schema": VERSION,
        "game": game,
        "file": source,
        "view": view,
        "assumptions": assumed,
        "matches": len(matches),
        "speeches": sum(len(match.speeches) for match, _ in matches),
        "claims": [
            _claim(statement, view, match.name, assumed) for match, claims in matches for statement in claims.statements
        ],
        "contradictions": [
            {
                "match": match.name,
                "speaker": clash.first.speech.speaker,
                "first": _claim(clash.first, view),
                "second": _claim(clash.second, view),
            }
            for match, claims in matches
            for clash in claims.clashes
        ],
        "untranslated": [
            {
                "match": match.name,
                "seq": unread.speech.seq,
                "speaker": unread.speech.speaker,
                "sentence": unread.part.sentence,
                "reason": unread.part.reason,
            }
            for match, claims in matches
            for unread in claims.unread
        ],
        "trouble": [{"match": match.name, "why": match.trouble} for match, _ in matches if match.trouble],
        "refused": [{"match": match.name, **each} for match, _ in matches for each in match.record.refused()],
        "labels": compared.as_json(),
        "left_out": list(left_out),
    }


def _claim(
    statement: SpokenStatement, view: str, match: str | None = None, assumed: Sequence[str] = ()
) -> SpokenClaimJson:
    """One claim, with its match if it is named; a verdict on something hidden tells what it takes for granted."""
    found = {**({} if match is None else {"match": match}), **statement.as_json(view)}
    if assumed:
        found["assuming"] = list(assumed) if statement.kind == IDENTITY else []
    return cast(SpokenClaimJson, found)


def add_claims(file: Path, game: Game) -> Claims:
    """The claims of the match that a transcript holds, which are added to it. An announced vote needs the vote cast,
    so that this comes after the match.

    Raises:
        UsageError: if it holds no match.
        GameError: if the game says nothing of what may be claimed of its matches.
    """
    match = played_match(read_match(file), game)
    worlds = PossibleDeals(match.game, match.record)
    claims = check_claims(match.game, match.record, match.speeches, worlds=worlds, views=VIEWS)
    transcript = Transcript(file)
    try:
        transcript.write_all(list(_events(claims)))
    finally:
        transcript.close()
    return claims


def _events(claims: Claims) -> Iterator[Event]:
    for statement in claims.statements:
        about = _about(statement)
        read = {"span": list(statement.span), "queries": list(statement.queries)}
        yield {"event": "claim", **about, **read, "hedged": statement.hedged, "disputed": list(statement.disputed)}
        for view in statement.verdicts:
            found = statement.as_json(view)
            told = {name: found[name] for name in ("correct", "reason", "against_own_knowledge")}
            yield {"event": "verdict", **about, "view": view, "truth": found["verdict"], **told}
    for clash in claims.clashes:
        yield {"event": "contradiction", **_about(clash.first), "second": _about(clash.second)}


def _about(statement: SpokenStatement) -> Event:
    speech = statement.speech
    return {"ply": speech.ply, "role": speech.speaker, "kind": statement.kind, "quote": statement.quote}


def thoughts_of_matches(matches: Iterable[SpokenMatch]) -> list[tuple[SpokenMatch, list[ClassedThought]]]:
    """Matches with the private thoughts of their players by class.

    Raises:
        GameError: for a game that says nothing of what may be claimed of its matches.
    """
    return [
        (
            match,
            classed_thoughts(
                match.game,
                match.record,
                match.thoughts,
                speeches=match.speeches,
                worlds=PossibleDeals(match.game, match.record),
            ),
        )
        for match in matches
    ]


def thoughts_json(
    matches: Sequence[tuple[SpokenMatch, Sequence[ClassedThought]]],
    *,
    game: str,
    source: str,
    left_out: Sequence[str] = (),
) -> ThoughtsJson:
    """Private thoughts by class; `left_out` tells of files that can't be read."""
    found = [(match.name, each) for match, thoughts in matches for each in thoughts]
    return {
        "schema": VERSION,
        "game": game,
        "file": source,
        "matches": len(matches),
        "thoughts": [
            {
                "match": name,
                "seq": each.thought.seq,
                "ply": each.thought.ply,
                "role": each.thought.role,
                "kind": each.kind,
                "refuted": list(map(list, each.refuted)),
                "against": each.against,
                "claims": each.claims,
                "decided": each.decided,
            }
            for name, each in found
        ],
        "classes": {str(kind): number for kind, number in shares_of_classes(each for _, each in found).items()},
        "left_out": list(left_out),
    }
