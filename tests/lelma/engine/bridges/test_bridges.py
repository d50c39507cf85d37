"""All bridges give the same answers; what only the child process can do: be killed, restarted, shared after a fork.

A bridge that can't be loaded here is skipped with its reason; LELMA_REQUIRED_BRIDGES names those (separated by
commas) that must not be.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from lelma.engine.answers import Limits
from lelma.engine.bridges import BRIDGES, make_bridge, shared_bridge
from lelma.engine.bridges.process import MEMORY_BYTES, ProcessBridge
from lelma.engine.solver import Solver
from lelma.support.errors import EngineRestarted, EngineStopped, EngineUnavailable
from tests.lelma.engine.scenarios import DILEMMA, SCENARIOS
from tests.lelma.verify.tables import endless_solver, table_verifier

CHECKOUT = Path(__file__).resolve().parents[4]
FINE = ["holds(fine, fine)"]


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=CHECKOUT, capture_output=True, text=True, timeout=120)


@cache
def missing(name: str) -> str:
    """Why a bridge does not work here; empty if it does."""
    code = f"from lelma.engine.bridges import make_bridge; make_bridge({name!r}).ready()"
    done = run_python("-c", code)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]


@cache
def outcomes(name: str) -> Mapping[str, Any]:
    done = run_python("-m", "tests.lelma.engine.scenarios", name)
    assert done.returncode == 0, done.stderr
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", BRIDGES)
def test_every_bridge_does_the_same(name: str, scenario: str) -> None:
    if reason := missing(name):
        if name in os.environ.get("LELMA_REQUIRED_BRIDGES", "").split(","):
            pytest.fail(reason)
        pytest.skip(reason)
    outcome = outcomes(name)[scenario]
    assert "failed" not in outcome, outcome["failed"]
    assert outcome == outcomes("process")[scenario]


def test_a_reply_to_an_earlier_request_is_passed_over() -> None:
    bridge = ProcessBridge()
    bridge.ready()
    for late in (b"0 nonsense .\n", b"nonsense .\n"):
        assert bridge._child is not None and bridge._child.stdin is not None
        os.write(bridge._child.stdin.fileno(), late)
        for _ in range(2):
            assert set(json.loads(bridge.call("version .", seconds=10))) == {"version"}
    bridge.close()


def test_there_is_no_other_bridge() -> None:
    with pytest.raises(EngineUnavailable, match="choose one of process, janus, pyswip"):
        make_bridge("swipl")


def test_the_bridge_may_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LELMA_BRIDGE", "process")
    assert shared_bridge() is shared_bridge("process")
    monkeypatch.setenv("LELMA_BRIDGE", "nonsense")
    with pytest.raises(EngineUnavailable):
        shared_bridge()


def test_the_old_name_in_the_environment_is_told_to_be_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LELMA_BRIDGE", raising=False)
    monkeypatch.setenv("LELMA_ENGINE", "janus")
    with pytest.warns(UserWarning, match="LELMA_BRIDGE names the bridge"):
        assert shared_bridge().name == "process"


def test_missing_swipl_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineUnavailable, match="apt-get install swi-prolog-nox"):
        make_bridge("process").ready()


# The child process


def child_of(solver: Solver) -> int:
    assert isinstance(solver.bridge, ProcessBridge) and solver.bridge._child is not None
    return solver.bridge._child.pid


def kill_child(solver: Solver) -> None:
    pid = child_of(solver)
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 5
    with contextlib.suppress(FileNotFoundError):
        while Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" and time.monotonic() < deadline:
            time.sleep(0.001)


def test_a_killed_child_is_replaced_and_gets_all_games_again() -> None:
    first, second = table_verifier(DILEMMA, ("D", "C")), endless_solver()
    for _ in range(3):
        kill_child(second)
        assert first.judge([f"highest_possible_individual_payoff(5 + {time.monotonic_ns()} * 0)"])[0].truth == "true"
        assert second.ask(FINE, {}).truth == "true"


def test_a_child_killed_while_it_answers_is_replaced() -> None:
    solver = endless_solver(limits=Limits(seconds=3, inferences=10**15))
    killer = threading.Timer(0.2, kill_child, [solver])
    killer.start()
    within = Limits(seconds=0.5, inferences=10**15)
    judged = [solver.ask([f"holds(fine, {kind})"], {}, limits=within).truth for kind in ("steps", "fine")]
    killer.join()
    assert judged == ["unknown", "true"]


@pytest.mark.parametrize("kind", ["steps", "memory", "digits", "exponential", "findall"])
def test_a_runaway_question_is_unknown_within_its_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lelma.engine.program.GRACE_SECONDS", 0.5)
    solver = endless_solver(limits=Limits(seconds=0.3, inferences=10**15))
    began = time.monotonic()
    judged = [solver.ask([goal], {}) for goal in (f"holds(all, {kind})", "holds(fine, fine)")]
    asked = solver.ask([f"holds(X, {kind})"], {"X": "X"})
    assert time.monotonic() - began < 30
    expected = "false" if kind == "exponential" else "unknown"  # `all` is no such term, and that is quickly seen
    assert [answers.truth for answers in judged] == [expected, "true"]
    assert asked.truth == "unknown"
    assert asked.reason.partition(":")[0] in ("time", "memory")
    assert solver.ask(FINE, {}).truth == "true"


def test_another_games_runaway_question_costs_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lelma.engine.program.GRACE_SECONDS", 0.2)
    verifier = table_verifier(DILEMMA, ("D", "C"))
    runaway = endless_solver(limits=Limits(seconds=0.1, inferences=10**15))
    truths: set[str] = set()

    def judge() -> None:
        for i in range(500):
            truths.add(verifier.judge([f"highest_possible_individual_payoff(5 + {i} - {i})"])[0].truth)

    worker = threading.Thread(target=judge)
    worker.start()
    for _ in range(2):
        assert runaway.ask(["holds(X, exponential)"], {"X": "X"}).truth == "unknown"
    worker.join()
    assert truths == {"true"}


def test_a_request_for_a_forgotten_game_is_not_asked() -> None:
    served = make_bridge("process")
    generation = served.ready()
    served.close()
    with pytest.raises(EngineRestarted):
        served.call("version .", seconds=5, generation=generation)
    served.close()


def test_an_interrupted_question_leaves_no_reply_for_the_next() -> None:
    solver = endless_solver(limits=Limits(seconds=1.0, inferences=10**15))

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            solver.ask(["holds(X, steps)"], {"X": "X"})
    finally:
        signal.signal(signal.SIGALRM, before)
    assert solver.ask(FINE, {}).truth == "true"


def test_a_fork_in_the_middle_of_a_question_does_not_hang() -> None:
    code = """
