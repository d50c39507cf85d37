"""An experiment over matches, carried out: each match once, however often it is interrupted, and a row for each player.

A transcript is that of a finished match when its result is in it. What else the report needs, which cell, model and
deal a transcript is of, stands in `experiment.json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import Executor, held, trial_file, unfinished
from lelma.experiments.over_matches.plan import MatchExperiment
from lelma.experiments.over_matches.rows import PlayerRow, begun_match, call_tally, match_rows, write_rows
from lelma.experiments.over_matches.seating import rotated, seated_trials, words_of_game
from lelma.experiments.run import CONFIG, RunProgress, cost_limit_in, hold_to_limit
from lelma.experiments.threads.experiment import run_thread_experiment
from lelma.experiments.trial import Trial, outcome_of
from lelma.matches.transcript import Event, read_transcript
from lelma.support.outside import json_value, utf8_text

THREAD_RESULTS = "threads"
"""The folder of results with those of threads."""


def run_match_experiment(
    experiment: MatchExperiment,
    folder: Path,
    *,
    on: str = "",
    on_change: Callable[[RunProgress], None] = lambda state: None,
) -> RunProgress:
    """Play every match that is not finished, and write `rows.csv`. Ctrl-C ends matches at their next event.

    Args:
        on: a cluster that plays them, as `ray:ADDRESS`; none by default (`lelma.experiments.executor`).

    Raises:
        ExperimentError: if another process works in the folder, or it holds matches on other terms.
        GameError, UsageError, ModelError: if the game or an agent has faults; then nothing was played.
    """
    if on and experiment.cost_limit is not None:
        raise ExperimentError(["cost_limit: is watched by one process; a cluster has many"])
    with held(folder):
        limit = cost_limit_in(folder, experiment.cost_limit, experiment.prices)
        door = replace(experiment.setup.door, cost_limit=limit)
        experiment = replace(experiment, setup=replace(experiment.setup, door=door))
        experiment = rotated(experiment)
        trials, seats = seated_trials(experiment)
        state, rows = RunProgress(len(trials)), _Rows(experiment, seats)

        def finished(trial: str, events: Sequence[Event]) -> None:
            rows.add(trial, events)
            _count(state, events)

        def changed() -> None:
            for trial in state.outcomes.keys() - rows.finished.keys():
                finished(trial, read_transcript(trial_file(folder, trial)))
            on_change(state)

        def found(trial: Trial, events: Sequence[Event]) -> None:
            if outcome_of(events) is not None:
                finished(trial.id, events)

        if experiment.threads is not None:
            run_thread_experiment(experiment.threads, folder / THREAD_RESULTS)
        _check_seats(experiment, folder, seats)
        waiting = unfinished(trials, folder, state, found=found)
        _write_config(experiment, rows, folder)
        executor = Executor(state, changed, at_once=experiment.at_once, processes=experiment.processes, on=on)
        hold_to_limit(limit, state, executor, experiment.prices)
        try:
            if waiting:
                executor.run(waiting, folder)
        finally:
            changed()
            write_rows(rows.all(folder, state.failed), folder)
        return state


class _Rows:
    """The rows of an experiment: of a finished match when its transcript is read, of the others at the end."""

    def __init__(self, experiment: MatchExperiment, seats: Mapping[str, Mapping[str, str]]) -> None:
        self.runs = {run.id: {**asdict(run), "seats": seats[run.id]} for run in experiment.runs}
        self.words = words_of_game(experiment.setup)
        self._prices = experiment.prices
        self.finished: dict[str, list[PlayerRow]] = {}

    def add(self, run: str, events: Sequence[Event]) -> None:
        self.finished[run] = match_rows(self.runs[run], events, self.words, self._prices)

    def all(self, folder: Path, failed: Mapping[str, str]) -> Iterator[PlayerRow]:
        """The rows of all matches, in the order they were planned; `failed` says why some could not be finished."""
        for run, about in self.runs.items():
            if run in self.finished:
                yield from self.finished[run]
                continue
            events, reason, damage = begun_match(trial_file(folder, run))
            reason = reason if damage else failed.get(run, reason)
            yield from match_rows(about, events, self.words, self._prices, reason=reason)


def _count(state: RunProgress, events: Sequence[Event]) -> None:
    for event in events:
        if event["event"] == "call":
            state.add(str(event.get("model", "")), call_tally(event))


def _check_seats(experiment: MatchExperiment, folder: Path, seats: Mapping[str, Mapping[str, str]]) -> None:
    """See whether matches that were begun have the agents that they began with.

    Raises:
        ExperimentError: if some have not.
    """
    file = folder / CONFIG
    before: Any = json_value(utf8_text(file), str(file)).get("runs", {}) if file.is_file() else {}
    for run in experiment.runs:
        now, then = seats[run.id], before.get(run.id, {})
        same_deal = then.get("seed") == run.seed  # of another one the transcripts tell
        then = then.get("seats", now)
        if same_deal and then != now and trial_file(folder, run.id).exists():
            told = [f"{role} was {then.get(role)!r}, and is {agent!r} now" for role, agent in now.items()]
            told = [text for role, text in zip(now, told, strict=True) if then.get(role) != now[role]]
            put_back = "put the changed cell back, or name another --output"
            raise ExperimentError([f"{trial_file(folder, run.id)}: {', '.join(told)}", put_back])


def _write_config(experiment: MatchExperiment, rows: _Rows, folder: Path) -> None:
    about = {"schema": "lelma-experiment", "version": 1, **experiment.as_json()}
    text = json.dumps({**about, **rows.words, "runs": rows.runs}, indent=1, default=str)
    beside = folder / f"{CONFIG}.new"
    beside.write_text(text + "\n", "utf-8")
    os.replace(beside, folder / CONFIG)
