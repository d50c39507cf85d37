"""What a player was told and heard, by player: its word, who said what, who is out.

Short, because it only reads a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.text.write import kif_term
from gdl.tree.syntax import Compound
from gdl.tree.term import match, read_term
from lelma.agents.protocol import Ply, View


def own_word(view: View) -> str:
    """The word on the player's card, in small letters; empty if it has none.

    It is the last part of what the card tells: `(card coffee_pot)` tells `coffee pot`.
    """
    for text in view.card:
        term = read_term(text)
        if isinstance(term, Compound):
            return kif_term(term.args[-1]).strip('|"').replace("_", " ")
    return ""


def said_by(plies: Iterable[Ply]) -> dict[str, list[str]]:
    """Player → what it said, oldest first."""
    found: dict[str, list[str]] = {}
    for ply in plies:
        for each in ply.heard:
            found.setdefault(each.role, []).append(each.words)
    return found


def named_in(plies: Iterable[Ply], pattern: str) -> list[str]:
    """What the variables of a pattern, in KIF, stood for in percepts, oldest first: who is out, of `(out ?p)`."""
    wanted = read_term(pattern)
    found: list[str] = []
    for ply in plies:
        for percept in ply.percepts:
            values = match(wanted, read_term(percept))
            if values is not None:
                found += [kif_term(value) for value in values.values()]
    return found


def numbered_lines(texts: Sequence[str]) -> str:
    """Texts on lines of their own, numbered from 1."""
    return "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, start=1))
