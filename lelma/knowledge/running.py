"""Programs of gates run on any number of lanes: narrow ones on Python's integers, wide ones by numpy."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from lelma.knowledge.partial import with_known
from lelma.network.machine import Machine, Words
from lelma.network.program import Op, Program

WIDEST = 1024
"""Words of 64 lanes that one run may have."""

_NARROW = 32
"""Words up to which an integer a gate is faster than a numpy call a gate (measured: 60 ns beside 600 ns)."""

_FUNCTIONS: dict[Op, Callable[[int, int], int]] = {Op.AND: operator.and_, Op.OR: operator.or_, Op.XOR: operator.xor}


class Runner:
    """A program, ready to be run."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def specialised(self, full: Collection[int], varying: Sequence[int]) -> Runner:
        """A runner for many runs in which just some inputs vary, and have numbers from 0 in the order given.

        Args:
            full: inputs that are true in all lanes; the others that do not vary are false.
            varying: ascending.
        """
        held, vary = set(full), set(varying)
        return Runner(with_known(self.program, {at: at in held for at in range(self.program.inputs) if at not in vary}))

    def run(self, full: Iterable[int], rows: Mapping[int, Words], words: int) -> Words:
        """The outputs, `words` words each.

        Args:
            full: inputs that are true in all lanes.
            rows: other inputs, by number; those in neither are false.
            words: at most `WIDEST`.
        """
        return self._narrow(full, rows, words) if words <= _NARROW else self._wide(full, rows, words)

    def _wide(self, full: Iterable[int], rows: Mapping[int, Words], words: int) -> Words:
        inputs = self._machine.inputs
        inputs[:] = 0
        inputs[list(full)] = np.iinfo(np.uint64).max
        for at, row in rows.items():
            inputs[at, :words] = row
        return self._machine.run()[:, :words]

    @cached_property
    def _machine(self) -> Machine:
        return Machine(self.program, WIDEST)

    def _narrow(self, full: Iterable[int], rows: Mapping[int, Words], words: int) -> Words:
        ones = (1 << 64 * words) - 1
        values = [0] * self.program.inputs
        for at in full:
            values[at] = ones
        for at, row in rows.items():
            values[at] = int.from_bytes(row.astype("<u8", copy=False).tobytes(), "little")
        values.append(ones)
        append = values.append
        for function, a, b in self._code:
            append(function(values[a], values[b]))
        found = b"".join([values[at].to_bytes(8 * words, "little") for at in self._outputs])
        return np.frombuffer(found, dtype="<u8").astype(np.uint64, copy=False).reshape(-1, words)

    def _moved(self, value: int) -> int:
        """The place of a value where all ones stand between the inputs and the results."""
        return value + (value >= self.program.inputs)

    @cached_property
    def _outputs(self) -> list[int]:
        return [self._moved(value) for value in self.program.outputs]

    @cached_property
    def _code(self) -> list[tuple[Callable[[int, int], int], int, int]]:
        ones = self.program.inputs
        found = []
        for op, a, b in self.program.code:
            a, b = self._moved(a), self._moved(b)
            if op is Op.NOT:
                found.append((operator.xor, a, ones))
            elif op is Op.ZERO:
                found.append((operator.xor, ones, ones))
            else:
                found.append((_FUNCTIONS[op], a, b))
        return found
