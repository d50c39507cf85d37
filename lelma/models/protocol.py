"""What a model is to the rest of the program: messages in, one reply out; and the errors of models.

LelmaError
└── ModelError               a model gave no usable reply
    ├── ModelUnavailable     a package, a key or the model is missing: only the user can help
    ├── ModelBusy            the server could not answer now; carries how long it asks to wait
    ├── UnusableReply        the server answered, with nothing to read; carries what it cost
    ├── CostLimitReached     a call was not made, since it could pass what calls may cost
    └── CassetteMiss         a replay asked for a reply that was never recorded
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from gdl.values import dataclass
from lelma.support.errors import LelmaError
from lelma.support.shown_text import redacted


@dataclass(frozen=True)
class Message:
    """One turn of a conversation."""

    speaker: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True)
class Usage:
    """Tokens of one call, as the server counts them; 0 where it does not say."""

    prompt_tokens: int = 0
    reply_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.prompt_tokens + other.prompt_tokens, self.reply_tokens + other.reply_tokens)


@dataclass(frozen=True)
class FailedTry:
    """A request that brought no usable reply.

    Attributes:
        error: why, without any key.
        seconds: how long it took, without the waits around it.
        usage: what the server counted for it; None if it said nothing, and it may have been billed or not.
    """

    error: str
    seconds: float = 0.0
    usage: Usage | None = None


@dataclass(frozen=True)
class Reply:
    """A model's reply, without any key that it may have been sent.

    Attributes:
        cached: no model was called for it, so it costs nothing now; `usage` is what it cost when recorded.
        cut: the reply ended at `max_tokens`, not where the model would have ended it.
        seconds: how long the call took, without the waits before it; 0 if nobody measured it.
        failed: the tries before the one that it came from, oldest first.
    """

    text: str
    usage: Usage = Usage()
    cached: bool = False
    cut: bool = False
    seconds: float = 0.0
    failed: tuple[FailedTry, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", redacted(self.text))


class Model(Protocol):
    """Anything that continues a conversation."""

    name: str

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        """The model's next turn.

        Args:
            temperature: 0 and up.
            max_tokens: longest reply, in tokens.
            schema: a JSON schema that the reply must follow, where the server can enforce one.
            seed: for servers that can repeat themselves.

        Raises:
            ModelError: if there is no usable reply.
        """
        ...


class ModelError(LelmaError):
    """A model gave no usable reply; the message says why and what to do, and no key.

    Attributes:
        failed: the tries that were made, oldest first; empty if no request went out, or nobody counted.
    """

    failed: tuple[FailedTry, ...] = ()

    def __init__(self, message: str) -> None:
        super().__init__(redacted(message))


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


class CostLimitReached(ModelError):
    """A call was not made, since with it all calls could come to more than they may cost."""


class CassetteMiss(ModelError):
    """A replay asked for a reply that was never recorded."""
