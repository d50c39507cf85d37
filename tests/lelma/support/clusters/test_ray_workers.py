"""Workers of a Ray cluster: without Ray, and with it where it is installed."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lelma.experiments.executor import run_trials
from lelma.support.clusters import ray_workers
from lelma.support.clusters.ray_workers import RayWorkers, done_in_worker
from lelma.support.errors import ClusterLost, UsageError, WorkerStopped
from tests.lelma.experiments.trials import counting


def counter() -> Callable[[Any], Any]:
    """Kills its process over the name of a file that is not there yet, after making it."""

    def do(job: Any) -> Any:
        if isinstance(job, str) and not Path(job).exists():
            Path(job).write_text("killed")
            os.kill(os.getpid(), signal.SIGKILL)
        if job == 0:
            raise UsageError("nothing to count")
        return job

    return do


def test_another_cluster_and_a_missing_ray_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="there is no cluster 'spark'"):
        RayWorkers(counter, on="spark")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'lelma\[ray\]'"):
        RayWorkers(counter)


def test_a_worker_makes_what_it_holds_once_and_sends_back_what_is_raised() -> None:
    import pickle

    held = pickle.dumps(counter)
    assert done_in_worker(held, 3) == (True, 3)
    done, error = done_in_worker(held, 0)
    assert not done and str(error) == "nothing to count"


@pytest.mark.nightly
def test_on_ray_a_job_whose_worker_is_killed_is_done_once_all_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    workers = RayWorkers(counter, size=2)
    try:
        assert workers.size == 2
        assert workers.call(str(tmp_path / "mark"), seconds=60) == str(tmp_path / "mark")
        with pytest.raises(UsageError, match="nothing to count"):
            workers.call(0, seconds=60)
    finally:
        workers.close()
    trials = [counting(f"t{number}") for number in range(6)]
    assert run_trials(trials[:3], tmp_path / "a", on="ray").finished
    assert run_trials(trials, tmp_path / "a", on="ray").finished
    run_trials(trials, tmp_path / "b")
    for trial in trials:
        first, second = ((tmp_path / each / "runs" / f"{trial.id}.jsonl").read_bytes() for each in "ab")
        assert first == second


class Slow:
    """A Ray that doesn't start in its time for some times, and says so as Ray does."""

    def __init__(self, failures: int) -> None:
        self.failures, self.started, self.ended = failures, 0, 0

    def is_initialized(self) -> bool:
        return False

    def init(self, **options: Any) -> None:
        self.started += 1
        if self.started <= self.failures:
            raise Exception("The current node timed out during startup.\nIt may be overloaded.")

    def shutdown(self) -> None:
        self.ended += 1

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **options: Any) -> Callable[[Any], Any]:
        return lambda task: task


def test_a_cluster_that_is_slow_to_start_is_started_again_and_told_where_it_never_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, never = Slow(2), Slow(9)
    monkeypatch.setitem(sys.modules, "ray", slow)
    assert RayWorkers(counter).size == 2 and (slow.started, slow.ended) == (3, 2)
    monkeypatch.setitem(sys.modules, "ray", never)
    with pytest.raises(UsageError, match=r"a Ray cluster on this machine can't be reached: The current node timed out"):
        RayWorkers(counter)
    assert never.started == never.ended == 3


class Lost(Slow):
    """A Ray that starts, and whose only machine is there when it is looked for so many times, and then gone."""

    def __init__(self, there: int) -> None:
        super().__init__(0)
        self.there, self.looked = there, 0
        self.exceptions = SimpleNamespace(GetTimeoutError=TimeoutError, RayError=OSError)

    def remote(self, **options: Any) -> Callable[[Any], Any]:
        return lambda task: SimpleNamespace(remote=lambda *job: "task")

    def wait(self, tasks: list[Any], *, timeout: float) -> tuple[list[Any], list[Any]]:
        time.sleep(timeout)
        return [], tasks

    def nodes(self) -> list[dict[str, Any]]:
        self.looked += 1
        return [{"Alive": self.looked <= self.there}]

    def get(self, task: Any, *, timeout: float) -> Any:
        raise TimeoutError

    def cancel(self, task: Any, *, force: bool) -> None:
        self.ended += 1


def raising(error: Exception) -> Callable[..., Any]:
    def get(*task: Any, **options: Any) -> Any:
        raise error

    return get


def test_a_cluster_whose_last_machine_is_gone_is_told_and_ends_what_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ray_workers, "_LOOK_UP", 0.01)
    lost = Lost(3)
    monkeypatch.setitem(sys.modules, "ray", lost)
    with pytest.raises(ClusterLost, match=r"none of its machines answers any more.*type the same command again"):
        RayWorkers(counter).call(1, seconds=60)
    assert lost.looked == 4
    with pytest.raises(WorkerStopped, match="time: the work takes longer"):
        monkeypatch.setitem(sys.modules, "ray", Lost(10**9))
        RayWorkers(counter).call(1, seconds=0.05)
    broken = Lost(0)
    broken.wait = lambda tasks, *, timeout: (tasks, [])  # type: ignore[method-assign]
    broken.get = raising(OSError("The task's local raylet died."))  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, "ray", broken)
    with pytest.raises(ClusterLost, match="the Ray cluster is gone"):
        RayWorkers(counter).call(1, seconds=60)
    monkeypatch.setitem(sys.modules, "ray", Lost(0))
    trials = [counting(f"t{number}") for number in range(50)]
    progress = run_trials(trials, tmp_path, on="ray")
    assert not progress.finished and 1 <= len(progress.failed) <= 2
    assert all("the Ray cluster is gone" in why for why in progress.failed.values())
    assert run_trials(trials, tmp_path).finished
