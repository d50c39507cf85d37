"""All runs of an experiment: some at a time, each into its transcript, stopped and resumed at will."""

from __future__ import annotations

import json
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lelma.experiments.errors import ExperimentError
from lelma.experiments.loop_trial import Stopped, finished, run_loop_trial, tally_of, translations_of
from lelma.experiments.plan import Experiment, Run
from lelma.experiments.simulated.model import is_simulated, open_reasoner
from lelma.matches.transcript import read_transcript
from lelma.models import Cassette, Metered, Model, ModelUnavailable, RateLimits, Reply, Tally, connect
from lelma.support.errors import LelmaError
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier

CONFIG = "experiment.json"
RUNS = "runs"
_LOOK_UP = 0.2  # seconds between looks at whether Ctrl-C was pressed


@dataclass
class RunProgress:
    """How far an experiment is.

    Attributes:
        total: how many runs it has.
        outcomes: run → how it ended, for finished runs.
        failed: run → why its model gave no reply.
        tallies: model → what its calls came to, those of earlier processes too.
        under_way: runs that are being played.
        stopping: whether it was told to stop.
    """

    total: int
    outcomes: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    under_way: int = 0
    stopping: bool = False

    @property
    def finished(self) -> bool:
        return len(self.outcomes) == self.total

    @property
    def tally(self) -> Tally:
        return sum(self.tallies.values(), Tally())

    def add(self, model: str, tally: Tally) -> None:
        self.tallies[model] = self.tallies.get(model, Tally()) + tally

    def as_json(self) -> dict[str, Any]:
        counts = {outcome: list(self.outcomes.values()).count(outcome) for outcome in sorted({*self.outcomes.values()})}
        billed = self.tally.billed
        return {
            "runs": self.total,
            "finished": len(self.outcomes),
            "outcomes": counts,
            "failed": self.failed,
            "interrupted": self.stopping,
            "calls": self.tally.calls,
            "cached_calls": self.tally.cached_calls,
            "prompt_tokens": billed.prompt_tokens,
            "reply_tokens": billed.reply_tokens,
        }


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    bridge: str | None = None,
    on_change: Callable[[RunProgress], None] = lambda state: None,
) -> RunProgress:
    """Play every run that is not finished. Ctrl-C lets replies under way arrive, and a second one does not.

    Raises:
        ExperimentError: if another process works in the folder, or it holds runs on other terms.
        GameError, ModelError: if a game or a model can't be opened; then nothing was run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        state = RunProgress(len(experiment.runs))
        waiting = _unfinished(experiment, folder, state)
        if waiting:
            # Games and models are opened before the first run, so that what is missing is said at once.
            wanted = dict.fromkeys((run.game, run.feedback) for run in waiting)
            models = _Models(experiment, {run.model for run in waiting})
            translator = make_translator(experiment.translator, model=models.translator)
            opened = {
                (game, style): Verifier.load(
                    game, style=style, strict=experiment.strict, bridge=bridge, translator=translator
                )
                for game, style in wanted
            }
            _write_config(experiment, folder)
            try:
                _Workers(experiment, folder, opened, models, state, on_change).work(waiting)
            finally:
                models.tell_translator(state)
        on_change(state)
        return state


def transcript_file(folder: Path, run: Run) -> Path:
    return folder / RUNS / f"{run.id}.jsonl"


def _unfinished(experiment: Experiment, folder: Path, state: RunProgress) -> list[Run]:
    """The runs to play; what the others came to is put into the state."""
    waiting: list[Run] = []
    faults: list[str] = []
    for run in experiment.runs:
        file = transcript_file(folder, run)
        events = read_transcript(file) if file.exists() else []
        terms = experiment.terms(run)
        changed = [name for name in terms if events and events[0].get(name) != terms[name]]
        faults += [f"{file}: {name} was {events[0].get(name)!r}, and is {terms[name]!r} now" for name in changed]
        state.add(run.model, tally_of(events))
        if experiment.translator_model:
            state.add(experiment.translator_model, translations_of(events))
        end = finished(events)
        if end is None:
            waiting.append(run)
        else:
            state.outcomes[run.id] = end["outcome"]
    if faults:
        more = [f"and {len(faults) - 5} more"] if len(faults) > 5 else []
        raise ExperimentError([*faults[:5], *more, "put the changed keys back, or name another --output"])
    return waiting


def _write_config(experiment: Experiment, folder: Path) -> None:
    """For people and reports; what counts for resuming is in the transcripts."""
    text = json.dumps({"schema": "lelma-experiment", "version": 1, **experiment.as_json()}, indent=1)
    beside = folder / f"{CONFIG}.new"
    beside.write_text(text + "\n", "utf-8")
    os.replace(beside, folder / CONFIG)


class _Models:
    """The models of an experiment; runs share those that have a server, and its limits with them."""

    def __init__(self, experiment: Experiment, wanted: set[str]) -> None:
        self._experiment = experiment
        limits = RateLimits(per_minute=experiment.per_minute, at_once=experiment.at_once)

        def opened(model: str, label: str = "") -> Model:
            return connect(
                model,
                limits=limits,
                timeout=experiment.timeout,
                cassette=experiment.cassette,
                replay_only=experiment.replay_only,
                label=label,
            )

        alone = ("simulated", "scripted")
        self._shared = {model: opened(model) for model in sorted(wanted) if model.partition(":")[0] not in alone}
        named = experiment.translator_model
        self.translator = Metered(opened(named, "translator")) if named else None

    def tell_translator(self, state: RunProgress) -> None:
        """Add what the translator's calls in this process came to."""
        if self.translator is not None:
            state.add(self.translator.name, self.translator.tally)

    def open(self, run: Run, verifier: Verifier) -> Model:
        if is_simulated(run.model):
            errors = self._experiment.errors(run.model)
            naming = self._experiment.naming
            return open_reasoner(run.model, verifier, naming=naming, errors=errors, seed=run.seed)
        if run.model.startswith("scripted:"):
            return open_reasoner(run.model, verifier)
        shared = self._shared[run.model]
        return shared.labelled(run.id) if isinstance(shared, Cassette) else shared


