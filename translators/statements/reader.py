"""Reads statements: every pattern that a sentence holds is a claim about everyone it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from translators.claim import Claim, Translation, Untranslated
from translators.language.patterns import PEOPLE, pattern_words, without_adverbs
from translators.language.template import Template
from translators.language.vocabulary import Vocabulary
from translators.statements.meanings import Meanings
from translators.statements.people import People
from translators.statements.sentences import sentences

MAX_TEXT = 20_000
"""Longest speech that is read, in characters; what people say in a turn seldom goes beyond 2,000."""

HISTORY = "history"
"""The kind of claims that are echoed."""

_HYPOTHETICAL = re.compile(
    r"\b(?:if|whether|unless|suppose|supposing|imagine|assuming|in case)\b[^,.;:]*$", re.IGNORECASE
)
_ECHO = re.compile(
    rf"(?<!\w)(?:(?:as|(?:and )?so|neither|nor) (?:did|was|were|has|have|had) (?P<inverted>{PEOPLE})(?!\w)"
    rf"|(?P<plain>{PEOPLE})(?: (?:did|was|were|has|have|had))?,? (?:too|as well|likewise|also)(?=[\s,]*(?:[.;!]|$)))",
    re.IGNORECASE,
)
"""`Player 2 was on quest 1, as was Player 3. Player 4 too.`"""
_QUERY = re.compile(r"(\w+)\((\w+)(.*)")


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
    players = [name for name in vocabulary.roles if name != "random"]
    plain = without_adverbs(text)
    people = People(players, role, plain)
    meanings = Meanings(plain, people, players)
    claims: list[Claim] = []
    unread: list[Untranslated] = []
    before: _Match | None = None
    for start, end in sentences(text):
        matches = () if text[end - 1] == "?" else _matches((text, plain), start, end, vocabulary.templates, meanings)
        found = _longest(matches)
        found += _echoes(plain, start, end, [*([before] if before else ()), *found], people)
        before = found[-1] if found else None
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


def _matches(
    texts: Sequence[str], start: int, end: int, templates: Sequence[Template], meanings: Meanings
) -> Iterator[_Match]:
    """The patterns found between two offsets of a text, with and without its adverbs."""
    for text in dict.fromkeys(text[:end] for text in texts):
        words = pattern_words(text[start:])
        for template in templates:
            for expression in template.expressions:
                for found in expression.regex.finditer(text, start) if expression.may_be_in(words) else ():
                    if not _HYPOTHETICAL.search(text, start, found.start()):
                        queries = tuple(meanings.queries(template, found))
                        yield _Match(found.start(), _trimmed(text, found), template.kind, queries)


def _echoes(text: str, start: int, end: int, found: Sequence[_Match], people: People) -> Iterator[_Match]:
    """What is said of further players by likening them to those of the claim before."""
    for echo in _ECHO.finditer(text, start, end):
        claims = [match for match in found if match.end <= echo.start() and match.kind == HISTORY]
        parts = _QUERY.fullmatch(claims[-1].queries[0]) if claims and claims[-1].queries else None
        if parts and people.is_player(parts[2]):
            which = "inverted" if echo["inverted"] else "plain"
            others = people.meant(echo[which], echo.start(which))
            yield _Match(echo.start(), echo.end(), HISTORY, tuple(f"{parts[1]}({one}{parts[3]}" for one in others))


def _trimmed(text: str, found: re.Match[str]) -> int:
    return found.start() + len(text[found.start() : found.end()].rstrip(" ,\n\t"))


def _longest(matches: Iterable[_Match]) -> list[_Match]:
    """Of matches of one kind that overlap the longest, and of equally long ones the first."""
    kept: list[_Match] = []
    for match in sorted(matches, key=lambda match: match.start - match.end):
        if not any(match.kind == other.kind and match.start < other.end and other.start < match.end for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda match: match.start)
