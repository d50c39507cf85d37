"""One verifier in threads, tasks, worker processes and the feedback loop."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lelma import Verifier
from lelma.engine.answers import Limits
from lelma.engine.bridges.process import ProcessBridge
from lelma.support.errors import EngineUnavailable
from lelma.verify.concurrency import Turn, acheck
from lelma.verify.report import Report
from tests.lelma.verify.tables import endless_solver, table_verifier

CHECKOUT = Path(__file__).resolve().parents[3]
RIGHT, WRONG = "If we both choose stag, I get 5.", "If we both choose stag, I get 4."
STAG_HUNT = [[(5, 5), (0, 3)], [(3, 0), (1, 1)]]


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt", bridges=2)


def text(number: int) -> str:
    return f"If we both choose stag, I get {number % 7}. Hare guarantees me {number % 3}."


def expected(number: int) -> list[str]:
    return ["true" if number % 7 == 5 else "false", ("unknown", "true", "false")[number % 3]]


def test_many_tasks_share_a_verifier(verifier: Verifier) -> None:
    async def main() -> list[list[str]]:
        reports = await asyncio.gather(*(verifier.acheck(text(number)) for number in range(100)))
        return [[item.verdict.truth for item in report.claims] for report in reports]

    assert asyncio.run(main()) == [expected(number) for number in range(100)]


def test_tasks_may_be_cancelled_at_any_moment() -> None:
    """Half of 60 tasks are, before they began, while they wait, after they ended; the others are answered as ever."""
    cancelled = Verifier.load("stag_hunt")

    async def check(number: int) -> list[str]:
        report = await cancelled.acheck(text(number))
        return [item.verdict.truth for item in report.claims]

    async def main() -> list[list[str] | BaseException]:
        tasks = [asyncio.create_task(check(number)) for number in range(60)]
        for number in range(0, 60, 2):
            tasks[59 - number if number % 4 else number].cancel()
            await asyncio.sleep(0.0001)
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = asyncio.run(main())
    answered = {number: result for number, result in enumerate(found) if not isinstance(result, asyncio.CancelledError)}
    assert answered == {number: expected(number) for number in answered}
    assert 30 <= len(answered) < 60
    assert cancelled.check(RIGHT).ok


@pytest.mark.slow
def test_a_task_cancelled_in_the_middle_of_a_question_leaves_the_bridge_usable() -> None:
    """The question that is asked goes on to its limit, and no other of the 40 is asked; the loop waits for none."""
    slow = Endless(Verifier.load("stag_hunt"))

    async def main() -> tuple[int, str]:
        tasks = [asyncio.create_task(acheck(slow, "")) for _ in range(40)]
        await asyncio.to_thread(slow.began.wait)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        ended = slow.ended
        return ended, (await asyncio.to_thread(slow.solver.ask, ["holds(fine, fine)"], {})).truth

    assert asyncio.run(main()) == (0, "true")
    assert slow.answered == 0
    slow.solver.close()


class Endless:
    """Asks the same endless question of each text."""

    def __init__(self, verifier: Verifier) -> None:
        self.solver = endless_solver(limits=Limits(seconds=2.0, inferences=10**15))
        self.began = threading.Event()
        self.ended = self.answered = 0
        self._verifier = verifier

    def check(self, text: str) -> Report:
        self.began.set()
        try:
            for _ in range(2):  # whoever was given up asks nothing more
                self.solver.ask(["holds(all, steps)"], {})
            self.answered += 1
        finally:
            self.ended += 1
        return self._verifier.check(text)


def test_many_threads_share_a_verifier(verifier: Verifier) -> None:
    verifier.forget()
    with ThreadPoolExecutor(8) as threads:
        reports = list(threads.map(verifier.check, map(text, range(100))))
    assert [[item.verdict.truth for item in report.claims] for report in reports] == list(map(expected, range(100)))


@pytest.mark.slow
def test_a_slow_question_holds_up_no_other_thread_where_there_are_several_bridges() -> None:
    solver = endless_solver(copies=2, limits=Limits(seconds=2.0, inferences=10**15))
    with ThreadPoolExecutor(1) as thread:
        slow = thread.submit(solver.ask, ["holds(all, steps)"], {})
        time.sleep(0.2)
        assert solver.ask(["holds(fine, fine)"], {}).truth == "true"
        assert not slow.done()
        assert slow.result().reason.startswith("time")
    solver.close()


def test_only_processes_can_be_several() -> None:
    with pytest.raises(EngineUnavailable, match="one pyswip in a process"):
        endless_solver("pyswip", copies=2)


def test_a_verifier_may_have_a_bridge_of_its_own() -> None:
    bridge = ProcessBridge()
    own = table_verifier(STAG_HUNT, ("stag", "hare"), bridge=bridge)
    assert own.solver.bridge is bridge
    assert own.judge(["zero_sum"])[0].truth == "false"
    bridge.close()
    assert own.judge(["symmetric"])[0].truth == "true"
    bridge.close()


def test_a_pickled_verifier_is_the_same_verifier() -> None:
    before = table_verifier(STAG_HUNT, ("stag", "hare"), style="negation", strict=True, role="you2")
    after = pickle.loads(pickle.dumps(before))
    lines = "nash_equilibrium('stag', 'hare')\nhighest_possible_individual_payoff(5)"
    assert after.check(lines) == before.check(lines)


def test_texts_are_checked_over_processes_in_order(verifier: Verifier) -> None:
    reports = verifier.check_many(map(text, range(40)), processes=2)
    assert [[item.verdict.truth for item in report.claims] for report in reports] == list(map(expected, range(40)))


def test_processes_work_from_a_script_without_a_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from lelma import Verifier\n"
        f"print([r.ok for r in Verifier.load('stag_hunt').check_many({[RIGHT, WRONG]!r}, processes=1)])\n"
    )
    done = subprocess.run([sys.executable, str(script)], cwd=CHECKOUT, capture_output=True, text=True, timeout=60,
                          env={"PYTHONPATH": str(CHECKOUT), "PATH": "/usr/bin:/bin:/usr/local/bin"})  # fmt: skip
    assert (done.stdout, done.stderr) == ("[True, False]\n", "")


def test_a_callable_reasoner_gets_the_feedback(verifier: Verifier) -> None:
    seen: list[list[Turn]] = []

    def reason(conversation: list[Turn]) -> str:
        seen.append(conversation)
        return RIGHT if len(seen) > 1 else WRONG

    result = verifier.refine(reason, "Which payoff?")
    assert (result.outcome, result.model, len(result.attempts)) == ("verified", "reason", 2)
    assert [turn["role"] for turn in seen[1]] == ["user", "assistant", "user"]
    assert [turn["content"] for turn in seen[1]][:2] == ["Which payoff?", WRONG]
    assert "you get 5" in seen[1][2]["content"]


def test_an_asynchronous_reasoner_does_the_same(verifier: Verifier) -> None:
    async def reason(conversation: list[Turn]) -> str:
        await asyncio.sleep(0)
        return WRONG

    result = asyncio.run(verifier.arefine(reason, "Which payoff?"))
    assert (result.outcome, len(result.attempts)) == ("repeated", 2)
    again = asyncio.run(verifier.arefine(reason, "Which payoff?", max_attempts=3, stop_on_repeat=False))
    assert (again.outcome, len(again.attempts)) == ("max_attempts", 3)


def test_what_a_reasoner_raises_is_passed_on(verifier: Verifier) -> None:
    def fail(conversation: list[Turn]) -> str:
        raise RuntimeError("no credit")

    with pytest.raises(RuntimeError, match="no credit"):
        verifier.refine(fail, "Which payoff?")
    with pytest.raises(ValueError, match="at least one attempt"):
        verifier.refine(lambda conversation: RIGHT, "Which payoff?", max_attempts=0)
