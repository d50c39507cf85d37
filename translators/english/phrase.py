"""A typed phrase of a sentence: what every reader of clauses works on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from translators.english.lexicon import Kind
from translators.english.scene import BOTH


@dataclass(frozen=True, slots=True)
class Phrase:
    """A typed phrase. `kind` is a letter of `lexicon.Kind`; signs are their own kind; `.` is any other word.

    Attributes:
        meaning: which of its kind (`me`, `higher`, `least`); the canonical move for a move.
        words: the words, in lower case.
        value: of an amount or chance.
        sure: for an amount: it stands with a currency; for a move: the text marks it as one.
        form: for a move: `name`, `finite`, `gerund` or `noun`.
    """

    kind: Kind
    meaning: str
    words: str
    start: int
    end: int
    value: Fraction | None = None
    sure: bool = False
    form: str = ""


POSSESSIVES = frozenset("my your their his her our".split())
OWN = frozenset("mine yours theirs his hers".split())
GAINS = frozenset("gain gains gained gaining".split()) | {"stand to gain", "stands to gain"}


def kinds_of(phrases: Iterable[Phrase]) -> str:
    """The kinds of phrases, a letter each: what a regular expression is matched with."""
    return "".join(phrase.kind for phrase in phrases)


def words_of(phrases: Iterable[Phrase]) -> str:
    """The words of phrases, with a space between them."""
    return " ".join(phrase.words for phrase in phrases)


def speaks_of_both(phrases: Iterable[Phrase]) -> bool:
    """Whether it is what both or each get that is spoken of, not one role's payoff."""
    return any(phrase.kind in "eu" or phrase.meaning == BOTH for phrase in phrases)


_BEATS = frozenset("beat beats exceed exceeds surpasses outweighs outweigh overtakes overtake".split())
_REACHES = ("falls short of", "fall short of")


def is_verb_of_comparing(phrase: Phrase) -> bool:
    """`beats`, `falls below`: what it is compared with follows at once."""
    return phrase.kind == "Q" and (
        phrase.words in _BEATS or phrase.words in _REACHES or phrase.words.endswith((" below", " above"))
    )


CHOOSER = "chooser:"
"""Begins the meaning of an actor who is known by the move: `the player who chose X`."""


def ends_clause(found: Sequence[Phrase], at: int, also: str = "") -> bool:
    """Whether a clause ends before a phrase: at a sign, at `and`, or with the sentence."""
    return at >= len(found) or found[at].kind in ",;)&" + also or found[at].words in (".", "!", "?")
