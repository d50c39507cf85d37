"""A program loaded into a bridge, in a Prolog module of its own; loaded again when the bridge starts afresh.

And how sentences are spelled in requests to it: `situation_term`, `play_term`.
"""

from __future__ import annotations

import itertools
import json
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from gdl.compile.prolog_text import prolog_atom, prolog_constant, prolog_ground
from gdl.errors import GdlError
from gdl.tree.term import read_term
from lelma.engine.bridges import Bridge
from lelma.support.errors import EngineRestarted, EngineStopped, EngineUnavailable, GameError, UsageError
from lelma.support.fork_safety import ForkLock
from lelma.support.outside import deeper

MAX_TERM_DEPTH = 400
"""Of terms in an answer; twice what rules may have, and what reading it by recursion surely bears."""

GRACE_SECONDS = 2.0
"""How long after its own time limit the solver may still answer before it is stopped from outside."""


class ModuleNames:
    """Names of Prolog modules; one whose owner is gone is given again, since loading replaces what a module holds."""

    def __init__(self, kind: str) -> None:
        """`kind` is what every name begins with."""
        self._kind = kind
        self._count = itertools.count(1)
        self._free = deque[str]()

    def take(self, owner: object) -> str:
        """A name that is `owner`'s as long as it lives."""
        try:
            name = self._free.pop()
        except IndexError:
            name = f"{self._kind}_{next(self._count)}"
        weakref.finalize(owner, self._free.append, name).atexit = False
        return name


class Loaded:
    """A program in one bridge. Threads may share it; it is loaded when first asked.

    Attributes:
        after_load: a request that is made each time the program was loaded; empty for none.
        busy: how many calls are waiting or served now.
    """

    def __init__(
        self, module: str, program: str, bridge: Bridge, *, command: str = "load", seconds: float = 10.0
    ) -> None:
        """Nothing is loaded yet; `command` is the request that will, and may take so many seconds."""
        self.bridge = bridge
        self._command, self._seconds = command, seconds
        self.after_load = ""
        self.busy = 0
        self._module = module
        self._program = program
        self._lock = ForkLock()
        self._generation = 0

    def call(self, request: str, seconds: float) -> Any:
        """The reply to a request that has a time limit of its own.

        Raises:
            EngineStopped: if there was none.
            GameError: if the solver rejects the program.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        with self._lock:
            self.busy += 1
        try:
            return self._call(request, seconds)
        finally:
            with self._lock:
                self.busy -= 1

    def _call(self, request: str, seconds: float) -> Any:
        again = True
        while True:
            generation = self._generation or self.load()
            try:
                return self._request(request, seconds, generation)
            except EngineRestarted:  # another game's question stopped it: load again
                pass
            except EngineStopped as stopped:
                if not (stopped.ended and again):
                    raise
                again = False  # it may have been killed before it read the question, so ask once more
            with self._lock:
                if self._generation == generation:
                    self._generation = 0

    def load(self) -> int:
        """Load the program into the bridge as it is now, unless that has been done; the bridge's generation."""
        with self._lock:
            while not self._generation:
                with suppress(EngineRestarted):
                    generation = self.bridge.ready()
                    load = f"{self._command}({self._module},{prolog_atom(self._program)})"
                    reply = self._request(load, self._seconds, generation)
                    if "loaded" not in reply:
                        raise GameError(f"the solver rejects the game's program: {reply['reason']}")
                    if self.after_load:
                        self._request(self.after_load, self._seconds, generation)
                    self._generation = generation
            return self._generation

    def drop(self) -> None:
        """Take the program out of the bridge."""
        with self._lock:
            generation, self._generation = self._generation, 0
            if generation:
                with suppress(EngineRestarted, EngineStopped, EngineUnavailable):
                    self._request(f"drop({self._module})", 1.0, generation)

    def _request(self, request: str, seconds: float, generation: int) -> Any:
        reply = self.bridge.call(request + " .", seconds=seconds + GRACE_SECONDS, generation=generation)
        return _read(reply)


def _read(reply: str) -> Any:
    """A reply of the solver. A game's terms may grow in play, and ours are read, compared and written by recursion."""
    try:
        value = json.loads(reply)
    except RecursionError:
        value = None
    if value is None or (reply.count('"functor"') > MAX_TERM_DEPTH and deeper(value, 2 * MAX_TERM_DEPTH)):
        raise EngineStopped(f"memory: the answer holds a term nested more than {MAX_TERM_DEPTH} deep")
    return value


@lru_cache(maxsize=200_000)
def play_term(text: str) -> str:
    """A KIF term as the text of a Prolog term in which every constant is an atom, as in a play program.

    Raises:
        UsageError: for a text that is no term without variables.
    """
    return _prolog_text(text, prolog_atom)


@lru_cache(maxsize=20_000)
def situation_term(text: str) -> str:
    """A KIF term as the text of the Prolog term that a situation program, and queries, know it by.

    Raises:
        UsageError: for a text that is no term without variables.
    """
    return _prolog_text(text, prolog_constant)


def _prolog_text(text: str, constant: Callable[[str], str]) -> str:
    try:
        return prolog_ground(read_term(text, deepest=MAX_TERM_DEPTH), constant)
    except (GdlError, ValueError):
        raise UsageError(f"{text!r} is no term in KIF without variables") from None
