"""The JSON of the commands about records and experiments, which only the command line has, as types (`lelma.wire`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.wire import Schema

Entry = dict[str, object]

# Records


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


class LoggedQueryJson(TypedDict):
    """A query whose verdict is not the logged one."""

    id: Annotated[object, "of the attempt"]
    query: str
    logged: str
    verdict: str


class MalformedQueryJson(TypedDict):
    """A logged query outside the language."""

    id: Annotated[object, "of the attempt"]
    query: str
    reason: str


class LogReplayJson(TypedDict):
    """What came of evaluating logged LELMA attempts again."""

    schema: Schema
    ok: Annotated[bool, "every comparable query agrees and every prompt came out equal"]
    attempts: int
    queries: int
    agree: int
    disagree: list[LoggedQueryJson]
    malformed: list[MalformedQueryJson]
    uncompared: Annotated[list[LoggedQueryJson], "of crashed attempts, whose log does not say what they are"]
    feedback_prompts: int
    feedback_equal: int
    feedback_differs: Annotated[list[str], "ids of attempts"]


class TranscriptReplayJson(TypedDict):
    """What came of playing a transcript again."""

    schema: Schema
    ok: bool
    game: str
    plies: int
    finished: bool
    differences: list[str]


class RecordedMoveJson(TypedDict):
    """A recorded move that the rules refuse, or that can't have been made."""

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
    how: Literal["recorded", "refused", "misread", "open"]


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
    unasked: Annotated[list[dict[str, str]], "recorded answers to questions that the rules do not ask then"]
    results: Annotated[int, "other statements of the records that agree with the rules"]
    winners: WinnersJson
    failed: list[TroubleJson]
    courses: NotRequired[Annotated[list[CourseJson], "every move, with --moves"]]


class ScoredTextJson(TypedDict):
    """A text that was judged by people and by us."""

    id: str
    model: str
    game: str
    kind: Annotated[str, "`tp`, `fn`, `fp` or `tn`, where positive is right"]
    checked: bool
    failed: Annotated[list[Entry], "claims that failed: query, sentence, and whether a judge quotes it"]
    quotes: list[str]
    unread: int


class ScoresJson(TypedDict):
    """How often verdicts agree with the people who judged the texts."""

    schema: Schema
    translator: str
    by_model: Annotated[dict[str, Entry], "measures by model, with intervals: pydoc lelma.measures describes each"]
    unlabelled: Annotated[int, "first attempts that nobody judged"]
    samples: list[ScoredTextJson]


# Experiments


class ExperimentRunJson(TypedDict):
    """How far an experiment is."""

    schema: Schema
    ok: Annotated[bool, "every run is finished"]
    folder: str
    runs: int
    finished: int
    outcomes: Annotated[dict[str, int], "outcome to how many runs"]
    failed: Annotated[dict[str, str], "run to why"]
    interrupted: bool
    calls: int
    cached_calls: int
    prompt_tokens: int
    reply_tokens: int
    cost: Annotated[float | None, "by the prices of the experiment; null if they are not known"]


class TableJson(TypedDict):
    """A table of a report."""

    title: str
    note: str
    rows: Annotated[list[Entry], "column to cell: a text, a number, null, or an object with its interval"]


class ExperimentReportJson(TypedDict):
    """The report on an experiment."""

    schema: Literal["lelma-experiment-report"]
    version: Literal[1]
    ok: bool
    source: str
    kind: Literal["logged", "experiment"]
    truth: Annotated[str, "how it is known whether reasoning is right; empty if it is not"]
    runs: int
    unfinished: int
    headline: list[str]
    tables: dict[str, TableJson]
    written: list[str]


OBJECTS: dict[str, type] = {
    "conformance": ConformanceJson,
    "experiment_report": ExperimentReportJson,
    "experiment_run": ExperimentRunJson,
    "log_replay": LogReplayJson,
    "recorded_replay": RecordedReplayJson,
    "scores": ScoresJson,
    "transcript_replay": TranscriptReplayJson,
}
"""The objects by the names of their schemas."""
