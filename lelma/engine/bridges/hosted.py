"""SWI-Prolog where Python can start nothing itself: whoever runs this Python passes requests on.

Such a host is the page of the playground (`lelma/interfaces/playground`): a worker of the browser holds Python and
SWI-Prolog, both compiled to WebAssembly. There are no processes and no clocks that interrupt there: what a question may
cost is limited by its inferences, and the host ends the worker, and Python with it, when it takes too long.

Short, because the host does the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from lelma.support.errors import EngineRestarted, EngineUnavailable


class HostedBridge:
    """SWI-Prolog beside this Python, which a function of the host asks: a request in, a reply out."""

    def __init__(self, name: str) -> None:
        """`name` is what reports call it. Nothing can be asked until a host begins."""
        self.name = name
        self._generation = 0
        self._serve: Callable[[str], str] | None = None

    def begin(self, serve: Callable[[str], str] | None) -> None:
        """Ask another SWI-Prolog from now on, which holds no games yet; None if there is none.

        `serve` takes and gives what `query:serve_string/2` does, and raises `EngineStopped` where SWI-Prolog ended
        without a reply; the host then begins anew with another Python.
        """
        self._serve = serve
        self._generation += 1

    def ready(self) -> int:
        self._asked()
        return self._generation

    def call(self, request: str, *, seconds: float, generation: int | None = None) -> str:
        serve = self._asked()
        if generation not in (None, self._generation):
            raise EngineRestarted(f"{self.name}: the host has another SWI-Prolog now")
        return serve(request.encode("utf-8", "replace").decode("utf-8"))  # a lone surrogate is no Prolog text

    def _asked(self) -> Callable[[str], str]:
        if self._serve is None:
            raise EngineUnavailable(f"{self.name}: the host has no SWI-Prolog now")
        return self._serve

    def close(self) -> None:
        """Nothing to end: SWI-Prolog is the host's."""
