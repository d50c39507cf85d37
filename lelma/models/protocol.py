"""What a model is to the rest of the program: messages in, one reply out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from lelma.models.errors import ModelError

__all__ = ["Message", "Model", "ModelError", "Reply", "Usage"]


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
class Reply:
    """A model's reply.

    Attributes:
        cached: no model was called for it, so it costs nothing now; `usage` is what it cost when recorded.
        cut: the reply ended at `max_tokens`, not where the model would have ended it.
        seconds: how long the call took, without the waits before it; 0 if nobody measured it.
    """

    text: str
    usage: Usage = Usage()
    cached: bool = False
    cut: bool = False
    seconds: float = 0.0


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
