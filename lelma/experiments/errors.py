"""The errors of experiments.

LelmaError
└── ExperimentError          an experiment can't be run or reported; the message lists all faults
"""

from __future__ import annotations

from collections.abc import Sequence

from lelma.support.errors import LelmaError


class ExperimentError(LelmaError):
    """An experiment can't be run or reported; `faults` says all that is wrong."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))
