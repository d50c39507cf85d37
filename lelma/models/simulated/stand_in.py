"""What stands for a model has in common: it answers a prompt by a chance that the prompt and the seed alone decide.

So it says the same to the same question, again in another process. It takes schemas, and counts tokens as a server
would, four characters each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.models.protocol import Message, Reply, Usage

_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class StandInQuestion:
    """What a stand-in is asked.

    Attributes:
        text: all messages, one after the other.
        schema: that of the answer; None for free text.
        chance: what is drawn for the answer comes from it.
    """

    text: str
    schema: Mapping[str, Any] | None
    chance: Random

    @property
    def wanted(self) -> Mapping[str, Any]:
        """Property → its schema, of the object that is asked for; nothing for free text."""
        found: Mapping[str, Any] = (self.schema or {}).get("properties", {})
        return found


class StandIn(ABC):
    """A model without a network; what it says is `answer`."""

    name: str
    takes_schema = True
    here = True  # it answers at once, so that whoever asks needs no thread to wait for it

    @abstractmethod
    def answer(self, asked: StandInQuestion) -> str:
        """The whole reply."""

    def drawn_by(self, text: str) -> str:
        """What of a question decides its chance; all of it, where nothing else is said."""
        return text

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        text = "\n\n".join(message.text for message in messages)
        said = self.answer(StandInQuestion(text, schema, Random(f"{seed}/{self.drawn_by(text)}")))
        return Reply(said, usage=Usage(len(text) // _CHARACTERS_A_TOKEN, len(said) // _CHARACTERS_A_TOKEN))
