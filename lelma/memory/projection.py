"""Many unit vectors in fewer dimensions, for search: principal components, with the mean kept.

The SpyGame paper's cheatsheet has them (section 5.2, appendix E: bge-m3's 1,024 dimensions to 128). Its published code
subtracts the mean where it fits and not where it projects, and keeps vectors of before beside those of after; here all
are projected again whenever one comes or goes, and the mean is added to every product, so that what the components
span has its exact cosine. n vectors span n - 1 dimensions around their mean: with no more components than that, search
is that of `nearest`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdl.values import dataclass
from lelma.models.embeddings.embedder import UnitRows

MOST_COMPONENTS = 128
"""What is kept at most."""
MORE_THAN = 128
"""So many vectors span more dimensions than are kept; below there is nothing to gain."""


@dataclass(frozen=True)
class ProjectedRows:
    """Vectors by their principal components.

    Attributes:
        mean: of all vectors, `(d,)`.
        axes: `(k, d)`, orthonormal rows, the one with the most variance first.
        parts: `(n, k)`: `parts[i] @ axes` is vector i less the mean, as far as the axes span it.
    """

    mean: npt.NDArray[np.float64]
    axes: npt.NDArray[np.float64]
    parts: npt.NDArray[np.float64]

    @classmethod
    def of(cls, rows: UnitRows, *, dimensions: int = MOST_COMPONENTS) -> ProjectedRows:
        """Those of unit rows, of which there is one at least; of min(dimensions, n - 1, d) components.

        Raises:
            ValueError: for no rows.
        """
        if rows.ndim != 2 or not len(rows):
            raise ValueError(f"expected unit rows, of which there is one at least, not an array of shape {rows.shape}")
        whole = rows.astype(np.float64)
        mean = whole.mean(axis=0)
        _, _, axes = np.linalg.svd(whole - mean, full_matrices=False)
        axes = axes[: min(dimensions, len(rows) - 1, rows.shape[1])]
        return cls(mean, axes, (whole - mean) @ axes.T)

    def nearest(self, query: UnitRows, k: int) -> list[tuple[int, float]]:
        """The `k` vectors nearest to one of length 1: row and cosine as far as the axes tell, the nearest first.

        Of rows as near as each other the earlier goes first.
        """
        wanted = query.astype(np.float64)
        cosines = self.parts @ (self.axes @ wanted) + self.mean @ wanted
        order = np.argsort(-cosines, kind="stable")[:k]
        return [(int(row), float(cosines[row])) for row in order]
