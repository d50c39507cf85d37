"""The deterministic translator: which reader a game wants, and the report's name for both.

Short, because it only chooses: statements about a match are read where the game's query templates tell how they are
said (`translators.reading.talk`), reasoning about payoffs everywhere else (`translators.reading.reader`), with a second
look at whatever would be refuted (`translators.gates.second_look`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from translators.claim import Claim, Translation
from translators.language.vocabulary import Vocabulary
from translators.reading.reader import read_english as reading


class Deterministic:
    """Reads claims without a model.

    Attributes:
        name: what reports call it.
    """

    name = "english"

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`. Never raises for anything a text can hold."""
        said = any(template.reads for template in vocabulary.templates)
        if said:
            from translators.reading.talk import read_talk  # most games have no talk

            return read_talk(text, vocabulary, role=role)
        found = reading(text, vocabulary, role=role)

        def alone(sentence: str) -> Sequence[Claim]:
            return reading(sentence, vocabulary, role=role).claims

        @cache
        def looking() -> Callable[[Claim], str]:
            from translators.gates.second_look import SecondLook  # most texts have nothing to refute

            game, _ = reading.game(vocabulary, role)
            return SecondLook(text, vocabulary, game, role, found, alone)

        return replace(found, second_look=lambda claim: looking()(claim))


translate = Deterministic()
"""The translator where none is chosen."""
