"""What measures of studies are, and what they are of.

Short, because it is what all files of measures share.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field

from gdl.values import dataclass
from lelma.experiments.evaluation.tables import TableCell
from lelma.experiments.over_matches.tables import MatchGroup


@dataclass(frozen=True)
class Measured:
    """What is measured: groups of matches, the cell that the others are tested against, and the side under test.

    Attributes:
        by_deal: what measures worked out before of the matches of a group, by deal: (what, group) → deal → number.
    """

    groups: Sequence[MatchGroup]
    baseline: str
    side: str
    by_deal: dict[tuple[str, Hashable], Mapping[int, float]] = field(default_factory=dict, compare=False)


StudyMeasure = Callable[[Measured, str], Sequence[TableCell]]
"""A cell for each group, of what is measured and the argument of the name, which may be empty."""
