"""Sentence patterns of query templates, and the expressions they come to.

A pattern is a text to be found in a sentence, without regard to case:

| in a pattern | stands for |
|---|---|
| `word` | that word |
| `(one\\|two words)` | one of the alternatives, none if one of them is empty |
| `[words]` | the words, or nothing |
| `{slot}` | players, a number, a word or a noun, as the template's slot has it |
| `<phrase>` | a phrase of the query set: a pattern by name |
| `<end>` | nothing: a clause ends here |
| `<people>` | any players |
| `...` | up to 60 characters of the same clause, without a negation |

>>> pattern = PatternExpression.read("{who} (was|were) on [the] team", {"who": Place(PEOPLE)}, {})
>>> bool(pattern.regex.search("Player 2 and I were on the team"))
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from translators.errors import TemplateError

NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        (
            "zero no none",
            "one first once",
            "two second twice",
            "three third",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
        )
    )
    for word in words.split()
}

_ME = r"(?:\s*\((?:me|myself)\))?"
_BY_NUMBER = rf"(?:(?:player|p|seat)[\s#]*)?\d{{1,3}}\b{_ME}(?:['’]s)?"
_SPEAKER = r"\b(?:i|me|myself|mine|my)\b"
_AND = r"(?:\s*,?\s*\b(?:and|n?or)\s+|\s*[&/]\s*)(?:even\s+)?"
_MORE = rf"(?:\s*,\s*(?:{_BY_NUMBER}|myself\b)|{_AND}(?:{_BY_NUMBER}|{_SPEAKER}))"
"""A comma alone does not go on with `I`, which begins a clause there."""

PEOPLE = (
    rf"(?:(?:(?:\bplayers\s+)?{_BY_NUMBER}|{_SPEAKER}){_MORE}{{0,11}}"
    r"|\b(?:they|them|their|he|she|him|her|his|we|us|our|both of (?:them|us))\b)"
)
"""A mention of players: by number, as the speaker, or by a pronoun."""

_NUMBER = rf"(?:\d{{1,3}}(?:st|nd|rd|th)?|{'|'.join(NUMBER_WORDS)})"
_ORDINALS = [word for word in NUMBER_WORDS if word[-2:] in ("st", "nd", "rd", "th")]
_ORDINAL = rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})"


@dataclass(frozen=True)
class Place:
    """What may stand in a slot's place: a regular expression, and the words of which one at least must be there."""

    source: str
    needs: tuple[frozenset[str], ...] = ()


PLACES = {
    "role": Place(PEOPLE),
    "group": Place(PEOPLE),
    "number": Place(_NUMBER),
    "ordinal": Place(_ORDINAL),
}
"""Slot type → what stands in its place."""

_PART = re.compile(
    r"\s*(?:(?P<gap>\.\.\.)|\{(?P<slot>\w+)\}|<(?P<phrase>\w+)>|(?P<sign>[()\[\]|])|(?P<word>[^\s()\[\]|<>{}]+))"
)
_GAP = r"(?:(?!\b(?:not|never)\b|n['’]t\b)[^.!?;:]){0,60}?"
_GROUP = re.compile(r"\(\?P<\w+>")
_BETWEEN = r"[\s,]*"
_END = r"(?=[\s,]*(?:[.;:!?)—–]|$|\b(?:and|but|because|since|so|as|or|given|then|which|who|for)\b)|(?<=,\s)|(?<=,))"
_WORDS = re.compile(r"\w+")
_IDLE = re.compile(
    r"\b(?!(?:on|hard|bare|rare|near|possib|like|unlike|supposed|alleged|ear)ly\b)\w{2,}ly\b", re.IGNORECASE
)


def pattern_words(text: str) -> frozenset[str]:
    """The words of a text, without regard to case."""
    return frozenset(_WORDS.findall(text.casefold()))


def without_adverbs(text: str) -> str:
    """The text with spaces in place of adverbs, but for those that make another claim of a sentence."""
    return _IDLE.sub(lambda found: " " * len(found[0]), text)


