"""What a role was told and did, in the words of its game, for people and for models.

Names stand for players everywhere, in terms without words of their own, too.
"""

from __future__ import annotations

from functools import lru_cache

from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term
from gdl.tree.term import read_term
from lelma.agents.protocol import Ply, View
from lelma.game.wording import Wording, sentence


def percepts_told(view: View, ply: Ply) -> list[str]:
    """What the role perceived of a joint move, a sentence each."""
    return [_percept_told(view.wording, view.role, percept) for percept in ply.percepts]


def moves_told(view: View) -> list[tuple[int, str]]:
    """The moves that the role chose so far, oldest first: which joint move, and a sentence."""
    chosen = [(number, ply) for number, ply in enumerate(view.plies, start=1) if ply.chosen]
    return [(number, sentence(_move_told(view.wording, view.role, view.role, ply.move))) for number, ply in chosen]


def card_told(view: View) -> list[str]:
    """What the role was told of what is hidden, a sentence each."""
    return [_percept_told(view.wording, view.role, percept) for percept in view.card]


def facts_told(view: View) -> list[str]:
    """What the role knows of itself by its own moves, a sentence each."""
    return [sentence(_fact(view, text)) for text in view.known]


def order_told(view: View, move: str) -> str:
    """A legal move as an instruction."""
    return view.wording.order(move, to=view.role) if _has_words(view.wording, move) else with_names(view.wording, move)


def functor_of(text: str) -> str:
    """The name that a term in KIF begins with.

    >>> functor_of("(card tea)"), functor_of("antidote")
    ('card', 'antidote')
    """
    return text.strip("()").split(maxsplit=1)[0]


def with_names(wording: Wording, text: str) -> str:
    """A term in KIF with names for the constants that have one: `(vote Player 6)`.

    >>> from lelma.game.file_format import WordTables
    >>> with_names(Wording(WordTables(names={"p6": "Player 6"})), "(vote p6)")
    '(vote Player 6)'
    """
    return _named(wording, read_term(text))


def _named(wording: Wording, term: Term) -> str:
    match term:
        case Compound(functor, args):
            return f"({' '.join([functor, *(_named(wording, arg) for arg in args)])})"
        case Symbol():
            return wording.name(term)
        case _:
            return kif_term(term)


@lru_cache(maxsize=20_000)  # an agent tells its whole past anew whenever it is asked
def _percept_told(wording: Wording, role: str, percept: str) -> str:
    match read_term(percept):
        case Compound("does", (Symbol(who), move)) if not wording.tells("percepts", percept):
            return sentence(_move_told(wording, role, who, kif_term(move)))
        case _ if wording.tells("percepts", percept):
            return sentence(wording.percept(percept, to=role))
    return sentence(with_names(wording, percept))


def _move_told(wording: Wording, role: str, who: str, move: str) -> str:
    if _has_words(wording, move):
        return wording.move(move, by=who, to=role)
    return f"{wording.name(who, to=role)}: {with_names(wording, move)}"


def _has_words(wording: Wording, move: str) -> bool:
    return wording.tells("moves", move)


def _fact(view: View, text: str) -> str:
    match read_term(text):
        case Compound("not", (fluent,)):
            return view.wording.fluent(fluent, to=view.role, holds=False)
        case fluent:
            return view.wording.fluent(fluent, to=view.role)
