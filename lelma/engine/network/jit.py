"""The program of random playouts as machine code, by llvmlite.

One vector of words holds the states of a block of lanes, 512 with AVX-512. The code is divided into functions of a
few thousand instructions: inside, values live in registers; between, in memory. Compiling takes time in
proportion to the length that way, while one long function takes its square.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt

from lelma.engine.network.machine import Words
from lelma.engine.network.program import GateProgram, Op, Playout

_CHUNK = 2000
_PARAMS = ", ".join(f"ptr noalias %{name}" for name in ("now", "after", "fixed", "scratch", "random", "counts"))
_PASSED = "ptr %fixed, ptr %scratch, ptr %random, ptr %counts"
_TEXT = {Op.AND: "and", Op.OR: "or", Op.XOR: "xor"}


def vector_words() -> int:
    """How many words of 64 bits the widest registers of this machine hold."""
    features = llvm.get_host_cpu_features()
    if features.get("avx512f"):
        return 8
    return 4 if features.get("avx2") else 2


class MachineCode:
    """Machine code for the steps of random playouts of one block of lanes.

    Attributes:
        words: words in a vector.
        states: vectors of a block's states (fluents, then lanes that are alive).
        counts: vectors of a block's counters: lanes that moved, finished, were stuck, finished with each value.
    """

    def __init__(self, playout: Playout, fluents: int) -> None:
        self.words = vector_words()
        self.states = fluents + 1
        self.counts = len(playout.program.outputs) - self.states
        text, self.scratch = _Writer(playout.program, self.states, playout.random, self.words).run()
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        # opt=2 gave code of the same speed on four games, in up to 1.7 times the time.
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=1
        )
        module = llvm.parse_assembly(text)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        address = self._engine.get_function_address("run")
        self._run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6, ctypes.c_int64)(address)
        self._scratch = vectors(self.scratch + 1, self.words)

    def run(self, block: LaneBlock, steps: int) -> None:
        """Plays at least that many steps in all lanes of a block: an even number of them."""
        pointers = [block.now, block.after, block.once, self._scratch, block.random, block.counts]
        self._run(*(rows.ctypes.data for rows in pointers), (steps + 1) // 2)


class LaneBlock:
    """The memory of one block of lanes."""

    def __init__(self, code: MachineCode, seeds: npt.NDArray[np.uint64]) -> None:
        self.now = vectors(code.states, code.words)
        self.after = vectors(code.states, code.words)
        self.once = vectors(1, code.words)
        self.random = vectors(2, code.words)
        self.random[:] = seeds
        self.counts = vectors(code.counts, code.words)


def vectors(rows: int, words: int) -> Words:
    """Memory for some vectors, aligned as vector instructions want it."""
    raw = np.zeros(rows * words + 8, dtype=np.uint64)
    start = (-raw.ctypes.data % 64) // 8
    return raw[start : start + rows * words].reshape(rows, words)


class _Writer:
    """Writes a program as LLVM's assembly. Inputs: states, `once`, random bits; outputs: states, then masks."""

    def __init__(self, program: GateProgram, states: int, random: int, words: int) -> None:
        self.program = program
        self.states = states
        self.random = range(states + 1, states + 1 + random)
        self.vector = f"<{words} x i64>"
        self.words = words
        self.lines: list[str] = []
        self.fresh = 0
        self.chunk_of: dict[int, int] = {}
        self.slot: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.generator: list[str] = []
        self.drawn: set[int] = set()

    def run(self) -> tuple[str, int]:
        """The module's text, and how many vectors of scratch memory it takes."""
        code, inputs = self.program.code, self.program.inputs
        spans = [range(start, min(start + _CHUNK, len(code))) for start in range(0, len(code), _CHUNK)]
        spans = spans or [range(0)]
        last: dict[int, int] = {}
        for number, span in enumerate(spans):
            for at in span:
                self.chunk_of[inputs + at] = number
                for value in code[at][1:]:
                    if value in self.random:
                        self.chunk_of.setdefault(value, number)
                    last[value] = number
        final = len(spans) - 1
        ready = self._outputs_by_chunk(final)
        for number, outputs in ready.items():
            for value, _ in outputs:
                last[value] = max(last.get(value, 0), number)
        scratch = self._allocate(last, len(spans))
        for number, span in enumerate(spans):
            self._chunk(number, span, last, ready.get(number, []))
        return "\n".join([*self._head(), *self.lines, *self._loop(len(spans))]), scratch

    def _outputs_by_chunk(self, final: int) -> dict[int, list[tuple[int, int]]]:
        """Chunk → `(value, number of the output)` to be stored at its end."""
        found: dict[int, list[tuple[int, int]]] = {}
        for at, value in enumerate(self.program.outputs):
            found.setdefault(self.chunk_of.get(value, final), []).append((value, at))
        return found

    def _allocate(self, last: dict[int, int], chunks: int) -> int:
        """Gives a place in scratch memory to values that live on after their chunk."""
        ends: list[list[int]] = [[] for _ in range(chunks)]
        starts: list[list[int]] = [[] for _ in range(chunks)]
        for value, number in self.chunk_of.items():
            if last.get(value, number) > number:
                starts[number].append(value)
                ends[last[value]].append(value)
        free: list[int] = []
        size = 0
        for number in range(chunks):
            for value in starts[number]:
                if not free:
                    free.append(size)
                    size += 1
                self.slot[value] = free.pop()
            free.extend(self.slot[value] for value in ends[number])
        return size

    def _head(self) -> Iterator[str]:
        yield f"declare {self.vector} @llvm.ctpop.v{self.words}i64({self.vector})"

    def _name(self) -> str:
        self.fresh += 1
        return f"%x{self.fresh}"

    def _all(self, number: int) -> str:
        return "<" + ", ".join([f"i64 {number}"] * self.words) + ">"

    def _op(self, op: str, a: str, b: str) -> str:
        name = self._name()
        self.lines.append(f"  {name} = {op} {self.vector} {a}, {b}")
        return name

    def _address(self, base: str, at: int) -> str:
        name = self._name()
        self.lines.append(f"  {name} = getelementptr {self.vector}, ptr %{base}, i64 {at}")
        return name

    def _load(self, base: str, at: int) -> str:
        address, name = self._address(base, at), self._name()
        self.lines.append(f"  {name} = load {self.vector}, ptr {address}, align 64")
        return name

    def _store(self, value: str, base: str, at: int) -> None:
        address = self._address(base, at)
        self.lines.append(f"  store {self.vector} {value}, ptr {address}, align 64")

    def _chunk(self, number: int, span: range, last: dict[int, int], outputs: Sequence[tuple[int, int]]) -> None:
        self.lines.append(f"define internal void @step{number}({_PARAMS}) noinline nounwind {{")
        self.names, self.generator = {}, []
        inputs, code = self.program.inputs, self.program.code
        spilled = {value for value in self.slot if self.chunk_of[value] == number}
        for at in span:
            op, a, b = code[at]
            self.names[inputs + at] = self._instruction(op, a, b)
        for value, output in outputs:
            self._output(self._value(value), output)
        for value in spilled:
            self._store(self._value(value), "scratch", self.slot[value])
        if self.generator:
            for at, state in enumerate(self.generator):
                self._store(state, "random", at)
        self.lines.append("  ret void\n}")

    def _instruction(self, op: Op, a: int, b: int) -> str:
        if op is Op.ZERO:
            return self._op("xor", self._all(0), self._all(0))
        first = self._value(a)
        if op is Op.NOT:
            return self._op("xor", first, self._all(-1))
        second = self._value(b)
        if op is Op.AND_NOT:
            return self._op("and", first, self._op("xor", second, self._all(-1)))
        return self._op(_TEXT[op], first, second)

    def _value(self, value: int) -> str:
        """The name of a value, loaded or drawn if this function has not used it yet."""
        if value not in self.names:
            if value < self.states:
                self.names[value] = self._load("now", value)
            elif value == self.states:
                self.names[value] = self._load("fixed", 0)
            elif value in self.random and value not in self.drawn:
                self.names[value] = self._draw()
                self.drawn.add(value)
            else:
                self.names[value] = self._load("scratch", self.slot[value])
        return self.names[value]

    def _draw(self) -> str:
        """Random bits: xorshift128+ (Vigna, J. Comput. Appl. Math. 315, 2017), one generator a word."""
        if not self.generator:
            self.generator = [self._load("random", 0), self._load("random", 1)]
        x, y = self.generator
        x = self._op("xor", x, self._op("shl", x, self._all(23)))
        mixed = self._op("xor", x, y)
        shifted = self._op("xor", self._op("lshr", x, self._all(17)), self._op("lshr", y, self._all(26)))
        new = self._op("xor", mixed, shifted)
        self.generator = [y, new]
        return self._op("add", new, y)

    def _output(self, name: str, output: int) -> None:
        if output < self.states:
            self._store(name, "after", output)
            return
        ones = self._name()
        kind = f"v{self.words}i64"
        self.lines.append(f"  {ones} = call {self.vector} @llvm.ctpop.{kind}({self.vector} {name})")
        counter = output - self.states
        self._store(self._op("add", self._load("counts", counter), ones), "counts", counter)

    def _loop(self, chunks: int) -> Iterator[str]:
        yield f"define void @run(ptr %now, ptr %after, {_PASSED}, i64 %n) nounwind {{"
        yield "entry:\n  br label %loop\nloop:"
        yield "  %i = phi i64 [ %n, %entry ], [ %less, %loop ]"
        for now, after in (("now", "after"), ("after", "now")):
            for number in range(chunks):
                yield f"  call void @step{number}(ptr %{now}, ptr %{after}, {_PASSED})"
        yield "  %less = sub i64 %i, 1\n  %more = icmp sgt i64 %less, 0"
        yield "  br i1 %more, label %loop, label %done\ndone:\n  ret void\n}"
