"""The HTTP application. Requests are served in worker processes; this one only reads, waits and answers.

A page of another site that a browser shows can ask for nothing: the name that a request is meant for, and the page it
comes from, must be names of this server, and what is sent must say that it is JSON. A request body may have so many
bytes and take so many seconds to come; as many requests may wait for a worker as `Options.waiting` says, and further
ones are told to come again. Every error is an `ErrorJson`.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from gdl.values import dataclass
from lelma.game.game import list_games
from lelma.interfaces.http.landing import landing_page, playground_page, served_part
from lelma.interfaces.http.openapi import POSTS, STATUS, openapi
from lelma.interfaces.json_types import ErrorCode
from lelma.interfaces.playground.built import POLICY, built_playground
from lelma.interfaces.requests import RequestError
from lelma.interfaces.service import Service, package_version
from lelma.support.errors import WorkerStopped
from lelma.support.json_types import VERSION
from lelma.support.outside import json_value
from lelma.support.worker_pool import Workers


@dataclass(frozen=True)
class Options:
    """How the server is run.

    Attributes:
        token: what a caller must send as bearer token; none if empty. `/` with the files of the playground, `/healthz`
            and `/openapi.json` are open to all; `/` names the games only where none is needed.
        names: what the server is called, beside the names of this machine for itself, in the headers `Host` and
            `Origin`; None where it may be called anything.
        body_bytes: largest request body.
        body_seconds: how long the headers of a request, and a body, may take to come.
        seconds: how long a request may be worked on.
        workers: how many are worked on at the same time, each in a process.
        waiting: how many more may wait.
        playground: the folder of the playground's static files; where `make playground` puts them if None.
    """

    token: str = ""
    names: tuple[str, ...] | None = ()
    body_bytes: int = 1_000_000
    body_seconds: float = 10.0
    seconds: float = 30.0
    workers: int = 2
    waiting: int = 64
    playground: Path | None = None


Endpoint = Callable[[Request], Awaitable[Response]]


class _Door:
    """What the endpoints share."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.workers = Workers(Service, size=options.workers)
        self.threads = ThreadPoolExecutor(options.workers, "lelma-serve")
        self.present = 0

    async def serve(self, name: str, request: object) -> Response:
        """The result of an operation as a response."""
        if self.present >= self.options.workers + self.options.waiting:
            raise RequestError("busy", "too many requests are waiting; try again later")
        self.present += 1
        try:
            work = asyncio.get_running_loop().run_in_executor(self.threads, self._work, name, request)
            return JSONResponse(await asyncio.shield(work))
        finally:
            self.present -= 1

    def _work(self, name: str, request: object) -> Any:
        try:
            return self.workers.call((name, request), seconds=self.options.seconds)
        except WorkerStopped as error:
            raise RequestError("memory" if str(error).startswith("memory") else "time", str(error)) from None
        except MemoryError:
            raise RequestError("memory", "memory: the request needs more memory than the limit allows") from None

    async def body(self, request: Request) -> object:
        """The JSON value of a request's body."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RequestError("not_json", "the header Content-Type must say application/json")
        parts, size = [], 0
        try:
            async with asyncio.timeout(self.options.body_seconds):
                async for part in request.stream():
                    size += len(part)
                    if size > self.options.body_bytes:
                        raise RequestError("too_large", f"the body has more than {self.options.body_bytes} bytes")
                    parts.append(part)
        except TimeoutError:
            raise RequestError("too_slow", f"the body took more than {self.options.body_seconds:g} seconds") from None
        return json_value(b"".join(parts), "the body", fail=lambda why: RequestError("bad_json", why))

    def admit(self, request: Request) -> None:
        """Let a request in that has the token, or needs none."""
        expected = f"Bearer {self.options.token}".encode()
        given = request.headers.get("authorization", "").encode("latin-1")
        if self.options.token and not hmac.compare_digest(given, expected):
            raise RequestError("unauthorized", "a bearer token is needed")

    def close(self) -> None:
        self.workers.close()
        self.threads.shutdown()


_PAGE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-cache",  # a browser keeps them, and asks whether they are still right
}


class _Playground(StaticFiles):
    """The static files of the playground, whose page and worker may ask this server alone."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers.update(_PAGE_HEADERS)
        return response


