"""What a role was told and did, in the words of its game, for people and for models.

Short, because the words themselves are the game's.
"""

from __future__ import annotations

from gdl.tree.syntax import Compound
from gdl.tree.term import read_term
from lelma.agents.protocol import Ply, View
from lelma.game.wording import sentence


def percepts_told(view: View, ply: Ply) -> list[str]:
    """What the role perceived of a joint move, a sentence each."""
    return [sentence(view.wording.percept(percept, to=view.role)) for percept in ply.percepts]


def moves_told(view: View) -> list[tuple[int, str]]:
    """The moves that the role chose so far, oldest first: which joint move, and a sentence."""
    said = [(number, ply) for number, ply in enumerate(view.plies, start=1) if ply.chosen]
    return [(number, sentence(view.wording.move(ply.move, by=view.role, to=view.role))) for number, ply in said]


def facts_told(view: View) -> list[str]:
    """What the role knows of itself, a sentence each."""
    return [sentence(_fact(view, text)) for text in view.known]


def _fact(view: View, text: str) -> str:
    match read_term(text):
        case Compound("not", (fluent,)):
            return view.wording.fluent(fluent, to=view.role, holds=False)
        case fluent:
            return view.wording.fluent(fluent, to=view.role)
