"""The errors of `lelma.knowledge`.

KnowledgeError
├── NothingPossible   no world agrees with what was observed, under the assumptions made
└── TooManyWorlds     there are more worlds than may be kept
"""

from __future__ import annotations

from lelma.support.errors import LelmaError


class KnowledgeError(LelmaError):
    """Root of the errors of this package: what a role knows cannot be told."""


class NothingPossible(KnowledgeError):
    """No world agrees with the moves and percepts observed: they are not those of a match, or an assumption fails."""


class TooManyWorlds(KnowledgeError):
    """There are more worlds than may be kept, or more ways to go on from one."""
