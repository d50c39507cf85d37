"""What a step looks at, apart from what it hands on.

A step depends on few of the fluents that differ between many states: who the wolves are and how they voted, not who
the seer is. So it is taken once for each way those fluents are. Then all ways of them that go with the same fluents
handed on are put together, and what comes of it is worked out once for all that have the same ways.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.running import TAG_BITS
from lelma.knowledge.states import Numbers, Rows, States, distinct, numbered
from lelma.network.machine import packed


def apart(
    states: States,
    needed: Collection[int],
    handed: Collection[int],
    lead: Callable[[States], States | None],
    most: int,
) -> States | None:
    """Where states lead to; None if that is nowhere.

    Args:
        needed: the varying fluents that the step depends on.
        handed: those that it hands on; others are forgotten.
        lead: takes the step from states in which varying fluents that are not needed are false. It gives states with
            `TAG_BITS` fluents more, the number of the state that led there; or None.
        most: how many there may be.

    Raises:
        TooManyWorlds: if there are more.
    """
    looked_at, way = numbered(states.rows & states.mask(needed))
    led = lead(States(states.common, states.varying, looked_at))
    if led is None:
        return None
    rest, group = numbered(states.rows & states.mask(handed))
    ways = _ways_by_group(group, way, len(looked_at))
    return _joined(states, handed, rest, ways, led, most)


def _ways_by_group(group: Numbers, way: Numbers, most: int) -> dict[bytes, list[int]]:
    """Sets of ways, as the bytes of their sorted numbers → the groups that have just these."""
    pairs = np.unique(group * most + way)
    of_group = pairs % most
    starts = np.flatnonzero(np.diff(pairs // most, prepend=-1))
    found: dict[bytes, list[int]] = {}
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(pairs)], strict=True)):
        found.setdefault(of_group[start:end].tobytes(), []).append(number)
    return found


def _joined(
    states: States, handed: Collection[int], rest: Rows, ways: dict[bytes, list[int]], led: States, most: int
) -> States | None:
    """Each group's handed fluents together with all that its ways lead to."""
    fluents = len(states.common)
    tags = led.bits(np.arange(fluents, fluents + TAG_BITS)) @ (1 << np.arange(TAG_BITS))
    order = np.argsort(tags, kind="stable")
    ends = np.searchsorted(tags[order], np.arange(tags.max() + 2))
    varying = _layout(states, handed, [int(fluent) for fluent in led.varying if fluent < fluents])
    given: Rows = packed(led.bits(varying))[order]
    found: list[Rows] = []
    count = 0
    for key, groups in ways.items():
        of_group = np.frombuffer(key, dtype=np.int64)
        results = distinct(given[_ranges(ends, of_group[of_group <= tags.max()])])
        count += len(results) * len(groups)
        if count > most:
            raise TooManyWorlds(f"more than {most:,} states are possible")
        if len(results):
            rows = np.repeat(results[None], len(groups), axis=0)
            rows[:, :, : rest.shape[1]] |= rest[groups][:, None]
            found.append(rows.reshape(-1, given.shape[1]))
    if not found:
        return None
    common = led.common[:fluents].copy()
    common[varying] = False
    return States(common, varying, np.concatenate(found))


def _ranges(ends: Numbers, some: Numbers) -> Numbers:
    """The numbers from `ends[n]` up to `ends[n + 1]` for some `n`, one range after another."""
    starts, sizes = ends[some], ends[some + 1] - ends[some]
    shift = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
    found: Numbers = np.arange(len(shift), dtype=np.intp) + shift
    return found


def _layout(states: States, handed: Collection[int], new: list[int]) -> Numbers:
    """What bits stand for: handed fluents keep theirs; those that a step gives get the others, and more if need be."""
    taken = {*new, *handed}
    # A bit that is left over stands for a fluent that is the same in all states, until `States.tidy`.
    fill = iter([*new, *(at for at in range(len(states.common)) if at not in taken)])
    layout = [int(fluent) if int(fluent) in handed else next(fill) for fluent in states.varying]
    return np.array(layout + [fluent for fluent in new if fluent not in set(layout)], dtype=np.intp)
