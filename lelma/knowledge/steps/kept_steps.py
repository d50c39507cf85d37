"""Steps that were taken before: where the same states led by the same rules, whatever else has changed since.

One night is much like the other, in one match as in the next: what is open in it, and all that rests on that, is often
just what it was, though the day is another one. Where states led then they lead now, but for what is known of the step.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from gdl.values import dataclass
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.observation import Sight
from lelma.knowledge.rules import Rules
from lelma.knowledge.steps.step import OpenStep, step_begun, step_taken

_MOST_WORDS = 4_000_000
"""Words of rows that are kept of a game at most: 32 MB."""


def progressed(
    sight: Sight, worlds: Worlds, own: int | None, seen: Sequence[int], identity: Collection[int], most: int
) -> Worlds | None:
    """The states that a step may have led to, or None if there are none.

    Args:
        own: the observer's move, as a number of `sight.spans`; None for an observer who is no role.
        seen: numbers of all the percepts.
        identity: fluents that tell deals.
        most: how many states there may be, or blocks' deals and rests to keep them in.

    Raises:
        TooManyWorlds: if there are more, or too many ways to go on from one.
    """
    step = step_begun(sight, worlds, own, seen)
    return None if step is None else kept_steps(sight.rules).taken(step, worlds, identity, most)


@dataclass(frozen=True, eq=False)
class _Taken:
    """Where a step led: the states, None if there were none, and how many words it takes to keep them."""

    worlds: Worlds | None
    words: int


class KeptSteps:
    """The latest steps by the rules of a game."""

    def __init__(self) -> None:
        self._kept = OrderedDict[tuple[object, ...], _Taken]()
        self._words = 0

    def taken(self, step: OpenStep, worlds: Worlds, identity: Collection[int], most: int) -> Worlds | None:
        """As `lelma.knowledge.steps.step.step_taken`, which it asks for what is new."""
        told = step.told()
        key = most, tuple(identity), _digest(told.rests_on, worlds)
        found = self._kept.pop(key, None)
        if found is None:
            after = step_taken(step, worlds, identity, most)
            found = _Taken(after, 1 if after is None else sum(deals.size + rests.size for deals, rests in after.blocks))
            self._words += found.words
        self._kept[key] = found
        while self._words > _MOST_WORDS:
            self._words -= self._kept.popitem(last=False)[1].words
        if found.worlds is None:
            return None
        return replace(found.worlds, common=np.where(told.open, found.worlds.common, told.held))


def _digest(rests_on: bytes, worlds: Worlds) -> bytes:
    found = blake2b(rests_on)
    found.update(worlds.varying.tobytes() + worlds.dealt.tobytes())
    for deals, rests in worlds.blocks:
        found.update(np.array([*deals.shape, *rests.shape]).tobytes())
        found.update(deals.tobytes())
        found.update(rests.tobytes())
    return found.digest()


@lru_cache(maxsize=4)
def kept_steps(_: Rules) -> KeptSteps:
    """The kept steps of a game."""
    return KeptSteps()