import os, threading, time
from tests.lelma.verify.tables import endless_solver
from lelma.engine.solver import Limits
solver = endless_solver(limits=Limits(seconds=1.0, inferences=10**15))
worker = threading.Thread(target=solver.ask, args=(["holds(X, steps)"], {}))
worker.start(); time.sleep(0.3)
pid = os.fork()
if pid == 0:
    os._exit(0 if solver.ask(["holds(fine, fine)"], {}).truth == "true" else 1)
worker.join()
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), solver.ask(["holds(fine, fine)"], {}).truth)
"""
    done = run_python("-W", "ignore", "-c", code)
    assert done.stdout.split() == ["0", "true"], done.stderr


def test_the_child_has_a_memory_limit_and_a_session_of_its_own() -> None:
    pid = child_of(endless_solver())
    line = next(line for line in Path(f"/proc/{pid}/limits").read_text().splitlines() if "address space" in line)
    assert str(MEMORY_BYTES) in line
    assert os.getsid(pid) == pid


def test_a_closed_bridge_leaves_no_child() -> None:
    served = ProcessBridge()
    served.ready()
    assert served._child is not None
    pid = served._child.pid
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    served.close()
    assert not Path(f"/proc/{pid}").exists()
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors - 4
    served.close()


def test_restarts_keep_no_open_files() -> None:
    solver = endless_solver()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        kill_child(solver)
        assert solver.ask(FINE, {}).truth == "true"
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_child_ends_with_python() -> None:
    done = run_python(
        "-c",
        "from lelma.engine.bridges import shared_bridge as at; at().ready(); print(at()._child.pid)",
    )
    assert not Path(f"/proc/{done.stdout.strip()}").exists()
    assert done.stderr == ""


def test_a_stopped_bridge_tells_what_swipl_said_last() -> None:
    served = ProcessBridge()
    served.ready()
    os.kill(served.pid, signal.SIGSTOP)  # it might be quicker than a limit of nothing
    with pytest.raises(EngineStopped, match=r"^time: "):
        served.call("ask(g, [holds(x, s0)], [], 1, limits(1,1)) .", seconds=0.0)
    served.close()


def test_a_process_holds_one_swi_prolog() -> None:
    if reason := missing("pyswip"):
        pytest.skip(reason)
    code = """
from lelma.engine.bridges import make_bridge
make_bridge("pyswip").ready()
make_bridge("pyswip").call("version .", seconds=5)
make_bridge("janus").ready()
"""
    assert "already, through pyswip" in run_python("-c", code).stderr


@pytest.mark.parametrize("forked", [False, True])
def test_a_working_child_ends_when_python_is_killed(forked: bool) -> None:
    code = f"""
import os, time
from tests.lelma.verify.tables import endless_solver
from lelma.engine.solver import Limits
solver = endless_solver(limits=Limits(seconds=60, inferences=10**15))
if {forked} and not os.fork():
    os.close(1)
    time.sleep(5)  # a forked process that outlives its parent holds on to nothing
    os._exit(0)
print(solver.bridge._child.pid, flush=True)
solver.ask(["holds(all, steps)"], {{}})
"""
    python = subprocess.Popen([sys.executable, "-c", code], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert python.stdout is not None
    child = int(python.stdout.readline())
    time.sleep(0.3)
    assert works(child)
    python.kill()
    python.wait()
    python.stdout.close()
    deadline = time.monotonic() + 3
    while works(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not works(child)


def works(pid: int) -> bool:
    """Whether a process is there and has not ended; a container may have nobody to bury an orphan that has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