def _static_routes(folder: Path) -> Iterator[BaseRoute]:
    """Of what is in the folder of the playground, but for its page, which `/` is made of."""
    files = _Playground(directory=folder)

    def file(name: str) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            return await files.get_response(name, request.scope)

        return endpoint

    for each in sorted(folder.iterdir()):
        if each.is_dir():
            yield Mount(f"/{each.name}", _Playground(directory=each))
        elif each.name != "index.html":
            yield Route(f"/{each.name}", file(each.name))


class _OwnNames:
    """Refuses a request that is meant for a server of another name, or comes from a page of another one."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(Request(scope)) if scope["type"] == "http" else None
        await (_response(refused) if refused else self._app)(scope, receive, send)

    def _refusal(self, request: Request) -> RequestError | None:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._is_own(f"//{host}"):
            return RequestError("misdirected", "the header Host names another server; `lelma serve --name` adds a name")
        if origin is not None and not self._is_own(origin):
            return RequestError("forbidden", "the header Origin names a page of another site")
        return None

    def _is_own(self, address: str) -> bool:
        try:
            split = urlsplit(address)
            name, _ = split.hostname or "", split.port
        except ValueError:  # a port that is no number, too
            return False
        return name in self._names or is_loopback(name)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host; a name other than localhost is taken for one that others can."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def make_app(options: Options | None = None) -> Starlette:
    """The ASGI application."""
    options = options or Options()
    door = _Door(options)
    playground = built_playground() if options.playground is None else options.playground
    gates = [] if options.names is None else [Middleware(_OwnNames, names=options.names)]

    def posted(name: str) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            door.admit(request)
            return await door.serve(name, await door.body(request))

        return endpoint

    async def games(request: Request) -> Response:
        door.admit(request)
        return await door.serve("list_games", {})

    async def game(request: Request) -> Response:
        door.admit(request)
        return await door.serve("describe_game", {"game": request.path_params["name"]})

    async def health(_: Request) -> Response:
        return JSONResponse({"schema": VERSION, "status": "ok", "version": package_version()})

    async def description(_: Request) -> Response:
        return JSONResponse(openapi(package_version()))

    async def landing(request: Request) -> Response:
        games = [] if options.token else list_games()
        served = served_part(openapi(package_version()), games, str(request.base_url).rstrip("/"))
        if playground is None:
            return HTMLResponse(landing_page(served))
        page = playground_page((playground / "index.html").read_text("utf-8"), served)
        return HTMLResponse(page, headers=_PAGE_HEADERS)

    async def moved(_: Request) -> Response:
        return RedirectResponse("../")  # a browser keeps the fragment, which holds a shared link

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(door.close)

    return Starlette(
        routes=[
            Route("/", landing),
            Route("/healthz", health),
            Route("/openapi.json", description),
            Route("/v1/games", games),
            Route("/v1/games/{name}", game),
            *(Route(path, posted(name), methods=["POST"]) for path, name in POSTS.items()),
            *([Route("/playground/", moved), *_static_routes(playground)] if playground else []),
        ],
        exception_handlers={
            RequestError: _refuse,
            HTTPException: _refuse_http,
            ClientDisconnect: _refuse_gone,
            Exception: _fail,
        },
        middleware=gates,
        lifespan=lifespan,
    )


def _response(error: RequestError) -> Response:
    headers = {"busy": {"Retry-After": "1"}, "unauthorized": {"WWW-Authenticate": "Bearer"}}.get(error.code)
    return JSONResponse(error.as_json(), STATUS[error.code], headers)


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return _response(error)


async def _refuse_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes: dict[int, ErrorCode] = {404: "not_found", 405: "method_not_allowed"}
    return _response(RequestError(codes.get(error.status_code, "bad_request"), error.detail))


async def _refuse_gone(_: Request, error: Exception) -> Response:
    return _response(RequestError("bad_request", "the caller went away before the request was complete"))


async def _fail(_: Request, error: Exception) -> Response:
    """The server logs the error; the caller learns nothing of it."""
    return _response(RequestError("internal", "the server has a fault; its log says which"))
