"""Workers keep to their limits and harm nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lelma.support.errors import GameError, WorkerStopped
from lelma.support.worker_pool import Workers
from tests.lelma.engine.bridges.test_bridges import works

CHECKOUT = Path(__file__).resolve().parents[3]


def make() -> Callable[[Any], Any]:
    return work


def work(job: tuple[str, Any]) -> Any:
    match job:
        case "say", value:
            return value
        case "sleep", seconds:
            time.sleep(seconds)
        case "exit", code:
            os._exit(code)
        case "pid", _:
            return os.getpid()
        case "leave", name:
            Path(tempfile.gettempdir(), name).write_text("left")
            return tempfile.gettempdir()
        case "take", size:
            return len(bytearray(size))
        case "raise", error:
            raise error
        case "spin", _:
            while True:
                pass
    return None


def test_killing_ends_what_hangs_and_whoever_waits_is_told() -> None:
    made = Workers(make, size=2)
    with ThreadPoolExecutor(1) as threads:
        hanging = threads.submit(made.call, ("sleep", 3600), seconds=3600)
        pid = made.call(("pid", None), seconds=60)
        made.kill()
        with pytest.raises(WorkerStopped):
            hanging.result(timeout=60)
    assert made.call(("pid", None), seconds=60) != pid
    made.close()


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(make, size=2, memory=2**29)
    yield made
    made.close()


def test_results_come_in_order(workers: Workers) -> None:
    assert list(workers.map([("say", number) for number in range(50)], seconds=5)) == list(range(50))


def test_what_a_job_raises_is_raised_here(workers: Workers) -> None:
    with pytest.raises(GameError, match="no such game"):
        workers.call(("raise", GameError("no such game")), seconds=5)


def test_a_job_that_takes_too_long_is_stopped_and_its_worker_replaced(workers: Workers) -> None:
    workers.call(("say", 1), seconds=5)
    began = time.monotonic()
    for _ in range(2):
        workers.call(("say", 1), seconds=5)
        with pytest.raises(WorkerStopped, match=r"^time"):
            workers.call(("spin", None), seconds=0.2)
    assert time.monotonic() - began < 10
    assert workers.call(("say", 1), seconds=5) == 1


def test_a_job_that_takes_too_much_memory_fails_alone(workers: Workers) -> None:
    with pytest.raises(MemoryError):
        workers.call(("take", 2**30), seconds=5)
    assert workers.call(("take", 10), seconds=5) == 10


def test_a_worker_that_ends_is_replaced(workers: Workers) -> None:
    with pytest.raises(WorkerStopped, match=r"^memory"):
        workers.call(("exit", 3), seconds=5)
    os.kill(workers.call(("pid", None), seconds=5), signal.SIGKILL)
    time.sleep(0.05)
    assert workers.call(("say", 2), seconds=5) == 2


def test_nothing_is_left_of_what_a_worker_wrote(workers: Workers) -> None:
    folder = Path(workers.call(("leave", "file"), seconds=5))
    assert (folder / "file").exists() and folder != Path(tempfile.gettempdir())
    with pytest.raises(WorkerStopped, match=r"^time"):
        workers.call(("spin", None), seconds=0.2)
    assert not folder.exists()
    folder = Path(workers.call(("leave", "file"), seconds=5))
    workers.close()
    assert not folder.exists()


def test_a_working_worker_ends_with_its_parent() -> None:
    code = """
import threading
from lelma.support.worker_pool import Workers
from tests.lelma.support.test_worker_pool import make
workers = Workers(make, size=1)
print(workers.call(("pid", None), seconds=5), flush=True)
print(workers.call(("leave", "file"), seconds=5), flush=True)
workers.call(("spin", None), seconds=60)
"""
    python = subprocess.Popen([sys.executable, "-c", code], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert python.stdout is not None
    worker = int(python.stdout.readline())
    folder = Path(python.stdout.readline().strip())
    time.sleep(0.2)
    assert works(worker)
    python.kill()
    python.wait()
    python.stdout.close()
    deadline = time.monotonic() + 3
    while works(worker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not works(worker)
    assert not folder.exists()


def test_a_forked_process_has_workers_of_its_own(workers: Workers) -> None:
    parents = workers.call(("pid", None), seconds=5)
    pid = os.fork()
    if pid == 0:
        own = workers.call(("pid", None), seconds=5)
        workers.close()
        os._exit(10 if own != parents else 20)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 10
    assert workers.call(("pid", None), seconds=5) == parents
