"""Which moves may have been made, as far as that can be told without going through states one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from lelma.engine.network.machine import Bits, Words, packed
from lelma.knowledge.blocks import Worlds
from lelma.knowledge.gate_runner import WIDEST
from lelma.knowledge.observation import Sight

MoveIndices = Sequence[Sequence[int]]
"""For each role the moves it may have made, as numbers of `Sight.spans`."""


class Guesses:
    """What may be in a step: inputs of `Sight.guess`.

    Attributes:
        held, varying: fluents that hold in all states, and that differ between some.
        seen: the percepts.
    """

    def __init__(self, sight: Sight, worlds: Worlds, seen: Collection[int]) -> None:
        self.sight = sight
        self.held = [int(at) for at in np.flatnonzero(worlds.common)]
        self.varying = [int(at) for at in worlds.varying]
        self.seen = seen

    def candidates(self, own: int | None) -> MoveIndices:
        """The moves that each role may have made; for some role none, if what was seen cannot be."""
        moves: list[list[int]] = [list(span) for span in self.sight.spans]
        if self.sight.role is not None and own is not None:
            moves[self.sight.role] = [own]
        outputs = self.sight.guess.run(self._inputs(moves), {}, 1)
        if not outputs.held[0]:
            return [[] for _ in moves]
        moves = [[move for move in of_role if outputs.held[1 + move]] for of_role in moves]
        return moves if all(map(len, moves)) else [[] for _ in moves]

    def narrowed(self, moves: MoveIndices) -> MoveIndices:
        """Those of the moves that may have led to what was seen, one role's looked at at a time."""
        asked = [(role, move) for role, of_role in enumerate(moves) if len(of_role) > 1 for move in of_role]
        good: set[int] = set()
        for start in range(0, len(asked), 64 * WIDEST):
            some = asked[start : start + 64 * WIDEST]
            role, alone = np.array(some).T
            rows: dict[int, Words] = {}
            for at, of_role in enumerate(moves):
                if len(of_role) > 1:
                    made = alone == np.array(of_role)[:, None]
                    rows |= self._open(of_role, made | (role != at), ~made | (role != at))
            agrees = self.sight.guess_one.run(self._inputs(moves, rows), rows, len(some)).bits([0])[0]
            good.update(move for (_, move), agree in zip(some, agrees, strict=True) if agree)
        return [[move for move in of_role if len(of_role) == 1 or move in good] for of_role in moves]

    def may_agree(
        self, moves: MoveIndices, state: Mapping[int, Words], chosen: Mapping[int, Words], lanes: int
    ) -> Bits:
        """In which lanes the rest may be as it was seen.

        Args:
            moves: those that a role may make, its choice among them being open unless they are in `chosen`.
            state: fluents that differ between states, by lane; others that do may be as they are in any of them.
            chosen: moves, by lane.
        """
        fluents = len(self.sight.rules.fluents)
        rows = dict(state) | {fluents + at: ~row for at, row in state.items()}
        for move, row in chosen.items():
            may, may_not = self._places(move)
            rows |= {may: row, may_not: ~row}
        found: Bits = self.sight.guess.run(self._inputs(moves, rows), rows, lanes).bits([0])[0]
        return found

    def _places(self, move: int) -> tuple[int, int]:
        """The inputs that say that a move may be made, and that it may not be."""
        fluents, moves = len(self.sight.rules.fluents), self.sight.moves
        return 2 * fluents + move, 2 * fluents + moves + move

    def _inputs(self, moves: MoveIndices, rows: Collection[int] = ()) -> Bits:
        """Inputs that are true: each fluent may be as it is in any of the states, and each of the moves may be made.

        Args:
            rows: inputs that are told otherwise.
        """
        fluents, count = len(self.sight.rules.fluents), self.sight.moves
        found: Bits = np.zeros(self.sight.guess.program.inputs, dtype=np.bool_)
        may, may_not, made, not_made, _ = np.split(found, np.cumsum([fluents, fluents, count, count]))
        may[self.held] = may[self.varying] = may_not[:] = not_made[:] = True
        may_not[self.held] = False
        for of_role in moves:
            made[of_role] = True
            if len(of_role) == 1:
                not_made[of_role] = False
        found[[self.sight.guess_seen[at] for at in self.seen]] = True
        found[list(rows)] = False
        return found

    def _open(self, moves: Sequence[int], may: Bits, may_not: Bits) -> dict[int, Words]:
        """Inputs that say in which lanes moves may be made, and may not be."""
        places = [self._places(move) for move in moves]
        found = dict(zip((place for place, _ in places), packed(may), strict=True))
        return found | dict(zip((place for _, place in places), packed(may_not), strict=True))
