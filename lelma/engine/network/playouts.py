"""Random playouts by the network: thousands of games side by side, each on one bit of a word."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gdl.ground.ground import GroundLimits
from gdl.tree.syntax import Description
from lelma.engine.dynamics import Playouts
from lelma.engine.network.machine import Words, ones
from lelma.engine.network.network import Network
from lelma.engine.network.program import Playout
from lelma.support.errors import UsageError

Counts = npt.NDArray[np.int64]

_MOST_COMPILED = 32_000
"""Instructions that are compiled by default however short the playouts: it takes some 4 seconds at most."""
_COMPILED_A_SECOND = 5_000
"""Instructions that are compiled by default for each second of playouts: as many as compiling takes at worst."""
_BLOCKS = 8


class PlayoutRunner(Protocol):
    """Lanes of games that are played side by side."""

    lanes: int

    def begin(self, playing: int | None) -> None:
        """Starts new games: in all lanes, restarted for ever; or once in each of the first `playing` lanes."""

    def run(self, steps: int) -> Counts:
        """Plays some steps; how often lanes moved, finished, were stuck, finished with each goal value."""

    def playing(self) -> bool:
        """Whether any lane is still in a game."""


def backends() -> tuple[str, ...]:
    """The backends that are installed, fastest first."""
    return ("llvmlite", "numpy") if find_spec("llvmlite") else ("numpy",)


def playouts(
    description: Description,
    *,
    seconds: float,
    seed: int = 0,
    backend: str | None = None,
    limits: GroundLimits | None = None,
) -> Playouts:
    """Random playouts for that many seconds, from a description.

    Raises:
        gdl.ground.ground.DoesNotGround: the rules have too many instances.
    """
    return play_out(Network.build(description, limits), seconds=seconds, seed=seed, backend=backend)


def play_out(
    network: Network,
    *,
    seconds: float | None = None,
    count: int | None = None,
    seed: int = 0,
    backend: str | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Playouts:
    """Random playouts: every role chooses uniformly among its legal moves.

    With `count`, exactly that many games are played to their end, so that they are a fair sample. With `seconds`,
    finished games are replaced and those that are unfinished at the end do not count, which favours short games
    while few games fit into the time.

    Raises:
        UsageError: not one of `seconds` and `count` is given, or the backend is not there.
    """
    if (seconds is None) == (count is None):
        raise UsageError("say either for how many seconds to play, or how many games")
    while True:
        runner = _runner(network, seed, backend, seconds or 0.0)
        name = "numpy" if isinstance(runner, NumpyRunner) else "llvmlite"
        start, cpu = clock(), time.process_time()
        try:
            counts = _counted(runner, count) if count is not None else _timed(runner, seconds or 0, clock)
            break
        except _Conflict:
            network.choose_apart()
    begun = runner.lanes if count is None else 0
    return _result(
        network.playout, len(network.roles), counts, begun, (clock() - start, time.process_time() - cpu), name
    )


class _Conflict(Exception):
    """Two roles were to choose at the same time that were taken to have turns."""


def _run(runner: PlayoutRunner, steps: int) -> Counts:
    counts = runner.run(steps)
    if counts[3]:
        raise _Conflict
    return counts


def _timed(runner: PlayoutRunner, seconds: float, clock: Callable[[], float]) -> Counts:
    runner.begin(None)
    end = clock() + seconds
    steps = 2
    counts = np.zeros(1, dtype=np.int64)
    while (before := clock()) < end:
        counts = counts + _run(runner, steps)
        now = clock()
        left = min(0.2, max(0.0, end - now))
        steps = max(2, min(4 * steps, int(steps * left / max(now - before, 1e-6))))
    return counts


def _counted(runner: PlayoutRunner, count: int) -> Counts:
    counts = np.zeros(1, dtype=np.int64)
    while count > 0:
        games = min(count, runner.lanes)
        runner.begin(games)
        while runner.playing():
            counts = counts + _run(runner, 8)
        count -= games
    return counts


def _result(
    playout: Playout, roles: int, counts: Counts, begun: int, seconds: tuple[float, float], backend: str
) -> Playouts:
    if len(counts) == 1:
        counts = np.zeros(4 + len(playout.values), dtype=np.int64)
    moved, finished, stuck, _, *ended = (int(number) for number in counts)
    goals: tuple[dict[Fraction, int], ...] = tuple({} for _ in range(roles))
    for (role, value), number in zip(playout.values, ended, strict=True):
        if number:
            goals[role][value] = number
    ends = finished + stuck
    return Playouts(ends, moved + ends + begun, *seconds, stuck, goals, backend)


def _runner(network: Network, seed: int, backend: str | None, seconds: float) -> PlayoutRunner:
    available = backends()
    if backend is None:
        small = len(network.playout.program.code) <= max(_MOST_COMPILED, _COMPILED_A_SECOND * seconds)
        backend = available[0] if small else "numpy"
    if backend not in ("llvmlite", "numpy"):
        raise UsageError(f"there is no backend {backend}: use llvmlite or numpy")
    if backend not in available:
        raise UsageError("llvmlite is not installed: type pip install 'lelma[network]'")
    if backend == "numpy":
        return NumpyRunner(network, seed)
    return JitRunner(network, seed)


def _lanes(playing: int | None, words: int) -> Words:
    """One bit for each lane that plays."""
    if playing is None:
        return np.full(words, 2**64 - 1, dtype=np.uint64)
    found = np.zeros(words, dtype=np.uint64)
    found[: playing // 64] = 2**64 - 1
    if playing % 64:
        found[playing // 64] = 2 ** (playing % 64) - 1
    return found


class NumpyRunner:
    """Lanes in rows of numpy arrays."""

    def __init__(self, network: Network, seed: int, words: int | None = None) -> None:
        playout = network.playout_without_and_not
        self._machine = network.playout_machine(words)
        words = self._machine.inputs.shape[1]
        self.lanes = 64 * words
        fluents = len(network.fluents)
        self._state = self._machine.inputs[: fluents + 1]
        self._once = self._machine.inputs[fluents + 1]
        self._random = self._machine.inputs[fluents + 2 :]
        self._initial = network.initial_bits
        self._bits = np.random.SFC64(seed)
        self._masks = 4 + len(playout.values)

    def begin(self, playing: int | None) -> None:
        words = self.lanes // 64
        self._state[:-1] = np.where(self._initial, np.uint64(2**64 - 1), np.uint64(0))[:, None]
        self._state[-1] = _lanes(playing, words)
        self._once[:] = 0 if playing is None else 2**64 - 1

    def run(self, steps: int) -> Counts:
        counts = np.zeros(self._masks, dtype=np.int64)
        random, rows = self._random, len(self._state)
        for _ in range(steps):
            if random.size:
                random[:] = self._bits.random_raw(random.size).reshape(random.shape)
            outputs = self._machine.run()
            self._state[:] = outputs[:rows]
            counts += ones(outputs[rows:])
        return counts

    def playing(self) -> bool:
        return bool(self._state[-1].any())


class JitRunner:
    """Lanes in blocks of one vector, played by machine code."""

    def __init__(self, network: Network, seed: int) -> None:
        from lelma.engine.network.jit import LaneBlock

        self._code = network.compiled_playout
        words = self._code.words
        self.lanes = 64 * words * _BLOCKS
        seeds = np.random.SeedSequence(seed).generate_state(2 * words * _BLOCKS, dtype=np.uint64)
        states = (seeds.astype(np.uint64) | np.uint64(1)).reshape(_BLOCKS, 2, words)
        self._blocks = [LaneBlock(self._code, state) for state in states]
        self._initial = network.initial_bits

    def begin(self, playing: int | None) -> None:
        words = self._code.words
        alive = _lanes(playing, words * _BLOCKS).reshape(_BLOCKS, words)
        for block, lanes in zip(self._blocks, alive, strict=True):
            block.now[:-1] = np.where(self._initial, np.uint64(2**64 - 1), np.uint64(0))[:, None]
            block.now[-1] = lanes
            block.once[:] = 0 if playing is None else 2**64 - 1

    def run(self, steps: int) -> Counts:
        each = max(2, steps // _BLOCKS)
        total = np.zeros(self._code.counts, dtype=np.int64)
        for block in self._blocks:
            block.counts[:] = 0
            self._code.run(block, each)
            total += block.counts.sum(axis=1).astype(np.int64)
        return total

    def playing(self) -> bool:
        return any(bool(block.now[-1].any()) for block in self._blocks)
