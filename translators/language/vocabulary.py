"""What a translator may know of a game: its words, not its truths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gdl.tree.numbers import NumberSpelling
from gdl.values import dataclass

if TYPE_CHECKING:
    from translators.formulas.claim_language import ClaimLanguage
    from translators.language.template import Template

GROUPED = "_and_"
"""What joins the roles in the word for a group of them in a query."""


@dataclass(frozen=True)
class Naming:
    """One way of calling the moves: canonical move → its names, the preferred one first.

    A game has a naming of its own (`game`: the symbols of the rules and the words of everyday prose) and may
    have others, such as the single letters that an obfuscated prompt uses.
    """

    name: str
    moves: Mapping[str, tuple[str, ...]]

    def preferred(self, move: str) -> str:
        """The name to print for a canonical move; the move itself where the naming has none."""
        names = self.moves.get(move, ())
        return names[0] if names else move

    def canonical(self, word: str) -> str | None:
        """The canonical move that `word` names here, None for no move; case tells apart only what needs it."""
        for move, names in self.moves.items():
            if word in names:
                return move
        folded = word.casefold()
        for move, names in self.moves.items():
            if any(folded == name.casefold() for name in names):
                return move
        return None


_COPY = re.compile(r"_of_\d+_\d+$")


def drawn_name(move: str) -> str:
    """A move of chance as it was called before it was made of several equally likely ones: `rain` for `rain_of_3_1`."""
    return _COPY.sub("", move)


Play = tuple[tuple[str, int, str], ...]
"""A course of a game: (role, step, move) for each choice, in order; passing is none."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game.

    Attributes:
        game: the game's name.
        roles: in the order of the rules; the first is the row role of a matrix game.
        moves: role → its moves, spelled as in the rules.
        numbers: the payoffs that occur in the game.
        namings: ways of calling the moves; the first is used for printing unless a text uses another.
        role_names: role → names for it in prose (`Player 1`, `the row player`).
        templates: what may be claimed of the game.
        simultaneous: whether every role moves once, in one round, without seeing the others' moves.
        plays: all courses of a game in which roles or chance move in turn, where they are few; what they pay is no
            part of it.
        deals: move of chance → (role, percept) for what a role perceives of it.
        dealt: role → the steps at which chance moved that it has learnt of when it first has a choice.
        definitions: gives what its formulas may apply, by name (`translators.formulas.definitions`); asked for when a
            text is first read.
        formulas: makes the claim language of the game, for a translator that writes formulas by it; None if none is
            known.
        spelling: how the game's author writes numbers.
    """

    game: str
    roles: tuple[str, ...]
    moves: Mapping[str, tuple[str, ...]]
    numbers: frozenset[Fraction] = frozenset()
    namings: tuple[Naming, ...] = ()
    role_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    templates: tuple[Template, ...] = ()
    simultaneous: bool = True
    plays: tuple[Play, ...] = ()
    deals: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    dealt: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    definitions: Callable[[], Mapping[str, Any]] = field(default=dict, compare=False)
    formulas: Callable[[], ClaimLanguage] | None = field(default=None, compare=False, repr=False)
    spelling: NumberSpelling = field(default_factory=NumberSpelling, compare=False, repr=False)

    @property
    def all_moves(self) -> tuple[str, ...]:
        """Every move of any role, without repetition, in the order of the rules."""
        return tuple(dict.fromkeys(move for role in self.roles for move in self.moves.get(role, ())))

    def other(self, role: str) -> str | None:
        """The only other role of a two-role game; None where there is no such role."""
        others = [candidate for candidate in self.roles if candidate != role]
        return others[0] if len(others) == 1 else None

    def naming(self, name: str) -> Naming:
        """The naming called `name`; the first one, or an empty one, where there is none."""
        for naming in self.namings:
            if naming.name == name:
                return naming
        return self.namings[0] if self.namings else Naming(name, {})
