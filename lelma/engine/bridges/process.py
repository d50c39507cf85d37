"""A warm `swipl` child over a pipe: isolated, killable, with a memory limit of its own."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any

from lelma.engine.bridges.saved_solver import saved_solver
from lelma.support.cancellation import heed
from lelma.support.errors import EngineRestarted, EngineStopped, EngineUnavailable
from lelma.support.fork_safety import ForkLock, abandon_after_fork
from lelma.support.memory_limit import limit_memory
from lelma.support.paths import prolog_folder

MEMORY_BYTES = 4 * 2**30
STACK_BYTES = 2**30
REPLY_BYTES = 64 * 2**20
INSTALL_SWIPL = "Debian/Ubuntu: apt-get install swi-prolog-nox; macOS: brew install swi-prolog"


class ProcessBridge:
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
        self._numbers = itertools.count(1)
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
        asked = request.replace("\n", " ").encode("utf-8", "replace")
        with self._lock:
            heed()
            child = self._running()
            if generation is not None and generation != self._generation:
                raise EngineRestarted("SWI-Prolog was started afresh")
            deadline = time.monotonic() + seconds
            number = b"%d " % next(self._numbers)
            try:
                _write_all(child, number + asked + b"\n", deadline)
                while True:  # replies to requests that nobody waits for any more may come first
                    for reply in _read_lines(child, deadline, self.reply):
                        if reply.startswith(number):
                            return reply.removeprefix(number).decode("utf-8", "replace")
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
        saved = saved_solver(swipl)
        load = ["-x", str(saved), "--on-error=print"] if saved is not None else []
        read = [] if saved is not None else [str(prolog_folder() / "requests/query.pl")]
        try:
            self._child = subprocess.Popen(
                [swipl, *load, "-q", "-f", "none", f"--stack-limit={self.stack}b", *serve, *read],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                pass_fds=[held],
                start_new_session=True,  # Ctrl-C is for Python; it ends the child when it is done with it
            )
        finally:
            os.close(held)
        limit_memory(self._child.pid, self.memory)  # where there is none, the stack limit alone holds
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


def _wait(fileno: int, event: int, deadline: float) -> None:
    ready = select.poll()
    ready.register(fileno, event)
    if not ready.poll(1000 * max(0.0, deadline - time.monotonic())):
        raise EngineStopped("time: the solver gave no answer within the limit and was stopped")


def _write_all(child: subprocess.Popen[bytes], data: bytes, deadline: float) -> None:
    assert child.stdin is not None
    fileno, view = child.stdin.fileno(), memoryview(data)
    while view:
        try:
            view = view[os.write(fileno, view) :]
        except BlockingIOError:
            _wait(fileno, select.POLLOUT, deadline)


def _read_lines(child: subprocess.Popen[bytes], deadline: float, most: int) -> list[bytes]:
    assert child.stdout is not None
    fileno, parts, size = child.stdout.fileno(), [], 0
    while True:
        try:
            part = os.read(fileno, 1 << 16)
        except BlockingIOError:
            _wait(fileno, select.POLLIN, deadline)
            continue
        if not part:
            raise EngineStopped("memory: the solver ended unexpectedly", ended=True)
        parts.append(part)
        size += len(part)
        if part.endswith(b"\n"):
            return b"".join(parts).splitlines()
        if size > most:
            raise EngineStopped("memory: the solver's answer is too long")
