"""A circuit of AND and XOR gates with free negation, each gate made only once.

A literal is an integer: twice the number of a node, plus one for its negation. Node 0 is the constant false, so
`FALSE` is 0 and `TRUE` is 1.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from itertools import chain
from math import inf

FALSE = 0
TRUE = 1
INPUT = -1
"""The left side of a node that is an input."""

Cube = frozenset[int]


class CircuitTooLarge(Exception):
    """The circuit has more gates than it may have, or takes more time."""


_STEPS_PER_CHECK = 64


class Allowance:
    """Processor time that making the gates of a game, and a program of them, may take together."""

    def __init__(self, seconds: float = inf, clock: Callable[[], float] = time.thread_time) -> None:
        """`seconds`: from now on."""
        self._clock, self._end = clock, clock() + seconds

    def check(self, gates: int) -> None:
        """See that there is time left, after so many gates.

        Raises:
            CircuitTooLarge: if there is none.
        """
        if self._clock() > self._end:
            raise CircuitTooLarge(f"it takes too much processor time, {gates:,} gates so far")


class Circuit:
    """Gates, numbered so that each comes after those it uses.

    `left[node]` and `right[node]` are the literals an AND joins; for an XOR, `right` is negative: `~right` then.
    """

    def __init__(
        self, most: int = 5_000_000, *, seconds: float = inf, clock: Callable[[], float] = time.thread_time
    ) -> None:
        """Nothing is in it but the constants.

        Args:
            most: gates.
            seconds: of processor time from now on, while conjunctions and disjunctions are made, and a program of them.
        """
        self.left: list[int] = [INPUT]
        self.right: list[int] = [0]
        self.most = most
        self.allowance = Allowance(seconds, clock)
        self._steps = 0
        self._known: dict[tuple[int, int], int] = {}
        self._ors: dict[tuple[int, ...], int] = {}
        self._group: dict[int, int] = {}
        self._groups: list[tuple[int, ...]] = []

    @classmethod
    def of_gates(cls, left: list[int], right: list[int]) -> Circuit:
        """A circuit of the gates of another, by its `left` and `right`: to be read."""
        circuit = cls()
        circuit.left, circuit.right = left, right
        return circuit

    def copied(self) -> Circuit:
        """A circuit of the same gates, to which others can be added."""
        other = copy(self)
        other.left, other.right = self.left.copy(), self.right.copy()
        other._known, other._ors = self._known.copy(), self._ors.copy()
        other._group, other._groups = self._group.copy(), self._groups.copy()
        return other

    def __len__(self) -> int:
        return len(self.left)

    def input(self) -> int:
        """The literal of a new input."""
        return self._node(INPUT, 0)

    def _node(self, left: int, right: int) -> int:
        number = len(self.left)
        if number > self.most:
            raise CircuitTooLarge(f"more than {self.most:,} gates")
        self.left.append(left)
        self.right.append(right)
        return 2 * number

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Lets the circuit rely on exactly one of some literals being true at a time."""
        for literal in literals:
            self._group[literal] = len(self._groups)
        self._groups.append(tuple(literals))

    def and_(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a < 2:
            return b if a else FALSE
        if a == b:
            return a
        if a ^ 1 == b:
            return FALSE
        key = (a, b)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._node(a, b)
        return found

    def or_(self, a: int, b: int) -> int:
        return self.and_(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        negated = (a ^ b) & 1
        a, b = a & -2, b & -2
        if a > b:
            a, b = b, a
        if a == b:
            return negated
        if a == FALSE:
            return b ^ negated
        key = (a, ~b)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._node(a, ~b)
        return found ^ negated

    def choose(self, condition: int, yes: int, no: int) -> int:
        """`yes` where the condition holds, else `no`."""
        if yes == no:
            return yes
        if yes == no ^ 1:
            return self.xor(condition, no)
        return self.or_(self.and_(condition, yes), self.and_(condition ^ 1, no))

    def all_of(self, literals: Sequence[int]) -> int:
        """The conjunction, gate by gate in the order given: equal beginnings are shared."""
        result = TRUE
        for literal in literals:
            result = self.and_(result, literal)
        return result

    def any_of(self, literals: Iterable[int]) -> int:
        """The disjunction.

        It is a tree that divides the literals as the bits of their numbers do, so that disjunctions over nearly
        the same literals share nearly all gates. Of literals of which exactly one is true, those that are
        missing are used instead where they are fewer.
        """
        unique = set(literals)
        unique.discard(FALSE)
        if TRUE in unique:
            return TRUE
        if self._groups:
            unique = self._complemented(unique)
        if any(literal ^ 1 in unique for literal in unique):
            return TRUE
        return self._or_tree(tuple(sorted(unique))) if unique else FALSE

    def _complemented(self, literals: set[int]) -> set[int]:
        parts: dict[int, list[int]] = {}
        group = self._group
        for literal in literals:
            number = group.get(literal)
            if number is not None:
                parts.setdefault(number, []).append(literal)
        result = literals
        for number, part in parts.items():
            whole = self._groups[number]
            if 2 * len(part) > len(whole):
                missing = tuple(sorted(set(whole).difference(part)))
                result = result.difference(part)
                result.add(self._or_tree(missing) ^ 1 if missing else TRUE)
        return result

    def _or_tree(self, literals: tuple[int, ...]) -> int:
        if len(literals) == 1:
            return literals[0]
        found = self._ors.get(literals)
        if found is None:
            bit = (literals[0] ^ literals[-1]).bit_length() - 1
            middle = bisect_left(literals, literals[-1] >> bit << bit)
            left, right = self._or_tree(literals[:middle]), self._or_tree(literals[middle:])
            found = self._ors[literals] = self.or_(left, right)
        return found

    def impossible(self, cube: Cube) -> bool:
        """Whether a conjunction is never true, as far as can be told from its literals."""
        if FALSE in cube:
            return True
        taken: dict[int, int] = {}
        group = self._group
        for literal in cube:
            if literal ^ 1 in cube:
                return True
            if literal in group and taken.setdefault(group[literal], literal) != literal:
                return True
        return False

    def sum_of_products(self, cubes: set[Cube], weight: dict[int, int]) -> int:
        """The disjunction of conjunctions, with common factors taken out.

        Each conjunction goes to the group of its literal that most of them have, so that one pass makes all
        groups. `weight` orders literals inside a conjunction, highest first.
        """
        self._steps += 1
        if self._steps % _STEPS_PER_CHECK == 0:
            self.allowance.check(len(self.left))
        if not cubes:
            return FALSE
        singles = {literal for cube in cubes if len(cube) == 1 for literal in cube}
        if frozenset() in cubes:
            return TRUE
        rest = cubes
        if singles and len(singles) < len(cubes):
            opposite = {literal ^ 1 for literal in singles}
            rest = {cube - opposite for cube in cubes if len(cube) > 1 and cube.isdisjoint(singles)}
            if any(len(cube) < 2 for cube in rest):
                return self.sum_of_products({*rest, *(frozenset((one,)) for one in singles)}, weight)
        elif singles:
            rest = set()
        terms = list(singles)
        if len(rest) == 1:
            terms.extend(self._product(cube, weight) for cube in rest)
        elif rest:
            terms.extend(self._factored(rest, weight))
        return self.any_of(terms)

    def _product(self, cube: Cube, weight: dict[int, int]) -> int:
        if len(cube) == 1:
            return next(iter(cube))
        if len(cube) == 2:
            return self.and_(*cube)
        return self.all_of(sorted(cube, key=lambda literal: (-weight.get(literal, 0), literal)))

    def _factored(self, cubes: set[Cube], weight: dict[int, int]) -> list[int]:
        common = frozenset.intersection(*cubes)
        if common:
            inner = self.sum_of_products({cube - common for cube in cubes}, weight)
            return [self.and_(self._product(common, weight), inner)]
        counts = Counter(chain.from_iterable(cubes))
        score = {literal: count << 32 | literal for literal, count in counts.items()}.__getitem__
        groups: dict[int, list[Cube]] = {}
        for cube in cubes:
            groups.setdefault(max(cube, key=score), []).append(cube)
        terms: list[int] = []
        for literal, members in groups.items():
            if len(members) == 1:
                terms.append(self._product(members[0], weight))
            else:
                inner = self.sum_of_products({cube - {literal} for cube in members}, weight)
                terms.append(self.and_(literal, inner))
        return terms


TruthPair = tuple[int, int]
"""Literals: may be true, may be false."""


def possibly(circuit: Circuit, wanted: Sequence[int], inputs: Mapping[int, TruthPair], target: Circuit) -> list[int]:
    """For each wanted literal of a circuit, the literal in `target` that says whether it may be true.

    Each literal becomes two: that it may be true, and that it may be false. A gate goes by what its two sides may be,
    each by itself, so an output may be said to be possibly true that never is; never the other way round.

    Args:
        inputs: what stands in `target` for each input that is needed, by its literal.
    """
    pairs: dict[int, TruthPair] = {0: (FALSE, TRUE)} | {literal >> 1: pair for literal, pair in inputs.items()}

    def pair(literal: int) -> TruthPair:
        true, false = pairs[literal >> 1]
        return (false, true) if literal & 1 else (true, false)

    for node in _below(circuit, wanted, pairs):
        left, right = circuit.left[node], circuit.right[node]
        if right >= 0:
            (a1, a0), (b1, b0) = pair(left), pair(right)
            pairs[node] = target.and_(a1, b1), target.or_(a0, b0)
        else:
            (a1, a0), (b1, b0) = pair(left), pair(~right)
            differ = target.or_(target.and_(a1, b0), target.and_(a0, b1))
            pairs[node] = differ, target.or_(target.and_(a1, b1), target.and_(a0, b0))
    return [pair(literal)[0] for literal in wanted]


def _below(circuit: Circuit, wanted: Sequence[int], given: Mapping[int, TruthPair]) -> list[int]:
    """The nodes that some literals rest on, but for those given, each after those it uses."""
    found: set[int] = set()
    stack = [literal >> 1 for literal in wanted]
    while stack:
        node = stack.pop()
        if node in found or node in given:
            continue
        left, right = circuit.left[node], circuit.right[node]
        if left == INPUT:
            raise ValueError(f"node {node} is an input that is not given")
        found.add(node)
        stack += [left >> 1, (right if right >= 0 else ~right) >> 1]
    return sorted(found)
