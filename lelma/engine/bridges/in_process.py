"""SWI-Prolog inside this Python process, through janus or pyswip."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable

from lelma.support.errors import EngineStopped, EngineUnavailable
from lelma.support.fork_safety import ForkLock
from lelma.support.paths import prolog_folder


class _Inside:
    """The one SWI-Prolog that a process can hold, on a thread of its own, the only one it is attached to."""

    def __init__(self, name: str) -> None:
        from concurrent.futures import ThreadPoolExecutor  # most processes have no such thread

        self.name = name
        self.owner = os.getpid()
        self.worker = ThreadPoolExecutor(1, f"lelma-{name}")
        self.serve = self.worker.submit(_start_janus if name == "janus" else _start_pyswip).result()


_inside: _Inside | None = None
_inside_lock = ForkLock()


class InProcessBridge:
    """SWI-Prolog inside this Python process, for trusted games: fast, but a query can't be killed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ready(self) -> int:
        self._started()
        return 1

    def call(self, request: str, *, seconds: float, generation: int | None = None) -> str:
        inside = self._started()
        waiting = inside.worker.submit(inside.serve, request)
        try:
            return waiting.result(seconds)
        except TimeoutError:
            waiting.cancel()
            raise EngineStopped(f"time: {self.name} gave no answer within the limit and can't be stopped") from None

    def close(self) -> None:
        """Nothing to end: SWI-Prolog stays in the process until it exits."""

    def _started(self) -> _Inside:
        global _inside
        with _inside_lock:
            if _inside is None:
                _inside = _Inside(self.name)
            if _inside.owner != os.getpid():
                raise EngineUnavailable(f"{self.name} does not survive a fork; use the bridge `process` there")
            if _inside.name != self.name:
                raise EngineUnavailable(f"this process holds SWI-Prolog already, through {_inside.name}")
            return _inside


def _start_janus() -> Callable[[str], str]:
    try:
        import janus_swi
    except ImportError as error:
        raise EngineUnavailable(f"janus can't be loaded ({error}). Type: pip install 'lelma[janus]'") from error
    janus_swi.consult(str(prolog_folder() / "requests/query.pl"))

    def serve(request: str) -> str:
        text = request.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate is no Prolog text
        return str(janus_swi.apply_once("query", "serve_string", text))

    return serve


def _start_pyswip() -> Callable[[str], str]:
    """Serves requests through the C functions that pyswip declares: its own terms leak and know no rationals."""
    import ctypes  # needed by no other bridge

    try:
        from pyswip import Prolog, core
    except Exception as error:  # pyswip raises its own SwiPrologNotFoundError and ctypes errors at import
        raise EngineUnavailable(f"pyswip can't be loaded ({error}). Type: pip install 'lelma[pyswip]'") from error
    atexit.unregister(core.cleanupProlog)  # runs on the main thread, where it can only complain
    Prolog.consult(str(prolog_folder() / "requests/query.pl"))
    predicate = core.PL_predicate("serve_string", 2, "query")
    flags = core.PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION
    put_type, get_type = core.PL_STRING | core.REP_UTF8, core.CVT_STRING | core.REP_UTF8

    def serve(request: str) -> str:
        data = request.encode("utf-8", "replace")
        frame = core.PL_open_foreign_frame()
        try:
            arguments = core.PL_new_term_refs(2)
            core.PL_put_chars(arguments, put_type, len(data), data)
            if not core.PL_call_predicate(None, flags, predicate, arguments):
                raise EngineStopped("memory: the solver gave no reply")
            with core.PL_STRINGS_MARK():  # without it each reply leaks 0.5 kB
                reply, length = ctypes.c_void_p(), ctypes.c_size_t()
                term = core.term_t(arguments + 1)
                core._lib.PL_get_nchars(term, ctypes.byref(length), ctypes.byref(reply), ctypes.c_uint(get_type))
                return ctypes.string_at(reply, length.value).decode("utf-8", "replace")
        finally:
            core.PL_discard_foreign_frame(frame)

    return serve
