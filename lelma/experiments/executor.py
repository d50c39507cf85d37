"""Trials run, some at a time, into a folder: what is finished is left alone, what was cut goes on or starts again.

Threads run trials, and the thread that asked for it watches: it alone changes the progress and tells of it. Ctrl-C
asks trials to stop, each as soon as it can; a second one waits for nothing. With `processes`, each thread hands its
trials to a process of its own, which ends with this one; with `on`, to a worker of a cluster, which sends the whole
transcript back, so that a trial that was lost half-way leaves nothing.
"""

from __future__ import annotations

import os
import pickle
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from pathlib import Path

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.trial import Stopped, Trial, changed_terms, outcome_of
from lelma.matches.transcript import Event, read_transcript
from lelma.support.errors import ClusterLost, LelmaError, UsageError
from lelma.support.worker_pool import WorkerPool, Workers

RUNS = "runs"
"""The folder of the transcripts, in that of the results."""

TRIAL_SECONDS = 7 * 86_400.0
"""How long a trial in another process may take: a week."""

_MOST_FAULTS = 5
_LOOK_UP = 0.2  # seconds between looks at whether Ctrl-C was pressed

Change = Callable[[], None]


@dataclass
class TrialProgress:
    """How far some trials are.

    Attributes:
        total: how many there are.
        outcomes: trial → how it ended, for finished trials.
        failed: trial → why it can't be finished now.
        under_way: how many are being run.
        stopping: whether it was told to stop.
    """

    total: int
    outcomes: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    under_way: int = 0
    stopping: bool = False

    @property
    def finished(self) -> bool:
        return len(self.outcomes) == self.total


def run_trials(
    trials: Sequence[Trial],
    folder: Path,
    *,
    at_once: int = 4,
    processes: bool = False,
    seconds: float = TRIAL_SECONDS,
    on: str = "",
    on_change: Callable[[TrialProgress], None] = lambda progress: None,
) -> TrialProgress:
    """Run every trial whose transcript in a folder is not finished.

    Args:
        at_once: how many run at the same time.
        processes: whether they run in processes of their own; what they hold must be found by import there.
        seconds: how long a trial may take in such a process.
        on: a cluster that runs them in place of this machine (`lelma.support.clusters.ray_workers`); then as many at
            the same time as it has processors.

    Raises:
        ExperimentError: if another process works in the folder, two trials have one id, a transcript is of other
            terms, or a trial can't go to another process; then nothing was run.
    """
    with held(folder):
        progress = TrialProgress(len(trials))
        waiting = unfinished(trials, folder, progress)
        changed = partial(on_change, progress)
        Executor(progress, changed, at_once=at_once, processes=processes, seconds=seconds, on=on).run(waiting, folder)
        on_change(progress)
        return progress


def trial_file(folder: Path, trial: str) -> Path:
    """The transcript of a trial, by its id."""
    return folder / RUNS / f"{trial}.jsonl"


def unfinished(
    trials: Sequence[Trial],
    folder: Path,
    progress: TrialProgress,
    *,
    found: Callable[[Trial, Sequence[Event]], None] = lambda trial, events: None,
) -> list[Trial]:
    """The trials to run; the outcomes of the others are put into the progress, and what is wrong with a transcript.

    Args:
        found: called with what is there of each trial.

    Raises:
        ExperimentError: if transcripts are of other terms, or two trials have one id.
    """
    waiting, faults, ids = list[Trial](), list[str](), set[str]()
    for trial in trials:
        file = trial_file(folder, trial.id)
        if trial.id in ids:
            raise ExperimentError([f"{file}: two trials would write it"])
        ids.add(trial.id)
        try:
            events = read_transcript(file) if file.exists() else []
        except UsageError as error:
            progress.failed[trial.id] = f"{error}; mend or remove the file, which is kept as it is"
            continue
        faults += [f"{file}: {changed}" for changed in changed_terms(events, trial.terms)]
        found(trial, events)
        outcome = outcome_of(events)
        if outcome is None:
            waiting.append(trial)
        else:
            progress.outcomes[trial.id] = outcome
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        raise ExperimentError([*faults[:_MOST_FAULTS], *more, "put the changed keys back, or name another --output"])
    return waiting


