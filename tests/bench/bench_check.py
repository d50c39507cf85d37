"""Time to judge one logged attempt, beside a new SWI-Prolog through swiplserver for every check.

The baseline does what the published code does, as the paper describes it: for each check it starts SWI-Prolog,
consults the solver and asks every query of the attempt. Ours is measured fresh (no verdict remembered, in Python or in
the solver; queries parsed and the payoff table built before) and warm, both for the truths, which is what the baseline
gives; and fresh with every verdict told in words: what decides it, and what holds instead. Each figure is a mean over
attempts of one run, by the clock; on a busy machine compare the processor seconds, of this process and SWI-Prolog's.
Also: the bridges beside each other, and memory over many checks.

`python -m tests.bench.bench_check [--json] [--attempts N] [--checks N]`
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lelma.engine.bridges import BRIDGES
from lelma.support.errors import LelmaError
from lelma.verify.verifier import Verifier
from tests.bench.data import shared_data

ROOT = Path(__file__).resolve().parents[2]
SOLVER = Path(__file__).with_name("plain_game.pl")
GAMES = {"pd": "prisoners_dilemma", "sh": "stag_hunt", "hd": "hawk_dove"}
OWN_ATTEMPT = [
    "finally(goal(you, 1), do(choice(you, 'R'), do(choice(them, 'R'), s0))).",
    "finally(goal(you, 5), do(choice(you, 'R'), do(choice(them, 'B'), s0))).",
    "finally(goal(them, 0), do(choice(you, 'R'), do(choice(them, 'B'), s0))).",
    "finally(goal(you, 4), do(choice(you, 'B'), do(choice(them, 'B'), s0))).",
    "highest_guaranteed_payoff_choice('B').",
    "higher_guaranteed_payoff('R', 'B').",
    "highest_mutual_payoff('B', 'B').",
    "higher(5, 3).",
]
Attempt = tuple[str, list[str]]
_ROUNDS = 40
"""Rounds over the attempts, a second or two of work: a processor that was idle is slow for a while."""


def logged_attempts(most: int) -> list[Attempt]:
    """Game and queries of logged attempts, or of one of our own where there is no data folder."""
    file = shared_data() / "lelma" / "samples.jsonl"
    if not file.is_file():
        print(f"{file} is missing (LELMA_SHARED_DATA names the data folder); measured on an attempt of our own")
        return [("prisoners_dilemma", OWN_ATTEMPT)]
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return [(GAMES[row["game"]], row["queries"]) for row in rows if row["queries"]][:most]


def in_letters(verifier: Verifier) -> str:
    """The game's payoffs as facts for the baseline, in the letters of the logs."""
    assert verifier.facts is not None
    letters = verifier.vocabulary.naming("paper")
    facts = []
    for cell in verifier.facts.cells:
        moves = [f"'{letters.preferred(str(getattr(move, 'name', move)))}'" for move in cell.profile]
        facts.append(f"payoff({', '.join([*moves, *map(str, cell.payoffs)])})")
    return ", ".join(f"assertz({fact})" for fact in facts)


def processor(pid: int = 0) -> float:
    """Seconds of the processor that this process, its ended children and another process took (the last on Linux)."""
    spent = sum(os.times()[:4])
    if pid and Path(f"/proc/{pid}/stat").exists():
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        spent += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return spent


def baseline(attempt: Attempt, facts: str) -> tuple[float, float, list[bool]]:
    """Seconds by the clock and of the processor, and truths, of an attempt with a new SWI-Prolog for the check."""
    from swiplserver import PrologMQI

    start, before = time.perf_counter(), processor()
    with PrologMQI() as server, server.create_thread() as thread:
        thread.query(f"consult('{SOLVER}'), {facts}")
        truths = [bool(thread.query(query.rstrip("."))) for query in attempt[1]]
    return time.perf_counter() - start, processor() - before, truths


def ours(
    verifiers: dict[str, Verifier], attempts: Sequence[Attempt], *, cold: bool, rounds: int, words: bool = False
) -> float:
    """Mean seconds an attempt; with `words` each verdict is told in words. Forgetting is not counted."""
    spent = 0.0
    for _ in range(rounds):
        for game, queries in attempts:
            if cold:
                verifiers[game].forget()
            start = time.perf_counter()
            verdicts = verifiers[game].judge(queries)
            if words:
                for verdict in verdicts:
                    verdict.as_json()
            spent += time.perf_counter() - start
    return spent / rounds / len(attempts)


def processor_of_ours(verifiers: dict[str, Verifier], attempts: Sequence[Attempt], ticks: int = 50) -> float:
    """Mean processor seconds of a fresh attempt, SWI-Prolog's included; forgetting is counted.

    The system counts them in ticks, of which an attempt takes less than one: so many are waited for.
    """
    pid = getattr(next(iter(verifiers.values())).solver.bridge, "pid", 0)
    before, rounds, spent = processor(pid), 0, 0.0
    while spent * os.sysconf("SC_CLK_TCK") < ticks:
        ours(verifiers, attempts, cold=True, rounds=10)
        rounds, spent = rounds + 10, processor(pid) - before
    return spent / rounds / len(attempts)


