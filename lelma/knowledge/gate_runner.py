"""Programs of gates run on many lanes at once, at the cost of what differs: between lanes, and since the last run.

In any one situation nearly all of a game's rules have nothing to say, and from one move to the next few of those that
do say something new. So a run keeps the value that each gate has on the inputs that all lanes share, works out anew
what rests on those that have changed, and then goes through the gates that rest on inputs that differ between lanes.
Lanes are bits of Python's integers, whose operations take no longer than numpy's.

Long, because all questions to a program go by the same few loops over its gates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gdl.values import dataclass
from lelma.engine.network.machine import Bits, Words, packed, transposed, unpacked
from lelma.engine.network.program import GateProgram, Op

WIDEST = 1024
"""Words of 64 lanes that a run had better have at most: more of them do not fit the cache."""


TAG_BITS = 32

Fixed = Mapping[int, int]
"""Values of a program that have been found to be always 0, or always 1."""

NOTHING_FIXED: Fixed = {}

Full = Collection[int] | Bits
"""Inputs that are true in all lanes: their numbers, or for each input whether it is, which costs less."""


@dataclass(frozen=True, eq=False)
class Outputs:
    """What a run gave.

    Attributes:
        held: for each output, whether it is true in all lanes; those in `rows` count as false.
        rows: outputs that may differ between lanes, as words of lanes; bits beyond the last lane mean nothing.
        lanes: how many there are.
    """

    held: Bits
    rows: Mapping[int, Words]
    lanes: int

    def words(self, output: int) -> Words:
        """An output as words of lanes, where bits beyond the last lane are clear."""
        found: Words = packed(self.bits([output]))[0]
        return found

    def somewhere(self) -> set[int]:
        """The outputs that are true in some lane."""
        return {*np.flatnonzero(self.held).tolist(), *(at for at in self.rows if self.words(at).any())}

    def tagged(self, tags: npt.NDArray[np.intp]) -> Outputs:
        """The same with `TAG_BITS` outputs more: the binary digits of a number for each lane."""
        digits = transposed(tags.astype(np.uint64)[:, None], int(tags.max(initial=0)).bit_length())
        rows = {**self.rows, **dict(enumerate(digits, start=len(self.held)))}
        return Outputs(np.append(self.held, np.zeros(TAG_BITS, dtype=np.bool_)), rows, self.lanes)

    def bits(self, outputs: Sequence[int]) -> Bits:
        """`bits[place, lane]` of some outputs."""
        found = np.empty((len(outputs), self.lanes), dtype=np.bool_)
        found[:] = self.held[np.array(outputs, dtype=np.intp)][:, None]
        if differing := [place for place, at in enumerate(outputs) if at in self.rows]:
            found[differing] = unpacked(np.stack([self.rows[outputs[place]] for place in differing]), self.lanes)
        return found


@dataclass(frozen=True)
class Looks:
    """What becomes of inputs that differ; see `Runner.looked_at`.

    Attributes:
        needed, handed: inputs that something depends on, and those that are handed on; some are both.
        open: `n` for other outputs `n + 1` that may differ.
    """

    needed: set[int]
    handed: set[int]
    open: set[int]


@dataclass(frozen=True, eq=False)
class ToldApart:
    """What of a program's outputs is known; see `Runner.told_apart`.

    Attributes:
        held: for each output whether it is true, as far as it is known.
        open: for each whether it is not.
        rests_on: where these bytes are the same, outputs that are not known rest in the same way on inputs that aren't.
    """

    held: Bits
    open: Bits
    rests_on: bytes


class _Gates:
    """The gates of a program, with the value that each has where all lanes share their inputs.

    Attributes:
        operands: the two sides of each gate.
        users: value → the gates that rest on it, each with its other side, and the value of that side at which the gate
            stays as it is whatever becomes of this one; `_NEVER` if there is none.
        values: of inputs and gates.
        fixed: values of gates, whatever their inputs are.
    """

    def __init__(self, program: GateProgram) -> None:
        self.inputs, self.code = program.inputs, program.code
        users: list[list[tuple[int, int, int]]] = [[] for _ in range(self.inputs + len(self.code))]
        values = bytearray(self.inputs)
        for at, (op, a, b) in enumerate(self.code):
            stays = _NEVER
            if op is AND:
                values.append(values[a] & values[b])
                stays = 0
            elif op is OR:
                values.append(values[a] | values[b])
                stays = 1
            else:
                values.append(_value(op, values[a], values[b], 1))
                if op is Op.ZERO:
                    continue
            if b == a:
                users[a].append((at, a, _NEVER))
            else:
                users[a].append((at, b, stays))
                users[b].append((at, a, stays))
        self.users, self.values = users, values
        self.operands = np.array([(a, b) for _, a, b in self.code], dtype=np.intp).reshape(len(self.code), 2)
        self.fixed: Fixed = NOTHING_FIXED
        self._full: Bits = np.zeros(self.inputs, dtype=np.bool_)
        self._copies: tuple[tuple[list[int], list[int]], _Copies] | None = None

    def copied(self) -> _Gates:
        """The same gates with values of their own."""
        other = copy(self)
        other.values, other._copies = self.values[:], None
        return other

    def share(self, full: Full, fixed: Fixed) -> None:
        """Has every gate the value that it has where just the inputs `full` are true."""
        if not isinstance(full, np.ndarray):
            numbers, full = list(full), np.zeros(self.inputs, dtype=np.bool_)
            full[numbers] = True
        changed = np.flatnonzero(full != self._full).tolist()
        if not changed and fixed == self.fixed:
            return
        self._copies = None
        base, users, code, inputs = self.values, self.users, self.code, self.inputs
        waiting, get = bytearray(len(code)), fixed.get
        for at in changed:
            base[at] ^= 1
            for user, other, stays in users[at]:
                if base[other] != stays:
                    waiting[user] = 1
        for gate, _ in fixed.items() ^ self.fixed.items():
            waiting[gate - inputs] = 1
        self._full, self.fixed = full, fixed
        at = waiting.find(1)
        while at >= 0:
            op, a, b = code[at]
            gate = inputs + at
            value = get(gate)
            if value is None:
                if op is AND:
                    value = base[a] & base[b]
                elif op is OR:
                    value = base[a] | base[b]
                else:
                    value = _value(op, base[a], base[b], 1)
            if value != base[gate]:
                base[gate] = value
                for user, other, stays in users[gate]:
                    if base[other] != stays:
                        waiting[user] = 1
            at = waiting.find(1, at + 1)

    def copies(self, varying: Collection[int], unknown: Collection[int]) -> _Copies:
        """The values that are not known, and of which varying input each is a copy."""
        asked = list(varying), list(unknown)
        if self._copies is None or self._copies[0] != asked:
            self._copies = asked, self._copied(*asked)
        return self._copies[1]

    def _copied(self, varying: Sequence[int], unknown: Sequence[int]) -> _Copies:
        base, users, code, inputs, fixed = self.values, self.users, self.code, self.inputs, self.fixed
        same: _Copies = {at: 2 * at for at in varying} | dict.fromkeys(unknown, NO_COPY)
        waiting, get = self._users_of(same), same.get
        at = waiting.find(1)
        while at >= 0:
            op, a, b = code[at]
            gate = inputs + at
            left, right = get(a, _KNOWN), get(b, _KNOWN)
            if left == _KNOWN or right == _KNOWN:
                copied, known = (right, base[a]) if left == _KNOWN else (left, base[b])
                if op is XOR and known and copied >= 0:
                    copied ^= 1
                elif op is not XOR and known != (op is AND):
                    copied = _KNOWN
            elif op is NOT:
                copied = left ^ 1 if left >= 0 else NO_COPY
            elif left != right or left < 0:
                copied = NO_COPY
            else:
                copied = _KNOWN if op is XOR else left
            if copied != _KNOWN and gate not in fixed:
                same[gate] = copied
                for user, other, stays in users[gate]:
                    if base[other] != stays or other in same:
                        waiting[user] = 1
            at = waiting.find(1, at + 1)
        return same

    def _users_of(self, values: Collection[int]) -> bytearray:
        """For each gate whether it uses one of some values, and another may come of it than all lanes share."""
        found, base, users = bytearray(len(self.code)), self.values, self.users
        for value in values:
            for user, other, stays in users[value]:
                if base[other] != stays or other in values:
                    found[user] = 1
        return found

    def differing(self, values: dict[int, int], ones: int) -> dict[int, int]:
        """The values that are not the same as where all lanes share their inputs, `values` among them."""
        base, users, code, inputs, fixed = self.values, self.users, self.code, self.inputs, self.fixed
        waiting, constant = self._users_of(values), (0, ones)
        at = waiting.find(1)
        while at >= 0:
            op, a, b = code[at]
            gate = inputs + at
            left = values[a] if a in values else constant[base[a]]
            right = values[b] if b in values else constant[base[b]]
            if gate in fixed:
                value = constant[fixed[gate]]
            elif op is AND:
                value = left & right
            elif op is OR:
                value = left | right
            else:
                value = _value(op, left, right, ones)
            if value != constant[base[gate]]:
                values[gate] = value
                for user, other, stays in users[gate]:
                    if base[other] != stays or other in values:
                        waiting[user] = 1
            at = waiting.find(1, at + 1)
        return values


_Copies = dict[int, int]
"""Values that are not known → `2n` for a copy of input `n`, `2n + 1` for a negated one, `NO_COPY` for neither."""


class Runner:
    """A program, ready to be run again and again."""

    def __init__(self, program: GateProgram, gates: _Gates | None = None) -> None:
        """`gates` are those of a program that has the same."""
        self.program = program
        self._gates = gates or _Gates(program)
        self._outputs = np.array(program.outputs, dtype=np.intp)
        self._places: dict[int, list[int]] = {}
        for place, at in enumerate(program.outputs):
            self._places.setdefault(at, []).append(place)

    def showing(self, first: int, last: int) -> Runner:
        """Some of the outputs, by the same gates: what the one has worked out, the other need not."""
        return Runner(replace(self.program, outputs=self.program.outputs[first:last]), self._gates)

    def beside(self, outputs: tuple[int, ...] | None = None) -> Runner:
        """The same program, to be run for other questions without either losing what it has worked out.

        Args:
            outputs: the values that it gives, by default the same.
        """
        program = self.program if outputs is None else replace(self.program, outputs=outputs)
        return Runner(program, self._gates.copied())

    def run(self, full: Full, rows: Mapping[int, Words], lanes: int, fixed: Fixed = NOTHING_FIXED) -> Outputs:
        """The outputs.

        Args:
            full: inputs that are true in all lanes.
            rows: inputs that may differ between lanes, as words of lanes; those in neither are false.
            fixed: values of gates, whatever their inputs are.
        """
        self._gates.share(full, fixed)
        values, size = self._values(rows, lanes), 8 * ((lanes + 63) // 64)
        held = self.shared()
        differing = sorted((place, at) for at in values.keys() & self._places.keys() for place in self._places[at])
        held[[place for place, _ in differing]] = False
        found = {place: np.frombuffer(values[at].to_bytes(size, "little"), dtype="<u8") for place, at in differing}
        return Outputs(held, {place: row.astype(np.uint64) for place, row in found.items()}, lanes)

    def shared(self) -> Bits:
        """The outputs where just the inputs are true that were so in the run or the question before."""
        found: Bits = np.frombuffer(self._gates.values, dtype=np.bool_)[self._outputs]
        return found

    def _values(self, rows: Mapping[int, Words], lanes: int) -> dict[int, int]:
        """The values of inputs and gates that are not the same in all lanes as the gates have them."""
        ones, shared = _ones(lanes), self._gates.values
        given = {at: int.from_bytes(row.astype("<u8", copy=False).tobytes(), "little") for at, row in rows.items()}
        return self._gates.differing({at: value for at, value in given.items() if value != ones * shared[at]}, ones)

    def looked_at(
        self,
        full: Full,
        varying: Collection[int],
        unknown: Collection[int],
        fixed: Fixed = NOTHING_FIXED,
        carried: Collection[int] = (),
    ) -> Looks:
        """What becomes of some of the inputs.

        Input `n` is handed on where output `n + 1` is the same; where an output needs an input in another way, it is
        depended on. What is neither is forgotten.

        Args:
            full: inputs that are true; those in none of the three are false.
            unknown: other inputs that may be true or false.
            fixed: values of gates, whatever their inputs are.
            carried: inputs that are known to be handed on.
        """
        self._gates.share(full, fixed)
        same = self._gates.copies(varying, unknown)
        outputs = self.program.outputs
        handed = {place - 1 for place, at in enumerate(outputs) if same.get(at) == 2 * (place - 1)} | set(carried)
        needed: set[int] = set()
        waiting = [at for place, at in enumerate(outputs) if at in same and place - 1 not in handed]
        done = set(waiting)
        while waiting:
            at = waiting.pop()
            copied = same[at]
            if copied >= 0:
                needed.add(copied >> 1)
            elif at >= self.program.inputs:
                _, a, b = self.program.code[at - self.program.inputs]
                new = {below for below in (a, b) if below in same} - done
                done |= new
                waiting += new
        unlike = {place - 1 for place, at in enumerate(outputs) if place and at in same}
        return Looks(needed, handed, unlike - handed)

    def decided(self, full: Full, varying: Collection[int], unknown: Collection[int]) -> list[bool | None]:
        """For each output whether it is true, if it is the same whatever some inputs are; else None.

        Args:
            full, varying, unknown: as for `looked_at`.
        """
        self._gates.share(full, NOTHING_FIXED)
        same, values = self._gates.copies(varying, unknown), self._gates.values
        return [None if at in same else bool(values[at]) for at in self.program.outputs]

    def told_apart(self, full: Full, varying: Collection[int], unknown: Collection[int]) -> ToldApart:
        """What is known of the outputs; arguments are as for `looked_at`."""
        self._gates.share(full, NOTHING_FIXED)
        same = self._gates.copies(varying, unknown)
        values = np.fromiter(same, dtype=np.intp, count=len(same))
        is_open = np.zeros(len(self._gates.values), dtype=np.bool_)
        is_open[values] = True
        below = self._gates.operands[values[values >= self.program.inputs] - self.program.inputs]
        shared = np.frombuffer(self._gates.values, dtype=np.uint8)
        return ToldApart(self.shared(), is_open[self._outputs], values.tobytes() + shared[below].tobytes())

    def told_by(
        self, varying: Collection[int], unknown: Collection[int], inputs: Collection[int]
    ) -> dict[int, set[int]]:
        """For inputs `n` of which output `n + 1` rests on nothing unknown: the varying inputs that it rests on.

        Other inputs, and fixed values, are as they were in the run or the question before.
        """
        same = self._gates.copies(varying, unknown)
        found: dict[int, set[int]] = {}
        for number in inputs:
            below, waiting = set[int](), [self.program.outputs[number + 1]]
            while waiting:
                at = waiting.pop()
                if at in same and at not in below:
                    below.add(at)
                    if at >= self.program.inputs:
                        waiting += self.program.code[at - self.program.inputs][1:]
            if below.isdisjoint(unknown):
                found[number] = {at for at in below if at < self.program.inputs}
        return found

    def settled(self, full: Full, parts: Iterable[tuple[Mapping[int, Words], int]], unknown: Collection[int]) -> Fixed:
        """Gates that rest on inputs that differ between lanes, and on nothing unknown, and are the same in all lanes.

        Args:
            full: inputs that are true in all lanes.
            parts: the inputs that differ, the same in all parts, as words of lanes; and how many lanes, in full words.
            unknown: other inputs that may be true or false.
        """
        self._gates.share(full, NOTHING_FIXED)
        shared, found = self._gates.values, dict[int, int]()
        for number, (rows, lanes) in enumerate(parts):
            ones, values = _ones(lanes), self._values(rows, lanes)
            if not number:
                found = {at: shared[at] for at in self._resting_on(rows, unknown) if at >= self.program.inputs}
                found |= {at: value & 1 for at, value in values.items() if at in found}
            of_part = {at: values[at] for at in found if at in values}
            for at in [at for at, value in found.items() if of_part.get(at, ones * shared[at]) != ones * value]:
                del found[at]
        return found or NOTHING_FIXED

    def _resting_on(self, varying: Collection[int], unknown: Collection[int]) -> list[int]:
        """The values that are not known, but would be if those of `varying` were."""
        open_ = set(unknown)
        for at in sorted(same := self._gates.copies(varying, unknown)):
            if at >= self.program.inputs and not open_.isdisjoint(self.program.code[at - self.program.inputs][1:]):
                open_.add(at)
        return [at for at in same if at not in open_]

    def told(self, full: Full, varying: Collection[int], unknown: Collection[int]) -> dict[int, bool]:
        """The values that some inputs of `varying` must have if all outputs are true, as far as it is plain to see.

        Args:
            full, unknown: as for `looked_at`.
        """
        self._gates.share(full, NOTHING_FIXED)
        same = self._gates.copies(varying, unknown)
        copies = (same.get(at, NO_COPY) for at in self.program.outputs)
        return {copied >> 1: not copied & 1 for copied in copies if copied >= 0}


AND, OR, XOR, NOT = Op.AND, Op.OR, Op.XOR, Op.NOT

NO_COPY, _KNOWN = -1, -2

_NEVER = 2
"""No value of a gate's other side at which it stays as it is."""


def _value(op: Op, a: int, b: int, ones: int) -> int:
    """What a gate that is neither `AND` nor `OR` makes of two values."""
    if op is NOT:
        return a ^ ones
    if op is XOR:
        return a ^ b
    return 0 if op is Op.ZERO else a & ~b


def _ones(lanes: int) -> int:
    """A bit for each lane, in full words."""
    return (1 << 64 * ((lanes + 63) // 64)) - 1
