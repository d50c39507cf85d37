"""The ground network: playouts a second by each backend beside Prolog progression, and what building takes.

Every figure of a line comes from the same run. Without the data folder the games of
`tests/lelma/engine/network/sheets` are played. `python -m tests.bench.bench_network [SECONDS]`;
SECONDS a measurement, 0.5 by default.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from gdl.errors import GdlError
from gdl.ground.ground import GroundLimits, ground
from gdl.text.read import fold_case, read_file
from gdl.tree.syntax import Description
from lelma.engine.network import Network, backends, play_out, solve_network
from lelma.engine.progression import Progression
from lelma.support.errors import LelmaError
from tests.bench.data import sheets

GAMES = (
    "ticTacToe connectFour breakthrough reversi englishDraughts checkersTiny eightPuzzle tron_10x10 pentago"
    " biddingTicTacToe gomoku_11x11 kalaha5x2x3"
).split()
SANCHO = {"ticTacToe": 156_000, "connectFour": 88_000, "breakthrough": 20_600, "reversi": 1_900}
"""Playouts a second of the fastest old engine, Sancho, on a machine like those this was written on."""
_QUICK = 2.0
_PATIENCE = 4.0


def read(file: Path) -> Description:
    return fold_case(read_file(file))


def progression(description: Description, seconds: float) -> float:
    """Playouts a second of Prolog progression; 0 where it cannot play the game."""
    try:
        prolog = Progression(description)
    except LelmaError:
        return 0.0
    try:
        found = prolog.playouts(seconds)
    except LelmaError:
        return 0.0
    finally:
        prolog.close()
    return found.playouts / found.seconds


def rates(name: str, description: Description, seconds: float) -> None:
    """One line: playouts a second and ratios."""
    network = Network.build(description)
    base = progression(description, seconds)
    parts = [f"{name:20} {network.info.instructions:7,} instructions  Prolog {base:9,.1f}/s"]
    for backend in reversed(backends()):
        start = time.perf_counter()
        if backend == "llvmlite":
            _ = network.compiled_playout
        compiling = time.perf_counter() - start
        found = play_out(network, seconds=seconds, backend=backend)
        rate = found.playouts / found.seconds
        text = f"{backend} {rate:13,.0f}/s"
        if base:
            text += f" {rate / base:9,.0f}×"
        if name in SANCHO:
            text += f" (Sancho's figure ×{rate / SANCHO[name]:,.0f})"
        if backend == "llvmlite":
            text += f", compiled in {compiling:.1f} s"
        parts.append(text)
    print(" | ".join(parts), flush=True)


def building(files: dict[str, Path]) -> None:
    """How much processor time grounding and the circuit take, over all sheets."""
    times: dict[str, float] = {}
    for name, file in files.items():
        start = time.process_time()
        try:
            description = read(file)
            start = time.process_time()
            network = Network(ground(description, GroundLimits(seconds=_PATIENCE)), seconds=_PATIENCE)
            _ = network.info
        except (GdlError, LelmaError) as error:
            print(f"{name:28} {time.process_time() - start:6.2f} s  {error}")
            continue
        times[name] = time.process_time() - start
        if times[name] > _QUICK:
            print(f"{name:28} {times[name]:6.2f} s  {network.info.instances:,} instances")
    quick = sum(seconds <= _QUICK for seconds in times.values())
    print(
        f"{len(times)} of {len(files)} sheets ground; grounding plus circuit: median"
        f" {statistics.median(times.values()):.3f} s, within {_QUICK:g} s {quick} ({quick / len(times):.0%})"
    )


def solving(name: str, description: Description) -> None:
    network = Network.build(description)
    _ = network.look, network.step
    start = time.perf_counter()
    solution = solve_network(network)
    seconds = time.perf_counter() - start
    values = ", ".join(str(value) for value in solution.value())
    print(f"{name}: {len(solution.graph.states):,} states, value {values}, solved in {1000 * seconds:.1f} ms")


def main(argv: Sequence[str]) -> int:
    seconds = float(argv[0]) if argv else 0.5
    files = sheets()
    for name in [name for name in GAMES if name in files] or files:
        rates(name, read(files[name]), seconds)
    building(files)
    for name in ("ticTacToe", "three"):
        if name in files:
            solving(name, read(files[name]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
