"""The JSON of matches, of what is said in them and of what can be known, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.engine.answers import Truth
from lelma.game.json_types import ParametersJson
from lelma.support.json_types import Schema
from lelma.talk.json_types import RefusedMoveJson

Label = dict[str, object]


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
    hedged: Annotated[bool, "it was only guessed: nobody lies by it"]
    disputed: Annotated[list[str], "what another reader reads in these words; the verdict is unknown then"]
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
    refused: Annotated[list[RefusedMoveJson], "moves that the rules refuse; the record went on with them"]
    labels: LabelsJson
    left_out: Annotated[list[str], "files of a folder that can't be read, and why"]


class PlayedJson(TypedDict):
    """A match that was played."""

    seed: int
    agent_seed: int
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
    parameters: ParametersJson
    matches: list[PlayedJson]
    seconds: float


class PageJson(TypedDict):
    """A page that was written; of a folder of matches, the last one."""

    schema: Schema
    page: Annotated[str, "the file"]
    bytes: int
    pages: Annotated[list[str], "all of them"]
    left_out: Annotated[list[str], "files of a folder that can't be read, and why"]


class TranscriptReplayJson(TypedDict):
    """What came of playing a transcript again."""

    schema: Schema
    ok: bool
    game: str
    plies: int
    finished: bool
    differences: list[str]


class RecordedMoveJson(TypedDict):
    """A recorded move that the rules refuse, or that can't have been made; or one that the record does not tell."""

    game: str
    ply: int
    role: str
    move: str
    recorded: Annotated[dict[str, str], "what the record has in its place"]
    rule: NotRequired[str]
    why: NotRequired[str]


class RecordedWinnerJson(TypedDict):
    """A game whose winner is another one by the record than by the rules."""

    game: str
    recorded: str
    by_the_rules: str


class WinnersJson(TypedDict):
    """How many games have the recorded winner, and the others."""

    agree: int
    disagree: list[RecordedWinnerJson]
    undecided: list[RecordedWinnerJson]


class TroubleJson(TypedDict):
    """A game that the rules cannot follow to the end."""

    game: str
    why: str


class MadeMoveJson(TypedDict):
    """A move of a recorded game."""

    ply: int
    role: str
    move: str
    how: Literal["recorded", "refused", "misread", "open", "unknown"]


class CourseJson(TypedDict):
    """The moves of a recorded game."""

    game: str
    moves: list[MadeMoveJson]


class RecordedReplayJson(TypedDict):
    """What came of following recorded games by the rules."""

    schema: Schema
    ok: Annotated[bool, "every game could be followed to the recorded winner"]
    game: str
    preset: str
    games: int
    followed: Annotated[int, "move by move"]
    judged: Annotated[int, "by their end alone"]
    moves: Annotated[dict[str, int], "how many were made, by how"]
    refused: list[RecordedMoveJson]
    misread: list[RecordedMoveJson]
    unknown: Annotated[
        list[RecordedMoveJson], "moves that the records do not tell, each with one that it may have been"
    ]
    unasked: Annotated[list[dict[str, str]], "recorded answers to questions that the rules do not ask then"]
    results: Annotated[int, "other statements of the records that agree with the rules"]
    winners: WinnersJson
    failed: list[TroubleJson]
    courses: NotRequired[Annotated[list[CourseJson], "every move, with --moves"]]


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
    refused: Annotated[list[RefusedMoveJson], "moves until then that the rules refuse; the record went on with them"]
    roles: list[KnownJson]
    everyone: Annotated[KnownJson, "what somebody knows who sees what every player sees"]


class StatementRatesJson(TypedDict):
    """How often what each identity says of what is hidden is known to it, open, or known to be false."""

    schema: Schema
    game: str
    matches: int
    statements: int
    skipped: Annotated[list[str], "files that were left out, with the reason"]
    rates: Annotated[dict[str, dict[str, float]], "identity to kind to share"]


class ClassedThoughtJson(TypedDict):
    """A private thought and its class."""

    match: str
    seq: Annotated[int, "line of the record"]
    ply: int
    role: str
    kind: Annotated[str, "right, hallucination, deception or open"]
    refuted: Annotated[list[list[str]], "what is refuted, each with what holds"]
    against: Annotated[str, "why the act goes against it; empty if it does not"]
    claims: Annotated[int, "how many claims were read in it"]
    decided: int


class ThoughtsJson(TypedDict):
    """The private thoughts of matches by class."""

    schema: Schema
    game: str
    file: str
    matches: int
    thoughts: list[ClassedThoughtJson]
    classes: Annotated[dict[str, int], "class to how many"]
    left_out: Annotated[list[str], "files of a folder that can't be read, and why"]


class TakenJson(TypedDict):
    """What those of an identity would think of a speaker, before and after its words."""

    listener: Annotated[str, "the identity of those who listen"]
    fact: Annotated[str, "what the speaker is: its identity, or its side"]
    heard_as: Annotated[str, "face, card or likely"]
    before: float
    after: float


class LeakJson(TypedDict):
    """A secret that words give away."""

    quote: str
    secret: str
    fact: Annotated[str, "what would be known, in KIF"]
    listener: str


class GivenAwaySpeechJson(TypedDict):
    """What a speech tells of its speaker, and what the speaker could know by then."""

    match: str
    seq: Annotated[int, "line of the record"]
    ply: int
    speaker: str
    deals: Annotated[int, "how many were possible for the speaker"]
    certain: Annotated[dict[str, str], "other player to the identity, else the side, that all have"]
    taken: Annotated[list[TakenJson], "where before and after differ"]
    leaks: list[LeakJson]
    seconds: Annotated[float, "what it took to work this out"]


class GivenAwayJson(TypedDict):
    """What the speeches of matches give away."""

    schema: Schema
    game: str
    file: str
    matches: int
    speeches: list[GivenAwaySpeechJson]
    left_out: Annotated[list[str], "files of a folder that can't be read, and why"]


MATCH_OBJECTS: dict[str, type] = {
    "claims": MatchClaimsJson,
    "given_away": GivenAwayJson,
    "matches": MatchesJson,
    "page": PageJson,
    "statement_rates": StatementRatesJson,
    "recorded_replay": RecordedReplayJson,
    "thoughts": ThoughtsJson,
    "transcript_replay": TranscriptReplayJson,
    "worlds": WorldsJson,
}
"""The objects by the names of their schemas."""
