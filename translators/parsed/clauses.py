"""The clauses of a parsed sentence, with the phrases in each that the lexicon or the game knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from gdl.values import dataclass
from translators.parsed.tree import SUBJECTS, ParseTree
from translators.reading.words.game_words import GameWords
from translators.reading.words.tagging import Tagged, tag

_NEGATING = frozenset({"not", "no", "never", "neither", "nothing_of", "deny"})
_NAMES = frozenset({"move", "agent", "pair", "who", "whose"})

Senses = Mapping[str, tuple[Any, ...]]
"""Category → what a phrase means in it."""


@dataclass(frozen=True)
class Chunk:
    """Some words of a sentence, from `start` to `end`, and what they may be; the others depend on the word `head`."""

    start: int
    end: int
    senses: Senses
    head: int
    words: tuple[str, ...] = ()

    def __contains__(self, category: str) -> bool:
        return category in self.senses

    def sense(self, category: str) -> Any:
        """What they mean in a category, the first if there are several; None if they are not in it."""
        return self.senses.get(category, (None,))[0]


@dataclass(eq=False)
class ParsedClause:
    """A verb, or what stands for one, with what depends on it but for other clauses, which are `inside` it."""

    tree: ParseTree
    head: int
    chunks: list[Chunk] = field(default_factory=list)
    parent: ParsedClause | None = None
    inside: list[ParsedClause] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Where its verb begins in the sentence."""
        return self.tree.words[self.head].start

    @property
    def coordinated(self) -> bool:
        """Whether it stands beside the clause it depends on, rather than under it."""
        return self.tree.words[self.head].label == "conj"

    @property
    def supposed(self) -> bool:
        """Whether it is only supposed: it stands under a word such as `if`, or in a clause that does."""
        first = next((chunk.start for chunk in self.chunks if not _NAMES.isdisjoint(chunk.senses)), self.start)
        marked = any("if" in chunk and chunk.start <= min(first, self.start) for chunk in self.chunks)
        return marked or (self.parent is not None and self.parent.supposed)

    @cached_property
    def negated(self) -> bool:
        """Whether it is denied, or something in it is."""
        denied = any(self.tree.words[child].label == "neg" for child in self.tree.children[self.head])
        others = (chunk.senses for chunk in self.chunks if "nothing" not in chunk)
        return denied or any(not _NEGATING.isdisjoint(senses) for senses in others)

    def having(self, *categories: str) -> list[Chunk]:
        """Its chunks that may be one of these."""
        return [chunk for chunk in self.chunks if any(category in chunk for category in categories)]

    def first(self, *categories: str) -> Chunk | None:
        """The first of them."""
        return next(iter(self.having(*categories)), None)

    def everywhere(self) -> Iterator[ParsedClause]:
        """It and all clauses inside it."""
        yield self
        for clause in self.inside:
            yield from clause.everywhere()

    def subject(self, category: str) -> Chunk | None:
        """Its subject, where that is of a category."""
        free = [chunk for chunk in self.having(category) if not self.prepositions(chunk)]
        told = (chunk for chunk in free if SUBJECTS.intersection(self._way(chunk)))
        # A parser that is led astray by the name of a move still leaves the subject before the verb.
        return next(told, next((chunk for chunk in free if chunk.end <= self.start and not self._way(chunk)), None))

    def prepositions(self, chunk: Chunk) -> list[str]:
        """The prepositions that a chunk depends on within the clause, the nearest first."""
        words = (self.tree.words[place] for place in self._up(chunk) if place != chunk.head)
        return [word.text.lower() for word in words if word.label in ("prep", "agent")]

    def _way(self, chunk: Chunk) -> list[str]:
        """The labels between a chunk and the verb."""
        return [self.tree.words[place].label for place in self._up(chunk)]

    def _up(self, chunk: Chunk) -> Iterator[int]:
        for place in (chunk.head, *self.tree.above(chunk.head)):
            if place == self.head:
                return
            yield place


def clauses_of(tree: ParseTree, words: str, game: GameWords) -> tuple[ParsedClause, ...]:
    """The clauses of a sentence in the order of their verbs."""
    heads = tree.clause_heads
    found = {head: ParsedClause(tree, head) for head in sorted(set(heads))}
    tagged = tag(words, game)
    for (start, end), senses in known_phrases(tagged).items():
        begin, stop = tagged.tokens[start].start, tagged.tokens[end - 1].end
        head = tree.phrase_head(begin, stop)
        if head is not None:
            said = tuple(token.low for token in tagged.tokens[start:end])
            found[heads[head]].chunks.append(Chunk(begin, stop, senses, head, said))
    for head, clause in found.items():
        above = tree.words[head].head
        if above != head:
            clause.parent = found[heads[above]]
            clause.parent.inside.append(clause)
    return tuple(found.values())


def known_phrases(tagged: Tagged) -> dict[tuple[int, int], Senses]:
    """First token and end of a phrase → what it may be; without those that lie in a longer one."""
    spans: dict[tuple[int, int], dict[str, dict[Any, None]]] = {}
    for edge in tagged.edges:
        end = edge.end
        while end > edge.start + 1 and tagged.light[end - 1]:
            end -= 1
        spans.setdefault((edge.start, end), {}).setdefault(edge.category, {})[edge.sense] = None
    return {
        span: _as_name({category: tuple(known) for category, known in senses.items()})
        for span, senses in sorted(spans.items())
        if not any(other != span and other[0] <= span[0] and span[1] <= other[1] for other in spans)
    }


def _as_name(senses: Senses) -> Senses:
    """What a phrase may be; nothing but a name where the game calls a move or a player so."""
    return {category: known for category, known in senses.items() if category in _NAMES} or senses
