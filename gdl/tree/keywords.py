"""The keyword relations of GDL and GDL-II: what they take, and where they may stand."""

from __future__ import annotations

from gdl.values import dataclass


@dataclass(frozen=True)
class Keyword:
    """One keyword relation: its shape, and why it may not be used in some place (empty: it may)."""

    shape: str
    arity: int
    not_in_heads: str = ""
    not_in_bodies: str = ""


RELATIONS = {
    "role": Keyword("(role name)", 1),
    "init": Keyword(
        "(init fluent)",
        1,
        not_in_bodies="it only says what the first state is; use `true` to ask for what holds",
    ),
    "true": Keyword("(true fluent)", 1, not_in_heads="the state is made by `init` and `next`"),
    "does": Keyword("(does role move)", 2, not_in_heads="the players make their moves themselves"),
    "legal": Keyword("(legal role move)", 2),
    "next": Keyword(
        "(next fluent)",
        1,
        not_in_bodies="it only says what the next state is; use `true` to ask for what holds",
    ),
    "terminal": Keyword("terminal", 0),
    "goal": Keyword("(goal role value)", 2),
    "sees": Keyword("(sees role percept)", 2, not_in_bodies="it only says what a role is told"),
    "base": Keyword("(base fluent)", 1, not_in_bodies="it only lists the fluents there may be"),
    "input": Keyword("(input role move)", 2, not_in_bodies="it only lists the moves there may be"),
}
"""Relation keywords by name."""

RANDOM = "random"
"""The role whose moves are chance (GDL-II)."""

LOGICAL = {
    "not": "(not sentence)",
    "or": "(or literal …)",
    "and": "(and literal …)",
    "distinct": "(distinct term term)",
}
"""Words that build literals, with their shapes."""

REQUIRED = ("role", "legal", "terminal", "goal")
"""Relations without which a description is no game (GDL specification, section 4)."""

NEVER_STATE_DEPENDENT = ("init", "base", "input")
"""Relations that must not depend on the state or the moves."""

STATE_DEPENDENT = ("true", "does", "legal", "goal", "terminal")
"""Relations that depend on the state or the moves."""

NEVER_MOVE_DEPENDENT = ("legal", "goal", "terminal")
"""Relations that must not depend on `does`."""
