"""The operations as tools for OpenAI-style function calling, in strict mode.

>>> from lelma.interfaces.function_tools import call_tool, tools                          # doctest: +SKIP
>>> reply = client.chat.completions.create(model=..., messages=messages, tools=tools())   # doctest: +SKIP
>>> call_tool(call.function.name, call.function.arguments)                                # doctest: +SKIP

Strict mode wants every key of an object required and no others; a key that may be left out is null instead. Where no
`rules` of a caller's own are wanted, leave out that key with `tools(rules=False)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from lelma.interfaces.schema import schema_of
from lelma.interfaces.service import OPERATIONS, RequestError, Service
from lelma.support.outside import json_value


def tools(*, rules: bool = True) -> list[dict[str, Any]]:
    """The tool definitions for chat completions; `[{"type": "function", **t["function"]}]` for the Responses API."""
    return [
        {
            "type": "function",
            "function": {
                "name": operation.name,
                "description": operation.description,
                "parameters": strict(schema_of(operation.request), without=() if rules else ("rules",)),
                "strict": True,
            },
        }
        for operation in OPERATIONS.values()
    ]


def strict(schema: Mapping[str, Any], *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The schema of a flat object for strict mode."""
    properties = {name: part for name, part in schema["properties"].items() if name not in without}
    made = {name: part if name in schema["required"] else _nullable(part) for name, part in properties.items()}
    return {"type": "object", "properties": made, "required": list(made), "additionalProperties": False}


def _nullable(part: Mapping[str, Any]) -> dict[str, Any]:
    nullable = {**part, "type": [part["type"], "null"]}
    return {**nullable, "enum": [*part["enum"], None]} if "enum" in part else nullable


@cache
def _service() -> Service:
    return Service()


def call_tool(name: str, arguments: str | Mapping[str, Any]) -> dict[str, Any]:
    """The result of a tool call; `arguments` as the model wrote them, or read already. An error is a result too."""
    try:
        read = _read(arguments) if isinstance(arguments, str) else arguments
        given = {key: value for key, value in read.items() if value is not None}
        return dict(_service()((name, given)))
    except RequestError as error:
        return dict(error.as_json())


def _read(text: str) -> Mapping[str, Any]:
    read = json_value(text or "{}", "the arguments", fail=lambda why: RequestError("bad_json", why))
    if not isinstance(read, dict):
        raise RequestError("bad_request", "the arguments are no object")
    return read