class Executor:
    """Runs trials, once. `tell` and `stop` may be called from any thread, the rest from one."""

    def __init__(
        self,
        progress: TrialProgress,
        on_change: Change,
        *,
        at_once: int = 4,
        processes: bool = False,
        seconds: float = TRIAL_SECONDS,
        on: str = "",
    ) -> None:
        """See `run_trials`; `on_change` is called after every change of the progress."""
        self._progress, self._on_change = progress, on_change
        self._at_once, self._seconds = at_once, seconds
        self._on, self._workers = on, _workers(at_once) if processes and not on else None
        self._waiting: queue.SimpleQueue[list[Trial]] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[Change] = queue.SimpleQueue()
        self._stop = threading.Event()

    def tell(self, change: Change) -> None:
        """Have the watching thread make a change of the progress."""
        self._news.put(change)

    def stop(self) -> None:
        """Have trials under way stop as soon as they can, and begin no other; from any thread."""
        self._stop.set()

    def run(self, trials: Sequence[Trial], folder: Path) -> None:
        """Run the trials; whatever a trial raises that is no `LelmaError` ends them all.

        Raises:
            ExperimentError: if a trial can't go to another process, and it would, or one of a line to a cluster; then
                nothing was run.
        """
        if self._workers is not None or self._on:
            _check_pickling(trials)
        if self._on and any(trial.line for trial in trials):
            raise ExperimentError(["matches whose agents keep memory are played on this machine, not on a cluster"])
        if self._on and trials:
            self._workers = _Elsewhere(self._on)
            self._at_once = self._workers.size
        for line in _lines(trials):
            self._waiting.put(line)
        # Daemon threads: a second Ctrl-C must not wait for a server.
        threads = [
            threading.Thread(target=self._run_all, args=[folder], daemon=True)
            for _ in range(min(self._at_once, len(trials)))
        ]
        for thread in threads:
            thread.start()
        try:
            self._watch_until_interrupted(threads)
        except BaseException:
            if self._workers is not None:
                self._workers.kill()
            raise
        if self._workers is not None:
            self._workers.close()

    def _watch_until_interrupted(self, threads: Sequence[threading.Thread]) -> None:
        try:
            self._watch(threads)
        except KeyboardInterrupt:
            self._stop.set()
            self._progress.stopping = True
            self._on_change()
            self._watch(threads)

    def _watch(self, threads: Sequence[threading.Thread]) -> None:
        while True:
            alive = any(thread.is_alive() for thread in threads)
            try:
                self._news.get(timeout=_LOOK_UP)()
                self._on_change()
            except queue.Empty:
                if not alive:
                    return

    def _run_all(self, folder: Path) -> None:
        while not self._stop.is_set():
            try:
                line = self._waiting.get_nowait()
            except queue.Empty:
                return
            for trial in line:
                self.tell(partial(self._count_under_way, 1))
                done = self._run(trial, trial_file(folder, trial.id))
                self.tell(partial(self._count_under_way, -1))
                if not done or self._stop.is_set():
                    break

    def _count_under_way(self, change: int) -> None:
        self._progress.under_way += change

    def _run(self, trial: Trial, file: Path) -> bool:
        """Whether a trial was finished."""
        try:
            if self._workers is None:
                outcome = trial.run(file, self._stop)
            else:
                outcome = self._workers.call((trial, file), seconds=self._seconds)
            self.tell(lambda: self._progress.outcomes.update({trial.id: outcome}))
            return True
        except Stopped:
            pass
        except LelmaError as error:
            text = str(error)
            if isinstance(error, ClusterLost):  # no other trial could be run either
                self._stop.set()
            self.tell(lambda: self._progress.failed.update({trial.id: text}))
        except BaseException as error:
            self._stop.set()
            self.tell(_raiser(error))
        return False


def _lines(trials: Sequence[Trial]) -> list[list[Trial]]:
    """The lines of trials, in the order of their first ones; a trial of no line is one by itself."""
    found: dict[str, list[Trial]] = {}
    for trial in trials:
        found.setdefault((trial.line and f"line {trial.line}") or f"trial {trial.id}", []).append(trial)
    return list(found.values())


def _raiser(error: BaseException) -> Change:
    def fail() -> None:
        raise error

    return fail


def _check_pickling(trials: Sequence[Trial]) -> None:
    for trial in trials:
        try:
            pickle.dumps(trial)
        except Exception as error:  # whatever the parts of a trial raise there
            why = f"{type(error).__name__}: {error}"
            raise ExperimentError([f"trial {trial.id} can't go to another process: {why}"]) from None


def _workers(size: int) -> WorkerPool:
    return Workers(_trial_runner, size=size, memory=None)


class _Elsewhere:
    """Workers of a cluster that run trials; what they write is put into its place here, whole."""

    def __init__(self, on: str) -> None:
        from lelma.support.clusters.ray_workers import RayWorkers

        self._workers = RayWorkers(_remote_trial_runner, on=on)
        self.size = self._workers.size
        self.close, self.kill = self._workers.close, self._workers.kill

    def call(self, job: tuple[Trial, Path], *, seconds: float) -> str:
        trial, file = job
        before = file.read_bytes() if file.exists() else b""
        outcome, error, transcript = self._workers.call((trial, before), seconds=seconds)
        if transcript:
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = file.with_name(f"{file.name}.new")
            beside.write_bytes(transcript)
            os.replace(beside, file)
        if error is not None:
            raise error
        return str(outcome)


def _remote_trial_runner() -> Callable[[tuple[Trial, bytes]], tuple[str, LelmaError | None, bytes]]:
    """What a worker elsewhere does: runs a trial from what there is of its transcript, and sends all of it back."""

    def run(job: tuple[Trial, bytes]) -> tuple[str, LelmaError | None, bytes]:
        trial, before = job
        with tempfile.TemporaryDirectory(prefix="lelma-") as folder:
            file = Path(folder) / "transcript.jsonl"
            if before:
                file.write_bytes(before)
            try:
                outcome, error = trial.run(file, threading.Event()), None
            except LelmaError as failed:
                outcome, error = "", failed
            return outcome, error, file.read_bytes() if file.exists() else b""

    return run


def _trial_runner() -> Callable[[tuple[Trial, Path]], str]:
    """What a process of its own does: a trial that began there is finished, since no wish to stop reaches it."""
    never = threading.Event()
    return lambda job: job[0].run(job[1], never)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder against other processes; the hold ends with the process, however it ends.

    Raises:
        ExperimentError: if another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
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
