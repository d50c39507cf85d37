"""What one observer can make of a step: the rules as programs over states, moves and percepts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

import numpy as np

from lelma.engine.network.circuit import TRUE, Circuit, possibly
from lelma.engine.network.machine import Bits
from lelma.engine.network.program import Op, compiled, part_of
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.gate_runner import Runner
from lelma.knowledge.observers import MOST_GATES, StepGates, observers_of, percepts_of
from lelma.knowledge.rules import Rules
from lelma.knowledge.states import Numbers


class Sight:
    """The rules as one role sees them; or, for no role, as somebody who sees what every player sees.

    Moves are numbered through all roles: those of role `r` are `spans[r]`.

    Attributes:
        role: the observer's number, or None.
        moves: how many there are.
        percepts: what the observer may see, in order.
    """

    def __init__(self, rules: Rules, observer: str | None) -> None:
        self.rules = rules
        self.observer = observer
        self.role = None if observer is None else rules.roles.index(observer)
        self.spans: list[range] = []
        start = 0
        for moves in rules.moves:
            self.spans.append(range(start, start + len(moves)))
            start += len(moves)
        self.moves = start
        self.percepts = tuple(percepts_of(rules, observer))

    @cached_property
    def _gates(self) -> StepGates:
        return observers_of(self.rules).gates[self.observer]

    @property
    def common(self) -> frozenset[str]:
        """The percepts that all watchers have for one and the same reason."""
        return self._gates.common

    def shared(self, worlds: Worlds | None = None) -> list[int]:
        """Numbers, after those of percepts, that stand for these: all may perceive it, each for a reason of its own.

        Nobody needs to look at the reasons of the others: the one witch sees the victim, and so would the one witch
        see it in another place, but never both.

        Args:
            worlds: if they are given, only those that may be perceived by all in one of them.
        """
        first, count = len(self.percepts), len(self._gates.together)
        if worlds is None or not count:
            return list(range(first, first + count))
        together = self._together
        parts = [states for states, _ in worlds.projected(worlds.looked_at(together))]
        outputs = [together.run(*states.inputs(lanes)) for states in parts for lanes in states.lanes()]
        return [first + at for at in sorted(set[int]().union(*(found.somewhere() for found in outputs)))]

    @cached_property
    def _together(self) -> Runner:
        """From the fluents: whether all players may have each of the percepts that they have for different reasons."""
        gates, target = self._gates, Circuit(MOST_GATES)
        fluents = [target.input() for _ in gates.fluents]
        given = dict(zip(gates.fluents, ((one, one ^ 1) for one in fluents), strict=True))
        given |= dict.fromkeys(gates.moves, (TRUE, TRUE))
        wanted = [literal for reasons in gates.together for literal in reasons]
        may = iter(possibly(gates.circuit, wanted, given, target))
        outputs = [target.all_of([next(may) for _ in reasons]) for reasons in gates.together]
        return Runner(compiled(target, fluents, outputs, and_not=False))

    @cached_property
    def _whole_step(self) -> Sequence[Runner]:
        """`step`, `legal` and `terms`."""
        gates = self._gates
        outputs = [[gates.agrees, *gates.nexts], gates.legal, gates.terms]
        whole = observers_of(self.rules).step.showing([each for some in outputs for each in some])
        ends = list(accumulate(map(len, outputs), initial=0))
        return [whole.showing(*bounds) for bounds in pairwise(ends)]

    @cached_property
    def seen(self) -> Sequence[int]:
        """The inputs of `step` that stand for the percepts, and for those that others may have for other reasons."""
        return observers_of(self.rules).step.places(self._gates.seen)

    @cached_property
    def guess_seen(self) -> Sequence[int]:
        """The same inputs of `guess`."""
        return observers_of(self.rules).guess.places(self._gates.seen)

    @property
    def step(self) -> Runner:
        """From the fluents, a joint move and percepts: whether these agree, and the fluents of the next state.

        Those of other observers are among the inputs, and make no difference.
        """
        return self._whole_step[0]

    @property
    def legal(self) -> Runner:
        """From the same as `step`, by the same gates: whether each move is legal."""
        return self._whole_step[1]

    @property
    def terms(self) -> Runner:
        """From the same as `step`, by the same gates: whether each thing is so that must be so."""
        return self._whole_step[2]

    @cached_property
    def own_terms(self) -> Runner:
        """From the same as `step`, by the same gates: those of `terms` that not all observers have."""
        count = len(self._gates.terms)
        return self.terms.showing(count - self._gates.own, count)

    @cached_property
    def guess_one(self) -> Runner:
        """`guess` once more, for questions that have more in common with each other than with those to `guess`."""
        return self.guess.beside()

    @cached_property
    def guess(self) -> Runner:
        """From what each fluent and move may be: whether all may agree, and whether each move may be legal.

        Inputs: fluents that may hold, fluents that may fail to; moves that may be made, moves that may not be; the
        percepts, which are known, those of other observers among them.
        """
        return observers_of(self.rules).guess.showing([self._gates.agrees, *self._gates.legal])


class StepOfAll:
    """A step of all observers at once, by the same gates.

    Attributes:
        observers: all of them, None among them.
        step: from fluents, moves and all percepts: whether those of nobody in particular agree, and the next fluents.
        agree: from the same, by the same gates: for each observer whether its percepts agree.
    """

    def __init__(self, rules: Rules) -> None:
        of_all = observers_of(rules)
        self.observers = tuple(of_all.gates)
        self._fluents = len(rules.fluents)
        self._seen: dict[str, set[int]] = {}
        self._always = set[int]()
        for observer in self.observers:
            of_one = sight(rules, observer)
            for percept, at in zip(of_one.percepts, of_one.seen, strict=False):
                self._seen.setdefault(percept, set()).add(at)
            self._always.update(of_one.seen[len(of_one.percepts) :])
        public = of_all.gates[None]
        ends = 1 + len(public.nexts), 1 + len(public.nexts) + len(self.observers)
        agree = [gates.agrees for gates in of_all.gates.values()]
        whole = of_all.step.showing([public.agrees, *public.nexts, *agree])
        self.step, self.agree = whole.showing(0, ends[0]), whole.showing(*ends)

    def next_of(self, fluents: Sequence[int]) -> tuple[Runner, Numbers]:
        """From the inputs of `step`: some of the next fluents, by gates of their own; and the inputs they rest on."""
        program = self.step.program
        part = part_of(program, range(program.inputs), [program.outputs[1 + at] for at in fluents])
        below = {value for op, *values in part.code if op is not Op.ZERO for value in values} | {*part.outputs}
        return Runner(part), np.array(sorted(at for at in below if at < part.inputs), dtype=np.intp)

    def inputs(self, held: Numbers, moves: Sequence[int], percepts: Collection[str]) -> Bits:
        """The inputs that are true where everybody perceives the same: for fluents that hold, and moves made."""
        found: Bits = np.zeros(self.step.program.inputs, dtype=np.bool_)
        seen = [at for percept in percepts for at in self._seen[percept]]
        found[[*held.tolist(), *(self._fluents + move for move in moves), *seen, *self._always]] = True
        return found


@lru_cache(maxsize=16)
def step_of_all(rules: Rules) -> StepOfAll:
    """`StepOfAll(rules)`, made once."""
    return StepOfAll(rules)


@lru_cache(maxsize=64)
def sight(rules: Rules, observer: str | None) -> Sight:
    """`Sight(rules, observer)`, made once."""
    return Sight(rules, observer)
