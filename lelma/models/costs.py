"""What calls cost: tokens, and money where the user gives prices; what they may cost; and what is noted of each call.

Long, because tallies, prices, the limit and the notes count the same tokens of the same calls, failed ones too.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from decimal import Decimal, InvalidOperation
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NoReturn

from gdl.values import dataclass
from lelma.models.protocol import (
    CostLimitReached,
    FailedTry,
    Message,
    Model,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    Reply,
    UnusableReply,
    Usage,
)
from lelma.models.throttle import Clock, seconds_left, within
from lelma.support.errors import UsageError
from lelma.support.outside import json_value, toml_file, utf8_text

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


_TOKENS_A_MESSAGE = 16
"""More than servers count for one message beside its text."""


class CostLimit:
    """What calls of models may cost in all: one that could pass it is not made. Threads share it, processes can't.

    Before a request the most that it can cost is set aside, going by a token for each byte that is sent and
    `max_tokens` of reply; after it, what the server counted is spent (the most, where it counts nothing). A request
    that does not fit waits for those under way. If it does not fit even so, the limit is reached, and no other is made.
    So what servers count never passes the limit, as long as they keep to `max_tokens`.
    """

    def __init__(self, limit: Decimal, prices: Prices, *, file: Path | None = None) -> None:
        """
        Args:
            limit: money, in the currency of the prices.
            file: has a line for each call that was paid, which counts; others are added.

        Raises:
            UsageError: if that file can't be read.
        """
        self.limit, self.file, self._prices = limit, file, prices
        self.spent, self.reached = Decimal(0) if file is None else read_spent(file).total, False
        self.on_reached: Callable[[], None] = lambda: None
        self._aside = Decimal(0)
        self._changed = threading.Condition()

    def __reduce__(self) -> NoReturn:
        raise UsageError("what calls may cost is watched by one process: agents in others can't be held to it")

    def on(self, model: Model, *, free: bool = False) -> Model:
        """The model, held to the limit.

        Args:
            free: whether it costs nothing where it has no price.

        Raises:
            ModelUnavailable: if it has no price and isn't free.
        """
        price = self._prices.of(model.name)
        if price is not None:
            return CostLimited(model, self, price)
        if free:
            return model
        raise ModelUnavailable(f"{model.name} has no price, and what calls may cost is limited: give it one")

    def asked(self, name: str, price: Price, most: Usage, ask: Callable[[], Reply]) -> Reply:
        """What a request brings.

        Raises:
            CostLimitReached: if it could pass the limit; then it was not made.
            ModelError: what `ask` raises.
        """
        aside = price.of(most)
        self._set_aside(name, aside)
        usage = None
        try:
            reply = ask()
            usage = reply.usage if any(vars(reply.usage).values()) else most
            return reply
        except UnusableReply as error:
            usage = error.usage or most
            raise
        finally:
            self._pay(name, price, aside, usage)

    def _set_aside(self, name: str, money: Decimal) -> None:
        with self._changed:
            while not self.reached and self.spent + self._aside + money > self.limit and self._aside:
                if not self._changed.wait(seconds_left()):
                    raise ModelBusy(f"{name}: what calls under way cost was not known in the time for an answer")
            if self.reached or self.spent + money > self.limit:
                if not self.reached:
                    self.reached = True
                    self._count(Decimal(0), reached=str(self.limit), most=str(money))
                    self._changed.notify_all()
                    self.on_reached()
                raise CostLimitReached(
                    f"{name}: a call of up to {money:.4f} could pass the cost limit of {self.limit}; "
                    f"{self.spent:.4f} is spent"
                )
            self._aside += money

    def _pay(self, name: str, price: Price, aside: Decimal, usage: Usage | None) -> None:
        with self._changed:
            self._aside -= aside
            if usage is not None:
                self._count(price.of(usage), model=name, **vars(usage))
            self._changed.notify_all()

    def count_before(self, spent: Decimal) -> None:
        """Count what calls came to before there was a limit."""
        with self._changed:
            self._count(spent, before=True)

    def _count(self, cost: Decimal, **about: object) -> None:
        self.spent += cost
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({**about, "cost": str(cost)}) + "\n")


@dataclass(frozen=True)
class Spent:
    """What calls came to, `total`, and whether the limit was `reached` after the last of them."""

    total: Decimal = Decimal(0)
    reached: bool = False


def read_spent(file: Path) -> Spent:
    """What a file of `CostLimit` tells; nothing where there is none.

    Raises:
        UsageError: for a file that is none of these.
    """
    lines = utf8_text(file).splitlines(keepends=True) if file.is_file() else []
    found = Spent()
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):  # cut off while it was written
            break
        told = json_value(line, str(file), line=number)
        try:
            found = Spent(found.total + Decimal(told["cost"]), "reached" in told)
        except (TypeError, KeyError, InvalidOperation):
            raise UsageError(f"{file}:{number}: expected what a call cost") from None
    return found


class CostLimited:
    """A model whose calls are held to a limit."""

    def __init__(self, model: Model, limit: CostLimit, price: Price) -> None:
        self.name, self.model = model.name, model
        self._limit, self._price = limit, price
        if hasattr(model, "takes_schema"):
            self.takes_schema = model.takes_schema

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        def ask() -> Reply:
            return self.model.complete(
                messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
            )

        sent = sum(len(message.text.encode("utf-8", "replace")) + _TOKENS_A_MESSAGE for message in messages)
        sent += 0 if schema is None else len(json.dumps(schema).encode())
        return self._limit.asked(self.name, self._price, Usage(sent, max_tokens), ask)


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
