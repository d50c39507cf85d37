"""Patience with a model's server: tries again, waits as it asks, and does not overrun it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lelma.models.protocol import Message, Model, ModelBusy, Reply

_log = logging.getLogger(__name__)


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


class Throttled:
    """A model whose requests are spread out, limited in number, and tried again while its server is busy.

    Safe to use from many threads, which then share the limits. A server that asks to wait holds off all of them.
    """

    def __init__(
        self,
        model: Model,
        limits: RateLimits | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        random: Random | None = None,
    ) -> None:
        """
        Args:
            clock: seconds, never going back.
            random: shifts the waits, so that many processes do not come back together; unseeded by default.
        """
        self.name = model.name
        self.model = model
        self.limits = limits or RateLimits()
        self._clock = clock
        self._sleep = sleep
        self._random = random or Random()
        self._lock = threading.Lock()
        self._turns = threading.BoundedSemaphore(self.limits.at_once)
        self._next_start = clock()
        self._held_until = clock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        attempt = 0
        while True:
            attempt += 1
            try:
                with self._turns:
                    self._wait_for_start()
                    start = self._clock()
                    reply = self.model.complete(
                        messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed
                    )
                    return replace(reply, seconds=self._clock() - start)
            except ModelBusy as error:
                self._wait_after(error, attempt)

    def _wait_for_start(self) -> None:
        """Wait until this request may start; the moment is taken under the lock, the wait is outside it."""
        with self._lock:
            now = self._clock()
            start = max(now, self._next_start, self._held_until)
            if self.limits.per_minute is not None:
                self._next_start = start + 60 / self.limits.per_minute
        if start > now:
            self._sleep(start - now)

    def _wait_after(self, error: ModelBusy, attempt: int) -> None:
        if attempt == self.limits.tries:
            tries = "1 try" if attempt == 1 else f"{attempt} tries"
            raise ModelBusy(f"{error} (gave up after {tries})", retry_after=error.retry_after) from error
        wait = self._wait(error, attempt)
        if wait > self.limits.longest_wait:
            allowed = f"it asks to wait {wait:g} s, more than the {self.limits.longest_wait:g} s allowed"
            raise ModelBusy(f"{error} ({allowed})", retry_after=wait) from error
        _log.info("try %d of %d failed, next in %.1f s: %s", attempt, self.limits.tries, wait, error)
        if error.retry_after is not None:
            with self._lock:
                self._held_until = max(self._held_until, self._clock() + wait)
        self._sleep(wait)

    def _wait(self, error: ModelBusy, attempt: int) -> float:
        """Seconds: what the server asks; else a random half-to-whole of the doubling wait, within the longest."""
        if error.retry_after is not None:
            return error.retry_after
        doubled = self.limits.first_wait * 2.0 ** min(attempt - 1, 60)
        return min(doubled, self.limits.longest_wait) * self._random.uniform(0.5, 1.0)
