"""Sentence patterns of query templates, and the parts they have.

A pattern is a text to be found in a sentence, without regard to case:

| in a pattern | stands for |
|---|---|
| `word` | that word |
| `(one\\|two words)` | one of the alternatives, none if one of them is empty |
| `[words]` | the words, or nothing |
| `{slot}` | players, a number, a word or a noun, as the template's slot has it |
| `<phrase>` | a phrase of the query set: a pattern by name |
| `<start>` | nothing: a clause begins here; the first part of a pattern |
| `<end>` | nothing: a clause ends here |
| `<people>` | any players |
| `...` | some words of the same clause, without a negation |

>>> read_pattern("{who} (was|were) [not] there", {"who"}, {})[1]
OneOf(ways=((PatternWord(word='was'),), (PatternWord(word='were'),)))
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from gdl.values import dataclass
from translators.errors import TemplateError

READ_SLOTS = frozenset(("role", "group", "number", "ordinal", "word", "noun"))
"""Types of slots that may stand in a pattern."""

_PART = re.compile(
    r"\s*(?:(?P<gap>\.\.\.)|\{(?P<slot>\w+)\}|<(?P<phrase>\w+)>|(?P<sign>[()\[\]|])|(?P<word>[^\s()\[\]|<>{}]+))"
)


@dataclass(frozen=True, slots=True)
class PatternWord:
    """A word that has to be said."""

    word: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The place of a slot."""

    slot: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """Alternatives, each of them one part after another."""

    ways: tuple[PatternParts, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """What needs no word of its own: a `gap`, the `start` and the `end` of a clause, any `people`."""

    kind: str


PatternParts = tuple[PatternWord | Filled | OneOf | Open, ...]


def read_pattern(pattern: str, slots: Collection[str], phrases: Mapping[str, str]) -> PatternParts:
    """The parts of a pattern, phrases filled in.

    Args:
        slots: names of those that may stand in it.

    Raises:
        TemplateError: for a place that is no slot or stands twice, an unknown phrase, or brackets that don't match.
    """
    if not isinstance(pattern, str):
        raise TemplateError(f"a pattern is a text, not {pattern!r}")
    return _read(pattern, frozenset(slots), tuple(phrases.items()))


@lru_cache(maxsize=4096)  # the games of a process share their query sets
def _read(pattern: str, slots: frozenset[str], phrases: tuple[tuple[str, str], ...]) -> PatternParts:
    parts = _Parser(pattern, slots, dict(phrases)).parsed(pattern, ())
    filled = list(_slots(parts))
    for slot in sorted(slots):
        if filled.count(slot) > 1:
            raise TemplateError(f"pattern {pattern!r}: {{{slot}}} stands there twice")
    return parts


def _slots(parts: PatternParts) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Filled):
            yield part.slot
        elif isinstance(part, OneOf):
            for way in part.ways:
                yield from _slots(way)


class _Parser:
    """Reads one pattern, its phrases included."""

    def __init__(self, pattern: str, slots: Collection[str], phrases: Mapping[str, str]) -> None:
        self._pattern, self._slots, self._phrases = pattern, slots, phrases

    def parsed(self, text: str, inside: tuple[str, ...]) -> PatternParts:
        """The parts of a pattern or phrase; `inside` are the phrases it stands in."""
        ways, closed = self._ways(self._parts(text), inside)
        if closed:
            raise self._fault(f"{closed!r} closes nothing")
        return ways[0] if len(ways) == 1 else (OneOf(ways),)

    def _parts(self, text: str) -> Iterator[re.Match[str]]:
        at = 0
        while at < len(text.rstrip()):
            part = _PART.match(text, at)
            if part is None:
                raise self._fault(f"column {at + 1}: {text[at]!r} can't stand here")
            at = part.end()
            yield part

    def _ways(self, parts: Iterator[re.Match[str]], inside: tuple[str, ...]) -> tuple[tuple[PatternParts, ...], str]:
        """Alternatives up to a closing bracket or the end, and that bracket."""
        ways: list[PatternParts] = [()]
        for part in parts:
            sign = part["sign"]
            if sign == "|":
                ways.append(())
            elif sign and sign in ")]":
                return tuple(ways), sign
            elif sign:
                ways[-1] += (self._bracket(parts, sign, inside),)
            else:
                ways[-1] += self._part(part, inside)
        return tuple(ways), ""

    def _bracket(self, parts: Iterator[re.Match[str]], sign: str, inside: tuple[str, ...]) -> OneOf:
        ways, closed = self._ways(parts, inside)
        if not closed:
            raise self._fault("a bracket is not closed")
        if sign + closed not in ("()", "[]"):
            raise self._fault(f"{closed!r} closes nothing")
        return OneOf(ways if sign == "(" else (*ways, ()))

    def _part(self, part: re.Match[str], inside: tuple[str, ...]) -> PatternParts:
        if part["gap"]:
            return (Open("gap"),)
        if slot := part["slot"]:
            if slot not in self._slots:
                raise self._fault(f"{{{slot}}} is no slot for a role, a number, a word or a noun")
            return (Filled(slot),)
        if name := part["phrase"]:
            if name in ("start", "end", "people"):
                return (Open(name),)
            if name not in self._phrases or name in inside:
                raise self._fault(f"there is no phrase <{name}>")
            return self.parsed(self._phrases[name], (*inside, name))
        return (PatternWord(part["word"]),)

    def _fault(self, what: str) -> TemplateError:
        return TemplateError(f"pattern {self._pattern!r}: {what}")
