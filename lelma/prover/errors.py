"""The errors of the prover.

LelmaError
├── TheoryError          a text is no theory; carries all faults
└── ProversDisagree      two provers gave complete answers that differ; keeps the theory
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.errors import Fault
from lelma.support.errors import LelmaError


class TheoryError(LelmaError):
    """A text can't be read as a theory; `faults` says all that is wrong with it, `text` is what was read."""

    def __init__(self, faults: Sequence[Fault], text: str) -> None:
        self.faults = tuple(faults)
        self.text = text
        super().__init__("\n".join(fault.render(text) for fault in self.faults))


class ProversDisagree(LelmaError):
    """Two provers gave complete answers that differ, so one of them is wrong; `theory` is the text in TPTP."""

    def __init__(self, answers: str, theory: str) -> None:
        self.theory = theory
        super().__init__(f"two provers differ ({answers}); please report this theory:\n{theory}")
