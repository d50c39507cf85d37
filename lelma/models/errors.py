"""The errors of models.

LelmaError
└── ModelError               a model gave no usable reply
    ├── ModelUnavailable     a package, a key or the model is missing: only the user can help
    ├── ModelBusy            the server could not answer now; carries how long it asks to wait
    ├── UnusableReply        the server answered, with nothing to read; carries what it cost
    └── CassetteMiss         a replay asked for a reply that was never recorded
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lelma.support.errors import LelmaError

if TYPE_CHECKING:
    from lelma.models.protocol import Usage


class ModelError(LelmaError):
    """A model gave no usable reply; the message says why and what to do."""


class ModelUnavailable(ModelError):
    """A package, a key or the model itself is missing; trying again is useless."""


class ModelBusy(ModelError):
    """The server could not answer now: too many requests, a fault of its own, a time-out, a lost connection.

    Attributes:
        retry_after: seconds the server asks to wait, if it says so.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(message)


class UnusableReply(ModelError):
    """The server answered, and the answer holds no text; `usage` is what it counted for it."""

    def __init__(self, message: str, *, usage: Usage | None = None) -> None:
        self.usage = usage
        super().__init__(message)


class CassetteMiss(ModelError):
    """A replay asked for a reply that was never recorded."""
