"""What measures of studies are of.

Short, because it is the one value that all files of measures share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lelma.experiments.over_matches.tables import MatchGroup


@dataclass(frozen=True)
class Measured:
    """What is measured: groups of matches, the cell that the others are tested against, and the side under test."""

    groups: Sequence[MatchGroup]
    baseline: str
    side: str
