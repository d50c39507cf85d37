"""What one observer can make of a step: the rules as programs over states, moves and percepts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

import numpy as np

from gdl.values import dataclass
from lelma.engine.network.circuit import TRUE, Circuit, TruthPair, possibly
from lelma.engine.network.machine import Bits
from lelma.engine.network.program import GateProgram, Op, compiled, part_of
from lelma.engine.network.wiring import Wiring
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.gate_runner import Runner
from lelma.knowledge.rules import Rules
from lelma.knowledge.states import Numbers

_MOST_GATES = 5_000_000


@dataclass(frozen=True, eq=False)
class _Gates:
    """The circuit of a step, its inputs, and what comes of them.

    Attributes:
        terms: what must all be so: the moves are legal in a state that is not terminal, violate no assumption, and
            each percept is there just if it was seen.
        own: how many of these, the last ones, are of percepts that not all observers have for the same reason.
        agrees: that all of it is.
        together: percepts that players have for different reasons: what each of these has for its own.
        common: the percepts that all have for one and the same reason.
    """

    circuit: Circuit
    fluents: list[int]
    moves: list[int]
    seen: list[int]
    legal: list[int]
    terms: list[int]
    own: int
    agrees: int
    nexts: list[int]
    together: list[list[int]]
    common: frozenset[str]


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
        self.percepts = tuple(_percepts_of(rules, observer))

    @cached_property
    def _gates(self) -> _Gates:
        return _of_observers(self.rules).gates[self.observer]

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
        gates, target = self._gates, Circuit(_MOST_GATES)
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
        whole = _of_observers(self.rules).step.showing([each for some in outputs for each in some])
        ends = list(accumulate(map(len, outputs), initial=0))
        return [whole.showing(*bounds) for bounds in pairwise(ends)]

    @cached_property
    def seen(self) -> Sequence[int]:
        """The inputs of `step` that stand for the percepts, and for those that others may have for other reasons."""
        return _of_observers(self.rules).step.places(self._gates.seen)

    @cached_property
    def guess_seen(self) -> Sequence[int]:
        """The same inputs of `guess`."""
        return _of_observers(self.rules).guess.places(self._gates.seen)

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
        return _of_observers(self.rules).guess.showing([self._gates.agrees, *self._gates.legal])


def _percepts_of(rules: Rules, observer: str | None) -> dict[str, list[int]]:
    """What an observer may see, and for each who watches the sentence that says that it sees it."""
    players = {rules.roles.index(role) for role in rules.observers}
    watchers = players if observer is None else {rules.roles.index(observer)}
    return {
        percept: [by_role[role] for role in sorted(watchers)]
        for percept, by_role in rules.percepts.items()
        if watchers <= by_role.keys()
    }


@dataclass(frozen=True, eq=False)
class _Compiled:
    """A program with what its inputs and outputs are: literals, and whether an input says that one may be true."""

    program: GateProgram
    inputs: Sequence[tuple[int, bool]]
    outputs: Sequence[int]

    @cached_property
    def _place(self) -> Mapping[int, int]:
        return {literal: at for at, (literal, may) in enumerate(self.inputs) if may}

    @cached_property
    def _values(self) -> Mapping[int, int]:
        return dict(zip(self.outputs, self.program.outputs, strict=True))

    @cached_property
    def _runner(self) -> Runner:
        return Runner(self.program)

    def places(self, literals: Iterable[int]) -> list[int]:
        """The numbers of the inputs that say that literals may be true."""
        return [self._place[literal] for literal in literals]

    def showing(self, outputs: Iterable[int]) -> Runner:
        """The program, giving some of its outputs, with values of its own."""
        return self._runner.beside(tuple(self._values[literal] for literal in outputs))


class _Observers:
    """The gates of a step for all who observe it, who have nearly all of them in common: so they are compiled once.

    Attributes:
        gates: observer → its gates, in one circuit.
    """

    def __init__(self, rules: Rules) -> None:
        self._of_all = _of_all(rules)
        self._inputs: dict[tuple[str, tuple[int, ...]], int] = {}
        told = {each: self._reasons(_percepts_of(rules, each)) for each in (None, *rules.observers)}
        self._alike = set.intersection(*map(set, told.values()))
        self.gates = {each: self._of_one(some) for each, some in told.items()}
        self._seen = list(dict.fromkeys(literal for gates in self.gates.values() for literal in gates.seen))

    def _reasons(self, percepts: Mapping[str, Sequence[int]]) -> list[tuple[str, tuple[int, ...]]]:
        """Percepts with the literals for which watchers have them."""
        wiring = self._of_all.wiring
        return [(percept, tuple(sorted(set(wiring.literals(some))))) for percept, some in percepts.items()]

    def _of_one(self, told: Sequence[tuple[str, tuple[int, ...]]]) -> _Gates:
        """The gates of an observer; it has an input, and all that rests on it alone, in common with who sees alike.

        Args:
            told: its percepts, each with the literals for which watchers have it.
        """
        of_all, circuit = self._of_all, self._of_all.wiring.circuit
        seen = [self._inputs[each] if each in self._inputs else circuit.input() for each in told]
        self._inputs |= dict(zip(told, seen, strict=True))
        together: list[list[int]] = []
        alike, own = [*of_all.agrees, circuit.any_of(of_all.against) ^ 1], list[int]()
        for place, each in enumerate(told):
            reasons = list(each[1])
            if len(reasons) > 1:
                together.append(reasons)
                seen.append(circuit.input())
                reasons = [seen[-1], *reasons]
            agrees = circuit.xor(seen[place], circuit.all_of(reasons)) ^ 1
            (alike if each in self._alike else own).append(agrees)
        disagree = circuit.any_of([circuit.any_of([each ^ 1 for each in alike]), *(each ^ 1 for each in own)])
        common = frozenset(percept for percept, some in told if len(some) == 1)
        return _Gates(
            circuit,
            of_all.fluents,
            of_all.moves,
            seen,
            of_all.legal,
            [*alike, *own],
            len(own),
            disagree ^ 1,
            of_all.nexts,
            together,
            common,
        )

    @cached_property
    def step(self) -> _Compiled:
        """From the fluents, a joint move and all percepts: `Sight.step`, `legal` and `terms` of all observers."""
        of_all, each = self._of_all, self.gates.values()
        inputs = [*of_all.fluents, *of_all.moves, *self._seen]
        told = [literal for gates in each for literal in (gates.agrees, *gates.terms)]
        outputs = list(dict.fromkeys((*told, *of_all.nexts, *of_all.legal)))
        program = compiled(of_all.wiring.circuit, inputs, outputs, and_not=False)
        return _Compiled(program, [(literal, True) for literal in inputs], outputs)

    @cached_property
    def guess(self) -> _Compiled:
        """`Sight.guess` of all observers."""
        of_all, target = self._of_all, Circuit(_MOST_GATES)
        given: dict[int, TruthPair] = {}
        inputs: dict[tuple[int, bool], int] = {}
        for known in (of_all.fluents, of_all.moves):
            given |= {literal: (target.input(), target.input()) for literal in known}
            for at, may in enumerate((True, False)):
                inputs |= {(literal, may): given[literal][at] for literal in known}
        for literal in self._seen:
            inputs[literal, True] = saw = target.input()
            given[literal] = saw, saw ^ 1
        outputs = list(dict.fromkeys([*(gates.agrees for gates in self.gates.values()), *of_all.legal]))
        found = possibly(of_all.wiring.circuit, outputs, given, target)
        return _Compiled(compiled(target, list(inputs.values()), found, and_not=False), list(inputs), outputs)


@lru_cache(maxsize=16)
def _of_observers(rules: Rules) -> _Observers:
    return _Observers(rules)


@dataclass(frozen=True, eq=False)
class _OfAll:
    """The gates of a step that are the same for every observer: all but those of what one of them sees.

    Attributes:
        agrees: for each role that its move is legal.
        against: what may not be so: that an assumption is violated, and that the state is terminal.
    """

    wiring: Wiring
    fluents: list[int]
    moves: list[int]
    legal: list[int]
    agrees: list[int]
    against: list[int]
    nexts: list[int]


def _of_all(rules: Rules) -> _OfAll:
    grounding, circuit = rules.grounding, Circuit(_MOST_GATES)
    wiring = Wiring(grounding, circuit)
    fluents = [circuit.input() for _ in rules.fluents]
    wiring.give(dict(zip((true for true, _ in grounding.fluents.values()), fluents, strict=True)))
    moves: list[int] = []
    agrees: list[int] = []
    legal: list[int] = []
    for of_role in grounding.moves:
        chosen = [circuit.input() for _ in of_role]
        wiring.give(dict(zip((does for _, does in of_role.values()), chosen, strict=True)))
        circuit.exactly_one(chosen)
        allowed = wiring.literals(literal for literal, _ in of_role.values())
        agrees.append(circuit.any_of([circuit.and_(*pair) for pair in zip(chosen, allowed, strict=True)]))
        legal += allowed
        moves += chosen
    wiring.literals(literal for by_role in rules.percepts.values() for literal in by_role.values())
    against = [TRUE if literal is None else wiring.literals([literal])[0] for literal in rules.assumptions.values()]
    against += wiring.literals([grounding.terminal])
    nexts = wiring.literals(literal for _, literal in grounding.fluents.values())
    return _OfAll(wiring, fluents, moves, legal, agrees, against, nexts)


class StepOfAll:
    """A step of all observers at once, by the same gates.

    Attributes:
        observers: all of them, None among them.
        step: from fluents, moves and all percepts: whether those of nobody in particular agree, and the next fluents.
        agree: from the same, by the same gates: for each observer whether its percepts agree.
    """

    def __init__(self, rules: Rules) -> None:
        of_all = _of_observers(rules)
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
