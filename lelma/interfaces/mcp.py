"""The MCP server (`pip install 'lelma[mcp]'`): `lelma mcp`, over standard input and output or streamable HTTP.

Every tool only reads. A result is a JSON object that follows the tool's output schema; what can't be served is an
error result that holds an `ErrorJson`, with its code.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import typing_extensions
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from lelma.interfaces.requests import RequestError
from lelma.interfaces.service import OPERATIONS, Operation, Service, package_version
from lelma.support.errors import WorkerStopped
from lelma.support.worker_pool import Workers

_SECONDS = 30.0
"""How long a call may be worked on."""

INSTRUCTIONS = (
    "Checks what is said about games against the games' rules. Pass a reasoning to verify_reasoning; where `ok` is "
    "false, reason again with `feedback`. list_games and describe_game tell what there is to reason about."
)

_Call = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]


def make_server(call: _Call | None = None, *, workers: int = 2) -> MCPServer[Any]:
    """The server; `call` serves an operation by name on a request, by default in worker processes."""
    serve = call or _in_workers(Workers(Service, size=workers))
    server: MCPServer[Any] = MCPServer("lelma", instructions=INSTRUCTIONS, version=package_version(), log_level="ERROR")
    hints = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    for operation in OPERATIONS.values():
        server.add_tool(
            _tool(operation, serve),
            name=operation.name,
            title=operation.title,
            description=operation.description,
            annotations=hints,
        )
    return server


def _in_workers(workers: Workers) -> _Call:
    def call(name: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            result: Mapping[str, Any] = workers.call((name, request), seconds=_SECONDS)
        except WorkerStopped as error:
            raise RequestError("memory" if str(error).startswith("memory") else "time", str(error)) from None
        except MemoryError:
            raise RequestError("memory", "memory: the request needs more memory than the limit allows") from None
        return result

    return call


def _tool(operation: Operation, call: _Call) -> Callable[..., Any]:
    """A function with the parameters and the result of an operation, as the SDK reads them from a signature."""

    async def tool(**arguments: Any) -> CallToolResult:
        request = {name: value for name, value in arguments.items() if value is not None}
        try:
            result = await asyncio.to_thread(call, operation.name, request)
        except RequestError as error:
            return _result(error.as_json(), is_error=True)
        return _result(result)

    tool.__name__ = operation.name
    tool.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        _parameters(operation.request),
        return_annotation=Annotated[CallToolResult, readable(operation.result)],
    )
    return tool


def _result(value: Mapping[str, Any], *, is_error: bool = False) -> CallToolResult:
    text = TextContent(type="text", text=json.dumps(value, ensure_ascii=True))
    return CallToolResult(content=[text], structured_content=dict(value), is_error=is_error)


def _parameters(request: type) -> list[inspect.Parameter]:
    hints = get_type_hints(request, include_extras=True)
    required = request.__required_keys__  # type: ignore[attr-defined]
    ordered = sorted(hints, key=lambda name: name not in required)
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=readable(hints[name]) if name in required else readable(hints[name]) | None,
            default=inspect.Parameter.empty if name in required else None,
        )
        for name in ordered
    ]


@cache
def readable(hint: Any) -> Any:
    """A public JSON type as pydantic reads it: its own TypedDict before Python 3.12, and descriptions as fields."""
    origin, args = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        hints = get_type_hints(hint, include_extras=True)
        fields = {
            name: NotRequired[readable(part)] if name in hint.__optional_keys__ else readable(part)
            for name, part in hints.items()
        }
        make: Any = typing_extensions.TypedDict  # called with a name that mypy can't read
        made = make(hint.__name__, fields)
        made.__doc__ = hint.__doc__
        return made
    if origin is NotRequired:
        return readable(args[0])
    if origin is Annotated:
        return Annotated[readable(args[0]), Field(description=args[1])]
    if origin is list:
        return list[readable(args[0])]  # type: ignore[misc]
    if origin is dict:
        return dict[args[0], readable(args[1])]  # type: ignore[misc,valid-type]
    if origin in (UnionType, Union):
        return Union[tuple(map(readable, args))]  # noqa: UP007
    return hint


def run_stdio() -> None:
    """Serve over standard input and output until the client is gone."""
    make_server().run("stdio")


def run_http(*, host: str = "127.0.0.1", port: int = 8422) -> None:
    """Serve streamable HTTP at `/mcp` until interrupted."""
    make_server().run("streamable-http", host=host, port=port)
