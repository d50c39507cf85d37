"""A model that says what was written for it, in order: recorded samples, and tests.

Short, because each back end has a module of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lelma.models.protocol import Message, ModelError, Reply
from lelma.support.outside import utf8_text


class Scripted:
    """Gives its replies one after another, and fails loudly when they run out."""

    in_order = True  # who asks first gets the first reply

    def __init__(self, replies: Sequence[str], *, name: str = "scripted") -> None:
        self.name = name
        self.replies = tuple(replies)
        self.given = 0

    @classmethod
    def from_folder(cls, folder: Path) -> Scripted:
        """The texts `1.txt`, `2.txt`, … of a folder.

        Raises:
            ModelError: if there are none.
        """
        numbered = (file for file in folder.glob("*.txt") if file.stem.isdecimal())
        files = sorted(numbered, key=lambda file: int(file.stem))
        if not files:
            raise ModelError(f"{folder} holds no recorded attempts (1.txt, 2.txt, …)")
        return cls([utf8_text(file) for file in files], name="recorded")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        if self.given >= len(self.replies):
            raise ModelError(f"the {self.name} model has given all of its {len(self.replies)} replies")
        self.given += 1
        return Reply(self.replies[self.given - 1], cached=True)
