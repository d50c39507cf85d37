"""What an agent knows of a game of words before it plays: its pairs, its identities, a lexicon and how to say it.

Everything is read from the game's folder: `[speech]` and `[rows]` of `game.toml`, the facts `(bad …)` and `(side …)` of
its record, its lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gdl.tree.syntax import Compound, Rule, Symbol, Term
from lelma.game.game import Game, read_game_file
from lelma.support.errors import UsageError
from lelma.support.paths import file_in
from lelma.talk.record import record_rules
from lelma.words.honesty import Honesty, read_honesty
from translators.descriptions.lexicon import Fact
from translators.descriptions.reader import Unreadable, read_description
from translators.descriptions.spelling import same_word, words_of

_WHO = (
    "Most people",
    "Many of us",
    "Children",
    "My friends",
    "Grown-ups",
    "People here",
    "Our neighbours",
    "Some of you",
)
_DO = (
    "know it",
    "have heard of it",
    "could picture it",
    "would recognise it",
    "talk about it",
    "think of it now and then",
)
NEUTRAL = tuple(f"{who} {do}." for do in _DO for who in _WHO)
"""What is said of a word of which nothing more is known, or is to be told."""


@dataclass(frozen=True)
class WordTable:
    """What is known of a game of words.

    Attributes:
        card: the percept that shows a player its word.
        odd, common: the identity of the one with the other word, and that of all others.
        pairs: the pairs of words that may be dealt.
        honesty: by the lexicon; None without one.
    """

    card: Term
    odd: str
    common: str
    pairs: tuple[tuple[str, str], ...]
    honesty: Honesty | None

    def partners(self, word: str) -> tuple[str, ...]:
        """The words that may be dealt beside a word; none for one of no known pair."""
        own = "".join(words_of(word))
        found = {
            other: None for pair in self.pairs for mine, other in (pair, pair[::-1]) if "".join(words_of(mine)) == own
        }
        return tuple(found)

    def facts(self, word: str) -> frozenset[Fact]:
        """What the lexicon tells of a word, with what follows from it."""
        if self.honesty is None:
            return frozenset()
        lexicon = self.honesty.lexicon
        found = {clause[0] for clause in lexicon.about(word) if len(clause) == 1}
        while True:
            new = {
                other
                for clause in lexicon.rules
                if len(clause) == 2
                for one, other in (clause, clause[::-1])
                if one.opposite in found
            } - found
            if not new:
                return frozenset(found)
            found |= new

    def sentences(self, facts: Sequence[Fact], word: str) -> Iterator[str]:
        """What says these facts, each in the first form that is read back as it is meant, without telling the word."""
        parts = words_of(word)
        for fact in facts:
            said = self._saying.get(fact)
            if said and not any(same_word(each, part) for each in words_of(said) for part in parts):
                yield said

    @cached_property
    def _saying(self) -> dict[Fact, str]:
        found: dict[Fact, str] = {}
        if self.honesty is None:
            return found
        for kind, expressions in self.honesty.lexicon.sayings.items():
            for each in sorted(expressions, key=lambda each: (len(each.words), each.words)):
                for fact in (Fact(each.fact), Fact(each.fact, False)):
                    if fact not in found:
                        forms = _forms(kind, " ".join(each.words), denied=not fact.holds)
                        found.update((fact, text) for text in forms if self._reads_as(text, fact))
        return found

    def _reads_as(self, text: str, fact: Fact) -> bool:
        assert self.honesty is not None
        try:
            reading = read_description(text, self.honesty.lexicon)
        except Unreadable:
            return False
        return not reading.unread and [each.clause for each in reading.statements] == [(fact,)]


def _forms(kind: str, words: str, *, denied: bool) -> tuple[str, ...]:
    no = "not " if denied else ""
    if kind == "nouns":
        return (f"It is {no}{'an' if words[0] in 'aeiou' else 'a'} {words}.",)
    if words.startswith("have "):
        rest = words.removeprefix("have ")
        return (
            f"It has {'no ' if denied else ''}{rest}.",
            f"It does not have {rest}." if denied else f"It has {rest}.",
        )
    if kind == "adjectives" or words.split()[0].endswith(_PARTICIPLES):
        return (f"It is {no}{words}.",)
    return (f"It can{'not' if denied else ''} {words}.",)


_PARTICIPLES = ("ed", "en", "wn", "unk", "able", "ade", "uilt", "less", "ground")


def word_table(folder: Path, *, lexicon: Path | None = None) -> WordTable:
    """What a game's folder tells of its words.

    Args:
        lexicon: in place of the game's own.

    Raises:
        UsageError: if it is no game in which one player holds another word.
        GameError: if it can't be read.
    """
    game = Game.load(folder)
    speech = game.file.speech
    rules = record_rules(game) if speech.card is not None else ()
    odd = [args[0].name for name, args in _facts(rules) if name == "bad" and len(args) == 1]
    common = [args[0].name for name, args in _facts(rules) if name == "side" and args[0].name not in odd]
    columns = next(iter(game.file.rows), None)
    if speech.card is None or len(odd) != 1 or len(common) != 1 or columns is None:
        raise UsageError(f"{game.name} is no game in which all but one hold the same word, which deducer plays")
    own = file_in(game.folder, speech.lexicon, where="speech.lexicon") if speech.lexicon else None
    chosen = lexicon or own
    honesty = read_honesty(chosen) if chosen is not None else None
    pairs = tuple((str(row[0]), str(row[1])) for row in game.parameters[columns])
    return WordTable(speech.card, odd[0], common[0], pairs, honesty)


def plays_words(folder: Path) -> bool:
    """Whether a game's folder is of a game in which players hold words; whether one is odd, `word_table` finds."""
    return read_game_file(folder).speech.card is not None


def _facts(rules: Sequence[Rule]) -> Iterator[tuple[str, tuple[Symbol, ...]]]:
    for rule in rules:
        if isinstance(rule.head, Compound) and not rule.body:
            args = tuple(arg for arg in rule.head.args if isinstance(arg, Symbol))
            if len(args) == len(rule.head.args):
                yield rule.head.functor, args
