"""What every bridge must do, as functions that take its name; each returns what must be equal for all bridges.

`python -m tests.lelma.engine.scenarios BRIDGE` runs all in a process of its own, so that bridges can't disturb one
another, and prints as JSON what each returned, or as a text how it failed.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from gdl.compile.prolog_text import prolog_atom
from lelma.engine.answers import Limits
from lelma.engine.bridges import make_bridge
from lelma.engine.solver import Solver
from tests.lelma.verify.tables import Cells, endless_solver, table_verifier
from translators.language.query import Name

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
MOVES = ("Ñandú", "鹿", "l'été", 'say "no"', "a\\b", "🦌 !")
QUERIES = (
    "finally(goal(you, 5), do(choice(you,'D'), do(choice(them,'C'), s0)))",
    "finally(goal(you, 4), do(choice(you,'D'), do(choice(them,'C'), s0)))",
    "finally(outcome(me, 'D', 5, you2, 'C', 0), do(choice(them,'C'), do(choice(you,'D'), s0)))",
    "higher(1/3, 0.333)",
    "higher(1/2, 0.5)",
    "highest_guaranteed_payoff_choice('C')",
    "highest_mutual_payoff('C', 'C')",
    "best_response('C', 'C')",
    "expected_payoff(1, 'C', ['C': 1/3, 'D': 2/3])",
    "expected_payoff(1, 'C', ['C': 1/3])",
    "nash_equilibrium('D', 'D')",
    "pareto_optimal('D', 'D')",
    "mixed_nash_equilibrium(['D': 1], ['D': 1])",
    "symmetric",
    "no such query(",
    "shell('ls')",
)
DILEMMA = [[(1, 1), (5, 0)], [(0, 5), (3, 3)]]


def verdicts(bridge: str) -> Any:
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge, strict=True)
    report = verifier.check("\n".join(QUERIES)).as_json()
    assert [claim["verdict"] for claim in report["claims"]][:4] == ["true", "false", "true", "true"]
    return {**report, "engine": ""}


def open_questions(bridge: str) -> Any:
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    found = [
        verifier.ask(text) for text in ("game(s0, F), finally(goal(me, 5), F)", "best_response(X, Y)", "final(s0)")
    ]
    assert [len(answers.answers) for _, answers in found] == [2, 2, 0]
    return [str(answers) for _, answers in found]


def rationals(bridge: str) -> Any:
    cells: Cells = [[(THIRD, -HALF), (Fraction(-7, 3), 10**30)], [(Fraction(1, 10**30), 0), (Fraction("2.25"), -1)]]
    verifier = table_verifier(cells, ("a", "b"), bridge=bridge)
    assert verifier.facts is not None
    assert [cell.payoffs for cell in verifier.facts.cells] == [cell for row in cells for cell in row]
    judged = verifier.judge(["highest_possible_individual_payoff(1)", "expected_payoff(0, 'a', ['a': 1/7, 'b': 6/7])"])
    return [verdict.correction for verdict in judged]


def unicode_names(bridge: str) -> Any:
    program = "".join(f"holds({i}, {prolog_atom(move)}). " for i, move in enumerate(MOVES))
    answers = Solver(program, bridge=bridge).ask(["holds(I, M)"], {"Ünïcode": "I", "M": "M"})
    assert [item["M"] for item in answers.answers] == [Name(move) for move in MOVES]
    return str(answers)


def long_requests_and_replies(bridge: str) -> Any:
    moves = tuple(f"m{i}" for i in range(40))
    verifier = table_verifier([[(i, j) for j in range(40)] for i in range(40)], moves, bridge=bridge)
    assert verifier.facts is not None
    answers = endless_solver(bridge).ask(["holds(X, long)"], {"X": "X"})
    assert answers.truth == "true" and len(str(answers)) > 200_000
    return [len(verifier.facts.cells), str(answers)]


def limits(bridge: str) -> Any:
    solver = endless_solver(bridge, limits=Limits(seconds=0.5, inferences=100_000, answers=5))
    slow = replace(solver.limits, inferences=10**15, seconds=0.2)
    found = []
    for kind, allowed in (("steps", solver.limits), ("steps", slow), ("digits", slow), ("findall", solver.limits)):
        answer = solver.ask([f"holds(all, {kind})"], {}, limits=allowed)
        found.append((answer.truth, answer.reason.partition(":")[0] if kind == "steps" else ""))
        assert solver.ask(["holds(fine, fine)"], {}).truth == "true"
    judged = [solver.ask([f"holds(fine, {kind})"], {}) for kind in ("steps", "fine", "digits", "other")]
    found += [(answer.truth, "") for answer in judged]
    assert found[:2] == [("unknown", "inferences"), ("unknown", "time")]
    return found


def two_games(bridge: str) -> Any:
    first = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    second = table_verifier([[(9, 9), (8, 8)], [(7, 7), (6, 6)]], ("D", "C"), bridge=bridge)
    text = "highest_possible_individual_payoff({})"
    found = [first.judge([text.format(n)])[0].truth for n in (5, 9)]
    found += [second.judge([text.format(n)])[0].truth for n in (5, 9)]
    second.solver.close()
    found += [first.judge([text.format("10/2")])[0].truth, second.judge([text.format("18/2")])[0].truth]
    assert found == ["true", "false", "false", "true", "true", "true"]
    return found


def threads(bridge: str) -> Any:
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    expected = {f"higher({i}, 10)": "true" if i > 10 else "false" for i in range(20)}
    wrong: list[str] = []

    def work(offset: int) -> None:
        for i in range(200):
            query = f"higher({(i + offset) % 20}, 10)"
            if i % 7 == 0:
                query = query.replace("10)", f"10 + {offset} - {offset})")  # a query of this thread's own
            found = verifier.judge([query])[0].truth
            if found != expected[f"higher({(i + offset) % 20}, 10)"]:
                wrong.append(query)

    workers = [threading.Thread(target=work, args=(offset,)) for offset in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong
    return "agree"


def close_and_go_on(bridge: str) -> Any:
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    found = [verifier.judge(["higher(2, 1)"])[0].truth]
    verifier.solver.close()
    verifier.solver.bridge.close()
    found += [verifier.judge(["highest_possible_individual_payoff(5)"])[0].truth]
    verifier.solver.bridge.close()
    assert found == ["true", "true"]
    return found


def garbage(bridge: str) -> Any:
    served = make_bridge(bridge)
    requests = ["", "foo(", "halt .", "shell(ls) .", "\x00 .", "é\ud800 .", "x" * 100_000]
    replies = [json.loads(served.call(request, seconds=5.0)) for request in requests]
    assert all(reply["verdict"] == "error" for reply in replies)
    assert "version" in json.loads(served.call("version .", seconds=5.0))
    return len(replies)


def memory(bridge: str) -> Any:
    """This process and a child don't grow over 8,000 questions; 0.3 kB a question would show."""
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    pids = [os.getpid(), *_children()]

    def ask(count: int) -> None:
        for i in range(count):
            verifier.solver.ask([f"compare_numbers(<,{i},3r{i + 1})"], {})

    ask(2000)
    before = _resident(pids)
    ask(8000)
    grown = _resident(pids) - before
    assert grown < 2_400_000, f"grew by {grown} bytes"
    return "flat"


