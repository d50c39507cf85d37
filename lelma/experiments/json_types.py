"""The JSON of experiments, of scores and of logged runs, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, TypedDict

from lelma.support.json_types import Schema

Entry = dict[str, object]


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
    attempts: Annotated[Literal["first", "final"], "which attempts were scored"]
    by_model: Annotated[
        dict[str, Entry],
        "measures by model, with intervals: pydoc lelma.experiments.evaluation.measures describes each",
    ]
    unlabelled: Annotated[int, "such attempts that nobody judged"]
    samples: list[ScoredTextJson]


class FragmentJson(TypedDict):
    """A labelled passage of a text."""

    text: str
    kind: Annotated[str, "as its label says; may be empty"]
    truth: Annotated[bool, "as its label says"]
    hit: Annotated[bool, "a true one is found, a false one caught"]
    silent: Annotated[bool, "no claim and no sentence named as unread meets it"]


class RefutationJson(TypedDict):
    """A claim that is said to be false."""

    query: str
    sentence: str
    justice: Annotated[
        Literal["justified", "aside", "alarm"],
        "whether it meets a false fragment, or one that was retracted or is debatable, or none of them",
    ]


class FragmentTextJson(TypedDict):
    """A text with labelled fragments, checked."""

    id: str
    game: str
    voice: str
    state: Literal["ok", "failed", "unverified"]
    fragments: list[FragmentJson]
    refutations: list[RefutationJson]


class FragmentScoresJson(TypedDict):
    """What a reader finds of what texts say, against fragments that are labelled."""

    schema: Schema
    translator: str
    all: Annotated[Entry, "measures, with intervals: pydoc lelma.experiments.evaluation.fragment_measures"]
    by_game: dict[str, Entry]
    by_voice: dict[str, Entry]
    by_kind: dict[str, Entry]
    texts: list[FragmentTextJson]


class ExperimentRunJson(TypedDict):
    """How far an experiment is; of one over matches, a run is a match."""

    schema: Schema
    ok: Annotated[bool, "every run is finished"]
    folder: str
    runs: int
    finished: int
    outcomes: Annotated[dict[str, int], "outcome to how many runs"]
    failed: Annotated[dict[str, str], "run to why"]
    at_cost_limit: Annotated[bool, "a call was not made, since it could pass `cost_limit`"]
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
    kind: Literal["logged", "experiment", "matches", "questions", "preferences"]
    truth: Annotated[str, "how it is known whether reasoning is right, or who won; empty if it is not"]
    runs: int
    unfinished: int
    damaged: Annotated[list[str], "transcripts that can't be read and are left out, with what is wrong"]
    headline: list[str]
    tables: dict[str, TableJson]
    figures: Annotated[dict[str, Entry], "figure to its places, and for each series what is drawn: value, low, high"]
    written: list[str]


class CellPowerJson(TypedDict):
    """What a test can tell."""

    test: Annotated[Literal["barnard", "fisher", "mcnemar"], "McNemar's is of the same deals"]
    matches: Annotated[int | None, "of each cell; null if more are needed than can be counted with"]
    power: Annotated[float, "how often the difference is found with so many"]


class ExperimentPowerJson(TypedDict):
    """How many matches it takes to tell two cells apart, or how often some do."""

    schema: Schema
    ok: bool
    share: float
    other: float
    level: Annotated[float, "of the tests, two-sided"]
    normal: Annotated[int, "matches of each cell by the normal distribution"]
    tests: list[CellPowerJson]


class ExperimentSheetsJson(TypedDict):
    """Sheets for raters that were written."""

    schema: Schema
    ok: bool
    folder: str
    texts: int
    raters: int
    written: list[str]


class ExperimentJudgedJson(TypedDict):
    """A sheet that a model filled."""

    schema: Schema
    ok: bool
    folder: str
    model: str
    texts: int
    written: list[str]
    calls: Annotated[int, "of the model now, without replayed ones"]


class ExperimentLabelsJson(TypedDict):
    """Labels that were read from filled sheets."""

    schema: Schema
    ok: bool
    folder: str
    raters: Annotated[list[str], "each named by its file"]
    texts: int
    right: Annotated[int, "that all raters call right"]
    models: Annotated[dict[str, int], "judge model, named by its file, to how many texts it calls right"]


class TrustJson(TypedDict):
    """What trust makes of recorded matches, and how well it tells who is on the other side."""

    schema: Schema
    game: str
    source: str
    view: Annotated[str, "`each` for each player of the good side, or a player"]
    pins: Annotated[Literal["told", "proof"], "which sides are certain: those percepts tell, or all that are proved"]
    without_proof: Annotated[dict[str, int], "why views are without proofs, and how many"]
    fit: Annotated[Literal["shipped", "two_fold"], "whose vote rates: the game's, or those of the other half"]
    rates: list[Entry]
    settings: Annotated[Entry, "of the graph, with the form of its equations"]
    matches: int
    methods: Annotated[dict[str, str], "method to what it does"]
    measures: Annotated[list[Entry], "by method before the votes of the last day, with intervals over matches"]
    against_votes_received: Annotated[list[Entry], "by method: mean difference of AUC over matches, and its p"]
    by_day: Annotated[list[Entry], "by method before the votes of each day"]
    trust: Annotated[list[Entry], "T of each other player by match, view and day, and whose side is certain"]
    left_out: Annotated[list[str], "files of a folder that can't be read, and why"]


EXPERIMENT_OBJECTS: dict[str, type] = {
    "experiment_judged": ExperimentJudgedJson,
    "experiment_labels": ExperimentLabelsJson,
    "experiment_power": ExperimentPowerJson,
    "experiment_report": ExperimentReportJson,
    "experiment_run": ExperimentRunJson,
    "experiment_sheets": ExperimentSheetsJson,
    "fragment_scores": FragmentScoresJson,
    "log_replay": LogReplayJson,
    "scores": ScoresJson,
    "trust": TrustJson,
}
"""The objects by the names of their schemas."""
