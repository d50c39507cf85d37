"""One step of knowledge: from the states that were possible to those that are, given a move and what was seen.

Moves of others that nobody tells of are guessed. First all states are taken as one, in which what differs between them
is unknown: that rules out nearly all moves that percepts tell of, such as public votes. Then the moves that are left
are tried in each state. Where that makes too many ways to go on, the moves of one role after another, dropping at once
what cannot lead to what was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lelma.engine.network.machine import Bits, Words, packed
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.errors import TooManyWorlds
from lelma.knowledge.gate_runner import NOTHING_FIXED, WIDEST, Fixed, Looks, ToldApart
from lelma.knowledge.observation import Sight
from lelma.knowledge.states import States, union
from lelma.knowledge.steps.guesses import Guesses, MoveIndices
from lelma.knowledge.steps.step_in_parts import apart

_LANES = 64 * WIDEST
_GUESSES = 4 * _LANES
"""Ways to go on that are looked at together, unless one state has more."""
_MOST_GUESSES = 4_000_000
_MANY = 100
"""Ways a state on average that are too many to be gone through without looking at one role's move after another."""

_FEW = 2000
"""States below which finding out what a step looks at does not pay."""

Indices = npt.NDArray[np.intp]


def step_begun(sight: Sight, worlds: Worlds, own: int | None, seen: Sequence[int]) -> OpenStep | None:
    """A step with the moves that may have been made in it, or None if what was seen cannot be.

    Arguments are as for `lelma.knowledge.steps.kept_steps.progressed`.
    """
    guesses = Guesses(sight, worlds, [*seen, *sight.shared(worlds if len(worlds) >= _FEW else None)])
    moves = guesses.narrowed(guesses.candidates(own))
    return OpenStep(guesses, moves) if all(map(len, moves)) else None


def step_taken(step: OpenStep, worlds: Worlds, identity: Collection[int], most: int) -> Worlds | None:
    """The states that a step may have led to from those it was begun with.

    Arguments and errors are as for `lelma.knowledge.steps.kept_steps.progressed`.
    """
    if len(worlds) < _FEW:
        states = step.run(worlds.flat(), most)
        return None if states is None else Worlds.of(states).tidy()
    sight = step.sight
    while told := sight.terms.told(step.full, step.guesses.varying, step.unknown):
        fewer = worlds.where(told)
        if fewer is None:
            return None
        worlds, step = fewer, OpenStep(Guesses(sight, fewer, step.guesses.seen), step.moves)
    looks = step.looks(worlds)
    if not step.open and not looks.needed and looks.handed.issuperset(step.guesses.varying):
        common = step.after()
        return None if common is None else replace(worlds, common=common)
    if not worlds.told_by_deals() <= looks.handed:
        worlds = _put_together(worlds, (), most)
    found = apart(worlds, looks, lambda states: step.run(states, most, tagged=True), most)
    return None if found is None else _well_kept(found.tidy(), identity, most)


def _well_kept(worlds: Worlds, identity: Collection[int], most: int) -> Worlds:
    """The same worlds, in blocks if that is worth while."""
    in_blocks = worlds.dealt.any() and np.array_equal(worlds.dealt, worlds.mask(identity))
    if in_blocks and (worlds.worth_while or len(worlds) > most):
        return worlds
    return _put_together(worlds, identity, most)


def _put_together(worlds: Worlds, identity: Collection[int], most: int) -> Worlds:
    """The same worlds, in blocks by fluents that tell deals if that is worth while, whatever they were in before."""
    if len(worlds) > most:
        raise TooManyWorlds(f"more than {most:,} states are possible")
    return Worlds.of(worlds.flat(), identity)


