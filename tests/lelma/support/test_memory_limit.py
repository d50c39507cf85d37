"""Memory limits keep within what was inherited."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from lelma.support.memory_limit import limit_memory

CHECKOUT = Path(__file__).resolve().parents[3]
CODE = """
import resource
from lelma import Verifier
from lelma.support.worker_pool import Workers
from tests.lelma.support.test_worker_pool import make
verifier = Verifier.load("stag_hunt")
report, bridge = verifier.check("If we both choose stag, I get 5."), verifier.solver.bridge
print(report.ok, resource.prlimit(bridge.pid, resource.RLIMIT_AS))
workers = Workers(make, size=1, memory=2**40)
print(resource.prlimit(workers.call(("pid", None), seconds=60), resource.RLIMIT_AS))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are set on Linux alone")
def test_everything_runs_within_the_limits_of_a_shared_machine() -> None:
    limited = ["sh", "-c", 'ulimit -v 3000000; exec "$@"', "sh", sys.executable, "-c", CODE]
    done = subprocess.run(limited, cwd=CHECKOUT, capture_output=True, text=True, timeout=120)
    inherited = 3_000_000 * 1024
    assert (done.stdout, done.stderr) == (f"True ({inherited}, {inherited})\n({inherited}, {inherited})\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are set on Linux alone")
def test_the_soft_limit_alone_is_set() -> None:
    child = subprocess.Popen(["sleep", "60"])
    _, hard = resource.prlimit(child.pid, resource.RLIMIT_AS)
    limit_memory(child.pid, 2**30)
    assert resource.prlimit(child.pid, resource.RLIMIT_AS) == (2**30, hard)
    child.kill()
    child.wait()
    limit_memory(child.pid, 2**30)  # there is nothing to limit any more


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space are set on Linux alone")
def test_a_system_that_refuses_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("not permitted")

    monkeypatch.setattr(resource, "prlimit", refuse)
    limit_memory(0, 2**30)
