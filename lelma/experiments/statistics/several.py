"""Many tests at once: p-values corrected for their number.

Short, because each correction is a few lines.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, in the order given: each is right for the family of all of them.

    The i-th smallest of m is multiplied by m - i + 1; none is smaller than one before it, or larger than 1. To hold
    them against 0.05 keeps the chance of any false alarm below 0.05, however the tests depend on each other.

    Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Statistics 6 (1979).

    Raises:
        ValueError: for a number outside 0 to 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    if any(not 0 <= p <= 1 for p in p_values):
        raise ValueError(f"p-values are from 0 to 1, got {list(p_values)}")
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected, least = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = least
    return corrected
