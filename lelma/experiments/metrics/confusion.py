"""The confusion matrix of "is this reasoning correct?"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lelma.experiments.metrics.intervals import wilson


@dataclass(frozen=True)
class Confusion:
    """Counts of texts; positive means *correct reasoning*, so `fp` are wrong texts that nothing flagged."""

    tp: int = 0
    fn: int = 0
    fp: int = 0
    tn: int = 0

    @classmethod
    def count(cls, kinds: Iterable[str]) -> Confusion:
        """From one of `tp`, `fn`, `fp`, `tn` a text."""
        found = list(kinds)
        return cls(*(found.count(kind) for kind in ("tp", "fn", "fp", "tn")))

    @property
    def n(self) -> int:
        return self.tp + self.fn + self.fp + self.tn

    @property
    def accuracy(self) -> float | None:
        """The share of texts judged as people did; None for no texts."""
        return share(self.tp + self.tn, self.n)

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of the shares of correct and of wrong texts judged right; None where one of them is empty."""
        right, wrong = share(self.tp, self.tp + self.fn), share(self.tn, self.tn + self.fp)
        return None if right is None or wrong is None else (right + wrong) / 2

    def as_json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "accuracy": self.accuracy,
            "accuracy_interval": wilson(self.tp + self.tn, self.n),
            "balanced_accuracy": self.balanced_accuracy,
            "tp": self.tp,
            "fn": self.fn,
            "fp": self.fp,
            "tn": self.tn,
            "correct_recall": Share(self.tp, self.tp + self.fn).as_json(),
            "incorrect_recall": Share(self.tn, self.tn + self.fp).as_json(),
        }


@dataclass(frozen=True)
class Share:
    """`found` of `n`."""

    found: int = 0
    n: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "found": self.found,
            "n": self.n,
            "share": share(self.found, self.n),
            "interval": wilson(self.found, self.n),
        }


def share(found: int, n: int) -> float | None:
    """`found` of `n`; None for none of none."""
    return found / n if n else None


def kind(label: bool, predicted: bool) -> str:
    """`tp`, `fn`, `fp` or `tn` of a text that is (in people's judgement) and is said to be correct."""
    return ("tp" if predicted else "fn") if label else ("fp" if predicted else "tn")