def bridge_rates(attempts: Sequence[Attempt]) -> dict[str, float]:
    """Mean cold seconds an attempt by bridge, each in a process of its own; bridges that are not here are left out."""
    found = {}
    for name in BRIDGES:
        code = (
            "import sys, json; from tests.bench.bench_check import *; a = json.load(sys.stdin);"
            f"v = {{g: Verifier.load(g, bridge={name!r}) for g, _ in a}}; ours(v, a, cold=True, rounds=5);"
            "print(ours(v, a, cold=True, rounds=20))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], input=json.dumps(attempts), capture_output=True, text=True, cwd=ROOT
        )
        if done.returncode == 0:
            found[name] = float(done.stdout.split()[-1])
    return found


def memory(pid: int) -> float:
    """Resident memory of a process in MB (Linux only)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory_over(verifier: Verifier, checks: int) -> list[dict[str, float]]:
    """Memory of Python and of SWI-Prolog after a tenth, a half and all of `checks` whole checks of a text."""
    text = "If we both choose stag, I get 5. If I choose hare, I get at least 1. Hare guarantees me {}."
    child = getattr(verifier.solver.bridge, "pid", 0)
    marks, found = {checks // 10, checks // 2, checks}, []
    for number in range(1, checks + 1):
        verifier.forget()
        verifier.check(text.format(number % 1000))
        if number in marks:
            found.append(
                {"checks": number, "python_mb": memory(os.getpid()), "swipl_mb": memory(child) if child else 0}
            )
    return found


def measure(attempts_wanted: int, checks: int) -> dict[str, Any]:
    """All figures of one run."""
    attempts = logged_attempts(attempts_wanted)
    verifiers = {game: Verifier.load(game) for game in dict(attempts)}
    ours(verifiers, attempts, cold=True, rounds=_ROUNDS)
    cold = ours(verifiers, attempts, cold=True, rounds=_ROUNDS)
    worded = ours(verifiers, attempts, cold=True, rounds=5, words=True)
    warm = ours(verifiers, attempts, cold=False, rounds=_ROUNDS)
    few = attempts[:: max(1, len(attempts) // 8)]
    facts = {game: in_letters(verifier) for game, verifier in verifiers.items()}
    slow = [baseline(attempt, facts[attempt[0]]) for attempt in few]
    for (game, queries), (_, _, truths) in zip(few, slow, strict=True):
        verdicts = [verdict.truth == "true" for verdict in verifiers[game].judge(queries)]
        if verdicts != truths:
            raise LelmaError(f"the baseline and the solver disagree on an attempt at {game}")
    seconds = sum(took for took, _, _ in slow) / len(slow)
    processed = sum(spent for _, spent, _ in slow) / len(slow)
    own = processor_of_ours(verifiers, attempts)
    return {
        "attempts": len(attempts),
        "queries_an_attempt": sum(len(queries) for _, queries in attempts) / len(attempts),
        "baseline_seconds": seconds,
        "cold_seconds": cold,
        "worded_seconds": worded,
        "warm_seconds": warm,
        "baseline_processor": processed,
        "cold_processor": own,
        "ratio_processor": processed / own,
        "ratio_cold": seconds / cold,
        "ratio_worded": seconds / worded,
        "ratio_warm": seconds / warm,
        "engines": bridge_rates(attempts),
        "memory": memory_over(Verifier.load("stag_hunt"), checks) if Path("/proc/self/statm").exists() else [],
    }


def show(found: dict[str, Any]) -> None:
    """The figures as tables."""
    console = Console()
    table = Table(title=f"One logged attempt ({found['queries_an_attempt']:.1f} queries), mean of {found['attempts']}")
    for column in ("", "milliseconds", "times faster"):
        table.add_column(column, justify="left" if not column else "right")
    table.add_row("baseline: a new SWI-Prolog (swiplserver) per check", f"{found['baseline_seconds'] * 1e3:.1f}", "1")
    notes = {
        "cold": "no verdict remembered",
        "worded": "no verdict remembered, all told in words",
        "warm": "verdicts remembered",
    }
    for name, note in notes.items():
        table.add_row(f"lelma, {note}", f"{found[f'{name}_seconds'] * 1e3:.3f}", f"{found[f'ratio_{name}']:,.0f}")
    table.add_row(
        "no verdict remembered, of the processor (baseline and ours)",
        f"{found['baseline_processor'] * 1e3:.1f} / {found['cold_processor'] * 1e3:.3f}",
        f"{found['ratio_processor']:,.0f}",
    )
    for name, seconds in found["engines"].items():
        table.add_row(f"bridge {name}", f"{seconds * 1e3:.3f}", f"{found['baseline_seconds'] / seconds:,.0f}")
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
    parser.add_argument("--attempts", type=int, default=60)
    parser.add_argument("--checks", type=int, default=2000, help="checks for the memory figures")
    arguments = parser.parse_args(argv)
    found = measure(arguments.attempts, arguments.checks)
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
