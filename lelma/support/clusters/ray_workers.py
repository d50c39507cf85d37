"""Workers of a Ray cluster, in the place of processes of this machine (`lelma.support.worker_pool`).

A job is a Ray task: one whose worker or machine is lost is begun again by Ray, on another, up to `TRIES_AFTER_LOSS`
times. Without any machine Ray waits for ever, so it is looked whether one is left while a job is waited for. What a
factory makes is kept by each worker process, so that a game is loaded once in each. Factory, jobs and results are
pickled; the same version of this package must be installed on every machine of the cluster.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from lelma.support.errors import ClusterLost, UsageError, WorkerStopped
from lelma.support.worker_pool import Factory

RAY = "ray"
"""What a cluster is named by: `ray` starts one on this machine, `ray:ADDRESS` joins one (`ray:auto` finds it)."""

TRIES_AFTER_LOSS = 3

_STARTS = 3
"""How often a cluster of this machine is started before that is given up: on a busy one it may take too long."""

_LOOK_UP = 5.0
"""Seconds of waiting for a job, after each of which it is looked whether any machine of the cluster is left."""

_made: dict[bytes, Callable[[Any], Any]] = {}


class RayWorkers:
    """As many workers as the cluster has processors. Threads may share them."""

    def __init__(self, make: Factory, *, on: str = RAY, size: int | None = None) -> None:
        """Start or join the cluster.

        Args:
            make: what each worker calls once to get what it holds; it can be pickled.
            on: `ray`, or `ray:ADDRESS`.
            size: how many jobs are done at the same time; by default, and at most of a cluster that is started,
                what there are processors for.

        Raises:
            UsageError: if Ray is missing, `on` names no cluster, or it can't be reached.
        """
        kind, _, address = on.partition(":")
        if kind != RAY:
            raise UsageError(f"there is no cluster {on!r}; name {RAY}, or {RAY}:ADDRESS")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere
        try:
            import ray
        except ImportError:
            raise UsageError("Ray is not installed; type: pip install 'lelma[ray]'") from None
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            self._start(address, size)
        self.size = size or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._held = pickle.dumps(make)
        self._task = ray.remote(max_retries=TRIES_AFTER_LOSS)(done_in_worker)
        self._under_way: set[Any] = set()

    def _start(self, address: str, size: int | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address:
                self._ray.init(address=address, **quiet)
                return
            # Workers of this machine find what is imported here.
            path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
            environment = {"env_vars": {"PYTHONPATH": path}}
            processors = size or os.cpu_count() or 1
            for again in range(_STARTS):
                try:
                    self._ray.init(
                        address="local", num_cpus=processors, include_dashboard=False, runtime_env=environment, **quiet
                    )
                    return
                except Exception:
                    self._ray.shutdown()
                    if again == _STARTS - 1:
                        raise
        except Exception as error:  # Ray has no class of its own for a cluster that doesn't start in its 30 seconds
            where = f"{RAY}:{address}" if address else "a Ray cluster on this machine"
            told = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
            raise UsageError(f"{where} can't be reached: {told}") from None

    def call(self, job: Any, *, seconds: float) -> Any:
        """What the held callable returns for a job, or raises.

        Raises:
            WorkerStopped: if it took longer than `seconds`, or its worker was lost again and again.
            ClusterLost: if no machine of the cluster is left.
        """
        task = self._task.remote(self._held, job)
        self._under_way.add(task)
        try:
            self._wait(task, seconds)
            done, result = self._ray.get(task, timeout=0)
        except self._ray.exceptions.GetTimeoutError:
            self._ray.cancel(task, force=True)
            raise WorkerStopped("time: the work takes longer than the limit allows") from None
        except self._ray.exceptions.RayError as error:
            self._check_machines()
            why = str(error).strip().splitlines()[0][:200]
            raise WorkerStopped(f"memory: the worker ended unexpectedly ({type(error).__name__}: {why})") from None
        finally:
            self._under_way.discard(task)
        if not done:
            raise result
        return result

    def _wait(self, task: Any, seconds: float) -> None:
        """Wait until a job is done, or its time is over.

        Raises:
            ClusterLost: if no machine of the cluster is left.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._ray.wait([task], timeout=min(_LOOK_UP, left))[0]:
                return
            self._check_machines()

    def _check_machines(self) -> None:
        if not any(node["Alive"] for node in self._ray.nodes()):
            raise ClusterLost(
                "the Ray cluster is gone: none of its machines answers any more. "
                "What was written is kept; to go on, type the same command again"
            )

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._started:
            self._ray.shutdown()

    def kill(self) -> None:
        """End what is under way at once; who waits for it gets `WorkerStopped`."""
        for task in list(self._under_way):
            self._ray.cancel(task, force=True)
        self.close()


def done_in_worker(held: bytes, job: Any) -> tuple[bool, Any]:
    """Do a job in a worker: whether it was done, and the result, or what it raised."""
    try:
        if held not in _made:
            _made[held] = pickle.loads(held)()
        return True, _made[held](job)
    except Exception as error:
        return False, error
