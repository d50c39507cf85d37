"""Running the HTTP application with uvicorn.

Short, because it alone needs uvicorn.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lelma.interfaces.http.app import Options, is_loopback, make_app
from lelma.support.errors import UsageError


def impatient(seconds: float) -> type[H11Protocol]:
    """Connections that are closed if the headers of a request take longer than that: uvicorn waits for ever for those
    of the first one, and for the rest of any that began.
    """

    class Impatient(H11Protocol):
        patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.patience = self.loop.call_later(seconds, transport.abort)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._wait_no_more()
            elif self.patience is None:
                self.patience = self.loop.call_later(seconds, self.transport.abort)

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def _wait_no_more(self) -> None:
            if self.patience is not None:
                self.patience.cancel()
                self.patience = None

    return Impatient


def serve(options: Options, *, host: str = "127.0.0.1", port: int = 8421) -> None:
    """Serve until interrupted.

    Raises:
        UsageError: for a host that others can reach, without a token.
    """
    if not options.token and not is_loopback(host):
        raise UsageError(f"others can reach {host}; give a token with --token or LELMA_TOKEN, or stay on 127.0.0.1")
    if not options.names and not is_loopback(host):
        options = replace(options, names=None)
    uvicorn.run(
        make_app(options),
        host=host,
        port=port,
        http=impatient(options.body_seconds),
        ws="none",
        log_level="warning",
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        limit_concurrency=1000,
        server_header=False,
    )
