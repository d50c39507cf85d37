"""Runs as reports see them, read from a results folder or from logged LELMA attempts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal, InvalidOperation
from itertools import groupby
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.lelma_log import logged_verifier, read_log
from lelma.experiments.executor import RUNS
from lelma.experiments.loop_trial import finished
from lelma.experiments.raters.labels import FolderLabels, labels_of
from lelma.experiments.run import CONFIG, SPENT
from lelma.matches.transcript import Event, read_transcript
from lelma.models.costs import Price, Prices, read_spent
from lelma.support.errors import UsageError, near_files
from lelma.support.outside import json_value, utf8_text

_FIELDS = frozenset({"id", "sample", "model", "game", "payoffs", "attempt", "response", "outcome"})
KNOWN = ("gpt-4o-2024-05-13", "gemini-1.0-pro")
"""The models of the paper, in the order of its tables."""
ACCEPTED = ("verified", "accepted", "no_queries")


@dataclass(frozen=True)
class LoggedTurn:
    """One attempt.

    Attributes:
        choice: the move it ends with, or None.
        right: whether the reasoning is right: all judges say so, or a simulated reasoner made no mistake; None if
            nobody knows.
        judges: each judge's label, 1 for right; empty for none.
        by_models: judge model → whether it calls the reasoning right; it is no judge.
        flagged: whether a counted claim fails by this verifier; None if it was not asked, or could decide none.
        flagged_then: whether a query failed when the log was made; None for other sources and crashes.
        prompt_tokens, reply_tokens, seconds: of the call; None where nobody counted.
        translation_tokens: of the model that translates, prompts and replies together; None where there is none.
    """

    choice: str | None
    right: bool | None = None
    judges: tuple[int, ...] = ()
    flagged: bool | None = None
    flagged_then: bool | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    seconds: float | None = None
    translation_tokens: int | None = None
    by_models: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Sample:
    """One finished run.

    Attributes:
        group: the model, and the feedback style where there are several.
        accepted: whether the loop let the last attempt pass: no failed claim was found in it.
    """

    id: str
    model: str
    group: str
    game: str
    turns: tuple[LoggedTurn, ...]
    outcome: str

    @property
    def first(self) -> LoggedTurn:
        return self.turns[0]

    @property
    def last(self) -> LoggedTurn:
        return self.turns[-1]

    @property
    def accepted(self) -> bool:
        return self.outcome in ACCEPTED


@dataclass(frozen=True)
class RunSource:
    """All finished runs of one source.

    Attributes:
        kind: `logged` for the LELMA authors' logs, `experiment` for a results folder.
        truth: how it is known whether reasoning is right, where it is: `judges`, `simulation`, or empty.
        unfinished: how many runs were left out because they are not finished.
        moves: game → its moves, in the order they are shown.
        damaged: what is wrong with transcripts that were left out because they can't be read.
    """

    kind: str
    name: str
    samples: tuple[Sample, ...]
    truth: str
    unfinished: int
    moves: Mapping[str, tuple[str, ...]]
    prices: Prices
    damaged: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(sample.group for sample in self.samples))

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(sorted({sample.game for sample in self.samples}))

    def truth_of(self, group: str) -> str:
        """How it is known of a group's reasoning whether it is right; empty if it is not."""
        return self.truth if any(turn.right is not None for sample in self.of(group) for turn in sample.turns) else ""

    def of(self, group: str, game: str = "") -> list[Sample]:
        return [s for s in self.samples if s.group == group and game in ("", s.game)]


def read_source(path: Path, *, bridge: str | None = None) -> RunSource:
    """The runs of a results folder or a file of logged attempts.

    Raises:
        ExperimentError: if there are none.
        UsageError: for a file that holds something else.
    """
    if path.is_dir():
        source = _read_folder(path)
    elif path.is_file():
        source = _read_logged(path, bridge)
    else:
        raise ExperimentError([f"{path}: there is no such folder or file{near_files(path)}"])
    if not source.samples:
        raise ExperimentError([f"{path}: there is no finished run in it", *source.damaged])
    return source


# A results folder


@dataclass(frozen=True)
class _Run:
    """A finished run of a results folder: some of its terms, and what it came to."""

    game: str
    feedback: str
    repetition: int
    moves: tuple[str, ...]
    sample: Sample


def _read_folder(folder: Path) -> RunSource:
    files, labels = sorted((folder / RUNS).glob("*.jsonl")), labels_of(folder)
    ended, damaged = list[_Run](), list[str]()
    for file in files:
        try:
            ended += [run for run in [_finished_run(file, labels)] if run is not None]
        except UsageError as error:
            damaged.append(str(error))
    ended.sort(key=lambda run: (run.sample.model, run.feedback, run.game, run.repetition))
    samples = [run.sample for run in ended]
    if len({run.feedback for run in ended}) > 1:
        samples = [replace(r.sample, group=f"{r.sample.model}, {r.feedback} feedback") for r in ended]
    known = [turn.right is not None for sample in samples for turn in sample.turns]
    name, prices = priced_config(folder / CONFIG)
    return RunSource(
        kind="experiment",
        name=name or folder.resolve().name,
        samples=tuple(samples),
        truth="judges" if labels.raters else "simulation" if any(known) else "",
        unfinished=len(files) - len(ended) - len(damaged),
        moves={run.sample.game: run.moves for run in ended},
        prices=prices,
        damaged=tuple(damaged),
    )


