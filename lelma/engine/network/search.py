"""All states of a game, level by level, and exact values by backward induction.

States are expanded thousands at a time by the network and kept as rows of bytes, one bit a fluent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gdl.tree.syntax import Term
from gdl.values import dataclass
from lelma.engine.dynamics import LevelCounts
from lelma.engine.network.machine import Bits, Machine, packed, unpacked
from lelma.engine.network.network import Network
from lelma.engine.network.program import GateProgram, Layout
from lelma.support.errors import GameError

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]

_LANES = 16_384
_CELLS = 20_000_000


class Batch:
    """The network's answers for some states.

    Attributes:
        bits: `bits[fluent, state]`.
        terminal: for each state.
        goals: `goals[value, state]`, values in the order of the roles.
        legal: for each role `legal[move, state]`; nothing is legal in a terminal state.
        joint: for each state how many joint moves it has.
    """

    def __init__(self, expander: Expander, states: Bytes) -> None:
        network = expander.network
        count = len(states)
        self.bits: Bits = np.unpackbits(states, axis=1, count=len(network.fluents), bitorder="little").T.view(np.bool_)
        seen = expander.run("look", packed(self.bits), count)
        self.terminal: Bits = seen[0]
        at = 1 + sum(map(len, network.grounding.goals))
        self.goals: Bits = seen[1:at]
        self.legal: list[Bits] = []
        for moves in network.moves:
            self.legal.append(seen[at : at + len(moves)] & ~self.terminal)
            at += len(moves)
        self.counts = np.array([legal.sum(axis=0) for legal in self.legal], dtype=np.int64)
        self.joint: Integers = self.counts.prod(axis=0) if len(self.counts) else np.zeros(count, dtype=np.int64)


class Expander:
    """Runs a network on many states; machines are kept for each width that was used."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._layouts: dict[str, tuple[GateProgram, Layout]] = {}
        self._machines: dict[tuple[str, int], Machine] = {}
        width = len(network.fluents) + sum(map(len, network.moves))
        self._slice = max(512, min(65_536, _CELLS // max(1, width)))

    def initial(self) -> Bytes:
        return rows(self.network.initial_bits[:, None])

    def run(self, program: str, words: npt.NDArray[np.uint64], lanes: int) -> Bits:
        """The outputs of `look` or `step`, unpacked."""
        width = 1 << (words.shape[1] - 1).bit_length()
        machine = self._machines.get((program, width))
        if machine is None:
            if program not in self._layouts:
                code: GateProgram = getattr(self.network, program)
                self._layouts[program] = code, self.network.laid_out(code)
            self._machines = {key: kept for key, kept in self._machines.items() if key[0] != program}
            machine = self._machines[(program, width)] = Machine(
                self._layouts[program][0], width, self._layouts[program][1]
            )
        machine.inputs[:, : words.shape[1]] = words
        return unpacked(machine.run(), lanes)

    def batches(self, states: Bytes) -> Iterator[tuple[int, Batch]]:
        """Answers for all states, in order: the number of the first one, and a batch."""
        for start in range(0, len(states), _LANES):
            yield start, Batch(self, states[start : start + _LANES])

    def successors(self, batch: Batch) -> Iterator[tuple[Integers, list[Integers], Bytes]]:
        """Every joint move of every state: the state's number, the role's moves, and the next states."""
        ends = np.cumsum(batch.joint)
        total = int(ends[-1]) if len(ends) else 0
        listed = [np.nonzero(legal.T)[1] for legal in batch.legal]
        firsts = [np.concatenate(([0], np.cumsum(counts)[:-1])) for counts in batch.counts]
        for start in range(0, total, self._slice):
            pair = np.arange(start, min(start + self._slice, total))
            state = np.searchsorted(ends, pair, side="right")
            rest = pair - (ends[state] - batch.joint[state])
            moves: list[Integers] = []
            for counts, options, first in reversed(list(zip(batch.counts, listed, firsts, strict=True))):
                moves.append(options[first[state] + rest % counts[state]])
                rest = rest // counts[state]
            moves.reverse()
            yield state, moves, self._next(batch, state, moves)

    def _next(self, batch: Batch, state: Integers, moves: Sequence[Integers]) -> Bytes:
        lanes = np.arange(len(state))
        inputs = [batch.bits[:, state]]
        for made, possible in zip(moves, self.network.moves, strict=True):
            chosen = np.zeros((len(possible), len(state)), dtype=np.bool_)
            chosen[made, lanes] = True
            inputs.append(chosen)
        return rows(self.run("step", packed(np.concatenate(inputs)), len(state)))


def rows(bits: Bits) -> Bytes:
    """States as rows of bytes, from columns of bits."""
    found: Bytes = np.packbits(bits.T, axis=1, bitorder="little")
    return found


def distinct_states(states: Bytes) -> tuple[Bytes, Integers]:
    """Each state once, and for each row the number of its state."""
    if len(states) == 0 or states.shape[1] == 0:
        return states[:1], np.zeros(len(states), dtype=np.int64)
    width = states.shape[1]
    if width <= 8:
        wide = np.zeros((len(states), 8), dtype=np.uint8)
        wide[:, :width] = states
        keys: npt.NDArray[Any] = wide.view(np.uint64)[:, 0]
    else:
        keys = np.ascontiguousarray(states).view(np.dtype((np.void, width)))[:, 0]
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return states[first], number.reshape(-1)


def perft(
    network: Network, depth: int, *, most: int = 5_000_000, proceed: Callable[[], None] = lambda: None
) -> list[LevelCounts]:
    """Counts of joint-move sequences and states at each depth from 0 to `depth`.

    Equal states of one depth are expanded once. `proceed` is called between batches, and may raise.

    Raises:
        GameError: more than `most` states at one depth.
    """
    expander = Expander(network)
    states = expander.initial()
    weights: npt.NDArray[Any] = np.ones(1, dtype=np.int64)
    found: list[LevelCounts] = []
    for at in range(depth + 1):
        parts: list[Bytes] = []
        carried: list[npt.NDArray[Any]] = []
        ended, ended_states = 0, 0
        for start, batch in expander.batches(states):
            proceed()
            here = weights[start : start + len(batch.terminal)]
            ended += int(here[batch.terminal].sum())
            ended_states += int(batch.terminal.sum())
            if at < depth:
                for state, _, after in expander.successors(batch):
                    kept, number = distinct_states(after)
                    parts.append(kept)
                    carried.append(_added(number, here[state], len(kept)))
                    if sum(map(len, parts)) > 8 * most:
                        raise GameError(f"more than {most:,} states after {at + 1} moves")
        found.append(LevelCounts(at, int(weights.sum()), ended, len(states), ended_states))
        if not parts:
            found += [LevelCounts(later, 0, 0, 0, 0) for later in range(at + 1, depth + 1)]
            break
        states, number = distinct_states(np.concatenate(parts))
        if len(states) > most:
            raise GameError(f"more than {most:,} states after {at + 1} moves")
        weights = _added(number, np.concatenate(carried), len(states))
    return found


def _added(number: Integers, weights: npt.NDArray[Any], count: int) -> npt.NDArray[Any]:
    """The sum of the weights of each number; exact, in Python's integers where 64 bits might not do."""
    if weights.dtype != object and float(weights.sum(dtype=np.float64)) > 2.0**62:
        weights = weights.astype(object)
    sums = np.zeros(count, dtype=weights.dtype)
    np.add.at(sums, number, weights)
    return sums


@dataclass(frozen=True)
class ReachableGraph:
    """All states that can be reached, in the order they are met breadth first, and the moves between them.

    Attributes:
        states: rows of bytes.
        terminal: for each state.
        goals: `goals[state, value]`, values in the order of the roles.
        options: `options[state, role]`: how many legal moves; 0 in terminal states.
        source, target: state numbers of each joint move, sources ascending.
        moves: `moves[edge, role]`: the number of the role's move.
        index: a state's bytes → its number.
    """

    network: Network
    states: Bytes
    terminal: Bits
    goals: Bits
    options: Integers
    source: Integers
    target: Integers
    moves: Integers
    index: dict[bytes, int]

    def number(self, state: frozenset[Term]) -> int:
        """The number of a state.

        Raises:
            KeyError: the state is not reachable.
        """
        return self.index[rows(self.network.bits([state])).tobytes()]


def reachable(network: Network, *, most: int = 2_000_000, proceed: Callable[[], None] = lambda: None) -> ReachableGraph:
    """Every state that legal moves lead to. `proceed` is called between batches, and may raise.

    Raises:
        GameError: there are more than `most`.
    """
    expander = Expander(network)
    frontier = expander.initial()
    index = {frontier.tobytes(): 0}
    levels = [frontier]
    terminal: list[Bits] = []
    goals: list[Bits] = []
    options: list[Integers] = []
    edges: list[tuple[Integers, Integers, Integers]] = []
    done = 0
    while len(frontier):
        fresh: list[Bytes] = []
        for start, batch in expander.batches(frontier):
            proceed()
            terminal.append(batch.terminal)
            goals.append(batch.goals.T)
            options.append(batch.counts.T)
            for state, moves, after in expander.successors(batch):
                kept, number = distinct_states(after)
                numbers = _numbered(kept, index, fresh)
                edges.append((state + (done + start), numbers[number], np.stack(moves, axis=1)))
                if len(index) > most:
                    raise GameError(f"more than {most:,} states can be reached")
        done += len(frontier)
        frontier = np.concatenate(fresh) if fresh else frontier[:0]
        levels.append(frontier)
    none = np.zeros(0, dtype=np.int64)
    return ReachableGraph(
        network,
        np.concatenate(levels),
        np.concatenate(terminal),
        np.concatenate(goals),
        np.concatenate(options),
        np.concatenate([none, *(edge[0] for edge in edges)]),
        np.concatenate([none, *(edge[1] for edge in edges)]),
        np.concatenate([none.reshape(0, len(network.roles)), *(edge[2] for edge in edges)]),
        index,
    )


def _numbered(states: Bytes, index: dict[bytes, int], fresh: list[Bytes]) -> Integers:
    """The numbers of distinct states; new ones get the next numbers and are appended to `fresh`."""
    data, width, size = states.tobytes(), states.shape[1], len(index)
    numbers = np.array(
        [index.setdefault(data[at : at + width], len(index)) for at in range(0, len(data), width)]
        if width
        else [0] * len(states),
        dtype=np.int64,
    )
    new = states[numbers >= size]
    if len(new):
        fresh.append(new)
    return numbers
