"""One step of knowledge: from the states that were possible to those that are, given a move and what was seen.

Moves of others that nobody tells of are guessed one role after another. First all states are taken as one, in which
what differs between them is unknown: that rules out nearly all moves that percepts tell of, such as public votes. Then
the moves that are left are tried in each state, and those at once dropped that cannot lead to what was seen, so that
the product of everybody's moves is never made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.running import WIDEST, Runner
from lelma.knowledge.sight import Sight
from lelma.knowledge.states import States, union
from lelma.network.machine import Bits, Words, packed, unpacked

_LANES = 64 * WIDEST
_GUESSES = 4 * _LANES
"""Ways to go on that are looked at together, unless one state has more."""
_MOST_GUESSES = 4_000_000
_MANY = 100
"""Ways a state on average that are too many to be gone through without looking at each role's move by itself."""
_WORTH_SPECIALISING = 8192
"""Lanes from which on simplifying a program pays even for one run (measured on Werewolf)."""

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
    return _Step(sight, states, own, seen).run(most)


class _Step:
    def __init__(self, sight: Sight, states: States, own: int | None, seen: Sequence[int]) -> None:
        self.sight = sight
        self.states = states
        self.own = own
        self.fluents = len(sight.rules.fluents)
        self.moves = sum(map(len, sight.spans))
        self.seen = list(seen)
        self.fixed: list[int] = []
        self.open: list[Indices] = []
        self.common = [int(at) for at in np.flatnonzero(states.common)]

    def run(self, most: int) -> States | None:
        candidates = self._candidates()
        if candidates is None or not all(map(len, candidates)):
            return None
        self.fixed = [moves[0] for moves in candidates if len(moves) == 1]
        self.open = [np.array(moves, dtype=np.intp) for moves in candidates if len(moves) > 1]
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
            origin = np.arange(start, min(start + _LANES, len(self.states)), dtype=np.intp)
            legal = self._legal(origin)
            ends = np.minimum(np.cumsum(self._ways(legal)) // _GUESSES, len(origin)).astype(np.intp)
            bounds = [0, *(np.flatnonzero(np.diff(ends)) + 1), len(origin)]
            for first, end in pairwise(bounds):
                yield from self._led_to(origin[first:end], legal[:, first:end])

    def _ways(self, legal: Bits) -> npt.NDArray[np.float64]:
        """In how many ways the moves that are not known can be made in some states."""
        found = np.ones(legal.shape[1])
        for moves in self.open:
            found *= legal[moves].sum(axis=0)
        return found

    def _legal(self, origin: Indices) -> Bits:
        """`legal[move, place]`: whether each move is legal in some states; nothing if all moves are known."""
        if not self.open:
            return np.zeros((self.moves, len(origin)), dtype=np.bool_)
        outputs = self.sight.legal.run(self.common, self._rows(origin), _words(len(origin)))
        return unpacked(outputs, len(origin))

    def _rows(self, origin: Indices) -> dict[int, Words]:
        """The inputs that differ between some states."""
        return dict(zip(map(int, self.states.varying), self.states.columns(origin), strict=True))

    def _candidates(self) -> list[list[int]] | None:
        """For each role the moves it may have made, as far as can be told without looking at states one by one."""
        moves = [list(span) for span in self.sight.spans]
        if self.sight.role is not None and self.own is not None:
            moves[self.sight.role] = [self.own]
        agrees, legal = self._guess([moves])[0]
        if not agrees:
            return None
        moves = [[move for move in of_role if legal[move]] for of_role in moves]
        asked = [(role, move) for role, of_role in enumerate(moves) if len(of_role) > 1 for move in of_role]
        ways = [[[move] if at == role else of_role for at, of_role in enumerate(moves)] for role, move in asked]
        good = {pair for pair, (agrees, _) in zip(asked, self._guess(ways), strict=True) if agrees}
        return [
            of_role if len(of_role) == 1 else [move for move in of_role if (role, move) in good]
            for role, of_role in enumerate(moves)
        ]

    def _guess(self, ways: Sequence[Sequence[list[int]]]) -> list[tuple[bool, Bits]]:
        """For each way of leaving moves open: whether something in it may agree, and which moves may be legal."""
        found: list[tuple[bool, Bits]] = []
        varying = set(map(int, self.states.varying))
        held = set(self.common)
        full = [at for at in range(self.fluents) if at in held or at in varying]
        full += [self.fluents + at for at in range(self.fluents) if at not in held]
        for start in range(0, len(ways), _LANES):
            some = ways[start : start + _LANES]
            may = np.zeros((self.moves, len(some)), dtype=np.bool_)
            must = np.zeros_like(may)
            for lane, way in enumerate(some):
                for of_role in way:
                    may[of_role, lane] = True
                    must[of_role, lane] = len(of_role) == 1
            rows = dict(enumerate(packed(np.concatenate([may, ~must])), 2 * self.fluents))
            offset = 2 * (self.fluents + self.moves)
            outputs = self.sight.guess.run([*full, *(offset + at for at in self.seen)], rows, _words(len(some)))
            bits = unpacked(outputs, len(some))
            found += [(bool(bits[0, lane]), bits[1:, lane]) for lane in range(len(some))]
        return found

    def _led_to(self, states: Indices, legal: Bits) -> Iterator[States]:
        """Where some states lead to, given what is legal in them."""
        place: Indices = np.arange(len(states), dtype=np.intp)
        chosen: list[Indices] = []
        many = self._ways(legal).sum() > _MANY * len(states)
        for moves in self.open:
            allowed = legal[moves][:, place]
            if np.count_nonzero(allowed) > _MOST_GUESSES:
                raise TooManyWorlds(f"more than {_MOST_GUESSES:,} ways to go on from {len(states):,} states")
            which, row = np.nonzero(allowed)
            place = place[row]
            chosen = [*(before[row] for before in chosen), moves[which]]
            if many and len(chosen) < len(self.open):
                keep = self._may_agree(states[place], chosen)
                place, chosen = place[keep], [moves[keep] for moves in chosen]
        for start in range(0, len(place), _LANES):
            lanes = slice(start, start + _LANES)
            found = self._stepped(states[place[lanes]], [moves[lanes] for moves in chosen])
            if found is not None:
                yield found

    def _may_agree(self, origin: Indices, chosen: Sequence[Indices]) -> Bits:
        """Which lanes may agree, whatever the roles do that have not chosen yet."""
        found = [np.zeros(0, dtype=np.bool_)]
        left = [int(move) for moves in self.open[len(chosen) :] for move in moves]
        fluents = set(self.common) | set(map(int, self.states.varying))
        full = [*self.common, *(self.fluents + at for at in range(self.fluents) if at not in fluents)]
        offset = 2 * self.fluents
        full += [offset + move for move in (*self.fixed, *left)]
        made = {int(move) for moves in self.open[: len(chosen)] for move in moves}
        offset += self.moves
        full += [offset + move for move in range(self.moves) if move not in made and move not in self.fixed]
        full += [offset + self.moves + at for at in self.seen]
        for at in range(0, len(origin), _LANES):
            lanes = slice(at, at + _LANES)
            rows = self._rows(origin[lanes])
            rows |= {self.fluents + fluent: ~row for fluent, row in rows.items()}
            for move, row in self._made(lanes, chosen):
                rows[2 * self.fluents + move] = row
                rows[2 * self.fluents + self.moves + move] = ~row
            count = len(origin[lanes])
            outputs = self.sight.guess.run(full, rows, _words(count))
            found.append(unpacked(outputs[:1], count)[0])
        return np.concatenate(found)

    def _made(self, lanes: slice, chosen: Sequence[Indices]) -> Iterator[tuple[int, Words]]:
        """For each move that a role may have chosen, the lanes in which it did."""
        for moves, choice in zip(self.open, chosen, strict=False):
            for move, row in zip(moves, packed(choice[lanes][None] == moves[:, None]), strict=True):
                yield int(move), row

    def _stepped(self, origin: Indices, chosen: Sequence[Indices]) -> States | None:
        """Where states lead to by the moves chosen in them; None if nothing of it agrees."""
        rows = self._rows(origin)
        for move, row in self._made(slice(None), chosen):
            rows[self.fluents + move] = row
        count = len(origin)
        if count < _WORTH_SPECIALISING:
            outputs = self.sight.step.run(self._step_full, rows, _words(count))
        else:
            renumbered = {place: rows[at] for place, at in enumerate(self._step_varying)}
            outputs = self._step.run((), renumbered, _words(count))
        agrees = outputs[0] & packed(np.ones((1, count), dtype=np.bool_))[0]
        return States.of(outputs[1:], agrees, count) if agrees.any() else None

    @cached_property
    def _step_full(self) -> list[int]:
        """The inputs of `Sight.step` that are true in all states."""
        moves = (self.fluents + move for move in self.fixed)
        return [*self.common, *moves, *(self.fluents + self.moves + at for at in self.seen)]

    @cached_property
    def _step_varying(self) -> list[int]:
        moves = (self.fluents + int(move) for moves in self.open for move in moves)
        return sorted([*map(int, self.states.varying), *moves])

    @cached_property
    def _step(self) -> Runner:
        return self.sight.step.specialised(self._step_full, self._step_varying)


def _words(lanes: int) -> int:
    return (lanes + 63) // 64
