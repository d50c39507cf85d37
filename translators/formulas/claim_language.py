"""The claim language of one game, as a translator is given it: what it may say, and how that is said in English.

Short, because it only holds together what a game brings.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.values import dataclass
from translators.formulas.definitions import Definitions, heads_of
from translators.formulas.formula import Formula
from translators.formulas.meaning import meaning
from translators.formulas.parse import parse
from translators.formulas.says import Voice
from translators.formulas.vocabulary import GameNames


@dataclass(frozen=True)
class ClaimLanguage:
    """What may be claimed about one game.

    Attributes:
        names: what formulas may name.
        definitions: those that they may use.
        voice: how they are said to a role, with the moves called as in a naming (`Vocabulary.namings`).
    """

    names: GameNames
    definitions: Definitions
    voice: Callable[[str, str], Voice]

    def read(self, claim: str, role: str) -> Formula:
        """The formula that a text says, `you` being the role.

        Raises:
            FormulaError: with the place of the fault, what was expected there, and near names.
        """
        return parse(claim, self.names, heads_of(self.definitions), role=role)

    def means(self, formula: Formula) -> Formula:
        """The form that all formulas have which are seen to say the same."""
        return meaning(formula, self.definitions)
