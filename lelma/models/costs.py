"""What calls cost: tokens, and money where the user gives prices."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from lelma.models.protocol import Message, Model, ModelError, Reply, UnusableReply, Usage
from lelma.support.outside import toml_file

_MILLION = 1_000_000
_NOTHING = Usage()
_KEYS = ("prompt", "reply")


@dataclass(frozen=True)
class Tally:
    """What some calls came to. Cached calls were paid for when they were recorded, and are not billed.

    Attributes:
        calls: calls that reached a model, those with unusable replies too.
        cached_calls: calls that did not.
        billed: tokens of `calls`.
        saved: tokens the cached calls would have taken.
        seconds: time of `calls`, without waits.
    """

    calls: int = 0
    cached_calls: int = 0
    billed: Usage = _NOTHING
    saved: Usage = _NOTHING
    seconds: float = 0.0

    @classmethod
    def of(cls, reply: Reply) -> Tally:
        if reply.cached:
            return cls(cached_calls=1, saved=reply.usage)
        return cls(calls=1, billed=reply.usage, seconds=reply.seconds)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.calls + other.calls,
            self.cached_calls + other.cached_calls,
            self.billed + other.billed,
            self.saved + other.saved,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class Price:
    """Money for a million tokens, in whatever currency the user counts."""

    prompt: Decimal
    reply: Decimal

    def of(self, usage: Usage) -> Decimal:
        return (self.prompt * usage.prompt_tokens + self.reply * usage.reply_tokens) / _MILLION


@dataclass(frozen=True)
class Prices:
    """Prices of models by name, such as `openai:gpt-4o`; a name may hold the wildcards `*`, `?` and `[…]`.

    A model's own name goes before wildcards, and earlier wildcards before later ones.
    """

    table: Mapping[str, Price] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> Prices:
        """The prices of a TOML file: a table for each model, `["openai:gpt-4o"]`, with `prompt` and `reply`.

        Raises:
            ModelError: with all that is wrong with the file.
        """
        content = toml_file(file, fail=ModelError, parse_float=Decimal)
        faults = [fault for name, entry in content.items() for fault in _faults(name, entry)]
        if faults:
            raise ModelError("\n".join(f"{file}: {fault}" for fault in faults))
        return cls({name: Price(Decimal(e["prompt"]), Decimal(e["reply"])) for name, e in content.items()})

    def of(self, model: str) -> Price | None:
        """The price of a model; None if the table has none, which is not the same as nothing."""
        if model in self.table:
            return self.table[model]
        return next((price for name, price in self.table.items() if fnmatchcase(model, name)), None)

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """What tokens of a model cost; None if its price is unknown."""
        price = self.of(model)
        return None if price is None else price.of(usage)


def _faults(name: str, entry: object) -> list[str]:
    if not isinstance(entry, dict):
        return [f'["{name}"] expected a table with prompt and reply, got {entry!r}']
    unknown = [f'["{name}"].{key} is unknown; there are prompt and reply' for key in entry if key not in _KEYS]
    wrong = [
        f'["{name}"].{key} expected money for a million tokens, 0 or more, got {entry.get(key)!r}'
        for key in _KEYS
        if not _is_money(entry.get(key))
    ]
    return unknown + wrong


def _is_money(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return False
    return Decimal(value).is_finite() and value >= 0


class Metered:
    """A model that keeps a tally of its calls. Safe from many threads."""

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self.model = model
        self._lock = threading.Lock()
        self._tally = Tally()
        self._here = threading.local()

    @property
    def tally(self) -> Tally:
        return self._tally

    def take(self) -> Tally:
        """What this thread's calls came to since it last took its tally."""
        found: Tally = getattr(self._here, "tally", Tally())
        self._here.tally = Tally()
        return found

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        try:
            reply = self.model.complete(
                messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
            )
        except UnusableReply as error:
            self._count(Tally(calls=1, billed=error.usage or _NOTHING))
            raise
        self._count(Tally.of(reply))
        return reply

    def _count(self, more: Tally) -> None:
        with self._lock:
            self._tally += more
        self._here.tally = getattr(self._here, "tally", Tally()) + more