def _finished_run(file: Path, labels: FolderLabels) -> _Run | None:
    """The run of a transcript; None while it is not finished.

    Raises:
        UsageError: if it is the transcript of something else.
    """
    events = read_transcript(file)
    end = finished(events)
    if end is None:
        return None
    head = events[0]
    try:
        replies = {event["attempt"]: event for event in events if event["event"] == "replied"}
        turns = tuple(_turn(event, replies[event["attempt"]]) for event in events if event["event"] == "attempt")
        if labels.raters:
            turns = tuple(_judged(turn, labels.of(str(head["run"]), n)) for n, turn in enumerate(turns, 1))
        if labels.models:
            told = [labels.by_models(str(head["run"]), n) for n, _ in enumerate(turns, 1)]
            turns = tuple(replace(turn, by_models=each) for turn, each in zip(turns, told, strict=True))
        moves = tuple(map(str, head["moves"]))
        called = dict(zip(moves, map(str, head.get("called", moves)), strict=True))  # as the prompt called them
        turns = tuple(replace(turn, choice=called.get(turn.choice or "", turn.choice)) for turn in turns)
        game, model = str(head["game"]), str(head["model"])
        sample = Sample(str(head["run"]), model, model, Path(game).name, turns, str(end["outcome"]))
        _ = sample.first
        return _Run(game, str(head["feedback"]), int(head["repetition"]), tuple(called.values()), sample)
    except KeyError as error:
        raise UsageError(f"{file}: no run of an experiment: an event lacks {error}") from None
    except (IndexError, TypeError, ValueError, AttributeError):
        raise UsageError(f"{file}: no run of an experiment: an event holds what no experiment writes") from None


def _judged(turn: LoggedTurn, judges: tuple[int, ...]) -> LoggedTurn:
    """A turn as people judge it; of one that they did not judge nobody knows whether it is right."""
    return replace(turn, judges=judges, right=all(judges) if judges else None)


def _turn(attempt: Event, reply: Event) -> LoggedTurn:
    report, spent = attempt["report"], attempt.get("translation")
    failed = [
        claim
        for claim in report["claims"]
        if claim["verdict"] == "false" and (report["strict"] or claim["severity"] != "theory")
    ]
    return LoggedTurn(
        choice=attempt["choice"],
        right=not attempt["mistakes"] if "mistakes" in attempt else None,
        flagged=None if report["unverified"] else bool(failed),
        prompt_tokens=reply["prompt_tokens"],
        reply_tokens=reply["reply_tokens"],
        seconds=reply["seconds"],
        translation_tokens=sum(map(sum, (spent["billed"], spent["saved"]))) if spent else None,
    )


def priced_config(file: Path) -> tuple[str, Prices]:
    """The name and the prices of an experiment; neither where its folder does not tell them.

    Raises:
        UsageError: for a file that no experiment wrote.
    """
    if not file.is_file():
        return "", Prices({})
    config = json_value(utf8_text(file), str(file))
    try:
        table = config.get("prices", {}).items()
        prices = {model: Price(Decimal(prompt), Decimal(reply)) for model, (prompt, reply) in table}
        return str(config.get("name", "")), Prices(prices)
    except (AttributeError, TypeError, ValueError, InvalidOperation):
        raise UsageError(f"{file}: name and prices are not as an experiment writes them") from None


def cost_limit_lines(folder: Path) -> list[str]:
    """What is to be said of the cost limit of an experiment; nothing where it has none.

    Raises:
        UsageError: for files that no experiment wrote.
    """
    file = folder / CONFIG
    limit = json_value(utf8_text(file), str(file)).get("cost_limit") if file.is_file() else None
    if limit is None:
        return []
    spent = read_spent(folder / SPENT)
    told = f"Calls came to {spent.total:.4f} of the {limit} that they may cost, those of what was cut off included"
    return [
        f"{told}; the experiment stopped there, since a further call could have passed it."
        if spent.reached
        else f"{told}."
    ]


# Logged attempts


def _read_logged(file: Path, bridge: str | None) -> RunSource:
    attempts = list(read_log(file.read_text("utf-8", "replace").split("\n"), _FIELDS, str(file)))
    samples = []
    for name, group in groupby(attempts, key=lambda attempt: str(attempt["sample"])):
        turns = sorted(group, key=lambda attempt: int(attempt["attempt"]))
        samples.append(_logged_sample(name, turns, bridge))
    if len({sample.id for sample in samples}) != len(samples):
        raise UsageError(f"{file}: the attempts of a sample must follow each other")
    samples.sort(key=lambda sample: KNOWN.index(sample.model) if sample.model in KNOWN else len(KNOWN))
    known = any(turn.right is not None for sample in samples for turn in sample.turns)
    moves = {attempt["game"]: tuple(dict.fromkeys(pair[0] for pair in attempt["payoffs"])) for attempt in attempts}
    return RunSource("logged", file.stem, tuple(samples), "judges" if known else "", 0, moves, Prices())


def _logged_sample(name: str, attempts: Sequence[Mapping[str, Any]], bridge: str | None) -> Sample:
    turns = [_logged_turn(attempt) for attempt in attempts]
    for index in {0, len(attempts) - 1}:  # the others were not judged
        attempt = attempts[index]
        failed = logged_verifier(attempt, bridge=bridge).check(str(attempt["response"])).failed
        turns[index] = replace(turns[index], flagged=bool(failed))
    last = attempts[-1]
    return Sample(name, last["model"], last["model"], last["game"], tuple(turns), last["outcome"])


def _logged_turn(attempt: Mapping[str, Any]) -> LoggedTurn:
    judges = tuple(attempt.get("human_correct_by_judge") or ())
    right = attempt.get("human_aggregated")
    if right is None and judges:
        right = int(all(judges))
    then = attempt.get("predicted_correct")
    return LoggedTurn(
        choice=attempt.get("choice"),
        right=None if right is None else right == 1,
        judges=judges,
        flagged_then=None if then is None else then == 0,
    )
