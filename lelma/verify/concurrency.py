"""What follows from checking one text: checking in asynchronous code, in a loop with a reasoner, over processes."""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import islice
from typing import Any, Literal, TypedDict

from lelma.models import Message, Reply
from lelma.support.cancellation import Caller
from lelma.support.worker_pool import Workers
from lelma.verify.loop import Attempt, LoopResult, conversation, loop_outcome, run_loop
from lelma.verify.report import Report

CHUNK = 16
"""Texts that go to a worker together: fewer cost more messages, more keep a worker waiting at the end."""

CHUNK_SECONDS = 600.0

THREADS = 32
"""Texts that asynchronous code may have checked at the same time: most wait for a model that translates, if any."""


class Turn(TypedDict):
    """One turn of a conversation, as OpenAI-style interfaces write it."""

    role: Literal["system", "user", "assistant"]
    content: str


Reasoner = Callable[[list[Turn]], str]
AsyncReasoner = Callable[[list[Turn]], Awaitable[str]]


class Checking(ABC):
    """Anything that checks a text."""

    @abstractmethod
    def check(self, text: str) -> Report:
        """The report on a text. Never raises for anything a text can hold."""

    async def acheck(self, text: str) -> Report:
        """As `check`, on a thread, so that other tasks go on.

        Where the task is cancelled, the question that the bridge is at is finished, within its limits, and no other
        is asked; the bridge serves whoever comes next.
        """
        asker = Caller()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, asker.run, self.check, text)
        except asyncio.CancelledError:
            asker.gone.set()
            raise

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        """Threads of its own: slow texts hold up nothing else that an application does on threads."""
        return ThreadPoolExecutor(THREADS, "lelma-check")

    def refine(
        self, reasoner: Reasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
    ) -> LoopResult:
        """Let a reasoner try until its claims hold, feeding back what does not (`lelma.verify.loop`).

        Args:
            reasoner: is given the conversation so far and gives the next reasoning. The conversation starts with the
                instruction; the last turn is the instruction, or the feedback on the attempt before.
            max_attempts: most calls of the reasoner, at least 1.
            stop_on_repeat: whether to stop when the same claims fail twice in a row.

        Raises:
            ValueError: for fewer than one attempt. What the reasoner raises is passed on.
        """
        model = _Called(reasoner)
        return run_loop(self, model, instruction, max_attempts=max_attempts, stop_on_repeat=stop_on_repeat)

    async def arefine(
        self, reasoner: AsyncReasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
    ) -> LoopResult:
        """As `refine`, with an asynchronous reasoner."""
        if max_attempts < 1:
            raise ValueError("the loop needs at least one attempt")
        attempts: list[Attempt] = []
        while (outcome := loop_outcome(attempts, max_attempts, stop_on_repeat)) is None:
            text = await reasoner(_turns(conversation(instruction, attempts)))
            attempts.append(Attempt(len(attempts) + 1, text, await self.acheck(text), Reply(text)))
        return LoopResult(tuple(attempts), outcome, _name(reasoner))

    def check_many(self, texts: Iterable[str], *, processes: int | None = None) -> Iterator[Report]:
        """The reports on texts, in order, checked over worker processes; by default one a processor.

        A worker has a verifier like this one of its own, so this one must survive pickling: a translator of one's
        own has to be importable.

        Raises:
            WorkerStopped: if a worker was killed.
        """
        workers = Workers(_CheckChunk(self), size=processes or os.cpu_count() or 1)
        try:
            for reports in workers.map(_chunks(texts), seconds=CHUNK_SECONDS):
                yield from reports
        finally:
            workers.close()


class _CheckChunk:
    """Makes what a worker of `check_many` holds: itself, with a verifier unpickled there."""

    def __init__(self, checks: Checking) -> None:
        self.checks = checks

    def __call__(self) -> Callable[[list[str]], list[Report]]:
        return lambda texts: [self.checks.check(text) for text in texts]


class _Called:
    """A reasoner as a model."""

    def __init__(self, reasoner: Reasoner) -> None:
        self.name = _name(reasoner)
        self._reasoner = reasoner

    def complete(self, messages: Iterable[Message], **_: Any) -> Reply:
        return Reply(self._reasoner(_turns(messages)))


def _name(reasoner: object) -> str:
    return getattr(reasoner, "__name__", type(reasoner).__name__)


def _turns(messages: Iterable[Message]) -> list[Turn]:
    return [{"role": message.speaker, "content": message.text} for message in messages]


def _chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    left = iter(texts)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
