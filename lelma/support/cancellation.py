"""Whether somebody still waits for what a thread works out: asynchronous tasks can be cancelled, threads can't.

>>> asker = Caller()
>>> asker.run(heed)
>>> asker.gone.set(); asker.run(heed)
Traceback (most recent call last):
lelma.support.errors.AskerGone: nobody waits for the answer any more

Short, because the bridge and the asynchronous doors share no more than this.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import ParamSpec, TypeVar

from lelma.support.errors import AskerGone

P = ParamSpec("P")
_T = TypeVar("_T")

_asker: ContextVar[Caller | None] = ContextVar("asker", default=None)


class Caller:
    """Whoever asks for something; sets `gone` on leaving."""

    def __init__(self) -> None:
        self.gone = threading.Event()
        self._context: Context = copy_context()

    def run(self, work: Callable[P, _T], *args: P.args, **options: P.kwargs) -> _T:
        """What a function returns that works for this asker, in the context in which the asker was made."""
        self._context.run(_asker.set, self)
        return self._context.run(work, *args, **options)


def heed() -> None:
    """Do nothing, if somebody waits for the work that is done here.

    Raises:
        AskerGone: if not.
    """
    asker = _asker.get()
    if asker is not None and asker.gone.is_set():
        raise AskerGone("nobody waits for the answer any more")
