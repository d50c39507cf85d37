"""Python processes that work side by side, each within a time and a memory of its own.

A worker holds what a factory makes, a callable, and calls it with one job after another. One that takes too long or
too much memory is killed and replaced, so nothing that a job holds can harm this process or the next job. It has a
folder for temporary files, which goes with it. Factory, jobs and results are pickled; they only ever go between a
process and its own children.
"""

from __future__ import annotations

import os
import pickle
import queue
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection, Pipe
from typing import Any, Protocol

from lelma.support.errors import WorkerStopped
from lelma.support.fork_safety import abandon_after_fork

Factory = Callable[[], Callable[[Any], Any]]

_MEMORY_BYTES = 2 * 2**30
START_SECONDS = 60.0
"""How long a worker may take to start and to make what it holds, beside the time of its first job."""


class Workers:
    """A fixed number of workers, each started when it is first needed. Threads may share them."""

    def __init__(self, make: Factory, *, size: int = 2, memory: int | None = _MEMORY_BYTES) -> None:
        """Nothing is started yet.

        Args:
            make: what each worker calls once to get what it holds; it can be pickled.
            size: how many jobs are done at the same time.
            memory: bytes that a worker itself may take (on Linux only); None for no limit.
        """
        self.size = size
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._all = [_Worker(pickle.dumps((make, memory))) for _ in range(size)]
        for worker in self._all:
            self._idle.put(worker)

    def call(self, job: Any, *, seconds: float) -> Any:
        """What the held callable returns for a job, or raises.

        Raises:
            WorkerStopped: if it took longer than `seconds`, or its worker ended.
        """
        worker = self._idle.get()
        try:
            return worker.call(job, seconds)
        finally:
            self._idle.put(worker)

    def map(self, jobs: Iterable[Any], *, seconds: float) -> Iterator[Any]:
        """The results of jobs, in order; only a few jobs are taken ahead of the results."""
        return done_in_order(lambda job: self.call(job, seconds=seconds), jobs, at_once=self.size)

    def close(self) -> None:
        """End the workers, once their jobs are done. They start again for a later job."""
        workers = [self._idle.get() for _ in range(self.size)]
        for worker in workers:
            worker.stop()
            self._idle.put(worker)

    def kill(self) -> None:
        """End the workers at once; who waits for one gets `WorkerStopped`."""
        for worker in self._all:
            worker.kill()


def done_in_order(do: Callable[[Any], Any], jobs: Iterable[Any], *, at_once: int) -> Iterator[Any]:
    """What `do` returns for each job, in order, some done at the same time; few are taken ahead of the results."""
    with ThreadPoolExecutor(at_once) as threads:
        waiting: deque[Future[Any]] = deque()
        try:
            for job in jobs:
                waiting.append(threads.submit(do, job))
                if len(waiting) > 2 * at_once:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


class WorkerPool(Protocol):
    """What has jobs done elsewhere: `Workers`, or those of a cluster."""

    @property
    def size(self) -> int:
        """How many jobs are done at the same time."""
        ...

    def call(self, job: Any, *, seconds: float) -> Any: ...

    def close(self) -> None: ...

    def kill(self) -> None: ...


class _Worker:
    def __init__(self, held: bytes) -> None:
        self._held = held
        self._child: subprocess.Popen[bytes] | None = None
        self._connection: Connection[Any, Any] | None = None
        self._lifeline = -1
        self._folder = ""
        abandon_after_fork(self)

    def call(self, job: Any, seconds: float) -> Any:
        if self._child is not None and self._child.poll() is not None:
            self.stop()
        patience = 0.0
        if self._child is None:
            self._start()
            patience = START_SECONDS
        assert self._connection is not None
        try:
            self._connection.send(job)
            if not self._connection.poll(seconds + patience):
                raise WorkerStopped("time: the work takes longer than the limit allows")
            done, result = self._connection.recv()
        except (OSError, EOFError) as error:
            self.stop()
            raise WorkerStopped(f"memory: the worker ended unexpectedly ({error or type(error).__name__})") from error
        except BaseException:  # the result that is still to come must not be taken for another's
            self.stop()
            raise
        if not done:
            raise result
        return result

    def _start(self) -> None:
        self._connection, theirs = Pipe()
        held, self._lifeline = os.pipe()
        self._folder = tempfile.mkdtemp(prefix="lelma-")
        descriptors = (theirs.fileno(), held)
        path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "lelma.support.worker_process", *map(str, descriptors), self._folder],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=descriptors,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": path, "TMPDIR": self._folder},
            )
        finally:
            theirs.close()
            os.close(held)
        self._connection.send_bytes(self._held)

    def kill(self) -> None:
        """End the process at once, from any thread; `stop` puts its remains away."""
        child = self._child
        if child is not None:
            child.kill()

    def stop(self) -> None:
        """End the process, and what it started, at once; nothing of its temporary files is left."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            shutil.rmtree(self._folder, ignore_errors=True)
        self.abandon()

    def abandon(self) -> None:
        """Let go of a process that belongs to the one this was forked from."""
        child, self._child = self._child, None
        if child is not None and self._connection is not None:
            self._connection.close()
            os.close(self._lifeline)
