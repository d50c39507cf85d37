"""How well scores rank what is true above what is not.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence


def auc(scored: Sequence[tuple[float, bool]]) -> float | None:
    """The area under the ROC curve: the chance that a true one has a higher score than a false one, ties half.

    Source: H. B. Mann and D. R. Whitney, Ann. Math. Statist. 18 (1947); J. A. Hanley and B. J. McNeil, Radiology 143
    (1982). None where all are true, or none is.

    >>> auc([(0.9, True), (0.5, False), (0.5, True)])
    0.75
    """
    true = sum(truth for _, truth in scored)
    false = len(scored) - true
    if not true or not false:
        return None
    below, twice, here, there, at = 0, 0, 0, 0, None  # twice: the pairs in the right order, counted twice
    for score, truth in sorted(scored):
        if score != at:
            twice, below, here, there, at = twice + here * (2 * below + there), below + there, 0, 0, score
        here, there = here + truth, there + (not truth)
    return (twice + here * (2 * below + there)) / (2 * true * false)
