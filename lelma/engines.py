"""Ways to reach SWI-Prolog: a child process (the default), janus or pyswip in this process.

An engine takes a request, one line of text, and gives the solver's reply, one line of JSON
(`prolog/query.pl`). Requests to one engine are served one at a time; an engine may be shared by threads.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import selectors
import shutil
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from lelma.errors import EngineStopped, EngineUnavailable
from lelma.paths import prolog_folder

ENGINES = ("process", "janus", "pyswip")
MEMORY_BYTES = 4 * 2**30
STACK_LIMIT = "1g"
REPLY_BYTES = 64 * 2**20
INSTALL_SWIPL = "Debian/Ubuntu: apt-get install swi-prolog-nox; macOS: brew install swi-prolog"


class Engine(Protocol):
    """A connection to SWI-Prolog.

    Attributes:
        name: one of `ENGINES`.
        generation: changes whenever the engine starts afresh and has forgotten its games.
    """

    name: str
    generation: int

    def call(self, request: str, *, seconds: float) -> str:
        """The reply to a request.

        Raises:
            EngineStopped: if there is none within `seconds`; the next call starts the engine afresh.
            EngineUnavailable: if SWI-Prolog can't be started.
        """
        ...

    def close(self) -> None:
        """End the engine; a later call starts it again where that is possible."""
        ...


class ProcessEngine:
    """A warm `swipl` child over a pipe: isolated, killable, with a memory limit of its own."""

    name = "process"

    def __init__(self) -> None:
        self.generation = 0
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._errors: Any = None

    def call(self, request: str, *, seconds: float) -> str:
        line = request.replace("\n", " ").encode("utf-8", "replace") + b"\n"
        with self._lock:
            child = self._running()
            deadline = time.monotonic() + seconds
            try:
                _write_all(child, line, deadline)
                return _read_line(child, deadline).decode("utf-8", "replace")
            except (OSError, EngineStopped) as error:
                said = self._last_words()
                self._stop()
                raise EngineStopped(f"{error}{said}") from error

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._owner != os.getpid():  # a forked process must not share its parent's pipe
            self._child = None
        if self._child is None or self._child.poll() is not None:
            self._start()
        assert self._child is not None
        return self._child

    def _start(self) -> None:
        swipl = shutil.which("swipl")
        if swipl is None:
            raise EngineUnavailable(f"SWI-Prolog (swipl) is not installed. {INSTALL_SWIPL}")
        serve = ["-g", "query:serve_stream(user_input, user_output)", "-t", "halt"]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the child
        self._child = subprocess.Popen(
            [swipl, "-q", "-f", "none", f"--stack-limit={STACK_LIMIT}", *serve, str(prolog_folder() / "query.pl")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for Python; it ends the child when it is done with it
        )
        _limit_memory(self._child.pid)
        for stream in (self._child.stdin, self._child.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._owner = os.getpid()
        self.generation += 1
        atexit.register(self.close)

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None or self._owner != os.getpid():
            return
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, self._errors):
            if stream is not None:
                with contextlib.suppress(OSError):  # nothing is buffered: bufsize=0
                    stream.close()
        atexit.unregister(self.close)

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 500))
        words = self._errors.read().decode("utf-8", "replace").strip()
        return f"; SWI-Prolog said: {words}" if words else ""


def _limit_memory(pid: int) -> None:
    import resource

    if hasattr(resource, "prlimit"):  # Linux only; elsewhere the stack limit alone holds
        resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _wait(fileno: int, event: int, deadline: float) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(fileno, event)
        if not selector.select(max(0.0, deadline - time.monotonic())):
            raise EngineStopped("time: the solver gave no answer within the limit and was stopped")


def _write_all(child: subprocess.Popen[bytes], data: bytes, deadline: float) -> None:
    assert child.stdin is not None
    fileno, view = child.stdin.fileno(), memoryview(data)
    while view:
        try:
            view = view[os.write(fileno, view) :]
        except BlockingIOError:
            _wait(fileno, selectors.EVENT_WRITE, deadline)


def _read_line(child: subprocess.Popen[bytes], deadline: float) -> bytes:
    assert child.stdout is not None
    fileno, parts, size = child.stdout.fileno(), [], 0
    while True:
        try:
            part = os.read(fileno, 1 << 16)
        except BlockingIOError:
            _wait(fileno, selectors.EVENT_READ, deadline)
            continue
        if not part:
            raise EngineStopped("memory: the solver ended unexpectedly")
        parts.append(part)
        size += len(part)
        if part.endswith(b"\n"):
            return b"".join(parts)
        if size > REPLY_BYTES:
            raise EngineStopped("memory: the solver's answer is too long")


class InProcessEngine:
    """SWI-Prolog inside this Python process, for trusted games: fast, but a query can't be killed.

    All calls run on one thread of its own, the only one that SWI-Prolog is attached to.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.generation = 0
        self._worker = ThreadPoolExecutor(1, f"lelma-{name}")
        self._serve: Any = None

    def call(self, request: str, *, seconds: float) -> str:
        return self._worker.submit(self._call, request).result()

    def close(self) -> None:
        """Nothing to end: SWI-Prolog stays in the process until it exits."""

    def _call(self, request: str) -> str:
        if self._serve is None:
            self._serve = _start_janus() if self.name == "janus" else _start_pyswip()
            self.generation += 1
        return str(self._serve(request))


def _start_janus() -> Any:
    try:
        import janus_swi
    except ImportError as error:
        raise EngineUnavailable(f"janus can't be loaded ({error}). Type: pip install 'lelma[janus]'") from error
    janus_swi.consult(str(prolog_folder() / "query.pl"))
    return lambda request: janus_swi.apply_once("query", "serve_string", request)


def _start_pyswip() -> Any:
    try:
        from pyswip import Functor, Prolog, Query, Variable, call
    except Exception as error:  # pyswip raises its own SwiPrologNotFoundError and ctypes errors at import
        raise EngineUnavailable(f"pyswip can't be loaded ({error}). Type: pip install 'lelma[pyswip]'") from error
    Prolog.consult(str(prolog_folder() / "query.pl"))
    del call
    serve, module = Functor("serve_string", 2), Functor(":", 2)

    def serve_request(request: str) -> str:
        reply = Variable()
        goal = Query(module("query", serve(request, reply)))
        try:
            goal.nextSolution()
            value = reply.value
        finally:
            goal.closeQuery()
        return value.decode("utf-8") if isinstance(value, bytes) else str(value)

    return serve_request


def make_engine(name: str) -> Engine:
    """A new engine of that name. In-process engines of one name share one SWI-Prolog.

    Raises:
        EngineUnavailable: for a name that is not in `ENGINES`.
    """
    if name not in ENGINES:
        raise EngineUnavailable(f"there is no engine {name!r}; choose one of {', '.join(ENGINES)}")
    return ProcessEngine() if name == "process" else InProcessEngine(name)


_engines: dict[str, Engine] = {}
_engines_lock = threading.Lock()


def engine(name: str | None = None) -> Engine:
    """The engine of that name, shared by the whole process; `LELMA_ENGINE` or `process` by default.

    Raises:
        EngineUnavailable: for a name that is not in `ENGINES`.
    """
    chosen = name or os.environ.get("LELMA_ENGINE") or "process"
    with _engines_lock:
        if chosen not in _engines:
            _engines[chosen] = make_engine(chosen)
        return _engines[chosen]
