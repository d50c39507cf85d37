"""Ways to reach SWI-Prolog: a child process (the default), janus or pyswip in this process.

An engine takes a request, one line of text, and gives the solver's reply, one line of JSON
(`prolog/query.pl`). Requests to one engine are served one at a time; an engine may be shared by threads.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import itertools
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from lelma.asker import heed
from lelma.errors import EngineRestarted, EngineStopped, EngineUnavailable
from lelma.forking import ForkLock, abandon_after_fork
from lelma.paths import prolog_folder

ENGINES = ("process", "janus", "pyswip")
MEMORY_BYTES = 4 * 2**30
STACK_BYTES = 2**30
REPLY_BYTES = 64 * 2**20
INSTALL_SWIPL = "Debian/Ubuntu: apt-get install swi-prolog-nox; macOS: brew install swi-prolog"


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


class ProcessEngine:
    """A warm `swipl` child over a pipe: isolated, killable, with a memory limit of its own.

    The child ends with this process, however that ends and whatever the child is doing.
    """

    name = "process"

    def __init__(self, *, memory: int = MEMORY_BYTES, stack: int = STACK_BYTES, reply: int = REPLY_BYTES) -> None:
        """Nothing is started yet. The limits are in bytes: of the child's memory (on Linux only), of the stacks of
        one question, and of one reply.
        """
        self.memory, self.stack, self.reply = memory, stack, reply
        self._generation = 0
        self._lock = ForkLock()
        self._child: subprocess.Popen[bytes] | None = None
        self._lifeline = -1
        self._errors: Any = None
        abandon_after_fork(self)

    def ready(self) -> int:
        with self._lock:
            self._running()
            return self._generation

    def call(self, request: str, *, seconds: float, generation: int | None = None) -> str:
        line = request.replace("\n", " ").encode("utf-8", "replace") + b"\n"
        with self._lock:
            heed()
            child = self._running()
            if generation is not None and generation != self._generation:
                raise EngineRestarted("SWI-Prolog was started afresh")
            deadline = time.monotonic() + seconds
            try:
                _write_all(child, line, deadline)
                return _read_line(child, deadline, self.reply).decode("utf-8", "replace")
            except (OSError, EngineStopped) as error:
                said = self._last_words()
                self._stop()
                ended = isinstance(error, OSError) or error.ended
                reason = f"memory: the solver can't be reached ({error})" if isinstance(error, OSError) else str(error)
                raise EngineStopped(f"{reason}{said}", ended=ended) from error
            except BaseException:  # Ctrl-C: the reply that is still to come must not answer another request
                self._stop()
                raise

    @property
    def pid(self) -> int:
        """The child's process id; 0 while there is none."""
        return self._child.pid if self._child is not None else 0

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is not None and self._child.poll() is not None:
            self._stop()
        if self._child is None:
            self._start()
        assert self._child is not None
        return self._child

    def _start(self) -> None:
        swipl = shutil.which("swipl")
        if swipl is None:
            raise EngineUnavailable(f"SWI-Prolog (swipl) is not installed. {INSTALL_SWIPL}")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the child
        held, self._lifeline = os.pipe()
        goals = [f"query:end_with_parent('/dev/fd/{held}')", "query:serve_stream(user_input, user_output)"]
        serve = [*itertools.chain(*(("-g", goal) for goal in goals)), "-t", "halt"]
        try:
            self._child = subprocess.Popen(
                [swipl, "-q", "-f", "none", f"--stack-limit={self.stack}b", *serve, str(prolog_folder() / "query.pl")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                pass_fds=[held],
                start_new_session=True,  # Ctrl-C is for Python; it ends the child when it is done with it
            )
        finally:
            os.close(held)
        _limit_memory(self._child.pid, self.memory)
        for stream in (self._child.stdin, self._child.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._generation += 1
        atexit.register(self.close)

    def _stop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self.abandon()

    def abandon(self) -> None:
        """Let go of a child that belongs to the process this one was forked from."""
        child, self._child = self._child, None
        if child is None:
            return
        for stream in (child.stdin, child.stdout, self._errors):
            if stream is not None:
                with contextlib.suppress(OSError):  # nothing is buffered: bufsize=0
                    stream.close()
        os.close(self._lifeline)
        atexit.unregister(self.close)

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 500))
        words = self._errors.read().decode("utf-8", "replace").strip()
        return f"; SWI-Prolog said: {words}" if words else ""


def _limit_memory(pid: int, most: int) -> None:
    import resource

    if hasattr(resource, "prlimit"):  # Linux only; elsewhere the stack limit alone holds
        resource.prlimit(pid, resource.RLIMIT_AS, (most, most))


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


def _read_line(child: subprocess.Popen[bytes], deadline: float, most: int) -> bytes:
    assert child.stdout is not None
    fileno, parts, size = child.stdout.fileno(), [], 0
    while True:
        try:
            part = os.read(fileno, 1 << 16)
        except BlockingIOError:
            _wait(fileno, selectors.EVENT_READ, deadline)
            continue
        if not part:
            raise EngineStopped("memory: the solver ended unexpectedly", ended=True)
        parts.append(part)
        size += len(part)
        if part.endswith(b"\n"):
            return b"".join(parts)
        if size > most:
            raise EngineStopped("memory: the solver's answer is too long")


class _Inside:
    """The one SWI-Prolog that a process can hold, on a thread of its own, the only one it is attached to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.owner = os.getpid()
        self.worker = ThreadPoolExecutor(1, f"lelma-{name}")
        self.serve = self.worker.submit(_start_janus if name == "janus" else _start_pyswip).result()


_inside: _Inside | None = None
_inside_lock = ForkLock()


class InProcessEngine:
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
                raise EngineUnavailable(f"{self.name} does not survive a fork; use the engine `process` there")
            if _inside.name != self.name:
                raise EngineUnavailable(f"this process holds SWI-Prolog already, through {_inside.name}")
            return _inside


def _start_janus() -> Callable[[str], str]:
    try:
        import janus_swi
    except ImportError as error:
        raise EngineUnavailable(f"janus can't be loaded ({error}). Type: pip install 'lelma[janus]'") from error
    janus_swi.consult(str(prolog_folder() / "query.pl"))

    def serve(request: str) -> str:
        text = request.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate is no Prolog text
        return str(janus_swi.apply_once("query", "serve_string", text))

    return serve


def _start_pyswip() -> Callable[[str], str]:
    """Serves requests through the C functions that pyswip declares: its own terms leak and know no rationals."""
    try:
        from pyswip import Prolog, core
    except Exception as error:  # pyswip raises its own SwiPrologNotFoundError and ctypes errors at import
        raise EngineUnavailable(f"pyswip can't be loaded ({error}). Type: pip install 'lelma[pyswip]'") from error
    atexit.unregister(core.cleanupProlog)  # runs on the main thread, where it can only complain
    Prolog.consult(str(prolog_folder() / "query.pl"))
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
