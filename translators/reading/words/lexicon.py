"""Words by category: those every game shares (`lexicon.toml`), and a game's own on top of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from gdl.text.kept import kept
from gdl.values import dataclass
from translators.reading.words.inflection import verb_forms
from translators.reading.words.tokens import WordToken, tokenize

PACKAGE = Path(__file__).parents[2]
"""The code and the data that read texts."""

_PASSED = frozenset({"of", "the", "a", "an"})
_COMMA = re.compile(r",\s+")
_OF_PLAYERS = frozenset({"who", "whose", "company", "counted", "fellow", "member", "somebody"})
_OF_ROUNDS = frozenset({"round", "one_round", "until_now", "future", "last_round"})


class Word(NamedTuple):
    """A word, or words together, in one of its categories.

    Attributes:
        category: what it may be in a construction, such as `get` or `move`.
        sense: what it means there: a feature, a move, a number.
    """

    category: str
    sense: Any


_Entries = list[tuple[tuple[str, ...], tuple[str, Any]]]
"""The phrases of one first word: their words, and category and sense of each; a `Word` only once one is met."""

_Phrases = tuple[list[tuple[int, Word]], dict[str, list[tuple[int, tuple[str, ...], Word]]]]
"""Phrases of one first word, each with its place among them: that word alone; second word → what follows it."""


@dataclass
class WordLexicon:
    """Phrases → what they may be, by their words in lower case.

    Attributes:
        light: words that may be passed over.
        base: the one it is a copy of, before words were added.
    """

    phrases: dict[str, _Entries] = field(default_factory=dict)
    light: set[str] = field(default_factory=set)
    base: WordLexicon | None = field(default=None, repr=False, compare=False)
    _after: dict[str, _Phrases] = field(default_factory=dict, repr=False, compare=False)

    def add(self, phrase: str, category: str, sense: Any) -> None:
        """One more thing a phrase may be; nothing where it is known to be that."""
        words = phrase_words(phrase)
        entry = (words, (category, sense))
        known = self.phrases.get(words[0], ()) if words else ()
        if words and entry not in known:
            self._change(words[0], [*known, entry])

    def drop(self, phrase: str, category: str, sense: Any) -> None:
        """One thing less a phrase may be."""
        words = phrase_words(phrase)
        entry = (words, Word(category, sense))
        known = self.phrases.get(words[0], ())
        if entry in known:
            self._change(words[0], [each for each in known if each != entry])

    def forget(self, category: str, sense: Any) -> None:
        """No word has this sense any more."""
        gone = Word(category, sense)
        for first, entries in [*self.phrases.items()]:
            kept = [each for each in entries if each[1] != gone]
            if len(kept) < len(entries):
                self._change(first, kept)

    def mean(self, category: str, sense: Any, other: Any) -> None:
        """The words that have a sense have another one instead."""
        old, new = Word(category, sense), Word(category, other)
        for first, entries in [*self.phrases.items()]:
            if any(word == old for _, word in entries):
                self._change(first, [(words, new if word == old else word) for words, word in entries])

    def extended(self) -> WordLexicon:
        """A copy to which a game's words can be added."""
        return WordLexicon(self.phrases.copy(), self.light.copy(), base=self)

    def _known(self, first: str) -> _Phrases:
        """The phrases that begin with a word; those that another lexicon has as well are looked through there."""
        known = self._after.get(first)
        if known is None:
            entries = self.phrases[first]
            shared = self.base is not None and self.base.phrases.get(first) is entries
            known = self.base._known(first) if self.base is not None and shared else _by_second(entries)
            self._after[first] = known
        return known

    def _change(self, first: str, entries: _Entries) -> None:
        """New phrases for those that begin with a word; the old list may be a copy's as well."""
        self.phrases[first] = entries
        self._after.pop(first, None)

    def at(self, tokens: list[WordToken], place: int) -> list[tuple[int, Word]]:
        """What begins with a token: where it ends, and what it is. `both of us` is `both us`."""
        first = tokens[place].low
        if first not in self.phrases:
            return []
        alone, longer = self._after.get(first) or self._known(first)
        found = [(at, place + 1, word) for at, word in alone]
        seen: list[str] = []
        for second in range(place + 1, len(tokens) if longer else 0):
            low = tokens[second].low
            if low in longer and low not in seen:
                for at, words, word in longer[low]:
                    end = _end(words, tokens, second + 1)
                    if end:
                        found.append((at, end, word))
            if low not in _PASSED or not _is_passed(tokens[second]):
                break
            seen.append(low)
        if longer and len(found) > 1:
            found.sort(key=itemgetter(0))
        return [(end, word) for _, end, word in found]


def _by_second(entries: _Entries) -> _Phrases:
    """Phrases that begin with the same word, in their order: those of that word alone, and others by the next."""
    phrases = [(words, Word(*word)) for words, word in entries]
    alone = [(at, word) for at, (words, word) in enumerate(phrases) if len(words) == 1]
    longer: dict[str, list[tuple[int, tuple[str, ...], Word]]] = {}
    for at, (words, word) in enumerate(phrases):
        if len(words) > 1:
            longer.setdefault(words[1], []).append((at, words[2:], word))
    return alone, longer


def _end(words: tuple[str, ...], tokens: list[WordToken], end: int) -> int:
    """Where words end that are wanted from a token on; 0 if they don't stand there."""
    for wanted in words:
        while end < len(tokens) and tokens[end].low != wanted and _is_passed(tokens[end]):
            end += 1
        if end == len(tokens) or tokens[end].low != wanted:
            return 0
        end += 1
    return end


