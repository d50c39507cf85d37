"""The rules of a grounded game as gates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from itertools import chain

from gdl.ground.ground import Grounding
from gdl.relations.cycles import layers
from lelma.engine.network.circuit import FALSE, TRUE, Circuit, Cube

_NEVER: Cube = frozenset((FALSE,))


class Wiring:
    """The gates for the sentences of a game, made when they are asked for."""

    def __init__(self, grounding: Grounding, circuit: Circuit) -> None:
        self.bodies = grounding.bodies
        self.circuit = circuit
        self.made: dict[int, int] = {}
        self.weight: dict[int, int] = {}
        self.counts = Counter(chain.from_iterable(chain.from_iterable(self.bodies.values())))

    def copied(self) -> Wiring:
        """The same gates in a circuit of its own."""
        other = copy(self)
        other.circuit, other.made, other.weight = self.circuit.copied(), self.made.copy(), self.weight.copy()
        return other

    def give(self, sentences: Mapping[int, int]) -> None:
        """Sets what literal of the circuit stands for each of some sentences."""
        for sentence, literal in sentences.items():
            self._set(sentence, literal)

    def _set(self, sentence: int, literal: int) -> None:
        self.made[sentence] = literal
        self.made[sentence + 1] = literal ^ 1
        weight = self.weight
        for one, other in ((sentence, literal), (sentence + 1, literal ^ 1)):
            count = self.counts[one]
            if count > weight.get(other, 0):
                weight[other] = count

    def literals(self, sentences: Iterable[int | None]) -> list[int]:
        """The circuit's literals for sentences; None stands for one that never holds."""
        found: list[int] = []
        for sentence in sentences:
            if sentence is None:
                found.append(FALSE)
                continue
            if sentence not in self.made:
                self._make(sentence)
            found.append(self.made[sentence])
        return found

    def _below(self, sentence: int) -> Collection[int]:
        """Sentences that rules for this one speak of and that have no gate yet."""
        made = self.made
        return {literal & -2 for body in self.bodies.get(sentence, ()) for literal in body if literal not in made}

    def _make(self, root: int) -> None:
        """Makes the gates of a sentence and of all below it, cycle by cycle."""
        graph: dict[int, Collection[int]] = {}
        waiting = [root]
        while waiting:
            sentence = waiting.pop()
            if sentence not in graph:
                graph[sentence] = self._below(sentence)
                waiting.extend(graph[sentence])
        for members in layers(graph):
            self._close(members)

    def _close(self, members: Sequence[int]) -> None:
        """Makes the gates of sentences that depend on each other; mostly it is one that depends on no other.

        A cycle is unrolled: from all false, as often as it has members, or until nothing changes.
        """
        if len(members) == 1 and not any(
            literal & -2 == members[0] for body in self.bodies.get(members[0], ()) for literal in body
        ):
            self._set(members[0], self._value(members[0]))
            return
        inside = set(members)
        for member in members:
            self.made[member], self.made[member + 1] = FALSE, TRUE
        changed = list(members)
        users: dict[int, list[int]] = {member: [] for member in members}
        for member in members:
            for body in self.bodies.get(member, ()):
                for literal in body:
                    if literal in inside:
                        users[literal].append(member)
        for _ in members:
            values = {member: self._value(member) for member in changed}
            moved = [member for member, value in values.items() if value != self.made[member]]
            if not moved:
                break
            for member in moved:
                self.made[member], self.made[member + 1] = values[member], values[member] ^ 1
            changed = list({user: None for member in moved for user in users[member]})

    def _value(self, sentence: int) -> int:
        made = self.made
        impossible = self.circuit.impossible
        cubes: set[Cube] = set()
        for body in set(self.bodies.get(sentence, ())):
            cube = frozenset([made[literal] for literal in body])
            if TRUE in cube:
                cube = cube - {TRUE}
            if len(cube) == 1 or not impossible(cube):
                cubes.add(cube)
        cubes.discard(_NEVER)
        return self.circuit.sum_of_products(cubes, self.weight)
