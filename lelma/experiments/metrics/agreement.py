"""How far raters agree beyond chance.

Short, because each metric has a file of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> float | None:
    """Fleiss' kappa; None where it is not defined: no subjects, one rater, or all ratings in one category.

    Source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971),
    equations 1 to 7.

    Args:
        counts: `counts[i][j]` raters put subject i into category j; every subject has as many raters.

    Raises:
        ValueError: if subjects have different numbers of raters or of categories.

    >>> fleiss_kappa([[3, 0], [0, 3]])
    1.0
    >>> fleiss_kappa([[2, 0], [1, 1]])
    -0.3333333333333333
    """
    if len({len(row) for row in counts}) > 1 or len({sum(row) for row in counts}) > 1:
        raise ValueError("every subject needs as many raters, and as many categories, as the others")
    if not counts or sum(counts[0]) < 2:
        return None
    subjects, raters = len(counts), sum(counts[0])
    ratings = subjects * raters
    totals = [sum(column) for column in zip(*counts, strict=True)]
    # Sums of integers, divided once: equal agreement gives equal results.
    pairs = sum(n * (n - 1) for row in counts for n in row)
    observed = pairs / (subjects * raters * (raters - 1))
    by_chance = sum(total * total for total in totals) / ratings**2
    return None if by_chance == 1 else (observed - by_chance) / (1 - by_chance)


def pairwise_agreement(counts: Sequence[Sequence[int]]) -> float | None:
    """The share of pairs of raters of one subject who agree; None for no pairs."""
    pairs = sum(sum(row) * (sum(row) - 1) for row in counts)
    return sum(n * (n - 1) for row in counts for n in row) / pairs if pairs else None


def cohen_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters; None where it is not defined: no subjects, or all ratings in one category.

    Source: J. Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20
    (1960), equation 1.

    Args:
        pairs: for each subject the two raters' categories.

    >>> cohen_kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    0.5
    """
    n = len(pairs)
    firsts, seconds = (Counter(pair[which] for pair in pairs) for which in (0, 1))
    by_chance = sum(count * seconds[category] for category, count in firsts.items())
    agreed = sum(first == second for first, second in pairs)
    return None if by_chance == n * n else (n * agreed - by_chance) / (n * n - by_chance)