def _is_passed(token: WordToken) -> bool:
    """Whether a word inside a phrase says nothing; a capital there is a name."""
    return token.low in _PASSED and token.text != "A"


def phrase_words(phrase: str) -> tuple[str, ...]:
    """The words of a phrase as tokens have them: in lower case, without hyphens."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():
        return tuple(phrase.lower().split())
    phrase = phrase.replace(" 's", "'s")
    if phrase.startswith("'") and phrase[1:2].isalpha():  # what a contraction leaves: `'d have`
        return phrase_words(f"they{phrase}")[1:]
    phrase = phrase.replace(" 's", "'s")
    return tuple(token.low for token in tokenize(phrase) if token.text != "-" or phrase == "-")


@cache
def common_lexicon() -> WordLexicon:
    """The words that all games share."""
    phrases, light = _kept_words()[:2]
    return WordLexicon(phrases.copy(), set(light))


_Lists = dict[str, tuple[str, ...]]
_KeptWords = tuple[
    dict[str, _Entries],
    tuple[str, ...],
    tuple[str, ...],
    _Lists,
    tuple[str, ...],
    tuple[_Lists, _Lists],
    tuple[str, ...],
    tuple[tuple[str, ...], ...],
]
"""First word → the phrases with what they may be; words passed over; verbs of choosing; verb → irregular forms; words
that turn what is said beside them; verbs of moves that tell how much, and how much; nouns for what chance deals;
moves that are called alike."""


@cache
def _kept_words() -> _KeptWords:
    return kept("lexicon", _read_words, sources=PACKAGE)


def _read_words() -> _KeptWords:
    import tomllib  # what is kept needs no parser

    data = tomllib.loads((Path(__file__).parent / "lexicon.toml").read_text(encoding="utf-8"))
    irregular = {verb: tuple(entry.split()) for verb, entry in data["irregular"].items()}
    lexicon, verbs = WordLexicon(), set(data["verbs"])
    for entry in data["light"]:
        for word in entries_of(entry):
            parts = phrase_words(word)
            if len(parts) > 1:
                lexicon.add(word, "light", word)
            else:
                lexicon.light.update(parts)
    for category, features in data["words"].items():
        for feature, entry in features.items():
            for phrase in entries_of(entry):
                for form in _forms(phrase, irregular) if category in verbs else (phrase,):
                    for spelled in _spellings(form, category, data):
                        lexicon.add(spelled, category, feature)
    choosing = (phrase for entry in data["words"]["choose"].values() for phrase in entries_of(entry))
    return (
        {first: [(words, tuple(word)) for words, word in each] for first, each in lexicon.phrases.items()},
        tuple(sorted(lexicon.light)),
        tuple(dict.fromkeys(phrase.partition(" ")[0] for phrase in choosing)),
        irregular,
        tuple(" ".join(data["turning"]).split()),
        (
            {kind: tuple(entries_of(told)) for kind, told in data["portions"]["verbs"].items()},
            {kind: tuple(entries_of(told)) for kind, told in data["portions"]["amounts"].items()},
        ),
        tuple(entries_of(data["words"]["dealt_noun"]["noun"])),
        tuple(tuple(entries_of(told)) for told in data["synonyms"]["words"]),
    )


def choosing_verbs() -> tuple[str, ...]:
    """The verbs of making a move, without what belongs to them."""
    return _kept_words()[2]


@cache
def turning_words() -> frozenset[str]:
    """Words that may turn what is said beside them, though they tell of no move, player or amount."""
    return frozenset(_kept_words()[4])


@cache
def portion_words() -> tuple[_Lists, _Lists]:
    """Verbs of giving, returning and keeping, and words for how much, by what they mean alike."""
    return _kept_words()[5]


@cache
def synonyms() -> tuple[tuple[str, ...], ...]:
    """Names of moves that mean the same, where a game has a move that is called so."""
    return _kept_words()[7]


@cache
def dealt_nouns() -> tuple[str, ...]:
    """Nouns for what chance deals to somebody: a card, a type."""
    return _kept_words()[6]


def entries_of(entry: str) -> list[str]:
    """The words of an entry, which commas part."""
    return [word for word in _COMMA.split(entry.strip()) if word]


def irregular_forms() -> Mapping[str, tuple[str, ...]]:
    """Verb → its irregular forms, for all verbs of the lexicon."""
    return _kept_words()[3]


def _forms(phrase: str, irregular: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    """The forms of a verb phrase, irregular ones too."""
    base, _, rest = phrase.partition(" ")
    return dict.fromkeys([*verb_forms(phrase), *(f"{form} {rest}".strip() for form in irregular.get(base, ()))])


def _spellings(phrase: str, category: str, data: Mapping[str, Any]) -> Iterator[str]:
    """A phrase about players, said of firms, drivers and people as well; one about rounds, of weeks and days."""
    yield phrase
    words = phrase.split()
    if category in _OF_PLAYERS and not {"player", "players"}.isdisjoint(words):
        groups = set(data["groups"]) - (set(data["beside"]) if category == "member" else set())
        yield from _said_of(words, "player", sorted(groups))
    if category in _OF_ROUNDS and not {"round", "rounds"}.isdisjoint(words) and words != ["rounds"]:
        yield from _said_of(words, "round", data["rounds"])


def _said_of(words: Iterable[str], noun: str, groups: Iterable[str]) -> Iterator[str]:
    """A phrase with other nouns in the place of one, in both numbers."""
    for group in groups:
        one, many = group.split("/")
        yield " ".join({noun: one, f"{noun}s": many}.get(word, word) for word in words)
