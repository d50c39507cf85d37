"""A parsed sentence: each word with its head and its label, which are those of spaCy's models of English."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from gdl.values import dataclass

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})
_CLAUSES = frozenset({"advcl", "ccomp", "relcl", "acl", "csubj", "csubjpass", "pcomp", "parataxis"})
_VERBS = frozenset({"VERB", "AUX"})


@dataclass(frozen=True, slots=True)
class TreeWord:
    """A word of a parsed sentence, from `start` to `end`.

    Attributes:
        kind: its universal part of speech, such as `VERB`.
        head: number of the word it depends on; its own for the root.
        label: what it is to its head, such as `nsubj`.
    """

    text: str
    start: int
    end: int
    kind: str
    head: int
    label: str


@dataclass(frozen=True)
class ParseTree:
    """A sentence as a tree of words."""

    words: tuple[TreeWord, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each word those that depend on it, in order."""
        found: list[list[int]] = [[] for _ in self.words]
        for place, word in enumerate(self.words):
            if word.head != place:
                found[word.head].append(place)
        return tuple(map(tuple, found))

    def above(self, place: int) -> Iterator[int]:
        """The words that a word depends on, the nearest first."""
        seen = {place}
        while (place := self.words[place].head) not in seen:
            seen.add(place)
            yield place

    @cached_property
    def clause_heads(self) -> tuple[int, ...]:
        """For each word the head of the clause it stands in."""
        every = range(len(self.words))
        return tuple(next(each for each in (place, *self.above(place)) if self._heads_clause(each)) for place in every)

    def _heads_clause(self, place: int) -> bool:
        word = self.words[place]
        if word.head == place or word.label in _CLAUSES or (word.label == "conj" and word.kind in _VERBS):
            return True
        return any(self.words[child].label in SUBJECTS for child in self.children[place])

    def phrase_head(self, start: int, end: int) -> int | None:
        """Of the words between two places the one that the others depend on; None if there is no word."""
        inside = [place for place, word in enumerate(self.words) if word.start < end and start < word.end]
        heads = [place for place in inside if self.words[place].head not in inside or self.words[place].head == place]
        return heads[-1] if heads else None


SentenceParser = Callable[[Sequence[str]], Sequence[ParseTree]]
"""Anything that parses sentences: the tree of each, in order."""
