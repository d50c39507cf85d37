"""What a step looks at, apart from what it hands on.

A step depends on few of the fluents that differ between many states: who the wolves are and how they voted, not who
the seer is. So it is taken once for each way those fluents are, in deals and in rests. Deals from which it leads to
the same are alike from then on. The ways of rests that go with the same fluents handed on are put together, and what
comes of it is worked out once for all that have the same ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

import numpy as np

from gdl.values import dataclass
from lelma.engine.network.machine import Bits
from lelma.knowledge.blocks import WorldBlock, Worlds, gathered, joined
from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.gate_runner import TAG_BITS, WIDEST, Looks
from lelma.knowledge.states import Numbers, Rows, States, alike, distinct, numbered, ordered

_BATCH = 16 * WIDEST
"""States from which a step is taken at once, or a few more."""


def apart(worlds: Worlds, looks: Looks, lead: Callable[[States], States | None], most: int) -> Worlds | None:
    """Where states lead to; None if that is nowhere.

    Args:
        looks: what the step looks at, of the varying fluents; it hands on all that tell deals.
        lead: takes the step from states in which varying fluents that are not needed are false. It gives states with
            `TAG_BITS` fluents more, the number of the state that led there; or None.
        most: how many there may be to look at, and to keep.

    Raises:
        TooManyWorlds: if there are more.
    """
    after = _After(worlds, looks)
    pools = _pools(worlds, worlds.mask(looks.needed))
    _check(sum(len(pool.deals) * len(pool.rests) for pool in pools), most)
    for batch in _batches(pools):
        rows = np.concatenate([joined(pool.deals[some], pool.rests) for pool, some in batch])
        led = lead(States(worlds.common, worlds.varying, rows))
        results, ends = after.results(led, len(rows))
        first = 0
        for pool, some in batch:
            for _ in pool.deals[some]:
                pool.leads_to(results, ends[first : first + len(pool.rests) + 1])
                first += len(pool.rests)
    blocks, size = list[WorldBlock](), 0
    for pool in pools:
        for deals, rests in pool.led(after):
            blocks.append((after.widened(deals), rests))
            size += max(len(deals), len(rests))
            _check(size, most)
    dealt = after.widened(worlds.dealt[None])[0]
    return Worlds(after.common, after.varying, dealt, gathered(blocks)) if blocks else None


def _check(size: int, most: int) -> None:
    if size > most:
        raise TooManyWorlds(f"more than {most:,} states are possible")


class _After:
    """How rows of the states after a step are laid out: fluents that are handed on keep their bits.

    Attributes:
        varying: what bits stand for.
        common: the fluents that hold in all states after the step, but for those of `varying`.
        keep: the bits of rests that are handed on, in rows of the states before; what a step gives for them counts for
            nothing.
    """

    def __init__(self, worlds: Worlds, looks: Looks) -> None:
        by_deals = worlds.told_by_deals()
        handed = looks.handed - looks.needed - by_deals
        self.keep = worlds.mask(handed)
        self._told = worlds.dealt[None] | self.keep
        new = looks.open | (looks.handed - handed - by_deals)
        self.varying = _layout(worlds, handed | by_deals, sorted(new))
        self.common: Bits = worlds.common

    def results(self, led: States | None, lanes: int) -> tuple[Rows, Numbers]:
        """Where lanes lead to: those of lane `n` are the rows from `ends[n]` up to `ends[n + 1]`, in their order."""
        if led is None:
            return np.zeros((0, self._width), dtype=np.uint64), np.zeros(lanes + 1, dtype=np.intp)
        fluents = len(led.common) - TAG_BITS
        self.common = led.common[:fluents].copy()
        self.common[self.varying] = False
        tags = led.coded(np.arange(fluents, fluents + TAG_BITS, dtype=np.intp))[:, 0]
        order = np.argsort(tags, kind="stable")
        rows: Rows = led.coded(self.varying)[order] & ~self.widened(self._told)
        return rows, np.searchsorted(tags[order], np.arange(lanes + 1, dtype=np.uint64))

    @property
    def _width(self) -> int:
        return (len(self.varying) + 63) // 64

    def widened(self, rows: Rows) -> Rows:
        """Rows of the states before as rows of those after."""
        return np.pad(rows, ((0, 0), (0, self._width - rows.shape[1])))


def _layout(worlds: Worlds, handed: set[int], new: Sequence[int]) -> Numbers:
    """What bits stand for: handed fluents keep theirs; those that a step gives get the others, and more if need be."""
    taken = {*new, *handed}
    # A bit that is left over stands for a fluent that is the same in all states, until `Worlds.tidy`.
    fill = iter([*new, *(at for at in range(len(worlds.common)) if at not in taken)])
    layout = [int(fluent) if int(fluent) in handed else next(fill) for fluent in worlds.varying]
    return np.array(layout + [fluent for fluent in new if fluent not in set(layout)], dtype=np.intp)


@dataclass
class _Pool:
    """Blocks whose rests look the same to a step.

    Attributes:
        rests, deals: the different ways that they look.
        blocks: the blocks, and for each of its rests the number of the way that it looks.
        way: for each deal of one block after another the number of the way that it looks.
        kinds: for each way of deals so far, the number of the one of `found` that it leads to.
        found: numbers of what different ways of deals lead to, with its rows, and where those from one way of rests end
            and those from the next begin.
    """

    rests: Rows
    blocks: list[tuple[WorldBlock, Numbers]] = field(default_factory=list)
    deals: Rows = field(init=False)
    way: Numbers = field(init=False)
    kinds: list[int] = field(default_factory=list)
    found: dict[bytes, tuple[int, Rows, Numbers]] = field(default_factory=dict)

    def leads_to(self, results: Rows, ends: Numbers) -> None:
        """The next way of deals leads to some of the results."""
        rows, bounds = results[ends[0] : ends[-1]], ends - ends[0]
        number, *_ = self.found.setdefault(bounds.tobytes() + rows.tobytes(), (len(self.found), rows, bounds))
        self.kinds.append(number)

    def led(self, after: _After) -> Iterator[WorldBlock]:
        """What became of the blocks."""
        of_deals = np.array(self.kinds, dtype=np.intp)[self.way]
        bounds = np.cumsum([len(deals) for (deals, _), _ in self.blocks])[:-1]
        found = {number: (rows, ends) for number, rows, ends in self.found.values()}
        for ((deals, rests), way), of_block in zip(self.blocks, np.split(of_deals, bounds), strict=True):
            kept, group = numbered(rests & after.keep)
            kept, ways = after.widened(kept), list(alike(group, way))
            for kind in np.unique(of_block):
                parts = [joined(kept[groups], _merged(found[kind], some)) for groups, some in ways]
                rows = ordered(np.concatenate(parts))
                if len(rows):
                    yield deals[of_block == kind], rows


def _merged(found: tuple[Rows, Numbers], some: Numbers) -> Rows:
    """Different rows of some parts of rows, with where these end and the next begin."""
    rows, ends = found
    starts, sizes = ends[some], ends[some + 1] - ends[some]
    shift = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
    return distinct(rows[np.arange(len(shift), dtype=np.intp) + shift])


def _pools(worlds: Worlds, look: Rows) -> list[_Pool]:
    found: dict[bytes, _Pool] = {}
    for deals, rests in worlds.blocks:
        ways, way = numbered(rests & look)
        found.setdefault(ways.tobytes(), _Pool(ways)).blocks.append(((deals, rests), way))
    for pool in found.values():
        pool.deals, pool.way = numbered(np.concatenate([deals & look for (deals, _), _ in pool.blocks]))
    return list(found.values())


def _batches(pools: Sequence[_Pool]) -> Iterator[list[tuple[_Pool, slice]]]:
    """Ways of deals of pools, which go with all the ways of rests."""
    batch, size = list[tuple[_Pool, slice]](), 0
    for pool in pools:
        piece = max(1, _BATCH // len(pool.rests))
        for start in range(0, len(pool.deals), piece):
            some = slice(start, min(start + piece, len(pool.deals)))
            batch.append((pool, some))
            size += (some.stop - start) * len(pool.rests)
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch
