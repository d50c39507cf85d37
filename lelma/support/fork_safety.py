"""What must not be shared with a forked process: locks that another thread held, and the ends of pipes.

Short, because bridges and worker pools share no more than this.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class Held(Protocol):
    """Something that belongs to the process that made it."""

    def abandon(self) -> None:
        """Let go of it in a process forked from that one."""
        ...


class ForkLock:
    """A lock that one thread may take again, and that is free in a forked process, whoever held it at the fork."""

    def __init__(self) -> None:
        self.abandon()
        abandon_after_fork(self)

    def abandon(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


_held: weakref.WeakSet[Held] = weakref.WeakSet()


def abandon_after_fork(held: Held) -> None:
    """Have `held.abandon()` called in every process forked from this one."""
    _held.add(held)


def _after_fork() -> None:
    for held in list(_held):
        held.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
