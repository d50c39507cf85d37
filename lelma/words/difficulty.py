"""How hard pairs of words are to tell apart: ranked by how alike their descriptions are, and cut in three.

SpyGame paper, appendix D: the cosine of the descriptions of both words. Its list of 600 pairs holds 50 of them twice,
so that its thirds overlap; here a pair that comes again, in either order, is told and left out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from gdl.values import dataclass
from lelma.models.embeddings import Embedder
from translators.descriptions.spelling import words_of

LEVELS_OF_DIFFICULTY = ("easy", "medium", "hard")
"""The thirds, from the least alike to the most."""


@dataclass(frozen=True)
class RankedPair:
    """A pair of words: the cosine of what describes them, and the third it falls into."""

    a: str
    b: str
    similarity: float
    level: str


@dataclass(frozen=True)
class DifficultyRanking:
    """Pairs from the least alike to the most.

    Attributes:
        repeated: pairs that came again, as they were written there.
    """

    pairs: tuple[RankedPair, ...]
    repeated: tuple[tuple[str, str], ...]

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The similarities at which the middle and the hard third begin; None where a third is empty."""
        starts = [now.similarity for before, now in pairwise(self.pairs) if before.level != now.level]
        return (starts[0], starts[1]) if len(starts) == 2 else None


def rank_pairs(
    pairs: Sequence[tuple[str, str]], descriptions: Mapping[str, str], embedder: Embedder
) -> DifficultyRanking:
    """Pairs of words by how alike their descriptions are.

    Args:
        descriptions: word → what describes it; a word that is missing describes itself.

    Raises:
        ModelError: if the embedder has no vectors.
    """
    kept: dict[frozenset[str], tuple[str, str]] = {}
    repeated = []
    for pair in pairs:
        key = frozenset("".join(words_of(word)) for word in pair)
        if key in kept:
            repeated.append(pair)
        kept.setdefault(key, pair)
    words = list(dict.fromkeys(word for pair in kept.values() for word in pair))
    rows = embedder.embed([descriptions.get(word, word) for word in words]).astype(np.float64)
    row = dict(zip(words, rows, strict=True))
    found = sorted((round(float(np.sum(row[a] * row[b])), 6), a, b) for a, b in kept.values())
    return DifficultyRanking(
        tuple(
            RankedPair(a, b, similarity, LEVELS_OF_DIFFICULTY[3 * place // len(found)])
            for place, (similarity, a, b) in enumerate(found)
        ),
        tuple(repeated),
    )


def sample_pairs(ranking: DifficultyRanking, count: int, *, seed: int = 0) -> dict[str, tuple[RankedPair, ...]]:
    """So many pairs of each third, drawn by a seed, in their order; all of a third that has no more."""
    chance = random.Random(seed)
    found = {}
    for level in LEVELS_OF_DIFFICULTY:
        pairs = [pair for pair in ranking.pairs if pair.level == level]
        drawn = set(chance.sample(range(len(pairs)), min(count, len(pairs))))
        found[level] = tuple(pair for place, pair in enumerate(pairs) if place in drawn)
    return found
