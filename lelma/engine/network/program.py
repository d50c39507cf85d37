"""The gates that some outputs need, as a straight list of instructions; and those of one step of random playouts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction

from gdl.values import dataclass
from lelma.engine.network.circuit import INPUT, Allowance, Circuit

_GATES_PER_CHECK = 16_384


class Op(IntEnum):
    """What an instruction does with the values `a` and `b`."""

    AND = 0
    OR = 1
    XOR = 2
    AND_NOT = 3
    """`a` and not `b`."""
    NOT = 4
    """Not `a`; `b` is `a` as well."""
    ZERO = 5
    """No bit set, whatever `a` and `b` are."""


_OPS = tuple(Op)
Instruction = tuple[Op, int, int]


@dataclass(frozen=True)
class GateProgram:
    """Instructions over values numbered from 0: first the inputs, then the result of each instruction.

    Attributes:
        inputs: how many inputs there are.
        code: one instruction for each value after the inputs.
        outputs: the values wanted, in the order asked for.
    """

    inputs: int
    code: tuple[Instruction, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True)
class Playout:
    """The program of one step of random playouts, and what its rows are.

    Inputs: the fluents; `alive`, lanes that are still to play; `once`, lanes that are to stop at the end of a
    playout; random bits. Outputs: the fluents and `alive` afterwards, then masks of lanes: `moved`, `finished`
    (in a terminal state), `stuck` (no end, and a role without a move), `conflict` (two roles choose that were
    taken to have turns: the playout is void), and one for each of `values`, that the lane finished with it.

    Attributes:
        values: `(role, goal value)` of the last outputs.
        random: how many rows of random bits a step takes.
    """

    program: GateProgram
    values: tuple[tuple[int, Fraction], ...]
    random: int


def compiled(circuit: Circuit, inputs: Sequence[int], outputs: Sequence[int], *, and_not: bool = True) -> GateProgram:
    """A program that computes the literals `outputs` from the literals `inputs`, which are positive.

    Gates come right before they are first needed, deepest first, to keep few values alive. Every gate is computed
    or its negation is, whichever takes fewer instructions. Without `and_not`, machines that have no such
    instruction get a shared NOT instead.

    Raises:
        CircuitTooLarge: if the circuit's time is used up.
    """
    return _Compiler(circuit, inputs, and_not).run(outputs)


PlainProgram = tuple[int, bytes, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A program as plain data: how many inputs, the operation of each instruction, its `a`, its `b`, and the outputs."""


def plain_program(program: GateProgram) -> PlainProgram:
    """A program as what may be kept in a file (`gdl.text.kept`)."""
    ops, lefts, rights = zip(*program.code, strict=True) if program.code else ((), (), ())
    return program.inputs, bytes(ops), lefts, rights, program.outputs


def program_of(told: PlainProgram) -> GateProgram:
    """What `plain_program` made this of."""
    inputs, ops, lefts, rights, outputs = told
    return GateProgram(inputs, tuple(zip(map(_OPS.__getitem__, ops), lefts, rights, strict=True)), outputs)


def part_of(program: GateProgram, inputs: Sequence[int], outputs: Sequence[int]) -> GateProgram:
    """As much of a program as some of its values rest on, over some of its inputs, by their numbers.

    Raises:
        ValueError: if they rest on other inputs.
    """
    start, code = program.inputs, program.code
    needed = bytearray(start + len(code))
    for value in outputs:
        needed[value] = 1
    for at in range(len(code) - 1, -1, -1):
        op, a, b = code[at]
        if needed[start + at] and op is not Op.ZERO:
            needed[a] = needed[b] = 1
    place = {value: at for at, value in enumerate(inputs)}
    if others := [value for value in range(start) if needed[value] and value not in place]:
        raise ValueError(f"input {others[0]} is needed and not given")
    kept: list[Instruction] = []
    for at, (op, a, b) in enumerate(code):
        if needed[start + at]:
            kept.append((op, 0, 0) if op is Op.ZERO else (op, place[a], place[b]))
            place[start + at] = len(inputs) + len(kept) - 1
    return GateProgram(len(inputs), tuple(kept), tuple(place[value] for value in outputs))


