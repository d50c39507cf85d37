"""Running the HTTP application with uvicorn.

Short, because it alone needs uvicorn.
"""

from __future__ import annotations

import asyncio
import ipaddress

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lelma.interfaces.http.app import Options, make_app
from lelma.support.errors import UsageError


def impatient(seconds: float) -> type[H11Protocol]:
    """Connections that are closed if no request comes within that time: uvicorn waits for the first one for ever."""

    class Impatient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.loop.call_later(seconds, self._close_if_silent, transport)

        def _close_if_silent(self, transport: asyncio.Transport) -> None:
            if self.cycle is None and not transport.is_closing():
                transport.close()

    return Impatient


def serve(options: Options, *, host: str = "127.0.0.1", port: int = 8421) -> None:
    """Serve until interrupted.

    Raises:
        UsageError: for a host that others can reach, without a token.
    """
    if not options.token and not is_loopback(host):
        raise UsageError(f"others can reach {host}; give a token with --token or LELMA_TOKEN, or stay on 127.0.0.1")
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


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host; a name other than localhost is taken for one that others can."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
