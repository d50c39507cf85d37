"""What a theory costs by its number of axioms: reading it, deciding it, and E's time for the same in the same run.

`python -m tests.bench.bench_prover`. The paper's Isabelle took 15.7 s for valid theories and 103 s for others, on
average (its predecessor's logs). E is left out where it is not installed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from lelma.experiments.prover_times import chained_theory
from lelma.prover import ProverLimits, check, read_theory
from lelma.prover.eprover import ask_eprover, eprover_path

SIZES = (5, 20, 80, 160)
LIMITS = ProverLimits(seconds=20, external=False)


def milliseconds(work: Callable[[], object], times: int = 3) -> float:
    """The fastest of some runs."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return 1000 * min(taken)


def main(_: Sequence[str]) -> int:
    print(f"{'axioms':>6} {'goal':10} {'read':>8} {'decide':>8} {'E':>8} {'E / ours':>8}")
    for size in SIZES:
        for entailed in (True, False):
            text = chained_theory(size, entailed=entailed)
            theory = read_theory(text)
            reading = milliseconds(lambda text=text: read_theory(text))
            ours = milliseconds(lambda theory=theory: check(theory, limits=LIMITS))
            told = f"{size:6} {'entailed' if entailed else 'open':10} {reading:8.1f} {ours:8.1f}"
            if eprover_path() is not None:
                goal = milliseconds(lambda theory=theory: ask_eprover(theory, seconds=20), 1)
                told += f" {goal:8.1f} {goal / ours:8.2f}"
            print(told, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
