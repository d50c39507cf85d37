"""A program run by numpy: one row of words a value, one state a bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lelma.engine.network.program import GateProgram, Layout, Op, laid_out

Words = npt.NDArray[np.uint64]
Bits = npt.NDArray[np.bool_]

_FUNCTIONS: dict[Op, Any] = {Op.AND: np.bitwise_and, Op.OR: np.bitwise_or, Op.XOR: np.bitwise_xor}
_Step = tuple[Callable[..., Any], Words, Words, Words]


def _nothing(_: Words, __: Words, target: Words) -> None:
    target.fill(0)


def _not(a: Words, _: Words, target: Words) -> None:
    np.invert(a, target)


class Machine:
    """Memory of `words` words for every place of a program, and the program bound to it.

    Attributes:
        inputs: rows to be filled before a run.
    """

    def __init__(self, program: GateProgram, words: int, layout: Layout | None = None) -> None:
        layout = layout or laid_out(program)
        self.memory: Words = np.zeros((layout.places, words), dtype=np.uint64)
        self.inputs: Words = self.memory[: program.inputs]
        self._outputs = np.array(layout.outputs, dtype=np.intp)
        rows = list(self.memory)
        functions = {**_FUNCTIONS, Op.NOT: _not, Op.ZERO: _nothing}
        self._steps: list[_Step] = [(functions[op], rows[a], rows[b], rows[to]) for op, a, b, to in layout.code]

    def run(self) -> Words:
        """The outputs, one a row; a copy."""
        for function, a, b, target in self._steps:
            function(a, b, target)
        found: Words = self.memory[self._outputs]
        return found


def packed(bits: Bits) -> Words:
    """Rows of booleans as rows of words, bit 0 of word 0 first; the rest of the last word is clear."""
    rows, columns = bits.shape
    words = (columns + 63) // 64
    raw = np.zeros((rows, words * 8), dtype=np.uint8)
    small = np.packbits(bits, axis=1, bitorder="little")
    raw[:, : small.shape[1]] = small
    found: Words = raw.view("<u8").astype(np.uint64, copy=False)
    return found


def unpacked(words: Words, columns: int) -> Bits:
    """Rows of words as rows of that many booleans."""
    raw = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    found: Bits = np.unpackbits(raw, axis=1, count=columns, bitorder="little").view(np.bool_)
    return found


def transposed(words: Words, columns: int) -> Words:
    """Rows of words as rows of words for each of their first so many bits, one bit for each row there was."""
    raw = np.ascontiguousarray(np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8).T)
    bits: Bits = (raw[:, None] & _EACH_BIT).reshape(8 * len(raw), len(words))[:columns] != 0
    return packed(bits)


def ones(words: Words) -> npt.NDArray[np.int64]:
    """How many bits are set in each row."""
    if hasattr(np, "bitwise_count"):
        found: npt.NDArray[np.int64] = np.bitwise_count(words).sum(axis=-1, dtype=np.int64)
        return found
    counted: npt.NDArray[np.int64] = _ONES[np.ascontiguousarray(words).view(np.uint8)].sum(axis=-1, dtype=np.int64)
    return counted


_EACH_BIT = (1 << np.arange(8, dtype=np.uint8))[:, None]
_ONES = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)
