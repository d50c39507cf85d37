"""What knowledge costs by the size of a puzzle: known, known to be known, and common, each with its time.

`python -m tests.bench.bench_puzzles`. The limits are those of a claim, 2 seconds and 20,000 positions; a question that
is too large says so instead of an answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from lelma.engine.answers import DEFAULT_LIMITS
from tests.lelma.verify.formulas.puzzles import Puzzle, Scene, dining_cryptographers, muddy_puzzle, russian_cards
from translators.formulas import formula as f

PUZZLES: Sequence[tuple[str, Callable[[], Puzzle]]] = (
    *((f"muddy children, {count}", lambda count=count: muddy_puzzle(count)) for count in (3, 5, 7, 9)),
    *((f"dining cryptographers, {count}", lambda count=count: dining_cryptographers(count)) for count in (3, 4, 5, 6)),
    *((f"russian cards, {2 * n + 1}", lambda n=n: russian_cards(2 * n + 1, n, n)) for n in (1, 2, 3)),
)


def questions(puzzle: Puzzle) -> list[f.Formula]:
    """Whether the first player knows a fact, whether the second knows that, and whether all do, and so on."""
    first, second = map(f.Const, puzzle.players[:2])
    known = f.AnyOf((f.Knows(first, puzzle.facts[0]), f.Knows(first, f.Negation(puzzle.facts[0]))))
    return [known, f.Knows(second, known), f.Common((), known)]


def main(_: Sequence[str]) -> int:
    print(f"{'':27} {'worlds':>7}  {'known':>20}  {'nested':>20}  {'common':>20}")
    for name, make in PUZZLES:
        puzzle = make()
        scene, told = Scene(puzzle.rules, DEFAULT_LIMITS), []
        for formula in questions(puzzle):
            start = time.perf_counter()
            judged = scene.judge(puzzle.worlds[0].given, [formula])[0]
            word = judged.truth + (f": {judged.reason.split(':')[0]}" if judged.reason else "")
            told.append(f"{word} {1000 * (time.perf_counter() - start):6,.0f} ms")
        print(f"{name:27} {len(puzzle.worlds):7,}  {'  '.join(f'{each:>20}' for each in told)}", flush=True)
        scene.solver.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
