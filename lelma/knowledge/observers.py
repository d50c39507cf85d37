"""The gates of a step of a game, for all who observe it; compiled once on a machine and kept as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from gdl.text.kept import GDL_FOLDER, kept
from gdl.values import dataclass
from lelma.engine.network import program as network
from lelma.engine.network.circuit import TRUE, Circuit, TruthPair, possibly
from lelma.engine.network.program import GateProgram, compiled
from lelma.engine.network.wiring import Wiring
from lelma.knowledge.gate_runner import Runner
from lelma.knowledge.rules import Rules

MOST_GATES = 5_000_000
_SOURCES = (GDL_FOLDER, Path(network.__file__).parent, Path(__file__).parent)

Reasons = tuple[str, tuple[int, ...]]
"""A percept, and the literals for which its watchers have it."""


@dataclass(frozen=True, eq=False)
class StepGates:
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


@dataclass(frozen=True, eq=False)
class StepProgram:
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


class Observers:
    """All who observe a step of a game have nearly all of its gates in common: so they are compiled once.

    Attributes:
        gates: observer → its gates, in one circuit; None is somebody who sees what every player sees.
        step: from the fluents, a joint move and all percepts: `Sight.step`, `legal` and `terms` of all observers.
        guess: `Sight.guess` of all observers.
    """

    def __init__(self, rules: Rules) -> None:
        made_of = rules.name, tuple(rules.assumptions.items())
        told = kept(made_of, lambda: _MadeObservers(rules).plain(), sources=_SOURCES, kind="gates")
        (left, right), of_all, gates, step, guess = told
        fluents, moves, legal, nexts = of_all
        circuit = Circuit.of_gates(left, right)
        self.gates = {
            observer: StepGates(circuit, fluents, moves, seen, legal, terms, own, agrees, nexts, together, common)
            for observer, (seen, terms, own, agrees, together, common) in gates.items()
        }
        self.step, self.guess = map(_step_program, (step, guess))


@lru_cache(maxsize=16)
def observers_of(rules: Rules) -> Observers:
    """`Observers(rules)`, made once."""
    return Observers(rules)


def percepts_of(rules: Rules, observer: str | None) -> dict[str, list[int]]:
    """What an observer may see, and for each who watches the sentence that says that it sees it."""
    players = {rules.roles.index(role) for role in rules.observers}
    watchers = players if observer is None else {rules.roles.index(observer)}
    return {
        percept: [by_role[role] for role in sorted(watchers)]
        for percept, by_role in rules.percepts.items()
        if watchers <= by_role.keys()
    }


def _step_program(told: Any) -> StepProgram:
    program, inputs, outputs = told
    return StepProgram(network.program_of(program), inputs, outputs)


class _MadeObservers:
    """The gates of all observers, made from ground rules."""

    def __init__(self, rules: Rules) -> None:
        self._of_all = _of_all(rules)
        self._inputs: dict[Reasons, int] = {}
        told = {each: self._reasons(percepts_of(rules, each)) for each in (None, *rules.observers)}
        self._alike = set.intersection(*map(set, told.values()))
        self.gates = {each: self._of_one(some) for each, some in told.items()}
        self._seen = list(dict.fromkeys(literal for gates in self.gates.values() for literal in gates.seen))

    def plain(self) -> Any:
        """All that `Observers` are made of, as plain data."""
        of_all, circuit = self._of_all, self._of_all.wiring.circuit
        gates = {
            observer: (of_one.seen, of_one.terms, of_one.own, of_one.agrees, of_one.together, of_one.common)
            for observer, of_one in self.gates.items()
        }
        shared = of_all.fluents, of_all.moves, of_all.legal, of_all.nexts
        return (circuit.left, circuit.right), shared, gates, self._step(), self._guess()

    def _reasons(self, percepts: Mapping[str, Sequence[int]]) -> list[Reasons]:
        """Percepts with the literals for which watchers have them."""
        wiring = self._of_all.wiring
        return [(percept, tuple(sorted(set(wiring.literals(some))))) for percept, some in percepts.items()]

    def _of_one(self, told: Sequence[Reasons]) -> StepGates:
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
        return StepGates(
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

    def _step(self) -> Any:
        """`Observers.step` as plain data."""
        of_all, each = self._of_all, self.gates.values()
        inputs = [*of_all.fluents, *of_all.moves, *self._seen]
        told = [literal for gates in each for literal in (gates.agrees, *gates.terms)]
        outputs = list(dict.fromkeys((*told, *of_all.nexts, *of_all.legal)))
        program = compiled(of_all.wiring.circuit, inputs, outputs, and_not=False)
        return network.plain_program(program), [(literal, True) for literal in inputs], outputs

    def _guess(self) -> Any:
        """`Observers.guess` as plain data."""
        of_all, target = self._of_all, Circuit(MOST_GATES)
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
        program = compiled(target, list(inputs.values()), found, and_not=False)
        return network.plain_program(program), list(inputs), outputs


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
    grounding, circuit = rules.grounding, Circuit(MOST_GATES)
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
