"""The JSON of the commands about games and matches that only the command line has, as types (see `lelma.wire`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.solver import Truth
from lelma.wire import FaultJson, Schema

Parameters = Annotated[dict[str, object], "the value of every parameter of the game"]
Label = dict[str, object]


class FailureJson(TypedDict):
    """What every command prints in place of its own object if its input can't be used."""

    schema: Schema
    ok: Literal[False]
    verdict: Literal["error"]
    error: Annotated[str, "what is wrong, and what to do about it"]
    reason: Annotated[str, "the same, as in a verdict"]
    faults: Annotated[list[FaultJson], "of rules, a payoff table or a game tree that can't be used; else empty"]


# Games


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
    parameters: Parameters
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


# Matches


class SpokenClaimJson(TypedDict):
    """A claim of a speech, with its verdict."""

    match: NotRequired[str]
    seq: Annotated[int, "line of the record"]
    ply: int
    quest: NotRequired[int]
    attempt: NotRequired[int]
    round: NotRequired[int]
    day: NotRequired[int]
    night: NotRequired[int]
    speaker: str
    kind: str
    quote: str
    span: list[int]
    query: str
    queries: list[str]
    view: Annotated[str, "whose knowledge decides"]
    verdict: Truth
    label: Annotated[str, "the verdict in the words of its kind, such as `kept` of an announced vote"]
    views: Annotated[dict[str, Truth], "point of view to verdict"]
    against_own_knowledge: Annotated[bool, "what the speaker had seen refutes it"]
    says: list[str]
    correct: list[str]
    reason: str
    assuming: NotRequired[list[str]]


class ClashJson(TypedDict):
    """Two claims of one speaker that exclude each other."""

    match: str
    speaker: str
    first: SpokenClaimJson
    second: SpokenClaimJson


class UnreadSpeechJson(TypedDict):
    """A sentence that names players and could not be read as a claim."""

    match: str
    seq: int
    speaker: str
    sentence: str
    reason: str


class MatchTroubleJson(TypedDict):
    """Why a record could not be followed to its end."""

    match: str
    why: str


class LabelsJson(TypedDict):
    """How claims agree with labels."""

    agree: int
    disagree: list[Label]
    unread: list[Label]
    passed_over: int


class MatchClaimsJson(TypedDict):
    """What was claimed in matches."""

    schema: Schema
    game: str
    file: str
    view: str
    assumptions: list[str]
    matches: int
    speeches: int
    claims: list[SpokenClaimJson]
    contradictions: list[ClashJson]
    untranslated: list[UnreadSpeechJson]
    trouble: list[MatchTroubleJson]
    labels: LabelsJson


class PlayedJson(TypedDict):
    """A match that was played."""

    seed: int
    plies: int
    ended: str
    goals: Annotated[dict[str, int | str], "role to goal value; a text where it is no whole number"]
    winners: list[str]
    refused: Annotated[int, "answers that were refused"]
    fallbacks: Annotated[int, "moves that were played in place of an answer"]
    claims: NotRequired[int]
    false_claims: NotRequired[list[SpokenClaimJson]]
    contradictions: NotRequired[int]


class MatchesJson(TypedDict):
    """Matches that were played."""

    schema: Schema
    game: str
    parameters: Parameters
    matches: list[PlayedJson]
    seconds: float


class PageJson(TypedDict):
    """A page that was written."""

    schema: Schema
    page: Annotated[str, "the file"]
    bytes: int


OBJECTS: dict[str, type] = {
    "claims": MatchClaimsJson,
    "compiled": CompiledJson,
    "doctor": DoctorJson,
    "failure": FailureJson,
    "matches": MatchesJson,
    "new_game": NewGameJson,
    "page": PageJson,
    "perft": PerftJson,
    "playouts": PlayoutsJson,
    "rules": RulesJson,
}
"""The objects by the names of their schemas."""
