"""The program of one step of random playouts, which numpy and machine code both run.

Short, because the network makes it and the machine code runs it, and neither may import the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from lelma.engine.network.program import GateProgram

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Playout:
    """The program of one step of random playouts, and what its rows are.

    Inputs: the fluents; `alive`, lanes that are still to play; `once`, lanes that are to stop at the end of a
    playout; random bits. Outputs: the fluents and `alive` afterwards, then masks of lanes: `moved`, `finished`
    (in a terminal state), `stuck` (no end, and a role without a move), `conflict` (two roles choose that were
    taken to have turns: the playout is void), and one for each of `values`, that the lane finished with it.

    Attributes:
        values: `(role, goal value)` of the last outputs.
        random: how many rows of random bits a step takes.
    """

    program: GateProgram
    values: tuple[tuple[int, Fraction], ...]
    random: int
