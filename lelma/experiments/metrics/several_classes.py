"""Scores of a classification into several classes. Short, because each metric has a file of its own."""

from __future__ import annotations

from collections.abc import Sequence


def class_f1(pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Class → F1 = 2PR/(P + R) of (true, predicted) pairs; a class that is neither true nor predicted is absent.

    >>> class_f1([("a", "a"), ("a", "b"), ("b", "b")])
    {'a': 0.6666666666666666, 'b': 0.6666666666666666}
    """
    found = dict[str, float]()
    for name in sorted({name for pair in pairs for name in pair}):
        hits = sum(true == predicted == name for true, predicted in pairs)
        named = sum((true == name) + (predicted == name) for true, predicted in pairs)
        found[name] = 2 * hits / named
    return found


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float | None:
    """The mean of `class_f1` over the classes that are there; None for no pairs.

    >>> macro_f1([("a", "a"), ("b", "b"), ("b", "a")])
    0.6666666666666666
    """
    scores = class_f1(pairs)
    return sum(scores.values()) / len(scores) if scores else None
