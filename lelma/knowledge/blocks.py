"""Sets of states as products: deals of identities, and what else may be together with each of them.

Most of what others do in secret rests on few of the identities: the wolves may attack the same, whoever they are. So
many deals go with the same rests, and a block keeps both once. Their pairs are made only where something depends on
both sides of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from gdl.values import dataclass
from lelma.engine.network.machine import Bits
from lelma.knowledge.gate_runner import WIDEST, Runner
from lelma.knowledge.states import Numbers, Rows, States, alike, counted, distinct, numbered, unpacked_rows, without

WorldBlock = tuple[Rows, Rows]
"""Deals and rests, each with its own bits of a state's row, which is any of the deals joined with any of the rests."""

_WORTH = 64
"""States a block on average that are as easily kept one by one."""


@dataclass(frozen=True, eq=False)
class Worlds:
    """Different states, in blocks.

    Attributes:
        common, varying: as of `States`.
        dealt: the bits of rows that tell deals; the others tell rests.
        blocks: no deal is in two of them.
    """

    common: Bits
    varying: Numbers
    dealt: Rows
    blocks: Sequence[WorldBlock]

    @classmethod
    def of(cls, states: States, identity: Collection[int] = ()) -> Worlds:
        """The same states; the fluents `identity` tell deals, if to keep products is worth while."""
        dealt = states.mask(identity)
        if not dealt.any():
            return cls(states.common, states.varying, dealt, [(dealt[None], states.rows)])
        deals, deal = numbered(states.rows & dealt)
        rests, rest = numbered(states.rows & ~dealt)
        blocks = [(deals[some], rests[others]) for some, others in alike(deal, rest)]
        found = cls(states.common, states.varying, dealt, blocks)
        return found if found.worth_while else cls.of(states)

    def __len__(self) -> int:
        return sum(len(deals) * len(rests) for deals, rests in self.blocks)

    @property
    def worth_while(self) -> bool:
        """Whether there are fewer blocks than it would cost to keep states one by one."""
        return len(self) >= _WORTH * len(self.blocks)

    def flat(self) -> States:
        """The states one by one."""
        return States(self.common, self.varying, np.concatenate([joined(*block) for block in self.blocks]))

    def mask(self, fluents: Collection[int]) -> Rows:
        """One row in which the bits of these fluents are set, of those that vary."""
        return States(self.common, self.varying, self.dealt[None]).mask(fluents)

    def told_by_deals(self) -> set[int]:
        """The varying fluents that deals tell."""
        return set(map(int, self.varying[unpacked_rows(self.dealt[None], len(self.varying))[0]]))

    def where(self, told: Mapping[int, bool]) -> Worlds | None:
        """Those in which some varying fluents have these values; None if there are none."""
        mask, wanted = self.mask(told), self.mask([fluent for fluent, holds in told.items() if holds])
        found = []
        for deals, rests in self.blocks:
            some = deals[((deals ^ wanted) & mask & self.dealt == 0).all(axis=1)]
            others = rests[((rests ^ wanted) & mask & ~self.dealt == 0).all(axis=1)]
            if len(some) and len(others):
                found.append((some, others))
        return Worlds(self.common, self.varying, self.dealt, gathered(found)).tidy() if found else None

    def tidy(self) -> Worlds:
        """The same states, with no fluent among the varying ones that is the same in all."""
        deals = np.concatenate([deals for deals, _ in self.blocks])
        rests = np.concatenate([rests for _, rests in self.blocks])
        some = np.bitwise_or.reduce(deals, axis=0) | np.bitwise_or.reduce(rests, axis=0)
        every = np.bitwise_and.reduce(deals, axis=0) & self.dealt | np.bitwise_and.reduce(rests, axis=0) & ~self.dealt
        always, differ = unpacked_rows(np.stack([every, some & ~every]), len(self.varying))
        if differ.all():
            return self
        common = self.common.copy()
        common[self.varying] = always
        first, second = (np.cumsum([len(block[side]) for block in self.blocks])[:-1] for side in (0, 1))
        blocks = zip(np.split(without(deals, differ), first), np.split(without(rests, differ), second), strict=True)
        return Worlds(common, self.varying[differ], without(self.dealt[None], differ)[0], list(blocks))

    def deals(self, fluents: Collection[int]) -> States:
        """What deals tell of some fluents, each way once; other varying fluents are false."""
        rows, _ = numbered(np.concatenate([deals for deals, _ in self.blocks]) & self.mask(fluents))
        return States(self.common, self.varying, rows)

    def projected(self, fluents: Collection[int]) -> Iterator[tuple[States, Numbers]]:
        """States in which varying fluents other than these are false, and how many states each of them stands for.

        They come so many at a time as a run of a program had better have. The same may come again.
        """
        mask = self.mask(fluents)
        for deals, rests in self.blocks:
            some, some_count = counted(deals & mask)
            others, others_count = counted(rests & mask)
            size = max(1, 64 * WIDEST // len(others))
            for start in range(0, len(some), size):
                here = slice(start, start + size)
                states = States(self.common, self.varying, joined(some[here], others))
                yield states, np.outer(some_count[here], others_count).ravel()

    def ways(self, fluents: Collection[int], most: int) -> States | None:
        """The ways that these fluents are in some state, other varying fluents being false; None if they are many."""
        mask = self.mask(fluents)
        parts = [(numbered(deals & mask)[0], numbered(rests & mask)[0]) for deals, rests in self.blocks]
        if sum(len(deals) * len(rests) for deals, rests in parts) > most:
            return None
        return States(self.common, self.varying, distinct(np.concatenate([joined(*part) for part in parts])))

    def looked_at(self, runner: Runner) -> set[int]:
        """The varying fluents that what a program from fluents gives rests on."""
        looks = runner.looked_at(np.flatnonzero(self.common).tolist(), self.varying.tolist(), ())
        return looks.needed | looks.handed


def joined(deals: Rows, rests: Rows) -> Rows:
    """Every deal with every rest: all rests with the first deal, then with the next."""
    found: Rows = (deals[:, None] | rests[None]).reshape(len(deals) * len(rests), deals.shape[1])
    return found


def gathered(blocks: Iterable[WorldBlock]) -> list[WorldBlock]:
    """The same blocks, those with the same rests as one; rests that are the same are in the same order."""
    found: dict[bytes, tuple[Rows, list[Rows]]] = {}
    for deals, rests in blocks:
        found.setdefault(rests.tobytes(), (rests, []))[1].append(deals)
    return [(np.concatenate(deals), rests) for rests, deals in found.values()]
