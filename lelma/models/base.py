"""What a model is to the rest of the program: messages in, one reply out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from lelma.errors import LelmaError


class ModelError(LelmaError):
    """A model gave no usable reply; the message says why and what to do."""


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


@dataclass(frozen=True)
class Reply:
    """A model's reply; `cached` if no model was called for it."""

    text: str
    usage: Usage = Usage()
    cached: bool = False


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
