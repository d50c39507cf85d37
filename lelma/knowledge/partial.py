"""Programs some of whose inputs are known: most gates of a game's rules have nothing to say in any one situation."""

from __future__ import annotations

from collections.abc import Mapping

from lelma.network.program import Instruction, Op, Program

_FALSE, _TRUE = -2, -1


def with_known(program: Program, known: Mapping[int, bool]) -> Program:
    """The program whose inputs are those that are not known, in the same order; the outputs are the same.

    Raises:
        ValueError: for a program with AND_NOT.
    """
    return _Partial(program, known).run()


class _Partial:
    """Values are those of the new program, or `_FALSE` or `_TRUE`."""

    def __init__(self, program: Program, known: Mapping[int, bool]) -> None:
        self.old = program
        self.inputs = program.inputs - len(known)
        self.code: list[Instruction] = []
        self.made: dict[Instruction, int] = {}
        unknown = iter(range(self.inputs))
        self.value = [
            (_TRUE if known[at] else _FALSE) if at in known else next(unknown) for at in range(program.inputs)
        ]

    def run(self) -> Program:
        for op, a, b in self.old.code:
            self.value.append(self._instruction(op, self.value[a], self.value[b]))
        outputs = [self._plain(self.value[at]) for at in self.old.outputs]
        return _needed(Program(self.inputs, tuple(self.code), tuple(outputs)))

    def _instruction(self, op: Op, a: int, b: int) -> int:
        if op is Op.AND:
            if a == _FALSE or b == _FALSE:
                return _FALSE
            return b if a == _TRUE else a if b in (_TRUE, a) else self._emit(op, a, b)
        if op is Op.OR:
            if a == _TRUE or b == _TRUE:
                return _TRUE
            return b if a == _FALSE else a if b in (_FALSE, a) else self._emit(op, a, b)
        if op is Op.XOR:
            if a < 0 and b < 0:
                return _FALSE if a == b else _TRUE
            known, other = (a, b) if a < 0 else (b, a)
            return other if known == _FALSE else self._not(other) if known == _TRUE else self._emit(op, a, b)
        if op is Op.NOT:
            return self._not(a)
        if op is Op.ZERO:
            return _FALSE
        raise ValueError(f"{op.name} is not to be simplified")

    def _not(self, a: int) -> int:
        return self._emit(Op.NOT, a, a) if a >= 0 else _TRUE if a == _FALSE else _FALSE

    def _emit(self, op: Op, a: int, b: int) -> int:
        instruction = (op, a, b)
        found = self.made.get(instruction)
        if found is None:
            self.code.append(instruction)
            found = self.made[instruction] = self.inputs + len(self.code) - 1
        return found

    def _plain(self, value: int) -> int:
        """A value that an output can be."""
        if value >= 0:
            return value
        zero = self._emit(Op.ZERO, 0, 0)
        return zero if value == _FALSE else self._emit(Op.NOT, zero, zero)


def _needed(program: Program) -> Program:
    """The program without what no output rests on."""
    inputs = program.inputs
    needed = [False] * (inputs + len(program.code))
    for at in program.outputs:
        needed[at] = True
    for at in range(len(program.code) - 1, -1, -1):
        if needed[inputs + at]:
            _, a, b = program.code[at]
            needed[a] = needed[b] = True
    place = list(range(inputs))
    code: list[Instruction] = []
    for at, (op, a, b) in enumerate(program.code):
        place.append(inputs + len(code))
        if needed[inputs + at]:
            code.append((op, place[a], place[b]))
    return Program(inputs, tuple(code), tuple(place[at] for at in program.outputs))
