"""Reads statements: every pattern that a sentence holds is a claim about everyone it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from translators.claim import Claim, Translation, Untranslated
from translators.patterns import NUMBER_WORDS
from translators.statements.people import People
from translators.statements.sentences import sentences
from translators.template import Slot, Template
from translators.vocabulary import Vocabulary

MAX_TEXT = 20_000
"""Longest speech that is read, in characters; what people say in a turn seldom goes beyond 2,000."""

_HYPOTHETICAL = re.compile(
    r"\b(?:if|whether|unless|suppose|supposing|imagine|assuming|in case)\b[^,.;:]*$", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class _Match:
    """A pattern found in a text: its place, and the queries it makes; none where it is not told who is meant."""

    start: int
    end: int
    kind: str
    queries: tuple[str, ...]


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """The statements of `text`, said by `role`, that the game's query templates tell how to read.

    A claim's sentence is the part of the text that makes it. What only may be, and questions, claim nothing.
    """
    whole, text = text, text[:MAX_TEXT]
    people = People([name for name in vocabulary.roles if name != "random"], role, text)
    claims: list[Claim] = []
    unread: list[Untranslated] = []
    for start, end in sentences(text):
        found = [] if text[end - 1] == "?" else _longest(_matches(text, start, end, vocabulary.templates, people))
        for match in found:
            part = text[match.start : match.end]
            claims.extend(Claim(part, (match.start, match.end), query, "statements") for query in match.queries)
            if not match.queries:
                unread.append(Untranslated(part, (match.start, match.end), "it is not clear who is meant"))
        if not found and people.named_in(start, end):
            unread.append(Untranslated(text[start:end], (start, end), "no statement that could be checked was found"))
    if len(whole) > MAX_TEXT:
        rest = whole[MAX_TEXT:]
        unread.append(Untranslated(rest, (MAX_TEXT, len(whole)), f"only the first {MAX_TEXT:,} characters are read"))
    return Translation(tuple(claims), tuple(unread))


def _matches(text: str, start: int, end: int, templates: Sequence[Template], people: People) -> Iterator[_Match]:
    for template in templates:
        for expression in template.expressions:
            for found in expression.finditer(text, start, end):
                if not _HYPOTHETICAL.search(text, start, found.start()):
                    queries = tuple(_queries(template, found, people))
                    yield _Match(found.start(), _trimmed(text, found), template.kind, queries)


def _trimmed(text: str, found: re.Match[str]) -> int:
    return found.start() + len(text[found.start() : found.end()].rstrip(" ,\n\t"))


def _longest(matches: Iterator[_Match]) -> list[_Match]:
    """Of matches of one kind that overlap the longest, and of equally long ones the first."""
    kept: list[_Match] = []
    for match in sorted(matches, key=lambda match: match.start - match.end):
        if not any(match.kind == other.kind and match.start < other.end and other.start < match.end for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda match: match.start)


def _queries(template: Template, found: re.Match[str], people: People) -> Iterator[str]:
    """One query for each choice of the players that the places of a pattern name."""
    values = [_values(slot, template, found, people) for slot in template.slots]
    for chosen in product(*values):
        yield f"{template.name}({', '.join(chosen)})" if chosen else template.name


def _values(slot: Slot, template: Template, found: re.Match[str], people: People) -> tuple[str, ...]:
    """What a slot may hold; the speaker, for a role that the pattern leaves out."""
    said = found.groupdict().get(slot.name)
    if slot.type == "role":
        return ("you",) if said is None else people.meant(said, found.start(slot.name))
    if said is None:
        return ()
    return (_word(said, template.names[slot.name]),) if slot.type == "word" else (_number(said),)


def _word(said: str, names: Mapping[str, Sequence[str]]) -> str:
    """The word that is called so."""
    return next(word for word, many in names.items() if said.casefold() in map(str.casefold, many))


def _number(word: str) -> str:
    digits = _DIGITS.match(word)
    return digits[0] if digits else str(NUMBER_WORDS[word.casefold()])