class _Workers:
    """Threads that play runs, and the main thread that watches them."""

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        verifiers: Mapping[tuple[str, str], Verifier],
        models: _Models,
        state: RunProgress,
        on_change: Callable[[RunProgress], None],
    ) -> None:
        self._experiment, self._folder = experiment, folder
        self._verifiers, self._models = verifiers, models
        self._state, self._on_change = state, on_change
        self._waiting: queue.SimpleQueue[Run] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._unavailable: dict[str, str] = {}

    def work(self, runs: list[Run]) -> None:
        for run in runs:
            self._waiting.put(run)
        # Daemon threads: a second Ctrl-C must not wait for a server.
        threads = [
            threading.Thread(target=self._play_all, daemon=True)
            for _ in range(min(self._experiment.at_once, len(runs)))
        ]
        for thread in threads:
            thread.start()
        try:
            self._watch(threads)
        except KeyboardInterrupt:
            self._stop.set()
            self._state.stopping = True
            self._on_change(self._state)
            self._watch(threads)

    def _watch(self, threads: list[threading.Thread]) -> None:
        while True:
            alive = any(thread.is_alive() for thread in threads)
            try:
                self._news.get(timeout=_LOOK_UP)()
                self._on_change(self._state)
            except queue.Empty:
                if not alive:
                    return

    def _play_all(self) -> None:
        while not self._stop.is_set():
            try:
                run = self._waiting.get_nowait()
            except queue.Empty:
                return
            self._news.put(self._count_under_way(1))
            self._play(run)
            self._news.put(self._count_under_way(-1))

    def _count_under_way(self, change: int) -> Callable[[], None]:
        def tell() -> None:
            self._state.under_way += change

        return tell

    def _play(self, run: Run) -> None:
        if run.model in self._unavailable:
            return self._news.put(lambda: self._state.failed.update({run.id: self._unavailable[run.model]}))
        verifier = self._verifiers[run.game, run.feedback]

        def count(reply: Reply) -> None:
            self._news.put(lambda: self._state.add(run.model, Tally.of(reply)))

        try:
            model = self._models.open(run, verifier)
            file = transcript_file(self._folder, run)
            ended = run_loop_trial(
                run,
                self._experiment,
                verifier,
                model,
                file,
                stop=self._stop,
                on_reply=count,
                translator=self._models.translator,
            )
            self._news.put(lambda: self._state.outcomes.update({run.id: ended.outcome}))
        except Stopped:
            pass
        except LelmaError as error:
            text = str(error)
            if isinstance(error, ModelUnavailable):
                self._unavailable[run.model] = text
            self._news.put(lambda: self._state.failed.update({run.id: text}))
        except BaseException as error:
            self._stop.set()
            self._news.put(_raiser(error))
        return None


def _raiser(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder against other processes; the hold ends with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl
        yield
        return
    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ExperimentError([f"{folder}: another process is running an experiment here"]) from None
        yield
