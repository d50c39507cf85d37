"""The words that claims about a game are made of, from its folder and its payoffs.

Short, because it only joins what the folder and the solver tell; `translators.language.vocabulary` has the value.
"""

from __future__ import annotations

from fractions import Fraction

from gdl.tree.syntax import Compound, Symbol
from lelma.engine.answers import Facts
from lelma.game.game import Game
from lelma.game.wording import Wording
from translators.language.query import QueryCompound, QueryTerm, move_name, term_text
from translators.language.vocabulary import Naming, Vocabulary


def make_vocabulary(game: Game, facts: Facts | None) -> Vocabulary:
    """The words of a game: from its folder, and its moves and payoffs from the solver where it could tabulate it."""
    roles, moves, numbers, simultaneous = static_roles(game), {}, frozenset[Fraction](), True
    spelled: dict[str, tuple[str, ...]] = {}
    if facts is not None:
        roles = facts.roles
        moves = {role: tuple(map(move_name, names)) for role, names in zip(roles, facts.moves, strict=True)}
        spelled = {move_name(move): _spellings(move) for moves_of_role in facts.moves for move in moves_of_role}
        numbers = frozenset(number for cell in facts.cells for number in cell.payoffs)
        simultaneous = facts.simultaneous
    own = Naming("game", spelled)
    namings = game.namings if any(naming.name == "game" for naming in game.namings) else (own, *game.namings)
    names = {role: (Wording(game.file.words).name(role),) for role in roles} | dict(game.role_names)
    return Vocabulary(game.name, roles, moves, numbers, namings, names, game.templates, simultaneous)


def _spellings(move: QueryTerm) -> tuple[str, ...]:
    """How a move is written where the game has no words for it: `offer 3` before `offer(3)`."""
    if isinstance(move, QueryCompound) and not any(isinstance(arg, QueryCompound) for arg in move.args):
        return " ".join([move.functor, *map(term_text, move.args)]), move_name(move)
    return (move_name(move),)


def static_roles(game: Game) -> tuple[str, ...]:
    """The roles that the rules name, in order."""
    found = []
    for rule in game.description.rules:
        match rule.head:
            case Compound("role", (Symbol(name),)):
                found.append(name)
    return tuple(found)
