"""Random payoff tables and random claims about them, for Hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from gdl.tree.numbers import number_text
from lelma.verify.verifier import Verifier
from tests.lelma.verify.brute_force import MEANINGS, Mix, Side, holds
from tests.lelma.verify.tables import Cells, table_verifier
from translators.language.forms import Slot
from translators.language.template import Template

NAMES = ("A", "b", "stay home", "Ö", "x1", "2", "it's", "C-3")  # few combinations: each needs a parser of its own
payoffs = st.one_of(
    st.integers(-2, 3).map(Fraction),  # few values, so that there are ties
    st.fractions(-3, 3, max_denominator=3),
)


@dataclass(frozen=True)
class Table:
    """A payoff table, and the two sides from which it can be seen."""

    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    cells: Cells

    @property
    def side(self) -> Side:
        indices = [(i, j) for i in range(len(self.mine)) for j in range(len(self.theirs))]
        pays = {(self.mine[i], self.theirs[j]): Fraction(self.cells[i][j][0]) for i, j in indices}
        gives = {(self.mine[i], self.theirs[j]): Fraction(self.cells[i][j][1]) for i, j in indices}
        return Side(self.mine, self.theirs, pays, gives)

    def verifier(self, **options: Any) -> Verifier:
        return table_verifier(self.cells, self.mine, self.theirs, **options)


@st.composite
def tables(draw: st.DrawFn, *, most: int = 4, values: st.SearchStrategy[Fraction] = payoffs) -> Table:
    rows, columns = draw(st.integers(2, most)), draw(st.integers(2, most))
    same = rows == columns and draw(st.booleans())
    mine, theirs = NAMES[:rows], NAMES[:columns] if same else NAMES[-columns:]
    cells = [[(draw(values), draw(values)) for _ in range(columns)] for _ in range(rows)]
    if same and draw(st.booleans()):
        cells = [[(cells[i][j][0], cells[j][i][0]) for j in range(columns)] for i in range(rows)]
    return Table(mine, theirs, cells)


@dataclass(frozen=True)
class Drawn:
    """A claim: its text, what it is an instance of, and whether brute force finds it true."""

    query: str
    template: Template = field(repr=False)
    side: Side = field(repr=False)
    values: tuple[Any, ...]

    @property
    def truth(self) -> str:
        return "true" if holds(self.template.name, self.side, self.values) else "false"


@st.composite
def claims(draw: st.DrawFn, table: Table, template: Template) -> Drawn:
    side, prefix = table.side, []
    if template.about and draw(st.booleans()):
        role = draw(st.sampled_from(["you", "them", "me", "you2"]))
        side, prefix = (side.turned if role in ("them", "you2") else side), [role]
    values = tuple(draw(slot_values(side, slot)) for slot in template.slots)
    arguments = ", ".join([*prefix, *map(spelled, values)])
    return Drawn(f"{template.name}({arguments})" if arguments else template.name, template, side, values)


def slot_values(side: Side, slot: Slot) -> st.SearchStrategy[Any]:
    match slot.type:
        case "number":
            return st.one_of(st.sampled_from(sorted(set(side.pays.values()))), payoffs)
        case "move":
            return st.sampled_from(list(side.own))
        case "their_move":
            return st.sampled_from(list(side.their))
        case "mix":
            return mixes(side.their)
        case "own_mix":
            return mixes(side.own)
    raise ValueError(f"no values for slots of type {slot.type}")


@st.composite
def mixes(draw: st.DrawFn, moves: Sequence[str]) -> Mix:
    weights = draw(st.lists(st.integers(0, 3), min_size=len(moves), max_size=len(moves)).filter(any))
    drawn = {move: Fraction(weight, sum(weights)) for move, weight in zip(moves, weights, strict=True)}
    return {move: p for move, p in drawn.items() if p > 0 or draw(st.booleans())}


def spelled(value: Any) -> str:
    """A value as queries spell it."""
    if isinstance(value, Fraction):
        return number_text(value)
    if isinstance(value, str):
        return "'" + value.replace("'", "\\'") + "'"
    return "[" + ", ".join(f"{spelled(move)}: {number_text(p)}" for move, p in value.items()) + "]"


def flat(templates: Sequence[Template]) -> list[Template]:
    """The templates that brute force knows: all but those of plays."""
    return [template for template in templates if template.name in MEANINGS]
