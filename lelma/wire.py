"""The JSON objects of the command line, the servers and the tools, as types.

Each type is the one source of what it describes: mypy holds the code to it, `lelma.schema` makes JSON schemas of it,
and the HTTP and MCP servers and the function-calling tools publish these. An object that stands alone has `schema`,
the version of its type. A version changes when a key goes away or means something else; new keys may come without.
"""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.solver import Truth

VERSION: Literal[1] = 1

Schema = Annotated[Literal[1], "version of this object's schema"]
Style = Literal["correct", "negation"]


# What comes out


class CorrectJson(TypedDict):
    """What holds in place of a false claim."""

    query: Annotated[str, "a query that holds"]
    values: Annotated[dict[str, str], "the right values in it, by the name of their place"]
    sentence: Annotated[str, "the query in words"]


class VerdictJson(TypedDict):
    """The verdict on one query."""

    says: Annotated[str, "the query in words; empty if it is malformed"]
    verdict: Annotated[Truth, "proved, refuted, not decided (never counted), or malformed"]
    correct: Annotated[list[CorrectJson], "what holds instead of a false claim; several where moves tie"]
    correction: Annotated[str, "one sentence for all of `correct`; empty if there is none"]
    why: Annotated[str, "what decides it, such as the cells of the payoff table"]
    reason: Annotated[str, "why it is unknown or an error"]
    severity: Annotated[str, "`theory` claims count only under `strict`; others, such as `payoff`, always"]


class ClaimJson(VerdictJson):
    """A claim that was read from a text, with its verdict."""

    sentence: Annotated[str, "the sentence it was read from, word for word"]
    span: Annotated[list[int], "start and end of the sentence in the text, in characters"]
    query: Annotated[str, "what it says, in the query language"]
    origin: Annotated[str, "the translator that read it"]


class ContradictionJson(TypedDict):
    """Two claims of one text that exclude each other."""

    queries: list[str]
    sentences: list[str]


class UntranslatedJson(TypedDict):
    """A sentence that seems to claim something and could not be read."""

    sentence: str
    span: list[int]
    reason: str


class CountsJson(TypedDict):
    """How many claims have each verdict."""

    true: int
    false: int
    unknown: int
    error: int


class ReportJson(TypedDict):
    """What a text comes to."""

    schema: Schema
    game: str
    role: Annotated[str, "whose reasoning it is: `you` in queries"]
    ok: Annotated[bool, "at least one counted claim was checked, and none failed"]
    unverified: Annotated[bool, "no counted claim could be checked"]
    counts: CountsJson
    claims: Annotated[list[ClaimJson], "in the order of the text"]
    contradictions: list[ContradictionJson]
    untranslated: list[UntranslatedJson]
    feedback: Annotated[str, "the prompt that tells the reasoner what failed; empty if nothing did"]
    choice: Annotated[str | None, "the move the text ends with, as the rules spell it"]
    engine: str
    translator: str
    style: Annotated[str, "of the feedback: `correct` or `negation`"]
    strict: Annotated[bool, "whether theory claims count"]


class AttemptJson(TypedDict):
    """One attempt of a reasoner."""

    attempt: Annotated[int, "from 1"]
    text: str
    report: ReportJson


class LoopJson(ReportJson):
    """The report on the last attempt of a feedback loop, and all attempts."""

    outcome: Literal["verified", "unverified", "repeated", "max_attempts"]
    model: str
    attempts: list[AttemptJson]


class AnswerJson(TypedDict):
    """The answer to a query."""

    schema: Schema
    query: str
    verdict: Truth
    answers: Annotated[list[dict[str, str]], "for each answer the terms of the variables, by name"]
    correct: list[CorrectJson]
    why: str
    reason: Annotated[str, "why it is unknown or an error"]
    says: NotRequired[Annotated[str, "the query in words, if it is a claim"]]
    severity: NotRequired[str]


class ExplanationJson(VerdictJson):
    """A claim's verdict with everything that explains it."""

    schema: Schema
    query: str
    meaning: Annotated[str, "what exactly a query of this kind claims, ties included"]
    denial: Annotated[str, "the sentence that the claim is false, for a false claim"]


class ListedGameJson(TypedDict):
    """A game as it is listed."""

    name: str
    title: str
    summary: str


class GamesJson(TypedDict):
    """The games there are."""

    schema: Schema
    games: list[ListedGameJson]


class RoleJson(TypedDict):
    """A role of a game."""

    role: str
    names: Annotated[list[str], "what it is called in prose"]
    moves: Annotated[list[str], "the moves it ever chooses; empty for a game too large to tabulate"]


