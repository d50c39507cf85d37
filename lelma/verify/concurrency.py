"""What follows from checking one text: checking in asynchronous code, in a loop with a reasoner, over processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Literal, Protocol, TypedDict
from weakref import WeakKeyDictionary

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


class Checks(Protocol):
    """Anything that checks a text."""

    def check(self, text: str) -> Report:
        """The report on a text. Never raises for anything a text can hold."""
        ...


_threads: WeakKeyDictionary[Checks, ThreadPoolExecutor] = WeakKeyDictionary()
"""The threads of each that checks: slow texts hold up nothing else that an application does on threads."""


async def acheck(checks: Checks, text: str) -> Report:
    """The report on a text, made on a thread, so that other tasks go on.

    Where the task is cancelled, the question that the bridge is at is finished, within its limits, and no other is
    asked; the bridge serves whoever comes next.
    """
    threads = _threads.get(checks)
    if threads is None:
        threads = _threads.setdefault(checks, ThreadPoolExecutor(THREADS, "lelma-check"))
    caller = Caller()
    try:
        return await asyncio.get_running_loop().run_in_executor(threads, caller.run, checks.check, text)
    except asyncio.CancelledError:
        caller.gone.set()
        raise


def refine(
    checks: Checks, reasoner: Reasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
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
    return run_loop(checks, model, instruction, max_attempts=max_attempts, stop_on_repeat=stop_on_repeat)


async def arefine(
    checks: Checks, reasoner: AsyncReasoner, instruction: str, *, max_attempts: int = 5, stop_on_repeat: bool = True
) -> LoopResult:
    """As `refine`, with an asynchronous reasoner."""
    if max_attempts < 1:
        raise ValueError("the loop needs at least one attempt")
    attempts: list[Attempt] = []
    while (outcome := loop_outcome(attempts, max_attempts, stop_on_repeat)) is None:
        text = await reasoner(_turns(conversation(instruction, attempts)))
        attempts.append(Attempt(len(attempts) + 1, text, await acheck(checks, text), Reply(text)))
    return LoopResult(tuple(attempts), outcome, _name(reasoner))


def check_many(checks: Checks, texts: Iterable[str], *, processes: int | None = None) -> Iterator[Report]:
    """The reports on texts, in order, checked over worker processes; by default one a processor.

    A worker has a copy of its own of what checks, so that must survive pickling: a translator of one's own has to be
    importable.

    Raises:
        WorkerStopped: if a worker was killed.
    """
    workers = Workers(_CheckChunk(checks), size=processes or os.cpu_count() or 1)
    try:
        for reports in workers.map(_chunks(texts), seconds=CHUNK_SECONDS):
            yield from reports
    finally:
        workers.close()


class _CheckChunk:
    """Makes what a worker of `check_many` holds: itself, with a verifier unpickled there."""

    def __init__(self, checks: Checks) -> None:
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
