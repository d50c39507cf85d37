"""What a service does with a match whose record a caller sends: as text, never as a path, of a game by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lelma.interfaces.json_types import (
    ClaimsRequest,
    GameRequest,
    MatchRequest,
    QueryRequest,
    VerifyRequest,
    WorldsRequest,
)
from lelma.interfaces.requests import RequestError, named_game
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


def _match(request: GameRequest, asked: MatchRequest, preset: str | None = None) -> SpokenMatch:
    """The match of a request.

    Raises:
        RequestError: for rules of a caller's own, whose matches nothing is known of.
        UsageError: with the line of the record that can't be read.
    """
    from lelma.matches.talk.speeches import match_in

    if "rules" in request:
        raise RequestError("bad_request", "a match is of a game with a name: `match` does not go with `rules`")
    if asked.get("at", 0) < 0:
        raise RequestError("bad_request", "match.at: expected 0 or more joint moves")
    return match_in(_data(asked), named_game(request), source=RECORD, preset=preset, name=asked.get("name"))


def _data(asked: MatchRequest) -> bytes:
    return asked["record"].encode("utf-8", "replace")


def said_in_match(request: VerifyRequest) -> ReportJson:
    """The report on a text that is said at a moment of a match."""
    from lelma.matches.talk.said_text import verified_text

    if "role" not in request:
        raise RequestError("bad_request", "role: with a match, name who says the text")
    asked = request["match"]
    return verified_text(
        _match(request, asked),
        request["text"],
        at=asked.get("at"),
        role=request["role"],
        style=request.get("style", "correct"),
        strict=request.get("strict", False),
    ).as_json()


def asked_of_match(request: QueryRequest) -> tuple[Formula | None, Verdict, FormulaJudge]:
    """A formula judged at a moment of a match."""
    from lelma.matches.talk.given_moment import asked_at

    if "given" in request:
        raise RequestError("bad_request", "a match tells what is given: `given` does not go with `match`")
    asked = request["match"]
    return asked_at(_match(request, asked), request["query"], at=asked.get("at"), role=request.get("role"))


def judged_claims(request: ClaimsRequest) -> MatchClaimsJson:
    """What the players of the matches of a record claimed, each claim with its verdict."""
    from lelma.matches.talk.claim_log import claims_json, judged_matches
    from lelma.matches.talk.speeches import compare, matches_in
    from lelma.talk.record import PUBLIC

    asked, game = request["match"], named_game({"game": request["game"]})
    if "at" in asked:
        raise RequestError("bad_request", "match.at: claims are judged each at its own moment: leave it out")
    name, view, assumed = asked.get("name"), request.get("view", PUBLIC), request.get("assume", [])
    found = list(matches_in(_data(asked), game, source=RECORD, preset=request.get("preset"), name=name))
    if not found:
        raise RequestError("bad_request", f"match.name: the record holds no match {name or 'at all'}")
    judged = judged_matches(found, view=view, assumptions=assumed)
    return claims_json(judged, compare([], [], view), game=game, source=RECORD, view=view, assumptions=assumed)


def possible_worlds(request: WorldsRequest) -> WorldsJson:
    """What each role can know at a moment of a match, or after a deal."""
    from lelma.game.game import Game
    from lelma.matches.talk.worlds import first_moment, known_by_all, moment_in, worlds_json

    preset, seed, name = request.get("preset"), request.get("seed", 0), None
    if "match" in request:
        if "seed" in request:
            raise RequestError("bad_request", "seed: a match has its own deal: leave it out")
        match = _match({"game": request["game"]}, request["match"], preset)
        game, moment, name = match.game, moment_in(match, request["match"].get("at")), match.name
    else:
        game = Game.load(named_game({"game": request["game"]}), preset=preset)
        moment = first_moment(game, seed)
    assumed = tuple(dict.fromkeys(request.get("assume", [])))
    known = known_by_all(game, moment, assumptions=assumed, ask=request.get("ask", []), most=MOST_STATES_SERVED)
    deals = request.get("deals", False)
    return worlds_json(game, moment, known, assumptions=assumed, deals=deals, match=name, seed=seed)