@dataclass(frozen=True)
class PatternExpression:
    """A pattern made ready to be looked for.

    Attributes:
        source: of its regular expression; each slot is a group of its name.
        needs: sets of words; a sentence that it is found in has a word of each.
    """

    pattern: str
    source: str
    needs: tuple[frozenset[str], ...]

    @classmethod
    def read(cls, pattern: str, places: Mapping[str, Place], phrases: Mapping[str, str]) -> PatternExpression:
        """Read a pattern; `places` tells what stands in its slots.

        Raises:
            TemplateError: for a place that is no slot or stands twice, an unknown phrase, or brackets that don't match.
        """
        if not isinstance(pattern, str):
            raise TemplateError(f"a pattern is a text, not {pattern!r}")
        parsed = _Parser(pattern, places, phrases).parsed(pattern, ())
        for slot in places:
            if parsed.source.count(f"(?P<{slot}>") > 1:
                raise TemplateError(f"pattern {pattern!r}: {{{slot}}} stands there twice")
        return cls(pattern, parsed.source, parsed.needs)

    def may_be_in(self, words: Collection[str]) -> bool:
        """Whether a sentence of these words may hold the pattern."""
        return not any(needed.isdisjoint(words) for needed in self.needs)

    @property
    def place(self) -> Place:
        """The pattern to stand inside another one."""
        return Place(_GROUP.sub("(?:", self.source), self.needs)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The compiled regular expression, made when first needed.

        Raises:
            TemplateError: if there can be none.
        """
        try:
            return re.compile(self.source, re.IGNORECASE)
        except (re.error, RecursionError, OverflowError) as error:
            raise TemplateError(f"pattern {self.pattern!r}: {error}") from None


def any_of(places: Iterable[Place]) -> Place:
    """What stands where any of these may stand."""
    many = list(places)
    return Place(f"(?:{'|'.join(place.source for place in many)})", _one_of(place.needs for place in many))


def _one_of(alternatives: Iterable[tuple[frozenset[str], ...]]) -> tuple[frozenset[str], ...]:
    """What is needed where one of these suffices: a word of the smallest set of each."""
    many = list(alternatives)
    return (frozenset().union(*(min(needs, key=len) for needs in many)),) if many and all(many) else ()


def word_place(names: Mapping[str, Sequence[str]]) -> Place:
    """What stands for any of these names."""
    ordered = sorted((name for many in names.values() for name in many), key=len, reverse=True)
    return Place(f"(?:{'|'.join(map(re.escape, ordered))})", _one_of(_needed(name) for name in ordered))


def _needed(word: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset((part,)) for part in _WORDS.findall(word.casefold())[:1])


class _Parser:
    """Reads one pattern, its phrases included."""

    def __init__(self, pattern: str, places: Mapping[str, Place], phrases: Mapping[str, str]) -> None:
        self._pattern, self._places, self._phrases = pattern, places, phrases

    def parsed(self, text: str, inside: tuple[str, ...]) -> Place:
        """The regular expression of a pattern or phrase, and what it needs; `inside` are the phrases it stands in."""
        parts = self._parts(text)
        place, closed = self._choice(parts, text, inside)
        if closed:
            raise self._fault(f"{closed!r} closes nothing")
        return place

    def _parts(self, text: str) -> Iterator[re.Match[str]]:
        at = 0
        while at < len(text.rstrip()):
            part = _PART.match(text, at)
            if part is None:
                raise self._fault(f"column {at + 1}: {text[at]!r} can't stand here")
            at = part.end()
            yield part

    def _choice(self, parts: Iterator[re.Match[str]], text: str, inside: tuple[str, ...]) -> tuple[Place, str]:
        """Alternatives up to a closing bracket or the end, and that bracket."""
        alternatives: list[list[Place]] = [[]]
        for part in parts:
            sign = part["sign"]
            if sign == "|":
                alternatives.append([])
            elif sign and sign in ")]":
                return _joined(alternatives), sign
            else:
                alternatives[-1].append(self._bracket(parts, sign, text, inside) if sign else self._part(part, inside))
        return _joined(alternatives), ""

    def _bracket(self, parts: Iterator[re.Match[str]], sign: str, text: str, inside: tuple[str, ...]) -> Place:
        place, closed = self._choice(parts, text, inside)
        if not closed:
            raise self._fault("a bracket is not closed")
        if sign + closed not in ("()", "[]"):
            raise self._fault(f"{closed!r} closes nothing")
        return place if sign == "(" else Place(f"{place.source}?")

    def _part(self, part: re.Match[str], inside: tuple[str, ...]) -> Place:
        if part["gap"]:
            return Place(_GAP)
        if slot := part["slot"]:
            if slot not in self._places:
                raise self._fault(f"{{{slot}}} is no slot for a role, a number, a word or a noun")
            place = self._places[slot]
            return Place(rf"(?<!\w)(?P<{slot}>{place.source})(?!\w){_BETWEEN}", place.needs)
        if name := part["phrase"]:
            if name == "end":
                return Place(_END)
            if name == "people":
                return Place(rf"(?<!\w){PEOPLE}(?!\w){_BETWEEN}")
            if name not in self._phrases or name in inside:
                raise self._fault(f"there is no phrase <{name}>")
            return self.parsed(self._phrases[name], (*inside, name))
        return Place(_word(part["word"]) + _BETWEEN, _needed(part["word"]))

    def _fault(self, what: str) -> TemplateError:
        return TemplateError(f"pattern {self._pattern!r}: {what}")


def _joined(alternatives: Sequence[Sequence[Place]]) -> Place:
    """Alternatives, each of them one part after another."""
    many = [
        Place("".join(part.source for part in parts), tuple(need for part in parts for need in part.needs))
        for parts in alternatives
    ]
    return many[0] if len(many) == 1 and not many[0].source else any_of(many)


def _word(word: str) -> str:
    plain = re.escape(word).replace("'", "['’]")
    before = r"\b" if word[0].isalnum() else ""
    after = r"\b" if word[-1].isalnum() else ""
    return f"{before}{plain}{after}"