class OpenStep:
    """A step by moves of which those of the roles in `open` are not known.

    Attributes:
        full, unknown: inputs of `Sight.step` that are true in all states, and those of moves that are not known.
        fixed: its gates that are the same in all states.
        known: the varying fluents that states tell.
    """

    def __init__(self, guesses: Guesses, moves: MoveIndices) -> None:
        self.guesses = guesses
        self.sight = guesses.sight
        self.moves = moves
        self.open = [np.array(of_role, dtype=np.intp) for of_role in moves if len(of_role) > 1]
        fluents = len(self.sight.rules.fluents)
        known = (fluents + of_role[0] for of_role in moves if len(of_role) == 1)
        self.unknown = [fluents + int(move) for of_role in self.open for move in of_role]
        self.full: Bits = np.zeros(self.sight.step.program.inputs, dtype=np.bool_)
        self.full[[*guesses.held, *known, *(self.sight.seen[at] for at in guesses.seen)]] = True
        self.fixed: Fixed = NOTHING_FIXED
        self.known = set(guesses.varying)

    def told(self) -> ToldApart:
        """What is known of the fluents after the step, and what all else of it rests on."""
        found = self.sight.step.told_apart(self.full, self.guesses.varying, self.unknown)
        legal = self.sight.legal.shared()
        agrees = self.sight.step.program.outputs[0] if found.open[0] else -1
        numbers = np.array([agrees, *(len(of_role) for of_role in self.open)], dtype=np.intp)
        rests_on = found.rests_on + found.held[:1].tobytes() + legal.tobytes() + numbers.tobytes()
        return ToldApart(found.held[1:], found.open[1:], rests_on)

    def hands_on(self) -> set[int]:
        """The varying fluents that are the same after the step, whatever is done in it."""
        return self._first_looks.handed

    def looks(self, worlds: Worlds) -> Looks:
        """What the step looks at; from then on it need not be told other fluents.

        Gates that come to the same for all deals are taken to be known: one of those alive is the witch, whoever it is.
        """
        looks = self._first_looks
        telling = looks.needed & worlds.told_by_deals()
        if telling:
            others = [*self.unknown, *(at for at in self.guesses.varying if at not in telling)]
            self.fixed = self.sight.step.settled(self.full, _lanes_of(worlds.deals(telling), telling), others)
            looks = self._looked_at(())
        carried, before = self._carried(worlds, looks), set[int]()
        while carried != before:  # what is looked at anyway has to be worked out
            looks = self._looked_at(carried)
            carried, before = carried - looks.needed, carried
        self.known = looks.needed
        return looks

    @cached_property
    def _first_looks(self) -> Looks:
        """What the step looks at, as far as can be told without going through states."""
        return self._looked_at(())

    def after(self) -> Bits | None:
        """The fluents that hold after a step that looks at nothing and hands on what differs; None if it can't be."""
        held = self.sight.step.shared()
        common: Bits = held[1:]
        common[self.guesses.varying] = False
        return common if held[0] else None

    def _looked_at(self, carried: Collection[int]) -> Looks:
        return self.sight.step.looked_at(self.full, self.guesses.varying, self.unknown, self.fixed, carried)

    def _carried(self, worlds: Worlds, looks: Looks) -> set[int]:
        """Fluents that every state hands on, though rules might not: the witch keeps her potion while she lives."""
        program, varying = self.sight.step, self.guesses.varying
        rests_on = program.told_by(varying, self.unknown, looks.open & looks.needed)
        states = worlds.ways(set[int]().union(*rests_on.values()), _LANES)
        if not rests_on or states is None:
            return set()
        lanes: Indices = np.arange(len(states), dtype=np.intp)
        before = dict(zip(map(int, states.varying), states.columns(lanes), strict=True))
        after = program.run(self.full, before, len(states), self.fixed)
        return {at for at in rests_on if np.array_equal(after.words(at + 1), before[at])}

    def run(self, states: States, most: int, *, tagged: bool = False) -> States | None:
        """Where some states lead to; None if that is nowhere.

        Args:
            states: of the worlds of the guesses, with the same fluents varying.
            tagged: whether states that they lead to have the number of the state before as further fluents.

        Raises:
            TooManyWorlds: if there are more than `most`, or too many ways to go on from one.
        """
        return _Leading(self, states, tagged).run(most)


def _lanes_of(deals: States, telling: Collection[int]) -> Iterator[tuple[dict[int, Words], int]]:
    """Fluents of some states after others, as words that are full."""
    for lanes in deals.lanes():
        _, rows, count = deals.inputs(np.pad(lanes, (0, -len(lanes) % 64), mode="edge"))
        yield {at: row for at, row in rows.items() if at in telling}, count


class _Leading:
    """A step from some states."""

    def __init__(self, step: OpenStep, states: States, tagged: bool) -> None:
        self.step, self.states, self.tagged = step, states, tagged
        self.guesses, self.sight, self.open = step.guesses, step.sight, step.open

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
        outputs = self.sight.legal.run(self.step.full, self._rows(origin), len(origin), self.step.fixed)
        return [outputs.bits(list(map(int, moves))) for moves in self.open]

    def _rows(self, origin: Indices) -> dict[int, Words]:
        """The fluents that differ between some states."""
        columns = zip(self.guesses.varying, self.states.columns(origin), strict=True)
        return {fluent: column for fluent, column in columns if fluent in self.step.known}

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
            found.append(self.guesses.may_agree(self.step.moves, self._rows(some), made, len(some)))
        return np.concatenate(found)

    def _made(self, chosen: Sequence[Indices]) -> Iterator[tuple[int, Words]]:
        """For each move that a role may have chosen, the lanes in which it did."""
        for moves, choice in zip(self.open, chosen, strict=False):
            yield from zip(map(int, moves), packed(choice == moves[:, None]), strict=True)

    def _stepped(self, origin: Indices, chosen: Sequence[Indices]) -> States | None:
        """Where states lead to by the moves chosen in them; None if nothing of it agrees."""
        fluents = len(self.sight.rules.fluents)
        rows = self._rows(origin) | {fluents + move: row for move, row in self._made(chosen)}
        outputs = self.sight.step.run(self.step.full, rows, len(origin), self.step.fixed)
        return States.reached(outputs.tagged(origin) if self.tagged else outputs)


def _ways(legal: Sequence[Bits], states: int) -> npt.NDArray[np.float64]:
    """In how many ways the moves that are not known can be made in each of some states."""
    found = np.ones(states)
    for of_role in legal:
        found *= of_role.sum(axis=0)
    return found
