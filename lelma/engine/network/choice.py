"""Gates that choose a random legal move for every role."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.values import dataclass
from lelma.engine.network.circuit import FALSE, INPUT, TRUE, Circuit

_GROUP = 16


def add(circuit: Circuit, columns: list[list[int]], bits: int) -> list[int]:
    """The sum of numbers as binary digits, lowest first, modulo 2 to the power `bits`.

    `columns[i]` are literals that count 2 to the power i each.
    """
    columns = [*map(list, columns[:bits]), *([] for _ in range(bits - len(columns)))]
    digits: list[int] = []
    for at, column in enumerate(columns):
        start = 0
        while len(column) - start > 1:
            a, b = column[start], column[start + 1]
            c = column[start + 2] if len(column) - start > 2 else FALSE
            start = min(start + 3, len(column))
            half = circuit.xor(a, b)
            column.append(circuit.xor(half, c))
            if at + 1 < bits:
                columns[at + 1].append(circuit.or_(circuit.and_(a, b), circuit.and_(half, c)))
        digits.append(column[start] if start < len(column) else FALSE)
    return digits


class Choice:
    """Chooses one of some literals that are true, each with the same probability.

    A number below the count of true literals is drawn by rejection: random bits below the highest digit that can
    matter, up to `tries` times; where all were too high, `accepted` is false and nothing may be made of `chosen`.

    Attributes:
        chosen: for each literal, whether it is the one.
        accepted: whether the draw is good.
        random: the inputs that must be random bits.
    """

    def __init__(self, circuit: Circuit, literals: Sequence[int], tries: int) -> None:
        self.circuit = circuit
        self.random: list[int] = []
        bits = (len(literals) - 1).bit_length() if literals else 0
        if bits == 0:
            self.chosen = list(literals)
            self.accepted = TRUE
            return
        groups = [literals[at : at + _GROUP] for at in range(0, len(literals), _GROUP)]
        sizes = [add(circuit, [list(group)], len(group).bit_length()) for group in groups]
        columns: list[list[int]] = [[TRUE] for _ in range(bits)]
        for size in sizes:
            for at, digit in enumerate(size[:bits]):
                columns[at].append(digit)
        highest = add(circuit, columns, bits)
        masks = [circuit.any_of(highest[at:]) for at in range(bits)]
        number, self.accepted = self._draw(highest, masks)
        for _ in range(tries - 1):
            other, good = self._draw(highest, masks)
            number = [circuit.choose(self.accepted, a, b) for a, b in zip(number, other, strict=True)]
            self.accepted = circuit.or_(self.accepted, good)
        self.chosen = self._pick(groups, sizes, number)

    def _draw(self, highest: Sequence[int], masks: Sequence[int]) -> tuple[list[int], int]:
        """A random number, and whether it is at most `highest`."""
        circuit = self.circuit
        number: list[int] = []
        good = TRUE
        for mask, limit in zip(masks, highest, strict=True):
            bit = circuit.input()
            self.random.append(bit)
            digit = circuit.and_(bit, mask)
            number.append(digit)
            good = circuit.choose(circuit.xor(digit, limit), limit, good)
        return number, good

    def _pick(self, groups: Sequence[Sequence[int]], sizes: Sequence[list[int]], number: list[int]) -> list[int]:
        """The literal that has `number` true ones before it.

        The counts of the groups are subtracted one after the other; the group where the number goes below zero is
        the one (after that it is too high to do so again), and only that group's literals and number go on.
        """
        circuit = self.circuit
        if len(groups) == 1:
            return self._count_down(groups[0], number)
        here: list[int] = []
        left = number
        digits: list[list[int]] = [[] for _ in range((_GROUP - 1).bit_length())]
        slots: list[list[int]] = [[] for _ in range(_GROUP)]
        for group, size in zip(groups, sizes, strict=True):
            borrow = FALSE
            after: list[int] = []
            for at, digit in enumerate(left):
                taken = size[at] if at < len(size) else FALSE
                differ = circuit.xor(digit, taken)
                after.append(circuit.xor(differ, borrow))
                borrow = circuit.choose(differ, taken, borrow)
            here.append(borrow)
            for column, digit in zip(digits, left, strict=False):
                column.append(circuit.and_(borrow, digit))
            for slot, literal in zip(slots, group, strict=False):
                slot.append(circuit.and_(borrow, literal))
            left = after
        literals = [circuit.any_of(slot) for slot in slots]
        chosen = self._count_down(literals, [circuit.any_of(column) for column in digits])
        return [
            circuit.and_(borrow, one)
            for borrow, group in zip(here, groups, strict=True)
            for one, _ in zip(chosen, group, strict=False)
        ]

    def _count_down(self, literals: Sequence[int], number: Sequence[int]) -> list[int]:
        """The literal at which the number goes below zero, if one is subtracted for each that is true."""
        circuit = self.circuit
        left = list(number)
        chosen: list[int] = []
        for literal in literals:
            borrow = literal
            for at, digit in enumerate(left):
                left[at] = circuit.xor(digit, borrow)
                borrow = circuit.and_(borrow, digit ^ 1)
            chosen.append(borrow)
        return chosen


@dataclass(frozen=True)
class JointChoice:
    """A random joint move.

    Attributes:
        chosen: for each role and move, whether it is the one.
        accepted: whether all draws are good.
        stuck: whether some role has no legal move.
        conflict: whether roles that were taken to have turns choose at the same time.
        random: the inputs that must be random bits.
    """

    chosen: tuple[list[int], ...]
    accepted: int
    stuck: int
    conflict: int
    random: list[int]


def joint_choice(circuit: Circuit, legal: Sequence[Sequence[int]], waiting: Sequence[int | None]) -> JointChoice:
    """A uniform choice of every role among its legal moves.

    Args:
        legal: for each role, whether each move is legal.
        waiting: for each role, its only move when another role has its turn, or None. Roles that have one share
            the gates of one choice: the role that has another legal move chooses.
    """
    stuck = circuit.any_of([circuit.any_of(literals) ^ 1 for literals in legal])
    turns = [role for role, wait in enumerate(waiting) if wait is not None]
    alone = [role for role in range(len(legal)) if role not in turns]
    choosing = sum(len(legal[role]) > 1 for role in alone) + bool(turns)
    tries = 1 + choosing.bit_length()
    chosen: list[list[int]] = [[] for _ in legal]
    choices = [Choice(circuit, legal[role], tries) for role in alone]
    for role, choice in zip(alone, choices, strict=True):
        chosen[role] = choice.chosen
    conflict = FALSE
    if turns:
        active: dict[int, int] = {}
        anyone = FALSE
        slots: list[list[int]] = [[] for _ in range(max(len(legal[role]) for role in turns))]
        for role in turns:
            others = [literal for at, literal in enumerate(legal[role]) if at != waiting[role]]
            active[role] = circuit.any_of(others)
            conflict = circuit.or_(conflict, circuit.and_(anyone, active[role]))
            anyone = circuit.or_(anyone, active[role])
            for at, literal in enumerate(legal[role]):
                waits = at == waiting[role]
                slots[at].append(circuit.and_(literal, active[role]) if waits else literal)
        choice = Choice(circuit, [circuit.any_of(slot) for slot in slots], tries)
        choices.append(choice)
        for role in turns:
            chosen[role] = [
                circuit.or_(circuit.and_(active[role], one), circuit.and_(active[role] ^ 1, literal))
                if at == waiting[role]
                else circuit.and_(active[role], one)
                for at, (one, literal) in enumerate(zip(choice.chosen, legal[role], strict=False))
            ]
    accepted = circuit.all_of([choice.accepted for choice in choices])
    random = [literal for choice in choices for literal in choice.random]
    return JointChoice(tuple(chosen), accepted, stuck, conflict, random)


def values(circuit: Circuit, given: dict[int, bool]) -> list[bool]:
    """The value of every node, for given values of inputs (by literal); other inputs are false."""
    found: list[bool] = []
    for node, (a, b) in enumerate(zip(circuit.left, circuit.right, strict=True)):
        if a == INPUT:
            found.append(given.get(2 * node, False))
        elif b < 0:
            found.append(found[a >> 1] != found[~b >> 1])
        else:
            found.append(found[a >> 1] != (a & 1) and found[b >> 1] != (b & 1))
    return found
