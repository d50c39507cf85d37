"""One step of knowledge: from the states that were possible to those that are, given a move and what was seen.

Moves of others that nobody tells of are guessed. First all states are taken as one, in which what differs between them
is unknown: that rules out nearly all moves that percepts tell of, such as public votes. Then the moves that are left
are tried in each state. Where that makes too many ways to go on, the moves of one role after another, dropping at once
what cannot lead to what was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lelma.knowledge.apart import apart
from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.guesses import Guesses, Moves
from lelma.knowledge.running import WIDEST
from lelma.knowledge.sight import Sight
from lelma.knowledge.states import States, union
from lelma.network.machine import Bits, Words, packed

_LANES = 64 * WIDEST
_GUESSES = 4 * _LANES
"""Ways to go on that are looked at together, unless one state has more."""
_MOST_GUESSES = 4_000_000
_MANY = 100
"""Ways a state on average that are too many to be gone through without looking at one role's move after another."""

_FEW = 2000
"""States below which finding out what a step looks at does not pay."""

Indices = npt.NDArray[np.intp]


def progressed(sight: Sight, states: States, own: int | None, seen: Sequence[int], most: int) -> States | None:
    """The states that a step may have led to, or None if there are none.

    Args:
        own: the observer's move, as a number of `sight.spans`; None for an observer who is no role.
        seen: numbers of all the percepts.
        most: how many states there may be.

    Raises:
        TooManyWorlds: if there are more, or too many ways to go on from one.
    """
    seen = [*seen, *sight.shared(states if len(states) >= _FEW else None)]
    guesses = Guesses(sight, states, seen)
    moves = guesses.narrowed(guesses.candidates(own))
    if not all(map(len, moves)):
        return None
    step = _Step(guesses, states, moves)
    if len(states) < _FEW:
        found = step.run(most)
        return found and found.tidy()
    while told := sight.terms.told(step.full, guesses.varying, step.unknown):
        fewer = states.where(told)
        if fewer is None:
            return None
        states, guesses = fewer, Guesses(sight, fewer, seen)
        step = _Step(guesses, states, moves)
    needed, handed = sight.step.looked_at(step.full, guesses.varying, step.unknown)
    if handed:
        found = apart(states, needed, handed, lambda some: _Step(guesses, some, moves, tagged=True).run(most), most)
    else:
        found = step.run(most)
    return found and found.tidy()


class _Step:
    """A step from some states, by moves of which those of the roles in `open` are not known.

    If it is `tagged`, states that it leads to have the number of the state before as further fluents.

    Attributes:
        full, unknown: inputs of `Sight.step` that are true in all states, and those of moves that are not known.
    """

    def __init__(self, guesses: Guesses, states: States, moves: Moves, *, tagged: bool = False) -> None:
        self.tagged = tagged
        self.guesses = guesses
        self.sight = guesses.sight
        self.states = states
        self.moves = moves
        self.open = [np.array(of_role, dtype=np.intp) for of_role in moves if len(of_role) > 1]
        fluents = len(self.sight.rules.fluents)
        fixed = (fluents + of_role[0] for of_role in moves if len(of_role) == 1)
        self.unknown = [fluents + int(move) for of_role in self.open for move in of_role]
        self.full = [*guesses.held, *fixed, *(fluents + self.sight.moves + at for at in guesses.seen)]

    def run(self, most: int) -> States | None:
        """Where the states lead to; None if that is nowhere.

        Raises:
            TooManyWorlds: if there are more than `most`, or too many ways to go on from one.
        """
        found: list[States] = []
        waiting = 0
        for part in self._parts():
            found.append(part)
            waiting += len(part)
            if waiting > most:
                found = [union(found)]
                waiting = len(found[0])
                if waiting > most:
                    raise TooManyWorlds(f"more than {most:,} states are possible")
        return union(found) if found else None

    def _parts(self) -> Iterator[States]:
        """Where the states lead to, some of them at a time."""
        for start in range(0, len(self.states), _LANES):
            origin: Indices = np.arange(start, min(start + _LANES, len(self.states)), dtype=np.intp)
            legal = self._legal(origin)
            ends = np.minimum(np.cumsum(_ways(legal, len(origin))) // _GUESSES, len(origin)).astype(np.intp)
            bounds = [0, *(np.flatnonzero(np.diff(ends)) + 1), len(origin)]
            for first, end in pairwise(bounds):
                yield from self._led_to(origin[first:end], [of_role[:, first:end] for of_role in legal])

    def _legal(self, origin: Indices) -> list[Bits]:
        """For each role in `open`, `legal[move, place]`: whether each of its moves is legal in some states."""
        if not self.open:
            return []
        outputs = self.sight.legal.run(self.guesses.held, self._rows(origin), len(origin))
        return [outputs.bits(list(map(int, moves))) for moves in self.open]

    def _rows(self, origin: Indices) -> dict[int, Words]:
        """The fluents that differ between some states."""
        return dict(zip(self.guesses.varying, self.states.columns(origin), strict=True))

    def _led_to(self, states: Indices, legal: Sequence[Bits]) -> Iterator[States]:
        """Where some states lead to, given what is legal in them."""
        place: Indices = np.arange(len(states), dtype=np.intp)
        chosen: list[Indices] = []
        many = _ways(legal, len(states)).sum() > _MANY * len(states)
        for moves, of_role in zip(self.open, legal, strict=True):
            allowed = of_role[:, place]
            if np.count_nonzero(allowed) > _MOST_GUESSES:
                raise TooManyWorlds(f"more than {_MOST_GUESSES:,} ways to go on from {len(states):,} states")
            which, row = np.nonzero(allowed)
            place = place[row]
            chosen = [*(before[row] for before in chosen), moves[which]]
            if many and len(chosen) < len(self.open):
                keep = self._may_agree(states[place], chosen)
                place, chosen = place[keep], [made[keep] for made in chosen]
        for start in range(0, len(place), _LANES):
            lanes = slice(start, start + _LANES)
            found = self._stepped(states[place[lanes]], [made[lanes] for made in chosen])
            if found is not None:
                yield found

    def _may_agree(self, origin: Indices, chosen: Sequence[Indices]) -> Bits:
        """Which lanes may agree, whatever the roles do that have not chosen yet."""
        found = [np.zeros(0, dtype=np.bool_)]
        for start in range(0, len(origin), _LANES):
            lanes = slice(start, start + _LANES)
            some = origin[lanes]
            made = dict(self._made([moves[lanes] for moves in chosen]))
            found.append(self.guesses.may_agree(self.moves, self._rows(some), made, len(some)))
        return np.concatenate(found)

    def _made(self, chosen: Sequence[Indices]) -> Iterator[tuple[int, Words]]:
        """For each move that a role may have chosen, the lanes in which it did."""
        for moves, choice in zip(self.open, chosen, strict=False):
            yield from zip(map(int, moves), packed(choice == moves[:, None]), strict=True)

    def _stepped(self, origin: Indices, chosen: Sequence[Indices]) -> States | None:
        """Where states lead to by the moves chosen in them; None if nothing of it agrees."""
        fluents = len(self.sight.rules.fluents)
        rows = self._rows(origin) | {fluents + move: row for move, row in self._made(chosen)}
        outputs = self.sight.step.run(self.full, rows, len(origin))
        return States.reached(outputs.tagged(origin) if self.tagged else outputs)


def _ways(legal: Sequence[Bits], states: int) -> npt.NDArray[np.float64]:
    """In how many ways the moves that are not known can be made in each of some states."""
    found = np.ones(states)
    for of_role in legal:
        found *= of_role.sum(axis=0)
    return found
