"""Checks a second through every way in, and memory over very many checks.

One text of three claims is one check; numbers in the texts differ, so that hardly a verdict is remembered. Measured
one after another in one run: one thread, eight asyncio tasks with one bridge and with two, two worker processes, and
the HTTP server with two workers and four callers over warm connections.

`python -m tests.bench.bench_doors [--json] [--checks N] [--leak N]`; `--leak 100000` looks for a slow leak.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lelma.verify.verifier import Verifier
from tests.bench.bench_check import memory
from tests.lelma.interfaces.http.conftest import running

TEXT = "If we both choose stag, I get {}. If I choose hare, I get at least {}. Hare guarantees me {}."
TASKS, PROCESSES, CALLERS = 8, 2, 4


def texts(count: int, start: int = 0) -> list[str]:
    return [TEXT.format(number, number + 1, number + 2) for number in range(start, start + count)]


def rate(count: int, work: Callable[[list[str]], None], start: int) -> float:
    """Checks a second, after a few to warm up."""
    work(texts(20, start))
    began = time.perf_counter()
    work(texts(count, start + 20))
    return count / (time.perf_counter() - began)


def one_thread(verifier: Verifier) -> Callable[[list[str]], None]:
    def work(batch: list[str]) -> None:
        for text in batch:
            verifier.check(text)

    return work


_JSON = {"Content-Type": "application/json"}


def in_tasks(verifier: Verifier) -> Callable[[list[str]], None]:
    async def one(batch: Sequence[str]) -> None:
        for text in batch:
            await verifier.acheck(text)

    async def all_(batch: list[str]) -> None:
        await asyncio.gather(*(one(batch[first::TASKS]) for first in range(TASKS)))

    return lambda batch: asyncio.run(all_(batch))


def over_http(port: int) -> Callable[[list[str]], None]:
    def one(batch: Sequence[str]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for text in batch:
            connection.request("POST", "/v1/verify", json.dumps({"game": "stag_hunt", "text": text}), _JSON)
            reply = connection.getresponse()
            body = reply.read()
            assert reply.status == 200, body
        connection.close()

    def work(batch: list[str]) -> None:
        with ThreadPoolExecutor(CALLERS) as callers:
            for done in [callers.submit(one, batch[first::CALLERS]) for first in range(CALLERS)]:
                done.result()

    return work


def over_processes(verifier: Verifier, count: int, start: int) -> float:
    """Checks a second once both workers have started: from the first report to the last."""
    reports = verifier.check_many(texts(count, start), processes=PROCESSES)
    warm = 0
    for _ in range(64):
        next(reports)
    began = time.perf_counter()
    for _ in reports:
        warm += 1
    return warm / (time.perf_counter() - began)


def leak(checks: int) -> list[dict[str, float]]:
    """Memory of Python and of SWI-Prolog in MB after a tenth, a half and all of so many checks."""
    verifier = Verifier.load("stag_hunt")
    found, marks = [], {checks // 10, checks // 2, checks}
    for number in range(1, checks + 1):
        verifier.check(TEXT.format(number, number % 977, number % 89))
        if number in marks:
            child = verifier.solver.bridge.pid  # type: ignore[attr-defined]
            found.append({"checks": number, "python_mb": memory(os.getpid()), "swipl_mb": memory(child)})
    return found


def measure(count: int, checks: int) -> dict[str, Any]:
    """All figures of one run."""
    verifier, two = Verifier.load("stag_hunt"), Verifier.load("stag_hunt", bridges=2)
    found: dict[str, Any] = {"one thread": rate(count, one_thread(verifier), 0)}
    found[f"{TASKS} tasks, one bridge"] = rate(count, in_tasks(verifier), 10**5)
    found[f"{TASKS} tasks, two bridges"] = rate(count, in_tasks(two), 2 * 10**5)
    found[f"{PROCESSES} processes"] = over_processes(verifier, 2 * count + 64, 3 * 10**5)
    with running("--workers", str(PROCESSES)) as server:
        found[f"HTTP, {PROCESSES} workers"] = rate(count, over_http(server.port), 4 * 10**5)
    memory_there = checks and Path("/proc/self/statm").exists()
    return {"checks": count, "rates": found, "memory": leak(checks) if memory_there else []}


def show(found: dict[str, Any]) -> None:
    """The figures as a table."""
    console, base = Console(), found["rates"]["one thread"]
    table = Table(title=f"Checks of a text of three claims, {found['checks']} each")
    for column in ("", "a second", "beside one thread"):
        table.add_column(column, justify="left" if not column else "right")
    for name, value in found["rates"].items():
        table.add_row(name, f"{value:,.0f}", f"{value / base:.2f}")
    console.print(table)
    for row in found["memory"]:
        console.print(
            f"after {row['checks']:>9,.0f} checks: Python {row['python_mb']:.1f} MB, "
            f"SWI-Prolog {row['swipl_mb']:.1f} MB"
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--checks", type=int, default=500, help="checks through each way in")
    parser.add_argument("--leak", type=int, default=2000, help="checks for the memory figures; 0 for none")
    arguments = parser.parse_args(argv)
    found = measure(arguments.checks, arguments.leak)
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
