"""What a lexicon knows of words, and what descriptions say of them: by propagation of single facts, without a solver.

It knows less than the referee, who has the solver look at all clauses: what is called false here is false there, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from lelma.game.game import Game
from lelma.game.lexicon import read_lexicon
from translators.descriptions.lexicon import Fact, FactClause, Kind, Lexicon
from translators.descriptions.reader import Unreadable, read_description
from translators.descriptions.spelling import same_word, words_of

_FORMS: dict[Kind, tuple[tuple[str, str], ...]] = {
    "nouns": (("It is a {}.", "It is not a {}."), ("It is {}.", "It is not {}.")),
    "adjectives": (("It is {}.", "It is not {}."),),
    "phrases": (("It can {}.", "It cannot {}."), ("It is {}.", "It is not {}."), ("It has {}.", "It has no {}.")),
}
_VOWELS = frozenset("aeio")
_PARTICIPLES = frozenset("made worn built driven played used home able plant airborne eaten drunk sold held".split())
"""Beginnings of phrases that `is` stands before, besides those in -ed."""


class MissingFact(NamedTuple):
    """Something that was said and is not known of a word; `ruled_out` if its opposite is."""

    text: str
    ruled_out: bool


class WordFacts:
    """What is known of the words of a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._of_word: dict[str, frozenset[Fact]] = {}
        self._read: dict[str, tuple[FactClause, ...]] = {}

    @classmethod
    def of(cls, game: Game) -> WordFacts | None:
        """Those of a game; None if it has no lexicon."""
        name = game.file.speech.lexicon if game.file is not None else ""
        return cls(_lexicon_of(game.folder / name)) if name else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it knows, without spaces, in the order of the lexicon."""
        return tuple(self.lexicon.words)

    def known(self, word: str) -> frozenset[Fact]:
        """What is true of a word as far as single facts lead to each other; empty for a word that is not there."""
        key = "".join(words_of(word))
        if key not in self._of_word:
            own = self.lexicon.words.get(key)
            self._of_word[key] = frozenset() if own is None else _propagated((*own, *self.lexicon.rules))
        return self._of_word[key]

    def said(self, text: str) -> tuple[FactClause, ...]:
        """What a description says, as far as it is read; nothing of one that can't be read."""
        if text not in self._read:
            try:
                statements = read_description(text, self.lexicon).statements
            except Unreadable:
                statements = ()
            self._read[text] = tuple(statement.clause for statement in statements)
        return self._read[text]

    def missing(self, descriptions: Iterable[str], word: str) -> list[MissingFact]:
        """What would have to be known of a word besides, for all that was said to be true of it."""
        known = self.known(word)
        found: dict[FactClause, MissingFact] = {}
        for clause in (clause for text in descriptions for clause in self.said(text)):
            if not known.intersection(clause):
                ruled_out = all(fact.opposite in known for fact in clause)
                found[clause] = MissingFact(" or ".join(map(fact_text, clause)), ruled_out)
        return list(found.values())

    def sentence(self, fact: Fact, *, without: Sequence[str] = ()) -> str:
        """A sentence that says a fact and nothing else, without some words; empty if there is none."""
        for kind, forms in _FORMS.items():
            for each in reversed(self.lexicon.sayings[kind]):  # the shorter ones first
                if each.fact != fact.name or any(same_word(one, other) for one in each.words for other in without):
                    continue
                first = each.words[0]
                words = each.words[1:] if first == "have" else each.words
                is_state = first in _PARTICIPLES or first.endswith("ed")
                for form in reversed(forms) if first == "have" else forms[1:] if is_state else forms:
                    text = _with_article(form[not fact.holds].format(" ".join(words)))
                    if self.said(text) == ((fact,),):
                        return text
        return ""


def fact_text(fact: Fact) -> str:
    """A fact as it is named in the lexicon.

    >>> fact_text(Fact("has_wings", False))
    'not has wings'
    """
    return f"{'' if fact.holds else 'not '}{fact.name.replace('_', ' ')}"


@lru_cache(maxsize=8)
def _lexicon_of(file: Path) -> Lexicon:
    return read_lexicon(file)


def _with_article(text: str) -> str:
    """`It is a animal.` with its `an`."""
    before, article, noun = text.partition(" a ")
    return f"{before} an {noun}" if article and noun[:1] in _VOWELS else text


def _propagated(clauses: Sequence[FactClause]) -> frozenset[Fact]:
    """The facts that clauses come to by themselves, one after another."""
    known: set[Fact] = set()
    left = list(clauses)
    while True:
        rest: list[FactClause] = []
        before = len(known)
        for clause in left:
            if known.intersection(clause):
                continue
            open_facts = [fact for fact in clause if fact.opposite not in known]
            if len(open_facts) == 1:
                known.add(open_facts[0])
            elif open_facts:
                rest.append(clause)
        if len(known) == before:
            return frozenset(known)
        left = rest
