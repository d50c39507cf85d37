"""What an agent knows of a game of words before it plays: its pairs, its identities, a lexicon and how to say it.

Everything is read from the game's folder: `[speech]` and `[rows]` of `game.toml`, the facts `(bad …)` and `(side …)` of
its record, its lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gdl.tree.syntax import Compound, Rule, Symbol, Term
from gdl.values import dataclass
from lelma.game.game import Game, read_game_file
from lelma.support.errors import UsageError
from lelma.support.paths import file_in
from lelma.talk.record import record_rules
from lelma.words.honesty import Honesty, read_honesty
from lelma.words.word_facts import WordFacts
from translators.descriptions.spelling import words_of

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
        honesty, facts: by the lexicon; None without one.
    """

    card: Term
    odd: str
    common: str
    pairs: tuple[tuple[str, str], ...]
    honesty: Honesty | None
    facts: WordFacts | None

    def partners(self, word: str) -> tuple[str, ...]:
        """The words that may be dealt beside a word; none for one of no known pair."""
        own = "".join(words_of(word))
        found = {
            other: None for pair in self.pairs for mine, other in (pair, pair[::-1]) if "".join(words_of(mine)) == own
        }
        return tuple(found)


def word_table(game: Game, *, lexicon: Path | None = None) -> WordTable:
    """What a game tells of its words.

    Args:
        lexicon: in place of the game's own.

    Raises:
        UsageError: if it is no game in which one player holds another word.
        GameError: if its lexicon can't be read.
    """
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
    facts = WordFacts(honesty.lexicon) if honesty is not None else None
    pairs = tuple((str(row[0]), str(row[1])) for row in game.parameters[columns])
    return WordTable(speech.card, odd[0], common[0], pairs, honesty, facts)


def plays_words(folder: Path) -> bool:
    """Whether a game's folder is of a game in which players hold words; whether one is odd, `word_table` finds."""
    return read_game_file(folder).speech.card is not None


def _facts(rules: Sequence[Rule]) -> Iterator[tuple[str, tuple[Symbol, ...]]]:
    for rule in rules:
        if isinstance(rule.head, Compound) and not rule.body:
            args = tuple(arg for arg in rule.head.args if isinstance(arg, Symbol))
            if len(args) == len(rule.head.args):
                yield rule.head.functor, args
