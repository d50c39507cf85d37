"""The errors of solving games.

LelmaError
└── NotSolved            a question has no answer for this game; the message says why
    └── TooLarge         because it would take more than the limits allow
"""

from __future__ import annotations

from lelma.support.errors import LelmaError


class NotSolved(LelmaError):
    """A question that has no answer for this game; the message says why."""


class TooLarge(NotSolved):
    """A question that takes more work than the limits allow; the message gives both numbers."""