def _children() -> list[int]:
    text = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text()
    return [int(pid) for pid in text.split()]


def _resident(pids: list[int]) -> int:
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def forked(bridge: str) -> Any:
    """A forked child can ask too, through a bridge of its own, or is told that it can't."""
    verifier = table_verifier(DILEMMA, ("D", "C"), bridge=bridge)
    pid = os.fork()
    if pid == 0:
        try:
            found: str = verifier.judge(["highest_possible_individual_payoff(5)"])[0].truth
        except Exception as error:
            found = type(error).__name__
        os._exit({"true": 10, "EngineUnavailable": 20}.get(found, 30))
    deadline = time.monotonic() + 20
    status = 0
    while time.monotonic() < deadline and not (done := os.waitpid(pid, os.WNOHANG))[0]:
        time.sleep(0.01)
    status = os.waitstatus_to_exitcode(done[1])
    assert status == (10 if bridge == "process" else 20)
    assert verifier.judge(["lowest_possible_individual_payoff(0)"])[0].truth == "true"
    return "both"


SCENARIOS: dict[str, Callable[[str], Any]] = {
    scenario.__name__: scenario
    for scenario in (
        verdicts,
        open_questions,
        rationals,
        unicode_names,
        long_requests_and_replies,
        limits,
        two_games,
        threads,
        close_and_go_on,
        garbage,
        memory,
        forked,
    )
}


def main(bridge: str) -> None:
    found: dict[str, Any] = {}
    for name, scenario in SCENARIOS.items():
        try:
            found[name] = {"returned": scenario(bridge)}
        except Exception:
            found[name] = {"failed": traceback.format_exc()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
