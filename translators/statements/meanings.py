"""What the words in the places of a pattern mean, and the queries that come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from translators.language.forms import Slot
from translators.language.nouns import MENTIONED, UNTOLD, Noun, Nouns
from translators.language.patterns import NUMBER_WORDS, any_of
from translators.language.template import Template
from translators.language.vocabulary import GROUPED
from translators.statements.people import People

_DIGITS = re.compile(r"\d+")


class Meanings:
    """The meanings of words in one text."""

    def __init__(self, text: str, people: People, players: Sequence[str]) -> None:
        self._text, self._people, self._players = text, people, players
        self._spoken_of: dict[str, list[tuple[int, int, str]]] = {}

    def queries(self, template: Template, found: re.Match[str]) -> Iterator[str]:
        """One query for each choice of the players that the places of a pattern name."""
        values = [self._values(slot, found, template.names, template.nouns) for slot in template.slots]
        for chosen in product(*values):
            yield f"{template.name}({', '.join(chosen)})" if chosen else template.name

    def _values(
        self, slot: Slot, found: re.Match[str], names: Mapping[str, Mapping[str, Sequence[str]]], nouns: Nouns
    ) -> tuple[str, ...]:
        """What a slot may hold; for a role that the pattern leaves out the speaker, for a noun the one spoken of."""
        said, at = found.groupdict().get(slot.name), found.start()
        if said is not None:
            at = found.start(slot.name)
        match slot.type:
            case "role":
                return ("you",) if said is None else self._people.meant(said, at)
            case "group":
                meant = () if said is None else self._people.meant(said, at)
                return (GROUPED.join(sorted(meant, key=self._players.index)),) if meant else ()
            case "noun":
                if said is None:
                    return (self._last_of(slot.name, nouns, at) or MENTIONED,)
                return self._noun(nouns[slot.name], nouns, at, at + len(said.rstrip(" ,\n")))
            case "word" if said is not None:
                return (_word(said, names[slot.name]),)
            case _:
                return () if said is None else (_number(said),)

    def _noun(self, many: Sequence[Noun], nouns: Nouns, start: int, end: int) -> tuple[str, ...]:
        """The terms that the words for a noun, between two offsets, stand for."""
        for noun in many:
            found = noun.found(self._text, start, end)
            if found is None:
                continue
            if noun.pattern.functor == MENTIONED:
                return self._antecedent(noun.slot, nouns, start)
            inside = product(*(self._values(slot, found, {}, nouns) for slot in noun.slots))
            functor = noun.pattern.functor
            return tuple(f"{functor}({', '.join(chosen)})" if chosen else functor for chosen in inside)
        return ()

    def _antecedent(self, slot: str, nouns: Nouns, at: int) -> tuple[str, ...]:
        """What a pronoun of a slot means: what was spoken of last, of that slot or of one that it may be told by.

        `that team`, after quest 2 was spoken of, is the team of quest 2. Empty where it may be something else.
        """
        own = self._spoken(slot, nouns, at)
        after = own[-1][1] if own else 0
        rivals = [other for other, many in nouns.items() if other != slot and _has_pronoun(many)]
        since = [(start, other, term) for other in rivals for start, _, term in self._spoken(other, nouns, at)]
        start, rival, term = max(since, default=(-1, "", ""))
        if start < after:
            meant = own[-1][2] if own else MENTIONED
            return () if meant == UNTOLD else (meant,)
        by_it = [noun for noun in nouns[slot] if noun.slots == (Slot(rival, "noun"),)]
        return (f"{by_it[0].pattern.functor}({term})",) if by_it else ()

    def _last_of(self, slot: str, nouns: Nouns, at: int) -> str:
        spoken = self._spoken(slot, nouns, at)
        return spoken[-1][2] if spoken else ""

    def _spoken(self, slot: str, nouns: Nouns, at: int) -> list[tuple[int, int, str]]:
        """Where nouns of a slot were spoken of by name before an offset, and their terms."""
        if slot not in self._spoken_of:
            self._spoken_of[slot] = []  # nouns inside nouns look back as well
            self._spoken_of[slot] = list(self._all(nouns[slot], nouns))
        return [each for each in self._spoken_of[slot] if each[1] <= at]

    def _all(self, many: Sequence[Noun], nouns: Nouns) -> Iterator[tuple[int, int, str]]:
        named = [noun for noun in many if noun.pattern.functor != MENTIONED]
        for found in re.finditer(any_of(noun.place for noun in named).source, self._text, re.IGNORECASE):
            start, end = found.start(), found.start() + len(found[0].rstrip(" ,\n"))
            for term in self._noun(named, nouns, start, end)[:1]:
                yield start, end, term


def _has_pronoun(nouns: Sequence[Noun]) -> bool:
    return any(noun.pattern.functor == MENTIONED for noun in nouns)


def _word(said: str, names: Mapping[str, Sequence[str]]) -> str:
    """The word that is called so."""
    return next(word for word, many in names.items() if said.casefold() in map(str.casefold, many))


def _number(word: str) -> str:
    digits = _DIGITS.match(word)
    return digits[0] if digits else str(NUMBER_WORDS[word.casefold()])
