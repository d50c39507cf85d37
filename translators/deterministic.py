"""The deterministic translator: which reader a game wants, and the report's name for both.

Short, because it only chooses: statements about a match are read where the game's query templates tell how they are
said (`translators.statements`), reasoning about payoffs everywhere else (`translators.english`).
"""

from __future__ import annotations

from translators import english, statements
from translators.claim import Translation
from translators.language.vocabulary import Vocabulary


class Deterministic:
    """Reads claims without a model.

    Attributes:
        name: what reports call it.
    """

    name = "english"

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`. Never raises for anything a text can hold."""
        said = any(template.reads for template in vocabulary.templates)
        reader = statements.translate if said else english.translate
        return reader(text, vocabulary, role=role)


translate = Deterministic()
"""The translator where none is chosen."""
