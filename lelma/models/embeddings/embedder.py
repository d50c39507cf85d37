"""What an embedder is to the rest of the program: texts in, unit vectors out; and which vectors are nearest to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gdl.values import dataclass
from lelma.models.protocol import UnusableReply

UnitRows = npt.NDArray[np.float32]
"""`rows[i]`: the vector of text i, of length 1, so that inner products are cosines."""

COMMON: Mapping[str, float] = {"same": 0.95, "near": 0.6, "far": 0.3}
"""Thresholds where none were measured: `same` and the SpyGame paper's hints at 0.6 and 0.3, made for bge-m3."""


@dataclass(frozen=True)
class EmbedderFacts:
    """What a table tells of an embedder.

    Attributes:
        about: what it does, in a few words.
        by_meaning: whether it was trained to put what means alike together; else letters alone count.
        measured: whether its thresholds were measured with it.
    """

    about: str
    by_meaning: bool
    measured: bool

    def __str__(self) -> str:
        kind = "" if self.by_meaning else "; by letters alone, not by meaning"
        return f"{self.about}{kind}{'' if self.measured else '; thresholds not measured'}"


class Embedder(Protocol):
    """Anything that makes vectors of texts.

    Attributes:
        name: what it is, for tables; it tells all that the vectors depend on.
        thresholds: cosines of two texts. From `same` they say the same, from `near` they are about much the same, below
            `far` they have little in common.
    """

    name: str
    facts: EmbedderFacts
    thresholds: Mapping[str, float]

    def embed(self, texts: Sequence[str]) -> UnitRows:
        """A unit row for each text, in order: `(len(texts), dimensions)`. Any text has one, the empty one, too.

        Raises:
            ModelError: if there are no usable vectors.
        """
        ...


def unit_rows(name: str, vectors: object, count: int) -> UnitRows:
    """Vectors of an embedder of that name, at length 1.

    Raises:
        UnusableReply: if they are not `count` finite vectors of the same dimension, none of them 0.
    """
    try:
        rows = np.array(vectors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UnusableReply(f"{name}: the vectors are no numbers of one dimension: {error}") from None
    if rows.ndim != 2 or rows.shape[0] != count or rows.shape[1] == 0:
        raise UnusableReply(f"{name}: expected {count} vectors, got an array of shape {rows.shape}")
    with np.errstate(over="ignore"):
        lengths = np.sqrt(np.sum(rows * rows, axis=1, keepdims=True))
    if not np.all(np.isfinite(lengths)) or np.any(lengths == 0):
        raise UnusableReply(f"{name}: a vector is 0 or not finite")
    found: UnitRows = (rows / lengths).astype(np.float32)
    return found


def nearest(query: UnitRows, rows: UnitRows, k: int) -> list[tuple[int, float]]:
    """The `k` rows that are nearest to a vector, all if there are fewer: row and cosine, the nearest first.

    Exact, by going through all rows; of rows as near as each other the earlier goes first.

    >>> nearest(np.array([1, 0], np.float32), np.array([[0, 1], [1, 0], [1, 0]], np.float32), 2)
    [(1, 1.0), (2, 1.0)]

    Args:
        query: of length 1, shape `(d,)`.
        rows: as `Embedder.embed` gives them, shape `(n, d)`; there may be none.

    Raises:
        ValueError: for shapes that don't fit, and for a `k` below 0.
    """
    if k < 0 or query.ndim != 1 or rows.ndim != 2 or (len(rows) and rows.shape[1] != len(query)):
        raise ValueError(f"no {k} nearest of rows {rows.shape} to a query {query.shape}")
    if not len(rows):
        return []
    # Summed row by row in double precision: a product of matrices may add in another order from machine to machine.
    cosines = np.sum(rows.astype(np.float64) * query.astype(np.float64), axis=1)
    order = np.argsort(-cosines, kind="stable")[:k]
    return [(int(row), float(cosines[row])) for row in order]