class CellJson(TypedDict):
    """A cell of the payoff table, in role order."""

    moves: list[str]
    payoffs: Annotated[list[str], "exact, such as 3 or 5/2"]


class QueryFormJson(TypedDict):
    """A kind of query that a game knows."""

    form: Annotated[str, "the query with its typed places"]
    meaning: str
    severity: str


class GameJson(TypedDict):
    """The description of a game."""

    schema: Schema
    name: str
    title: str
    summary: str
    source: Annotated[str, "where the game comes from"]
    roles: Annotated[list[RoleJson], "in the order of the rules"]
    simultaneous: Annotated[bool | None, "whether every play is a single round; null if not known"]
    rounds: Annotated[int | None, "length of the longest play; null if not known"]
    payoffs: Annotated[list[CellJson], "the payoff table; empty unless every role chooses once"]
    untabulated: Annotated[str, "why there is no payoff table"]
    namings: Annotated[dict[str, dict[str, list[str]]], "ways of calling moves: naming, move, names"]
    queries: list[QueryFormJson]
    rules: Annotated[str, "the rules in GDL"]


class FaultJson(TypedDict):
    """A fault of a game's rules."""

    file: str
    line: Annotated[int, "from 1"]
    column: Annotated[int, "from 1"]
    code: str
    message: str
    severity: Literal["error", "warning"]
    fix: str


class PlayabilityJson(TypedDict):
    """How much a search saw."""

    histories: Annotated[int, "0 if it was not asked for"]
    complete: bool


class CheckJson(TypedDict):
    """All that is wrong with a game's rules."""

    schema: Schema
    ok: Annotated[bool, "no fault is an error"]
    faults: list[FaultJson]
    states_visited: Annotated[int, "states searched for faults that show in play"]
    playability: Annotated[PlayabilityJson, "the search for a role that cannot know a legal move"]


ErrorCode = Literal[
    "bad_json",
    "bad_request",
    "unauthorized",
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


class DealJson(TypedDict):
    """One way the hidden identities may be."""

    facts: Annotated[list[str], "the fluents it is made of, in KIF"]
    states: Annotated[int, "possible states that it is in"]


class KnownJson(TypedDict):
    """What one role can know of a match."""

    role: str
    identity: NotRequired[Annotated[str, "the true one; missing for everyone"]]
    worlds: Annotated[int, "deals of identities that it must think possible"]
    states: Annotated[int, "states that it must think possible"]
    facts: NotRequired[Annotated[dict[str, list[list[str]]], "relation to roles of which it holds for at least one"]]
    answers: NotRequired[Annotated[dict[str, Truth], "formula to whether it is known to hold"]]
    deals: NotRequired[list[DealJson]]
    contradiction: NotRequired[Annotated[str, "why no world is left: an assumption fails"]]


class WorldsJson(TypedDict):
    """What the roles of a match can know at one moment."""

    schema: Schema
    game: str
    plies: Annotated[int, "joint moves made so far"]
    seed: NotRequired[Annotated[int, "of the deal, where no match was given"]]
    match: NotRequired[Annotated[str, "name of the match"]]
    assumptions: Annotated[dict[str, str], "what is taken for granted about behaviour, and what it says"]
    roles: list[KnownJson]
    everyone: Annotated[KnownJson, "what somebody knows who sees what every player sees"]


# What goes in


class GameRequest(TypedDict):
    """A game by its name, or by rules of one's own."""

    game: NotRequired[Annotated[str, "name of a game; give either this or `rules`"]]
    rules: NotRequired[Annotated[str, "rules in GDL, in KIF or infix form, of a game that has no name here"]]


class VerifyRequest(GameRequest):
    """A text of reasoning about a game."""

    text: Annotated[str, "the reasoning; claims about the game are read from it and checked"]
    role: NotRequired[Annotated[str, "whose reasoning it is; the first role by default"]]
    style: NotRequired[Annotated[Style, "whether feedback says what holds, or only that a claim does not"]]
    strict: NotRequired[Annotated[bool, "whether claims about terms of game theory count as well"]]


class QueryRequest(GameRequest):
    """A query about a game."""

    query: Annotated[str, "in the query language, such as best_response('stag', 'stag'); variables are upper-case"]
    role: NotRequired[Annotated[str, "who `you` is in the query; the first role by default"]]


class ListRequest(TypedDict):
    """Nothing."""


class HealthJson(TypedDict):
    """The state of a server."""

    schema: Schema
    status: Literal["ok"]
    version: Annotated[str, "of the package"]
