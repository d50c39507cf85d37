"""Ways to reach SWI-Prolog: a child process (the default), janus or pyswip in this process.

An engine takes a request, one line of text, and gives the solver's reply, one line of JSON
(`prolog/requests/query.pl`). Requests to one engine are served one at a time; an engine may be shared by threads.
"""

from __future__ import annotations

import os
from typing import Protocol

from lelma.engine.in_process import InProcessEngine
from lelma.engine.process import ProcessEngine
from lelma.support.errors import EngineUnavailable
from lelma.support.fork_safety import ForkLock

ENGINES = ("process", "janus", "pyswip")


class Engine(Protocol):
    """A connection to SWI-Prolog; `name` is one of `ENGINES`."""

    name: str

    def ready(self) -> int:
        """Start the engine if it is not running.

        Returns:
            its generation, which changes whenever it starts afresh and has forgotten its games.

        Raises:
            EngineUnavailable: if SWI-Prolog can't be started.
        """
        ...

    def call(self, request: str, *, seconds: float, generation: int | None = None) -> str:
        """The reply to a request.

        Args:
            generation: the one whose games the request relies on, if it does.

        Raises:
            EngineStopped: if there is none within `seconds`; the next call starts the engine afresh.
            EngineRestarted: if the engine is of another generation; nothing was asked.
            EngineUnavailable: if SWI-Prolog can't be started.
        """
        ...

    def close(self) -> None:
        """End the engine; a later call starts it again where that is possible."""
        ...


def make_engine(name: str) -> Engine:
    """A new engine of that name. In-process engines of one name share one SWI-Prolog.

    Raises:
        EngineUnavailable: for a name that is not in `ENGINES`.
    """
    if name not in ENGINES:
        raise EngineUnavailable(f"there is no engine {name!r}; choose one of {', '.join(ENGINES)}")
    return ProcessEngine() if name == "process" else InProcessEngine(name)


_engines: dict[str, Engine] = {}
_engines_lock = ForkLock()


def engine(name: str | Engine | None = None) -> Engine:
    """The engine of that name, shared by the whole process; `LELMA_ENGINE` or `process` by default.

    An engine of one's own is that engine.

    Raises:
        EngineUnavailable: for a name that is not in `ENGINES`.
    """
    if name is not None and not isinstance(name, str):
        return name
    chosen = name or os.environ.get("LELMA_ENGINE") or "process"
    with _engines_lock:
        if chosen not in _engines:
            _engines[chosen] = make_engine(chosen)
        return _engines[chosen]
