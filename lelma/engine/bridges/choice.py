"""Ways to reach SWI-Prolog: a child process (the default), janus or pyswip in this process, or one of the host's.

A bridge takes a request, one line of text, and gives the solver's reply, one line of JSON
(`prolog/requests/query.pl`). Requests to one bridge are served one at a time; a bridge may be shared by threads.
"""

from __future__ import annotations

import os
import warnings
from typing import Protocol

from lelma.engine.bridges.in_process import InProcessBridge
from lelma.engine.bridges.process import ProcessBridge
from lelma.support.errors import EngineUnavailable, did_you_mean
from lelma.support.fork_safety import ForkLock

BRIDGES = ("process", "janus", "pyswip")


class Bridge(Protocol):
    """A connection to SWI-Prolog; `name` is one of `BRIDGES`, or what its host calls it."""

    name: str

    def ready(self) -> int:
        """Start the bridge if it is not running.

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
            EngineStopped: if there is none within `seconds`; the next call starts the bridge afresh.
            EngineRestarted: if the bridge is of another generation; nothing was asked.
            EngineUnavailable: if SWI-Prolog can't be started.
        """
        ...

    def close(self) -> None:
        """End the bridge; a later call starts it again where that is possible."""
        ...


def make_bridge(name: str) -> Bridge:
    """A new bridge of that name. In-process bridges of one name share one SWI-Prolog.

    Raises:
        EngineUnavailable: for a name that is not in `BRIDGES`.
    """
    if name not in BRIDGES:
        raise EngineUnavailable(
            f"there is no bridge {name!r}{did_you_mean(name, BRIDGES)}; choose one of {', '.join(BRIDGES)}"
        )
    return ProcessBridge() if name == "process" else InProcessBridge(name)


_bridges: dict[str, Bridge] = {}
_bridges_lock = ForkLock()
_hosted: Bridge | None = None


def use_hosted(bridge: Bridge | None) -> None:
    """Have the whole process use the bridge of its host, wherever no other is named; None ends that."""
    global _hosted
    _hosted = bridge


def shared_bridge(name: str | Bridge | None = None) -> Bridge:
    """The bridge of that name, shared by the whole process; by default the host's, `LELMA_BRIDGE` or `process`.

    A bridge of one's own is that bridge.

    Raises:
        EngineUnavailable: for a name that is not in `BRIDGES`.
    """
    if name is not None and not isinstance(name, str):
        return name
    if name is None and _hosted is not None:
        return _hosted
    if "LELMA_ENGINE" in os.environ and "LELMA_BRIDGE" not in os.environ:
        warnings.warn("LELMA_ENGINE is not read any more; LELMA_BRIDGE names the bridge", stacklevel=2)
    chosen = name or os.environ.get("LELMA_BRIDGE") or "process"
    with _bridges_lock:
        if chosen not in _bridges:
            _bridges[chosen] = make_bridge(chosen)
        return _bridges[chosen]


def separate_bridge(*, memory: int, stack: int, reply: int) -> Bridge:
    """A bridge that holds nothing else and is closed after use, with limits in bytes as those of `ProcessBridge`.

    Where the host has a bridge it is that one, with the host's limits: all that is there belongs to one user.
    """
    return ProcessBridge(memory=memory, stack=stack, reply=reply) if _hosted is None else _hosted
