"""The forms of the claim language and a game's definitions, for somebody whose text could not be read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from translators.formulas.definitions import Definitions
from translators.formulas.sorts import BUILT_IN, FORMS
from translators.formulas.typing import written
from translators.formulas.vocabulary import GameNames

_WIDTH = 100

_LANGUAGE = (
    ("x = y, !=, <, >, <=, >=, ~", "in every case of what is left open; ~ is about"),
    ("some x = y", "in some case"),
    ("min x, max x", "the least, the greatest value over all cases"),
    ("x + y, x - y, x * y, x / y", "numbers, exactly"),
    ("not A, A and B, A or B, if A then B, A iff B", "of claims"),
    ("each X in roles: A, any, one", "X in roles, moves(ROLE), profiles, rounds; `but` leaves out"),
    ("count X in moves(ROLE): A", "how many"),
    ("X is Y", "the same role, move or thing"),
    ("RELATION(…)@MOMENT", "a relation or fluent of the game or its record"),
)
_MEANINGS = {
    "pay": "what a role gets in a play of the condition",
    "sum": "what all get together",
    "mean": "on average; a belief is p2=stag:1/3, p2=hare:2/3",
    "chance": "of a claim, over the deals that are possible for a role",
    "earned": "in an earlier round, the last by default",
    "total": "in all rounds, or up to one",
    "rounds": "how many were played",
    "did": "it made the move",
    "can": "the rules allow it",
    "knows": "it holds in every world the role can't exclude",
    "possible": "it holds in some world the role can't exclude",
    "common": "common knowledge, of all roles by default",
    "will": "an announcement: pending, kept or broken",
}
_BUILT_IN_MEANINGS = {
    "simultaneous": "Every role moves once, and all at the same time.",
    "survives": "When strictly dominated moves are taken away again and again.",
    "survives_mixed": "When moves that a mix of others strictly dominates are taken away again and again.",
    "survives_weakly": "When weakly dominated moves are taken away again and again, all at once in each round.",
    "correlated": "A correlated equilibrium: nobody gains by leaving the recommended move.",
    "subgame_perfect": "Of pure strategies, where roles move in turn and see every move, without chance.",
    "best_ahead": "A best move where the course so far has led, if all choose best from there on; as before.",
    "mixed_dominated": "Strictly, by a mix of other moves.",
    "value": "The highest payoff that a mix of moves guarantees.",
}
_CONDITION = "conditions: p1=stag, p1=C@2 (in step 2), reply(p2; p1=C)=D, saw(p2, PERCEPT); in braces as arguments"


def claim_forms(names: GameNames, definitions: Definitions) -> str:
    """What can be claimed of a game: names, forms, definitions with what they mean."""
    return "\n".join(_lines(names, definitions))


def _lines(names: GameNames, definitions: Definitions) -> Iterator[str]:
    yield f"roles: {', '.join(names.roles)}"
    for role in names.roles:
        if moves := names.moves_of(role):
            yield _shortened(f"moves of {role}: {', '.join(map(written, moves))}")
    yield "forms:"
    yield from _table([(form, _MEANINGS[name]) for name, form in FORMS.items()])
    yield from _table(list(_LANGUAGE))
    yield f"  {_CONDITION}"
    explained = [(str(each.head), each.means or each.says) for each in definitions.values() if each.means]
    if explained:
        yield "definitions:"
        yield from _table([(str(head), _BUILT_IN_MEANINGS[name]) for name, head in BUILT_IN.items()])
        yield from _table(explained)
    others = [name for name, each in definitions.items() if not each.means]
    if others:
        yield from _paragraph("by the names of queries", others)
    if names.relations:
        yield from _paragraph("relations of the game", sorted(names.relations))


def _table(rows: list[tuple[str, str]]) -> Iterator[str]:
    for form, meaning in rows:
        yield _shortened(f"  {form:<44}  {meaning}".rstrip() if meaning else f"  {form}")


def _paragraph(title: str, words: list[str]) -> Iterator[str]:
    yield f"{title}:"
    yield textwrap.fill(", ".join(words), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _shortened(line: str) -> str:
    return line if len(line) <= _WIDTH + 20 else f"{line[: _WIDTH + 19]}…"
