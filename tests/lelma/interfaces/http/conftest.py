"""A running `lelma serve`."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[4]

Reply = tuple[int, Any]


class Server:
    """A server of a test's own, at a free port of this machine."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process

    def ask(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None, timeout: float = 30
    ) -> Reply:
        """Status and JSON of the reply; a body that is no bytes is sent as JSON."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()


@contextmanager
def running(*options: str) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {key: value for key, value in os.environ.items() if key != "LELMA_TOKEN"}
    command = [sys.executable, "-m", "lelma", "serve", "--port", str(port), *options]
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment)
    server = Server(port, process)
    deadline = time.monotonic() + 30
    while True:
        try:
            server.ask("GET", "/healthz")
            break
        except OSError:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.05)
    yield server
    process.terminate()
    assert process.wait(15) in (0, -15)


@pytest.fixture(scope="session")
def serving() -> Callable[..., Any]:
    """`with serving("--workers", "1") as server:` runs a server with these options."""
    return running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server with small limits, for all tests."""
    with running("--body-bytes", "200000", "--body-seconds", "1", "--seconds", "10") as server:
        yield server
