"""The errors of the trust graph: above all, what goes wrong with its equations as they are printed.

LelmaError
└── TrustError           a value that is no evidence, graph or setting
    └── PrintedFault     an equation, taken as it is printed, has no answer here
        ├── NeverMoves       all trust is 0, so that Eq. 2 gives u = 0 for ever
        ├── NoLogarithm      Eq. 7 takes the logarithm of 0 or of a negative number
        ├── NoWeight         Eq. 8 divides by a sum of weights that is 0, as where there is no chain
        ├── OutOfRange       Eq. 8 with negative weights leaves [-1, 1]
        ├── DividesByZero    Eq. 9 divides by T(o-1) = 0
        └── EndlessSearch    Algorithm 2 puts back a node for each it takes, and never ends
"""

from __future__ import annotations

from lelma.support.errors import LelmaError


class TrustError(LelmaError):
    """A value that is no evidence, graph or setting; the message says why."""


class PrintedFault(TrustError):
    """An equation, taken as it is printed, has no answer here; the message names it."""


class NeverMoves(PrintedFault):
    """All trust is 0, so that Eq. 2 gives u = 0 for whatever is observed."""


class NoLogarithm(PrintedFault):
    """Eq. 7 takes the logarithm of 0 or of a negative number."""


class NoWeight(PrintedFault):
    """Eq. 8 divides by a sum of weights that is 0, as where there is no chain."""


class OutOfRange(PrintedFault):
    """Eq. 8 with negative weights gives a trust outside [-1, 1]."""


class DividesByZero(PrintedFault):
    """Eq. 9 divides by T(o-1) = 0."""


class EndlessSearch(PrintedFault):
    """Algorithm 2 puts back a node for each it takes, and never ends."""
