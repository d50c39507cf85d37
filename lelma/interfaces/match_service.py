"""What a service does with a match whose record a caller sends: as text, never as a path.

The match is of a game by its name, or of rules of the caller's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lelma.engine.answers import DEFAULT_LIMITS, Limits
from lelma.engine.bridges import Bridge
from lelma.interfaces.json_types import (
    ClaimsRequest,
    MatchRequest,
    QueryRequest,
    VerifyRequest,
    WorldsRequest,
)
from lelma.interfaces.requests import RequestError, game_of
from lelma.matches.json_types import MatchClaimsJson, WorldsJson
from lelma.verify.json_types import ReportJson

if TYPE_CHECKING:
    from lelma.matches.talk.speeches import SpokenMatch
    from lelma.verify.formulas.verdicts import FormulaJudge
    from lelma.verify.report import Verdict
    from translators.formulas.formula import Formula

RECORD = "match.record"
"""What errors call the record."""

MOST_STATES_SERVED = 1_000_000
"""States that a role may think possible, of those a service works out."""


def _match(
    asked: MatchRequest, game: str | Path, *, preset: str | None = None, bridge: Bridge | None = None
) -> SpokenMatch:
    """The match of a request.

    Raises:
        UsageError: with the line of the record that can't be read.
    """
    from lelma.matches.talk.speeches import match_in

    if asked.get("at", 0) < 0:
        raise RequestError("bad_request", "match.at: expected 0 or more joint moves")
    return match_in(_data(asked), game, source=RECORD, preset=preset, name=asked.get("name"), bridge=bridge)


def _data(asked: MatchRequest) -> bytes:
    return asked["record"].encode("utf-8", "replace")


def said_in_match(request: VerifyRequest) -> ReportJson:
    """The report on a text that is said at a moment of a match."""
    from lelma.matches.talk.said_text import verified_text

    if "role" not in request:
        raise RequestError("bad_request", "role: with a match, name who says the text")
    if "given" in request:
        raise RequestError("bad_request", "a match tells what is given: `given` does not go with `match`")
    asked = request["match"]
    with game_of(request) as (game, bridge):
        return verified_text(
            _match(asked, game, bridge=bridge),
            request["text"],
            at=asked.get("at"),
            role=request["role"],
            style=request.get("style", "correct"),
            strict=request.get("strict", False),
            most=MOST_STATES_SERVED,
            bridge=bridge,
        ).as_json()


def asked_of_match(request: QueryRequest, limits: Limits) -> tuple[Formula | None, Verdict, FormulaJudge]:
    """A formula judged at a moment of a match; `limits` are those for a caller's own rules."""
    from lelma.matches.talk.given_moment import asked_at

    if "given" in request:
        raise RequestError("bad_request", "a match tells what is given: `given` does not go with `match`")
    asked = request["match"]
    with game_of(request) as (game, bridge):
        match = _match(asked, game, bridge=bridge)
        allowed = DEFAULT_LIMITS if bridge is None else limits
        at, role = asked.get("at"), request.get("role")
        return asked_at(match, request["query"], at=at, role=role, bridge=bridge, limits=allowed)


def judged_claims(request: ClaimsRequest) -> MatchClaimsJson:
    """What the players of the matches of a record claimed, each claim with its verdict."""
    from lelma.matches.talk.claim_log import claims_json, judged_matches
    from lelma.matches.talk.speeches import compare, matches_in
    from lelma.talk.record import PUBLIC

    asked = request["match"]
    if "at" in asked:
        raise RequestError("bad_request", "match.at: claims are judged each at its own moment: leave it out")
    name, view, assumed = asked.get("name"), request.get("view", PUBLIC), request.get("assume", [])
    with game_of(request) as (game, bridge):
        played = matches_in(_data(asked), game, source=RECORD, preset=request.get("preset"), name=name, bridge=bridge)
        found = list(played)
        if not found:
            raise RequestError("bad_request", f"match.name: the record holds no match {name or 'at all'}")
        judged = judged_matches(found, view=view, assumptions=assumed, most=MOST_STATES_SERVED, bridge=bridge)
    told = game if isinstance(game, str) else game.name
    return claims_json(judged, compare([], [], view), game=told, source=RECORD, view=view, assumptions=assumed)


def possible_worlds(request: WorldsRequest) -> WorldsJson:
    """What each role can know at a moment of a match, or after a deal."""
    from lelma.game.game import Game
    from lelma.matches.talk.worlds import first_moment, known_by_all, moment_in, worlds_json

    preset, seed, name = request.get("preset"), request.get("seed", 0), None
    if "match" in request and "seed" in request:
        raise RequestError("bad_request", "seed: a match has its own deal: leave it out")
    assumed = tuple(dict.fromkeys(request.get("assume", [])))
    with game_of(request) as (played, bridge):
        if "match" in request:
            match = _match(request["match"], played, preset=preset, bridge=bridge)
            moment = moment_in(match, request["match"].get("at"), bridge=bridge)
            game, name = match.game, match.name
        else:
            game = Game.load(played, preset=preset)
            moment = first_moment(game, seed, bridge=bridge)
        ask = request.get("ask", [])
        known = known_by_all(game, moment, assumptions=assumed, ask=ask, most=MOST_STATES_SERVED, bridge=bridge)
    deals = request.get("deals", False)
    return worlds_json(game, moment, known, assumptions=assumed, deals=deals, match=name, seed=seed)
