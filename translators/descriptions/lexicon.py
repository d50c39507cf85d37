"""What is known of words: facts, how they are said, and which of them go together.

Short, because it is the values alone: `lelma.game.lexicon` reads them from a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gdl.values import dataclass
from translators.descriptions.spelling import words_of

Kind = Literal["nouns", "adjectives", "phrases"]
ARTICLES = frozenset({"a", "an", "the", "its"})
KINDS: tuple[Kind, ...] = ("nouns", "adjectives", "phrases")


@dataclass(frozen=True, order=True)
class Fact:
    """That a fact is true of a thing, or that it is not."""

    name: str
    holds: bool = True

    @property
    def opposite(self) -> Fact:
        return Fact(self.name, not self.holds)


FactClause = tuple[Fact, ...]
"""Facts of which at least one is as it says."""


@dataclass(frozen=True)
class Expression:
    """Words that say a fact."""

    words: tuple[str, ...]
    fact: str


@dataclass(frozen=True)
class Lexicon:
    """What is known of words.

    Attributes:
        rules: what is true of everything.
        sayings: kind → expressions, longer ones first.
        words: spelling without spaces → what is true of the word.
    """

    rules: tuple[FactClause, ...]
    sayings: Mapping[Kind, tuple[Expression, ...]]
    words: Mapping[str, tuple[FactClause, ...]]

    def about(self, word: str) -> tuple[FactClause, ...]:
        """What is known of a word beyond the rules; nothing for one that is not in the lexicon."""
        return self.words.get("".join(words_of(word)), ())