class _Compiler:
    def __init__(self, circuit: Circuit, inputs: Sequence[int], and_not: bool) -> None:
        self.allowance = circuit.allowance
        self.left = circuit.left
        self.right = circuit.right
        self.and_not = and_not
        self.count = len(inputs)
        self.value: dict[int, int] = {literal >> 1: at for at, literal in enumerate(inputs)}
        self.flipped: dict[int, int] = dict.fromkeys(self.value, 0)
        self.code: list[Instruction] = []
        self.nots: dict[int, int] = {}

    def run(self, outputs: Sequence[int]) -> GateProgram:
        found: list[int] = []
        for literal in outputs:
            self._node(literal >> 1)
            found.append(self._plain(literal))
        return GateProgram(self.count, tuple(self.code), tuple(found))

    def _emit(self, op: Op, a: int, b: int) -> int:
        self.code.append((op, a, b))
        return self.count + len(self.code) - 1

    def _plain(self, literal: int) -> int:
        """The value of a literal whose node has been computed."""
        node = literal >> 1
        if (literal & 1) == self.flipped[node]:
            return self.value[node]
        value = self.value[node]
        if value not in self.nots:
            self.nots[value] = self._emit(Op.NOT, value, value)
        return self.nots[value]

    def _node(self, root: int) -> None:
        value, left, right = self.value, self.left, self.right
        stack = [root]
        while stack:
            node = stack[-1]
            if node in value:
                stack.pop()
                continue
            if left[node] == INPUT:
                if node:
                    raise ValueError(f"node {node} is an input that is not given")
                self.value[0], self.flipped[0] = self._emit(Op.ZERO, 0, 0), 0
                continue
            a, b = left[node] >> 1, (right[node] if right[node] >= 0 else ~right[node]) >> 1
            waiting = [below for below in (b, a) if below not in value]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            self._compute(node)
            if len(self.code) % _GATES_PER_CHECK == 0:
                self.allowance.check(len(self.code))

    def _compute(self, node: int) -> None:
        a, b = self.left[node], self.right[node]
        value, flipped = self.value, self.flipped
        if b < 0:
            b = ~b
            value[node] = self._emit(Op.XOR, value[a >> 1], value[b >> 1])
            flipped[node] = flipped[a >> 1] ^ flipped[b >> 1]
            return
        not_a, not_b = (a & 1) ^ flipped[a >> 1], (b & 1) ^ flipped[b >> 1]
        if not_a and not_b:
            value[node], flipped[node] = self._emit(Op.OR, value[a >> 1], value[b >> 1]), 1
        elif not not_a and not not_b:
            value[node], flipped[node] = self._emit(Op.AND, value[a >> 1], value[b >> 1]), 0
        else:
            if not_a:
                a, b = b, a
            if self.and_not:
                value[node] = self._emit(Op.AND_NOT, value[a >> 1], value[b >> 1])
            else:
                value[node] = self._emit(Op.AND, value[a >> 1], self._plain(b))
            flipped[node] = 0


@dataclass(frozen=True)
class Layout:
    """Where the values of a program live, so that few places are in use at a time.

    Attributes:
        places: how many there are; inputs have the first ones, which are never used again.
        code: `(op, place of a, place of b, place of the result)`.
        outputs: the places of the outputs.
    """

    places: int
    code: tuple[tuple[Op, int, int, int], ...]
    outputs: tuple[int, ...]


def laid_out(program: GateProgram, allowance: Allowance | None = None) -> Layout:
    """Gives each value a place, and the same place to values that are not needed at the same time.

    Raises:
        CircuitTooLarge: if the time that it may take is used up.
    """
    last: dict[int, int] = {}
    for at, (_, a, b) in enumerate(program.code):
        last[a] = last[b] = at
    keep = set(program.outputs)
    place = list(range(program.inputs))
    free: list[int] = []
    places = program.inputs
    code: list[tuple[Op, int, int, int]] = []
    for at, (op, a, b) in enumerate(program.code):
        if allowance is not None and at % _GATES_PER_CHECK == 0:
            allowance.check(len(program.code))
        at_a, at_b = place[a], place[b]
        for value in {a, b}:
            if last[value] == at and value >= program.inputs and value not in keep:
                free.append(place[value])
        if free:
            target = free.pop()
        else:
            target = places
            places += 1
        place.append(target)
        code.append((op, at_a, at_b, target))
    return Layout(places, tuple(code), tuple(place[value] for value in program.outputs))
