"""The network of a game: built once from its rules, asked for states, moves and playouts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gdl.collection import without_collection
from gdl.ground.ground import Grounding, GroundLimits, ground
from gdl.tree.syntax import Description, Symbol, Term
from gdl.values import dataclass
from lelma.engine.network.choice import joint_choice
from lelma.engine.network.choice import values as node_values
from lelma.engine.network.circuit import FALSE, TRUE, Allowance, Circuit, CircuitTooLarge
from lelma.engine.network.machine import Bits, Machine, packed, unpacked
from lelma.engine.network.program import GateProgram, Layout, Playout, compiled, laid_out
from lelma.engine.network.wiring import Wiring
from lelma.support.errors import GameError

NetworkState = frozenset[Term]

if TYPE_CHECKING:
    from lelma.engine.network.jit import MachineCode

_MOST_GATES = 5_000_000
_WORK = 8_000_000
"""Instructions times words in a step by numpy: more words make calls cheaper, fewer make steps shorter."""


@dataclass(frozen=True)
class Info:
    """What it took to build a network.

    Attributes:
        instances: ground instances of rules.
        instructions: of one step of a random playout, on whole words.
        ground_seconds, circuit_seconds: processor time taken.
    """

    instances: int
    instructions: int
    ground_seconds: float
    circuit_seconds: float


class Network:
    """A game as gates. States are sets of fluents; joint moves are in the order of `roles`."""

    def __init__(self, grounding: Grounding, *, seconds: float = GroundLimits.seconds) -> None:
        """Gates are made when they are first needed.

        Args:
            seconds: of processor time that grounding and making the gates may take together.
        """
        self.grounding = grounding
        self._seconds, self._spent = seconds, grounding.seconds
        self.roles = grounding.roles
        self.fluents: tuple[Term, ...] = tuple(grounding.fluents)
        self.moves: tuple[tuple[Term, ...], ...] = tuple(tuple(moves) for moves in grounding.moves)
        self.initial: NetworkState = grounding.initial
        self._turns = True
        self._seen: tuple[NetworkState, Bits] | None = None
        self._index = {fluent: at for at, fluent in enumerate(self.fluents)}
        self.initial_bits: Bits = self.bits([self.initial])[:, 0]

    @classmethod
    def build(cls, description: Description, limits: GroundLimits | None = None) -> Network:
        """The network of a description.

        Raises:
            gdl.ground.ground.DoesNotGround: a limit was reached; the message names the relation that grows.
            GdlError: a rule cannot be grounded.
        """
        limits = limits or GroundLimits()
        return cls(ground(description, limits), seconds=limits.seconds)

    @cached_property
    def info(self) -> Info:
        start = time.thread_time()
        instructions = len(self.playout.program.code)
        seconds = time.thread_time() - start
        return Info(self.grounding.instances, instructions, self.grounding.seconds, seconds)

    def bits(self, states: Sequence[Iterable[Term]]) -> Bits:
        """States as columns: `bits[fluent, state]`."""
        found = np.zeros((len(self.fluents), len(states)), dtype=np.bool_)
        for at, state in enumerate(states):
            for fluent in state:
                if fluent in self._index:
                    found[self._index[fluent], at] = True
        return found

    def state(self, bits: Bits) -> NetworkState:
        """The state of one column."""
        return frozenset(self.fluents[at] for at in np.flatnonzero(bits))

    def _wiring(self) -> tuple[Circuit, Wiring, list[int]]:
        """A circuit with an input for each fluent."""
        circuit = Circuit(_MOST_GATES, seconds=self._seconds - self._spent)
        wiring = Wiring(self.grounding, circuit)
        inputs = [circuit.input() for _ in self.fluents]
        true = (literals[0] for literals in self.grounding.fluents.values())
        wiring.give(dict(zip(true, inputs, strict=True)))
        return circuit, wiring, inputs

    @contextmanager
    def _making(self) -> Iterator[None]:
        """Make gates, and count the time.

        Raises:
            GameError: with the reason, if the time or the gates that there may be are used up.
        """
        start = time.thread_time()
        try:
            yield
        except CircuitTooLarge as error:
            limit = f"{_MOST_GATES:,} gates and {self._seconds:g} seconds of processor time, grounding included"
            raise GameError(f"the rules make no circuit within {limit}: {error}") from None
        finally:
            self._spent += time.thread_time() - start

    def _nexts(self) -> list[int | None]:
        return [literals[1] for literals in self.grounding.fluents.values()]

    @cached_property
    def look(self) -> GateProgram:
        """From the fluents: whether a state is terminal, then every goal value, then every legal move."""
        grounding = self.grounding
        wanted: list[int | None] = [grounding.terminal]
        wanted.extend(literal for goals in grounding.goals for literal in goals.values())
        wanted.extend(legal for moves in grounding.moves for legal, _ in moves.values())
        with self._making():
            circuit, wiring, inputs = self._wiring()
            return compiled(circuit, inputs, wiring.literals(wanted), and_not=False)

    @cached_property
    def step(self) -> GateProgram:
        """From the fluents and one move of every role: the fluents of the next state."""
        with self._making():
            circuit, wiring, inputs = self._moving()
            return compiled(circuit, inputs, wiring.literals(self._nexts()), and_not=False)

    @cached_property
    def sight(self) -> GateProgram:
        """From the fluents and one move of every role: each role's percepts, of rules that were ground with them."""
        wanted = [literal for seen in self.grounding.percepts for literal in seen.values()]
        with self._making():
            circuit, wiring, inputs = self._moving()
            return compiled(circuit, inputs, wiring.literals(wanted), and_not=False)

    def _moving(self) -> tuple[Circuit, Wiring, list[int]]:
        """A circuit with an input for each fluent, then for each move of every role."""
        circuit, wiring, inputs = self._wiring()
        for moves in self.grounding.moves:
            chosen = [circuit.input() for _ in moves]
            wiring.give(dict(zip((does for _, does in moves.values()), chosen, strict=True)))
            circuit.exactly_one(chosen)
            inputs.extend(chosen)
        return circuit, wiring, inputs

    @cached_property
    def playout(self) -> Playout:
        return self._playout(and_not=True)

    @cached_property
    def playout_without_and_not(self) -> Playout:
        return self._playout(and_not=False)

    def laid_out(self, program: GateProgram) -> Layout:
        """The places of the values of one of this network's programs.

        Raises:
            GameError: if the time that grounding and the gates may take together is used up.
        """
        with self._making():
            return laid_out(program, Allowance(self._seconds - self._spent))

    def choose_apart(self) -> None:
        """Has every role choose by itself from now on, because two were seen to choose at the same time."""
        self._turns = False
        for name in ("playout", "playout_without_and_not", "compiled_playout", "_playout_circuit"):
            self.__dict__.pop(name, None)

    def playout_machine(self, words: int | None = None) -> Machine:
        """A numpy machine for playouts, as wide as the cache allows."""
        layout = self.laid_out(self.playout_without_and_not.program)
        if words is None:
            words = max(128, min(2048, _WORK // max(1, len(layout.code)) // 64 * 64))
        return Machine(self.playout_without_and_not.program, words, layout)

    @cached_property
    def compiled_playout(self) -> MachineCode:
        """Machine code for playouts."""
        from lelma.engine.network.jit import MachineCode

        return MachineCode(self.playout, len(self.fluents))

    @cached_property
    def _playout_circuit(self) -> tuple[Circuit, list[int], list[int], tuple[tuple[int, Fraction], ...], int]:
        """Circuit, inputs, outputs, goal values, and how many inputs are random."""
        circuit, wiring, inputs = self._wiring()
        grounding = self.grounding
        alive, once = circuit.input(), circuit.input()
        (terminal,) = wiring.literals([grounding.terminal])
        values = tuple((role, value) for role, goals in enumerate(grounding.goals) for value in goals)
        goals = wiring.literals([literal for goals in grounding.goals for literal in goals.values()])
        legal = [wiring.literals([legal for legal, _ in moves.values()]) for moves in grounding.moves]
        choice = joint_choice(circuit, legal, self._waiting(circuit, inputs, legal))
        for chosen, moves in zip(choice.chosen, grounding.moves, strict=True):
            wiring.give(dict(zip((does for _, does in moves.values()), chosen, strict=True)))
        for chosen in choice.chosen:
            if TRUE not in chosen:
                circuit.exactly_one([literal for literal in chosen if literal != FALSE])
        nexts = wiring.literals(self._nexts())
        stuck = circuit.and_(choice.stuck, terminal ^ 1)
        done = circuit.or_(terminal, stuck)
        moved = circuit.and_(choice.accepted, done ^ 1)
        held = circuit.and_(choice.accepted ^ 1, done ^ 1)
        outputs: list[int] = []
        for at, (now, after) in enumerate(zip(inputs, nexts, strict=True)):
            kept = circuit.or_(circuit.and_(moved, after), circuit.and_(held, now))
            outputs.append(circuit.or_(done, kept) if self.initial_bits[at] else kept)
        outputs.append(circuit.and_(alive, circuit.and_(done, once) ^ 1))
        finished = circuit.and_(terminal, alive)
        conflict = circuit.and_(choice.conflict, circuit.and_(alive, done ^ 1))
        outputs += [circuit.and_(moved, alive), finished, circuit.and_(stuck, alive), conflict]
        outputs += [circuit.and_(finished, goal) for goal in goals]
        random = choice.random
        return circuit, [*inputs, alive, once, *random], outputs, values, len(random)

    def _waiting(self, circuit: Circuit, inputs: Sequence[int], legal: Sequence[Sequence[int]]) -> list[int | None]:
        """For each role the move that seems to be its only one out of turn: one without arguments.

        None for all if fewer than two roles have one, or if two choose in the first state.
        """
        nobody: list[int | None] = [None] * len(legal)
        found = list(nobody)
        for role, moves in enumerate(self.moves):
            plain = [at for at, move in enumerate(moves) if isinstance(move, Symbol)]
            if len(moves) > 2 and len(plain) == 1:
                found[role] = plain[0]
        if not self._turns or sum(at is not None for at in found) < 2:
            return nobody
        given = dict(zip(inputs, map(bool, self.initial_bits), strict=False))
        true = node_values(circuit, given)
        choosing = [
            any(true[one >> 1] != (one & 1) for at, one in enumerate(literals) if at != wait)
            for literals, wait in zip(legal, found, strict=True)
            if wait is not None
        ]
        return found if sum(choosing) < 2 else nobody

    def _playout(self, *, and_not: bool) -> Playout:
        with without_collection(), self._making():
            circuit, inputs, outputs, values, random = self._playout_circuit
        return Playout(compiled(circuit, inputs, outputs, and_not=and_not), values, random)

    @cached_property
    def _look_machine(self) -> Machine:
        return Machine(self.look, 1)

    @cached_property
    def _step_machine(self) -> Machine:
        return Machine(self.step, 1)

    @cached_property
    def _sight_machine(self) -> Machine:
        return Machine(self.sight, 1)

    def _looked(self, state: Iterable[Term]) -> Bits:
        """What `look` tells of a state; the last answer is kept, since one state is mostly asked about often."""
        state = frozenset(state)
        if self._seen is None or self._seen[0] != state:
            machine = self._look_machine
            machine.inputs[:] = packed(self.bits([state]))
            self._seen = state, unpacked(machine.run(), 1)[:, 0]
        return self._seen[1]

    def terminal(self, state: Iterable[Term]) -> bool:
        return bool(self._looked(state)[0])

    def goals(self, state: Iterable[Term]) -> tuple[tuple[Fraction, ...], ...]:
        """For each role the goal values that hold in a state: exactly one if the rules are sound."""
        seen = iter(self._looked(state)[1:])
        return tuple(tuple(value for value in goals if next(seen)) for goals in self.grounding.goals)

    def legal(self, state: Iterable[Term]) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves."""
        seen = iter(self._looked(state)[1 + sum(map(len, self.grounding.goals)) :])
        return tuple(tuple(move for move in moves if next(seen)) for moves in self.moves)

    def next(self, state: Iterable[Term], joint: Sequence[Term] | Mapping[Term, Term]) -> NetworkState:
        """The state that a joint move leads to.

        Raises:
            GameError: a move is none of the role's.
        """
        return self.state(self._moved(self._step_machine, state, joint))

    def percepts(
        self, state: Iterable[Term], joint: Sequence[Term] | Mapping[Term, Term]
    ) -> tuple[tuple[Term, ...], ...]:
        """For each role what it sees as a joint move is made, in a game that was ground with percepts.

        Raises:
            GameError: a move is none of the role's.
        """
        seen = iter(self._moved(self._sight_machine, state, joint))
        return tuple(tuple(percept for percept in each if next(seen)) for each in self.grounding.percepts)

    def _moved(self, machine: Machine, state: Iterable[Term], joint: Sequence[Term] | Mapping[Term, Term]) -> Bits:
        """What a machine that takes a state and a joint move makes of them."""
        made = [joint[role] for role in self.roles] if isinstance(joint, Mapping) else list(joint)
        chosen: list[bool] = []
        for role, moves, move in zip(self.roles, self.moves, made, strict=True):
            if move not in moves:
                raise GameError(f"{move} is never a move of {role}")
            chosen.extend(move == other for other in moves)
        machine.inputs[: len(self.fluents)] = packed(self.bits([state]))
        machine.inputs[len(self.fluents) :] = packed(np.array(chosen, dtype=np.bool_)[:, None])
        return unpacked(machine.run(), 1)[:, 0]
