"""What calls cost: tokens, and money where the user gives prices; and what is noted of each call, failed ones too."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from lelma.models.protocol import FailedTry, Message, Model, ModelError, Reply, UnusableReply, Usage
from lelma.models.throttle import Clock, within
from lelma.support.outside import toml_file

_MILLION = 1_000_000
_NOTHING = Usage()
_KEYS = ("prompt", "reply")
_KEPT = 0.95
"""Share of the time for an answer in which its calls of models end: what is left is for the answer itself."""


@dataclass(frozen=True)
class Tally:
    """What some calls came to. Cached calls were paid for when they were recorded, and are not billed.

    Attributes:
        calls: calls that reached a model, those with unusable replies too.
        cached_calls: calls that did not.
        billed: tokens of `calls`.
        saved: tokens the cached calls would have taken.
        seconds: time of `calls` and of `failed`, without waits.
        failed: tries that brought no reply: refused, lost or too late. What the server counted for them is billed.
    """

    calls: int = 0
    cached_calls: int = 0
    billed: Usage = _NOTHING
    saved: Usage = _NOTHING
    seconds: float = 0.0
    failed: int = 0

    @classmethod
    def of(cls, reply: Reply) -> Tally:
        usage, seconds = spent((*reply.failed, FailedTry("", reply.seconds, reply.usage)))
        if reply.cached:
            return cls(cached_calls=1, saved=usage)
        return cls(calls=1, billed=usage, seconds=seconds, failed=len(reply.failed))

    @classmethod
    def of_failure(cls, error: ModelError) -> Tally:
        """What a call without a usable reply came to; nothing if no request went out."""
        answered = isinstance(error, UnusableReply)
        last = (FailedTry("", usage=error.usage),) if isinstance(error, UnusableReply) else ()
        usage, seconds = spent(error.failed or last)
        return cls(int(answered), billed=usage, seconds=seconds, failed=max(0, len(error.failed) - answered))

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.calls + other.calls,
            self.cached_calls + other.cached_calls,
            self.billed + other.billed,
            self.saved + other.saved,
            self.seconds + other.seconds,
            self.failed + other.failed,
        )


def spent(tries: Iterable[FailedTry]) -> tuple[Usage, float]:
    """The tokens, as far as servers told them, and seconds of some tries."""
    usage, seconds = Usage(), 0.0
    for each in tries:
        usage, seconds = usage + (each.usage or _NOTHING), seconds + each.seconds
    return usage, seconds


def failures_json(tries: Iterable[FailedTry]) -> list[dict[str, Any]]:
    """Failed tries as transcripts and cassettes hold them: without tokens where the server told none."""
    return [{"error": each.error, "seconds": each.seconds} | (vars(each.usage) if each.usage else {}) for each in tries]


def failures_from(entries: Iterable[Mapping[str, Any]]) -> tuple[FailedTry, ...]:
    """What `failures_json` wrote."""
    return tuple(
        FailedTry(
            entry["error"],
            entry["seconds"],
            Usage(entry["prompt_tokens"], entry["reply_tokens"]) if "prompt_tokens" in entry else None,
        )
        for entry in entries
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
        except ModelError as error:
            self._count(Tally.of_failure(error))
            raise
        self._count(Tally.of(reply))
        return reply

    def _count(self, more: Tally) -> None:
        with self._lock:
            self._tally += more
        self._here.tally = getattr(self._here, "tally", Tally()) + more


class Noted:
    """A model as one answer of an agent calls it: within the answer's time, and each call noted, failed ones too.

    All calls of agents go this way, so that transcripts tell them all. A note is what a `call` event holds
    (`lelma.matches.events`), the same when the call is replayed from a cassette. For one thread.

    Attributes:
        calls: what is noted of the calls so far.
    """

    def __init__(self, model: Model, *, seconds: float | None = None, clock: Clock = time.monotonic) -> None:
        """`seconds`: how long the answer may take from now on; None for no limit."""
        self.name = model.name
        self.model = model
        self.calls: tuple[Mapping[str, Any], ...] = ()
        self._clock = clock
        self._end = None if seconds is None else clock() + _KEPT * seconds

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        left = None if self._end is None else max(0.0, self._end - self._clock())
        note: dict[str, Any] = {"model": self.name, "temperature": temperature, "max_tokens": max_tokens}
        note |= {} if schema is None else {"schema": dict(schema)}
        note["messages"] = [{"speaker": message.speaker, "text": message.text} for message in messages]
        try:
            with within(left, clock=self._clock):
                reply = self.model.complete(
                    messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
                )
        except ModelError as error:
            unusable = error.usage if isinstance(error, UnusableReply) and not error.failed else None
            tries = error.failed or ((FailedTry(str(error), usage=unusable),) if unusable else ())
            self._note(note, {"outcome": "failed", "error": str(error)}, tries, error.failed)
            raise
        answer = {"outcome": "cut" if reply.cut else "replied", "reply": reply.text}
        self._note(note, answer, (*reply.failed, FailedTry("", reply.seconds, reply.usage)), reply.failed)
        return reply

    def _note(
        self,
        asked: Mapping[str, Any],
        answer: Mapping[str, Any],
        tries: Sequence[FailedTry],
        failed: Sequence[FailedTry],
    ) -> None:
        usage, seconds = spent(tries)
        took = {**vars(usage), "seconds": round(seconds, 3), "tries": len(tries)}
        troubles = {"failed": failures_json(failed)} if failed else {}
        self.calls += ({**asked, **answer, **took, **troubles},)
