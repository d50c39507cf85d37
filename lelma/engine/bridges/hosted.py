"""SWI-Prolog where Python can start nothing itself: whoever runs this Python passes requests on.

Such a host is the page of the playground (`lelma/interfaces/playground`): a worker of the browser holds Python and
SWI-Prolog, both compiled to WebAssembly. There are no processes and no clocks that interrupt there: what a question may
cost is limited by its inferences, and the host ends the worker, and Python with it, when it takes too long.

Short, because the host does the rest.
"""

from __future__ import annotations

from collections.abc import Callable


class HostedBridge:
    """SWI-Prolog beside this Python, which a function of the host asks: a request in, a reply out."""

    def __init__(self, name: str, serve: Callable[[str], str]) -> None:
        """`name` is what reports call it. `serve` takes and gives what `query:serve_string/2` does, and raises
        `EngineStopped` where SWI-Prolog ended without a reply; the host then begins anew with another Python.
        """
        self.name = name
        self._serve = serve

    def ready(self) -> int:
        return 1

    def call(self, request: str, *, seconds: float, generation: int | None = None) -> str:
        return self._serve(request.encode("utf-8", "replace").decode("utf-8"))  # a lone surrogate is no Prolog text

    def close(self) -> None:
        """Nothing to end: SWI-Prolog is the host's."""
