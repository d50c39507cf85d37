"""Sets of states, a few bits each: what all of them have in common is kept once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gdl.values import dataclass
from lelma.engine.network.machine import Bits, Words, packed, transposed, unpacked
from lelma.knowledge.gate_runner import WIDEST, Outputs

Numbers = npt.NDArray[np.intp]
Rows = npt.NDArray[np.uint64]

_PIECE = 100_000


@dataclass(frozen=True, eq=False)
class States:
    """Different states, in no order that means anything.

    Attributes:
        common: for each fluent, whether it holds in all states; false for those that differ.
        varying: the fluents that differ between states, or may.
        rows: `rows[state]` are bits, one for each of `varying`, as words; bits beyond are clear.
    """

    common: Bits
    varying: Numbers
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def one(cls, state: Bits) -> States:
        return cls(state, np.zeros(0, dtype=np.intp), np.zeros((1, 0), dtype=np.uint64))

    @classmethod
    def reached(cls, outputs: Outputs) -> States | None:
        """Those that lanes lead to: output 0 says in which lanes they count, the others are the fluents."""
        keep = np.flatnonzero(outputs.bits([0])[0])
        if not len(keep):
            return None
        allowed = outputs.words(0)
        common = outputs.held[1:].copy()
        fluents = np.array([at for at in outputs.rows if at], dtype=np.intp)
        kept = np.stack([allowed, *(outputs.rows[at] for at in fluents.tolist())])[1:] & allowed
        always = (kept == allowed).all(axis=1)
        common[fluents - 1] = always
        differ = kept.any(axis=1) & ~always
        rows = transposed(kept[differ], outputs.lanes)[keep]
        return cls(common, fluents[differ] - 1, distinct(rows))

    def bits(self, fluents: Numbers) -> Bits:
        """`bits[state, place]`: whether the fluent at that place of `fluents` holds."""
        found = np.empty((len(self), len(fluents)), dtype=np.bool_)
        found[:] = self.common[fluents]
        places = {int(fluent): place for place, fluent in enumerate(self.varying)}
        here = [(at, places[int(fluent)]) for at, fluent in enumerate(fluents) if int(fluent) in places]
        if here:
            at, place = (np.array(numbers, dtype=np.intp) for numbers in zip(*here, strict=True))
            found[:, at] = self._own()[:, place]
        return found

    def lanes(self) -> Iterator[Numbers]:
        """The numbers of all states, so many at a time as a run of a program had better have."""
        for start in range(0, len(self), 64 * WIDEST):
            yield np.arange(start, min(start + 64 * WIDEST, len(self)), dtype=np.intp)

    def inputs(self, states: Numbers) -> tuple[list[int], dict[int, Words], int]:
        """Some states as lanes of a run: fluents that hold in all of them, rows of those that differ, how many."""
        rows = dict(zip(map(int, self.varying), self.columns(states), strict=True))
        return [int(at) for at in np.flatnonzero(self.common)], rows, len(states)

    def mask(self, fluents: Collection[int]) -> Rows:
        """One row in which the bits of these fluents are set, of those that vary."""
        found: Rows = packed(np.array([[int(at) in fluents for at in self.varying]], dtype=np.bool_))[0]
        return found

    def _own(self) -> Bits:
        """`bits[state, place]` of the varying fluents."""
        return unpacked_rows(self.rows, len(self.varying))

    def columns(self, states: Numbers) -> Words:
        """`columns[place]`: bits of lanes, one for each of some states, of a varying fluent."""
        return transposed(self.rows[states], len(self.varying))

    def coded(self, fluents: Numbers) -> Rows:
        """Rows of bits that stand for other fluents, which may be among those that are the same in all states."""
        if np.array_equal(self.varying, fluents):
            return self.rows
        own = transposed(self.rows, len(self.varying))
        columns = np.where(self.common[fluents], ~np.uint64(0), np.uint64(0))[:, None].repeat(own.shape[1], axis=1)
        place = np.full(len(self.common), -1, dtype=np.intp)
        place[self.varying] = np.arange(len(self.varying), dtype=np.intp)
        here = np.flatnonzero(place[fluents] >= 0)
        columns[here] = own[place[fluents[here]]]
        return transposed(columns, len(self))


def union(parts: Sequence[States]) -> States:
    """The states that are in any of the parts, of which there is one at least."""
    if len(parts) == 1:
        return parts[0]
    some = np.logical_or.reduce([part.common for part in parts])
    every = np.logical_and.reduce([part.common for part in parts])
    differ = some & ~every
    for part in parts:
        differ[part.varying] = True
    varying = np.flatnonzero(differ)
    rows = np.concatenate([part.coded(varying) for part in parts])
    return States(every & ~differ, varying, distinct(rows))


def distinct(rows: Rows) -> Rows:
    """Each of the rows once, in order."""
    if rows.shape[1] == 0:
        return rows[:1]
    sorted_rows = ordered(rows)
    return sorted_rows[_new(sorted_rows)]


def numbered(rows: Rows) -> tuple[Rows, Numbers]:
    """Each of the rows once, in order, and for every row the number of the one it is like."""
    if rows.shape[1] == 0:
        return rows[:1], np.zeros(len(rows), dtype=np.intp)
    order = _order(rows)
    sorted_rows = rows[order]
    new = _new(sorted_rows)
    number = np.empty(len(rows), dtype=np.intp)
    number[order] = np.cumsum(new) - 1
    return sorted_rows[new], number


def ordered(rows: Rows) -> Rows:
    """The same rows in their order."""
    return np.sort(rows, axis=0) if rows.shape[1] == 1 else rows[_order(rows)] if rows.shape[1] else rows


def _order(rows: Rows) -> Numbers:
    return np.argsort(rows[:, 0]) if rows.shape[1] == 1 else np.lexsort(rows.T)


def _new(rows: Rows) -> Bits:
    """Which rows, in their order, are not like the one before."""
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return new


def counted(rows: Rows) -> tuple[Rows, Numbers]:
    """Each of the rows once, and how often it is there."""
    found, number = numbered(rows)
    return found, np.bincount(number)


def alike(group: Numbers, member: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Groups that have the same members, and these, both sorted.

    Args:
        group, member: pairs of them, all groups being there from 0 on.
    """
    pairs = np.sort(group * (member.max() + 1) + member)
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    groups, members = np.divmod(pairs, member.max() + 1)
    bounds = [*np.flatnonzero(np.diff(groups, prepend=-1)).tolist(), len(groups)]
    found: dict[bytes, list[int]] = {}
    for number, (start, end) in enumerate(pairwise(bounds)):
        found.setdefault(members[start:end].tobytes(), []).append(number)
    for key, some in found.items():
        yield np.array(some, dtype=np.intp), np.frombuffer(key, dtype=np.intp)


def without(rows: Rows, keep: Bits) -> Rows:
    """Only some of the bits of the rows, in the same order."""
    pieces = [rows[start : start + _PIECE] for start in range(0, len(rows), _PIECE)]
    return np.concatenate([transposed(transposed(piece, len(keep))[keep], len(piece)) for piece in pieces])


def unpacked_rows(rows: Rows, count: int) -> Bits:
    return unpacked(rows, count) if count else np.zeros((len(rows), 0), dtype=np.bool_)
