"""Patience with a model's server: tries again, waits as it asks, and does not overrun it.

Whoever has to answer in time calls models `within` it. What is called then, however deep, neither waits longer nor
lets a server take longer, and ends in `ModelBusy`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from random import Random
from typing import Any, NoReturn, TypeVar

from gdl.values import dataclass
from lelma.models.protocol import FailedTry, Message, Model, ModelBusy, ModelError, Reply, UnusableReply

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

Clock = Callable[[], float]
"""Seconds, never going back."""

_until: ContextVar[tuple[float, Clock] | None] = ContextVar("_until", default=None)


@contextmanager
def within(seconds: float | None, *, clock: Clock = time.monotonic) -> Iterator[None]:
    """A span of time in which calls of models made inside come to an end, by this thread or task; None for any.

    Inside another span the earlier end counts. A thread that is started inside knows nothing of it, unless it is run
    in a copy of the context.
    """
    left = seconds_left()
    if seconds is None or (left is not None and left <= seconds):
        yield
        return
    token = _until.set((clock() + seconds, clock))
    try:
        yield
    finally:
        _until.reset(token)


def seconds_left() -> float | None:
    """How much is left of the time that calls have, 0 and up; None if they have any."""
    found = _until.get()
    return None if found is None else max(0.0, found[0] - found[1]())


def time_for_answer(longest: float) -> float:
    """How long a server may take for an answer that may take `longest` seconds, above 0."""
    left = seconds_left()
    return longest if left is None else min(longest, max(left, 0.001))


@dataclass(frozen=True)
class RateLimits:
    """How hard a server may be pressed.

    Attributes:
        tries: how often one request is sent at most; 1 and up.
        first_wait: seconds before the second try where the server names none; doubled for every further one.
        longest_wait: the longest single wait, in seconds; a server that asks for more ends the request.
        per_minute: how many requests may start in a minute, evenly spread; None for any number.
        at_once: how many requests may be under way at the same time.
    """

    tries: int = 6
    first_wait: float = 1.0
    longest_wait: float = 120.0
    per_minute: float | None = None
    at_once: int = 4

    def __post_init__(self) -> None:
        faults = [
            f"{name} must be {least}, got {value}"
            for name, value, least, sound in (
                ("tries", self.tries, "1 or more", self.tries >= 1),
                ("first_wait", self.first_wait, "above 0", self.first_wait > 0),
                ("longest_wait", self.longest_wait, "above 0", self.longest_wait > 0),
                ("per_minute", self.per_minute, "above 0", self.per_minute is None or self.per_minute > 0),
                ("at_once", self.at_once, "1 or more", self.at_once >= 1),
            )
            if not sound
        ]
        if faults:
            raise ValueError("; ".join(faults))


class Patience:
    """Asks a server so that its requests are spread out, limited in number, and tried again while it is busy.

    Safe to use from many threads, which then share the limits. A server that asks to wait holds off all of them. Every
    error tells the tries that failed (`failed`).
    """

    def __init__(
        self,
        name: str,
        limits: RateLimits | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        random: Random | None = None,
    ) -> None:
        """
        Args:
            name: of what is asked, for errors.
            random: shifts the waits, so that many processes do not come back together; unseeded by default.
        """
        self.name = name
        self.limits = limits or RateLimits()
        self._clock = clock
        self._sleep = sleep
        self._random = random or Random()
        self._lock = threading.Lock()
        self._turns = threading.BoundedSemaphore(self.limits.at_once)
        self._next_start = clock()
        self._held_until = clock()

    def asked(self, ask: Callable[[], _T]) -> tuple[_T, float, tuple[FailedTry, ...]]:
        """What a request brings, how many seconds that took without waits, and the tries before it.

        Raises:
            ModelError: what `ask` raises, `ModelBusy` only once patience is at its end.
        """
        failed: tuple[FailedTry, ...] = ()
        while True:
            self._wait_for_turn(failed)
            start = self._clock()
            try:
                return ask(), self._clock() - start, failed
            except ModelError as error:
                usage = error.usage if isinstance(error, UnusableReply) else None
                failed += (FailedTry(str(error), round(self._clock() - start, 3), usage),)
                error.failed = failed
                if not isinstance(error, ModelBusy):
                    raise
                busy = error
            finally:
                self._turns.release()
            self._wait_after(busy, failed)

    def _wait_for_turn(self, failed: tuple[FailedTry, ...]) -> None:
        """Wait until this request may start; the moment is taken under the lock, the wait is outside it."""
        if not self._turns.acquire(timeout=seconds_left()):
            self._give_up(f"{self.name}: no request could start in the time for an answer", failed)
        try:
            with self._lock:
                now = self._clock()
                start = max(now, self._next_start, self._held_until)
                if _too_long(start - now):
                    self._give_up(f"{self.name}: no request may start in the time for an answer", failed)
                if self.limits.per_minute is not None:
                    self._next_start = start + 60 / self.limits.per_minute
            if start > now:
                self._sleep(start - now)
        except BaseException:
            self._turns.release()
            raise

    def _wait_after(self, error: ModelBusy, failed: tuple[FailedTry, ...]) -> None:
        if len(failed) == self.limits.tries:
            tries = "1 try" if len(failed) == 1 else f"{len(failed)} tries"
            self._give_up(f"{error} (gave up after {tries})", failed, error)
        wait = self._wait(error, len(failed))
        if wait > self.limits.longest_wait:
            allowed = f"it asks to wait {wait:g} s, more than the {self.limits.longest_wait:g} s allowed"
            self._give_up(f"{error} ({allowed})", failed, error, wait)
        if error.retry_after is not None:
            with self._lock:
                self._held_until = max(self._held_until, self._clock() + wait)
        if _too_long(wait):
            late = f"the next try, in {wait:.1f} s, would be too late for the answer"
            self._give_up(f"{error} ({late})", failed, error)
        _log.info("try %d of %d failed, next in %.1f s: %s", len(failed), self.limits.tries, wait, error)
        self._sleep(wait)

    def _give_up(
        self, why: str, failed: tuple[FailedTry, ...], error: ModelBusy | None = None, wait: float | None = None
    ) -> NoReturn:
        hint = error.retry_after if error is not None and wait is None else wait
        last = ModelBusy(why, retry_after=hint)
        last.failed = failed
        raise last from error

    def _wait(self, error: ModelBusy, attempt: int) -> float:
        """Seconds: what the server asks; else a random half-to-whole of the doubling wait, within the longest."""
        if error.retry_after is not None:
            return error.retry_after
        doubled = self.limits.first_wait * 2.0 ** min(attempt - 1, 60)
        return min(doubled, self.limits.longest_wait) * self._random.uniform(0.5, 1.0)


class Throttled(Patience):
    """A model whose server is asked with patience; every reply tells the tries before it."""

    def __init__(
        self,
        model: Model,
        limits: RateLimits | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        random: Random | None = None,
    ) -> None:
        """See `Patience`."""
        super().__init__(model.name, limits, clock=clock, sleep=sleep, random=random)
        self.model = model

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

        reply, seconds, failed = self.asked(ask)
        return replace(reply, seconds=seconds, failed=failed)


def _too_long(wait: float) -> bool:
    """Whether a wait would take all of the time that calls have."""
    left = seconds_left()
    return left is not None and wait >= left
