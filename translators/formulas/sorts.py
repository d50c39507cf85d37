"""Sorts, and what the heads of definitions and built-in relations ask of their arguments."""

from __future__ import annotations

from typing import Literal

from gdl.values import dataclass
from translators.formulas.vocabulary import THING, GameNames

ROLE, MOVE, NUMBER, MOMENT = "role", "move", "number", "moment"
CONDITION, BELIEF, LOTTERY = "condition", "belief", "lottery"
SORTS = (ROLE, MOVE, NUMBER, MOMENT, CONDITION, BELIEF, LOTTERY, THING)
"""The sorts of every game; a game's own come on top (`GameNames.things`)."""

Gives = Literal["formula", "number"]


@dataclass(frozen=True)
class Head:
    """A name that is applied to arguments: its parameters, each with a sort, and what it gives."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    gives: Gives = "formula"

    def __str__(self) -> str:
        """The head as definitions write it: `best(R: role, M: move)`."""
        return f"{self.name}({', '.join(f'{name}: {sort}' for name, sort in self.parameters)})"


BUILT_IN: dict[str, Head] = {
    head.name: head
    for head in (
        Head("simultaneous", ()),
        Head("survives", (("R", ROLE), ("M", MOVE))),
        Head("survives_weakly", (("R", ROLE), ("M", MOVE))),
        Head("survives_mixed", (("R", ROLE), ("M", MOVE))),
        Head("correlated", (("L", LOTTERY),)),
        Head("mixed_dominated", (("R", ROLE), ("M", MOVE))),
        Head("subgame_perfect", (("S", CONDITION),)),
        Head("best_ahead", (("R", ROLE), ("M", MOVE), ("S", CONDITION))),
        Head("value", (("R", ROLE),), "number"),
    )
}
"""Relations that need an iteration, a recursion or a linear program; `prolog/judge/theory.pl` tells what they mean."""

FORMS = {
    "pay": "pay(ROLE; CONDITION)",
    "sum": "sum(CONDITION)",
    "mean": "mean(ROLE; CONDITION; BELIEF)",
    "chance": "chance(ROLE, FORMULA)@MOMENT",
    "earned": "earned(ROLE)@ROUND",
    "total": "total(ROLE)@ROUND",
    "rounds": "rounds()",
    "did": "did(ROLE, MOVE)@STEP",
    "can": "can(ROLE, MOVE)@MOMENT",
    "knows": "knows(ROLE, FORMULA)@MOMENT or knows(FORMULA)",
    "possible": "possible(ROLE, FORMULA)@MOMENT or possible(FORMULA)",
    "common": "common(ROLES…, FORMULA)@MOMENT",
    "will": "will(ROLE, MOVE)@MOMENT",
}
"""The forms that every game has, by name. A relation of a game that is called so is written in quotes."""

NUMBER_FORMS = frozenset(["pay", "sum", "mean", "chance", "earned", "total", "rounds"])


def fits(given: str, wanted: str) -> bool:
    """Whether a variable of one sort may stand where another is wanted."""
    if given == wanted:
        return True
    plain = {CONDITION, BELIEF, LOTTERY, NUMBER}
    if {given, wanted} == {MOMENT, NUMBER}:
        return True
    return given not in plain and wanted not in plain and THING in (given, wanted)


def sorts_of(vocabulary: GameNames) -> tuple[str, ...]:
    """All sorts there are in a game."""
    return (*SORTS, *vocabulary.things)
