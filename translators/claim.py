"""What a translator hands on: claims, what it could not read, and the choice a text ends with.

Short, because every reader hands this on, and none of them may know another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from translators.language.vocabulary import Vocabulary


@dataclass(frozen=True)
class Claim:
    """A checkable sentence.

    Attributes:
        sentence: the sentence of the text it was read from, verbatim: `text[span[0]:span[1]]`.
        span: start and end offsets of the sentence in the text, in characters.
        query: what it says, in the query language (`query.lark`), without variables.
        origin: the translator that read it.
        naming: the naming of moves the text used (`Vocabulary.namings`).
        otherwise: what else the sentence may mean, as queries; the claim is false only if all of them are.
    """

    sentence: str
    span: tuple[int, int]
    query: str
    origin: str = "english"
    naming: str = "game"
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True)
class Untranslated:
    """A sentence that seems to claim something and could not be read, with the reason."""

    sentence: str
    span: tuple[int, int]
    reason: str


@dataclass(frozen=True)
class Translation:
    """All that was read from one text; `choice` is the canonical move it ends with, or None."""

    claims: tuple[Claim, ...] = ()
    untranslated: tuple[Untranslated, ...] = ()
    choice: str | None = None


class Translator(Protocol):
    """Anything that reads claims from a text: a function, or an object that can be called."""

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """Read `text` as the reasoning of `role`. Never raises for anything a text can hold."""
        ...
