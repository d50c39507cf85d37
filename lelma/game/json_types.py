"""The JSON of games, their rules and checks, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.support.json_types import Schema


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


ParametersJson = Annotated[dict[str, object], "the value of every parameter of the game"]


class CompiledJson(TypedDict):
    """A game as a Prolog program."""

    schema: Schema
    ok: bool
    game: str
    program: Annotated[str, "runs in plain swipl"]


class NewGameJson(TypedDict):
    """A game folder that was made."""

    schema: Schema
    ok: Annotated[bool, "whether it passes the checks"]
    path: str
    faults: list[FaultJson]


class RulesJson(TypedDict):
    """The rules of a game in words, or in KIF."""

    schema: Schema
    game: str
    title: str
    parameters: ParametersJson
    rules: str


class DepthJson(TypedDict):
    """The sequences of joint moves of one length, and the states they lead to."""

    depth: int
    sequences: int
    terminal_sequences: int
    distinct_states: int
    distinct_terminal: int


class PerftJson(TypedDict):
    """How many sequences and states a game has by depth."""

    schema: Schema
    game: str
    file: str
    perft: list[DepthJson]


class PlayoutsJson(TypedDict):
    """How many random playouts there were in the time given."""

    schema: Schema
    game: str
    engine: str
    playouts: int
    states: int
    seconds: float
    cpu_seconds: NotRequired[float]
    backend: NotRequired[Annotated[str, "of the network: `llvmlite` or `numpy`"]]


class DifferenceJson(TypedDict):
    """Where a replay leaves its record; counted from 0, -1 where the whole game fails."""

    game: str
    playout: int
    step: int
    what: str
    detail: str


class ConformanceJson(TypedDict):
    """What came of replaying recorded playthroughs."""

    schema: Schema
    ok: bool
    games: int
    playouts: int
    steps: int
    failed: list[DifferenceJson]


GAME_OBJECTS: dict[str, type] = {
    "check": CheckJson,
    "compiled": CompiledJson,
    "conformance": ConformanceJson,
    "fault": FaultJson,
    "game": GameJson,
    "games": GamesJson,
    "new_game": NewGameJson,
    "perft": PerftJson,
    "playouts": PlayoutsJson,
    "rules": RulesJson,
}
"""The objects by the names of their schemas."""
