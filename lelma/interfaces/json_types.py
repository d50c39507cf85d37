"""The JSON objects of the servers, the tools and the command line itself, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.game.json_types import FaultJson
from lelma.support.json_types import Schema
from lelma.verify.json_types import GivenJson, Style

ErrorCode = Literal[
    "bad_json",
    "bad_request",
    "not_json",
    "unauthorized",
    "forbidden",
    "misdirected",
    "not_found",
    "no_such_game",
    "bad_rules",
    "method_not_allowed",
    "too_large",
    "too_slow",
    "time",
    "memory",
    "busy",
    "unavailable",
    "internal",
]


class ErrorDetailsJson(TypedDict):
    """What went wrong."""

    code: ErrorCode
    message: str
    faults: Annotated[list[FaultJson], "of rules that can't be used"]


class ErrorJson(TypedDict):
    """The answer to a request that can't be served."""

    schema: Schema
    error: ErrorDetailsJson


# What goes in


class GameRequest(TypedDict):
    """A game by its name, or by rules of one's own."""

    game: NotRequired[Annotated[str, "name of a game; give either this or `rules`"]]
    rules: NotRequired[Annotated[str, "rules in GDL, in KIF or infix form, of a game that has no name here"]]


class MatchRequest(TypedDict):
    """A moment of a match of the game."""

    record: Annotated[str, "a transcript, or a game recorded in a format that the game knows: what the file holds"]
    name: NotRequired[Annotated[str, "which match, if the record holds several; the first by default"]]
    at: NotRequired[Annotated[int, "after so many joint moves of the match; after all by default"]]


class VerifyRequest(GameRequest):
    """A text of reasoning about a game."""

    text: Annotated[str, "the reasoning; claims about the game are read from it and checked"]
    role: NotRequired[Annotated[str, "whose reasoning it is; the first role by default; needed with `match`"]]
    given: NotRequired[Annotated[GivenJson, "what is known of the play when the text is written"]]
    match: NotRequired[Annotated[MatchRequest, "in place of `given`: the text is what `role` says at this moment"]]
    style: NotRequired[Annotated[Style, "whether feedback says what holds, or only that a claim does not"]]
    strict: NotRequired[Annotated[bool, "whether claims about terms of game theory count as well"]]


class QueryRequest(GameRequest):
    """A query or a formula about a game."""

    query: Annotated[
        str,
        "in the query language, such as best_response('stag', 'stag'), where variables are upper-case; or a formula of "
        "the claim language, such as pay(p1; p1=stag, p2=hare) = 0 or knows(p2, did(p1, C))",
    ]
    role: NotRequired[Annotated[str, "who `you` is in the query; the first role by default"]]
    given: NotRequired[Annotated[GivenJson, "what is known of the play when a formula is claimed"]]
    match: NotRequired[Annotated[MatchRequest, "in place of `given`: what `role` had seen; all, without one"]]


class RulesRequest(GameRequest):
    """A game whose rules are to be told."""

    preset: NotRequired[Annotated[str, "one of the game's presets"]]


class RefineRequest(GameRequest):
    """A step of the feedback loop, with the caller as the reasoner."""

    text: Annotated[str, "the newest reasoning"]
    previous: NotRequired[Annotated[list[str], "the earlier attempts of this loop, the first one first"]]
    role: NotRequired[Annotated[str, "whose reasoning it is; the first role by default"]]
    style: NotRequired[Annotated[Style, "whether the prompt says what holds, or only that a claim does not"]]
    strict: NotRequired[Annotated[bool, "whether claims about terms of game theory count as well"]]
    max_attempts: NotRequired[Annotated[int, "how many attempts the loop may have; 5 by default"]]
    stop_on_repeat: NotRequired[Annotated[bool, "whether to end when the same claims fail twice; true by default"]]


class ClaimsRequest(GameRequest):
    """The matches of a record, and from whose view what was said in them is judged."""

    match: Annotated[MatchRequest, "the record; all of its matches, unless `name` says which; `at` has no place here"]
    view: NotRequired[Annotated[str, "public (the default), own, all, or a role"]]
    assume: NotRequired[Annotated[list[str], "names of what is taken for granted about behaviour"]]
    preset: NotRequired[Annotated[str, "one of the game's presets, for a recorded game"]]


class WorldsRequest(GameRequest):
    """A moment of a match of a game with hidden moves, or the first one after a deal."""

    match: NotRequired[Annotated[MatchRequest, "the moment; without one it is that after a deal"]]
    seed: NotRequired[Annotated[int, "of the deal, where there is no match; 0 by default"]]
    preset: NotRequired[Annotated[str, "one of the game's presets"]]
    assume: NotRequired[Annotated[list[str], "names of what is taken for granted about behaviour"]]
    ask: NotRequired[Annotated[list[str], "formulas: whether each role knows them, such as evil(p3)"]]
    deals: NotRequired[Annotated[bool, "whether to list the possible deals"]]


class ListRequest(TypedDict):
    """Nothing."""


class HealthJson(TypedDict):
    """The state of a server."""

    schema: Schema
    status: Literal["ok"]
    version: Annotated[str, "of the package"]


class FailureJson(TypedDict):
    """What every command prints in place of its own object if its input can't be used."""

    schema: Schema
    ok: Literal[False]
    verdict: Literal["error"]
    error: Annotated[str, "what is wrong, and what to do about it"]
    reason: Annotated[str, "the same, as in a verdict"]
    faults: Annotated[list[FaultJson], "of rules, a payoff table or a game tree that can't be used; else empty"]


class DoctorJson(TypedDict):
    """What works on this machine."""

    schema: Schema
    ok: bool
    python: str
    system: str
    swipl: Annotated[str, "the version of SWI-Prolog; empty if there is none"]
    engines: Annotated[dict[str, str], "name to what is missing; empty if it works"]
    packages: Annotated[dict[str, str], "name to version; empty if it is not installed"]
    games: list[str]
    folders: dict[str, str]
    advice: Annotated[list[str], "what to type"]


INTERFACE_OBJECTS: dict[str, type] = {
    "claims_request": ClaimsRequest,
    "doctor": DoctorJson,
    "error": ErrorJson,
    "failure": FailureJson,
    "game_request": GameRequest,
    "query_request": QueryRequest,
    "refine_request": RefineRequest,
    "rules_request": RulesRequest,
    "verify_request": VerifyRequest,
    "worlds_request": WorldsRequest,
}
"""The objects by the names of their schemas."""
