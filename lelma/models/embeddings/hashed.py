"""Vectors of the letters in texts: no model, no package, the same on every machine.

Each word, with a blank at either end, gives its n-grams of 3 to 5 characters and itself; each of these falls into one
of the dimensions with a sign, both by a hash (feature hashing: Weinberger et al. 2009, section 2; n-grams of words:
Bojanowski et al. 2017, section 3.2). What occurs several times counts as its square root. It finds texts that share
words or stems, and knows nothing of meaning: `car` and `automobile` are strangers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import sqrt

import numpy as np

from lelma.models.embeddings.embedder import EmbedderFacts, UnitRows, unit_rows

DIMENSIONS = 256
LETTER_THRESHOLDS: Mapping[str, float] = {"same": 0.95, "near": 0.5, "far": 0.15}
"""Measured with eight sentences about matches, each also said in other words (cosines of .67 to .92) and put beside the
others (95 % below .37, half below .13); of 60 pairs of related words, 95 % are below .29."""
_SHORTEST, _LONGEST = 3, 5
_WORD = re.compile(r"\w+")


class Hashed:
    """The embedder by letters."""

    name = "hashed"
    facts = EmbedderFacts(f"character n-grams in {DIMENSIONS} dimensions", by_meaning=False, measured=True)

    def __init__(self, thresholds: Mapping[str, float] | None = None) -> None:
        """`thresholds`: those of one's own."""
        self.thresholds: Mapping[str, float] = {**LETTER_THRESHOLDS, **(thresholds or {})}

    def embed(self, texts: Sequence[str]) -> UnitRows:
        if not texts:
            return np.zeros((0, DIMENSIONS), np.float32)
        return unit_rows(self.name, [_vector(text) for text in texts], len(texts))


def _vector(text: str) -> list[float]:
    """The sums of the signs of a text's n-grams; of one without any, or where all cancel out, the first axis."""
    words = Counter(_WORD.findall(text.casefold())) or Counter(text.split())
    found: Counter[tuple[int, int]] = Counter()
    for word, times in words.items():
        for place in _places(word):
            found[place] += times
    vector = [0.0] * DIMENSIONS
    for (dimension, sign), times in sorted(found.items()):
        vector[dimension] += sign * sqrt(times)
    return vector if any(vector) else [1.0] + [0.0] * (DIMENSIONS - 1)


@lru_cache(maxsize=50_000)
def _places(word: str) -> tuple[tuple[int, int], ...]:
    """Dimension and sign of each n-gram of a word, and of the word."""
    padded = f" {word} "
    grams = {
        padded[start : start + size]
        for size in range(_SHORTEST, _LONGEST + 1)
        for start in range(max(1, len(padded) - size + 1))
    }
    return tuple(_place(gram) for gram in sorted(grams | {padded}))


def _place(gram: str) -> tuple[int, int]:
    number = int.from_bytes(blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return number // 2 % DIMENSIONS, 1 if number % 2 else -1
