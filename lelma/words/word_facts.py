"""What a lexicon knows of words, and what descriptions say of them: by propagation of single facts, without a solver.

It knows less than the referee, who has the solver look at all clauses: what is called false here is false there, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from gdl.errors import Fault
from lelma.game.game import Game
from lelma.game.lexicon import read_lexicon
from translators.descriptions.lexicon import KINDS, Fact, FactClause, Kind, Lexicon
from translators.descriptions.reader import Unreadable, read_description
from translators.descriptions.spelling import same_word, words_of

_PARTICIPLES = re.compile(
    r"(?!need).*(?:ed|en|wn|orn|on|unk|ade|uilt|eld|old|ound|able|less)|born|home|kept|full|plant|airborne|for|in"
)
"""Beginnings of phrases that `is` stands before."""


ENOUGH, APART = 8, 2
"""True facts of each word of a game, and facts true of one word of a pair alone, that a lexicon should have."""


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
        self._told: dict[Fact, tuple[str, ...]] = {}

    @classmethod
    def of(cls, game: Game, lexicon: str = "") -> WordFacts | None:
        """Those of a game, or of another lexicon file, as its path; None if the game has none.

        Raises:
            GameError: if the lexicon can't be read.
        """
        name = game.file.speech.lexicon if game.file is not None else ""
        file = Path(lexicon) if lexicon else game.folder / name
        return cls(_lexicon_of(file)) if lexicon or name else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it knows, without spaces, in the order of the lexicon."""
        return tuple(self.lexicon.words)

    def known(self, word: str) -> frozenset[Fact]:
        """What is true of a word as far as single facts lead to each other; empty for a word that is not there."""
        if word not in self._of_word:
            own = self.lexicon.words.get("".join(words_of(word)))
            self._of_word[word] = frozenset() if own is None else _propagated((*own, *self.lexicon.rules))
        return self._of_word[word]

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
        for said in self._saying(fact):
            if not any(same_word(one, other) for one in words_of(said) for other in without):
                return said
        return ""

    def _saying(self, fact: Fact) -> tuple[str, ...]:
        """All sentences that are read back as the fact, the shorter ones first."""
        if fact not in self._told:
            self._told[fact] = tuple(
                text
                for kind in KINDS
                for each in reversed(self.lexicon.sayings[kind])
                if each.fact == fact.name
                for text in _forms(kind, each.words, fact.holds)
                if self.said(text) == ((fact,),)
            )
        return self._told[fact]


def thin_words(folder: Path) -> tuple[Fault, ...]:
    """Warnings for the words of a game of which its lexicon knows little: fewer true facts than `ENOUGH`, or fewer than
    `APART` that tell them from the word they are dealt with. None for a game without a lexicon or without such rows.

    Raises:
        GameError: if the game can't be loaded.
    """
    game = Game.load(folder)
    known, columns = WordFacts.of(game), next(iter(game.file.rows), None)
    if known is None or columns is None:
        return ()
    pairs = [(str(row[0]), str(row[1])) for row in game.parameters[columns]]
    counts = {word: sum(fact.holds for fact in known.known(word)) for word in dict.fromkeys(chain(*pairs))}
    told = [
        f"the lexicon knows {count} of the {ENOUGH} facts that are wanted of “{word}”"
        for word, count in counts.items()
        if count < ENOUGH
    ]
    told += [
        f"the lexicon tells “{one}” and “{other}” apart by fewer than {APART} facts"
        for one, other in pairs
        if len({fact.name for fact in known.known(one) ^ known.known(other) if fact.holds}) < APART
    ]
    file, fix = str(game.folder / game.file.speech.lexicon), "add to what [words] says of them"
    return tuple(Fault(file, 1, 1, "thin-word", each, "warning", fix) for each in told)


def fact_text(fact: Fact) -> str:
    """A fact as it is named in the lexicon.

    >>> fact_text(Fact("has_wings", False))
    'not has wings'
    """
    return f"{'' if fact.holds else 'not '}{fact.name.replace('_', ' ')}"


@lru_cache(maxsize=8)
def _lexicon_of(file: Path) -> Lexicon:
    return read_lexicon(file)


def _forms(kind: Kind, words: Sequence[str], holds: bool) -> tuple[str, ...]:
    """How a thing is said to be, have or do something, or not to."""
    told, first, no = " ".join(words), words[0], "" if holds else "not "
    if kind == "nouns":
        return (f"It is {no}{'an' if first[0] in 'aeio' else 'a'} {told}.", f"It is {no}{told}.")
    if first == "have":
        rest = " ".join(words[1:])
        return (f"It has {rest}.",) if holds else (f"It has no {rest}.", f"It does not have {rest}.")
    if kind == "adjectives" or _PARTICIPLES.fullmatch(first):
        return (f"It is {no}{told}.",)
    return (f"It can{'' if holds else 'not'} {told}.", f"It is {no}{told}.")


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
