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

from lelma.interfaces.requests import RequestError
from lelma.interfaces.schema import schema_of
from lelma.interfaces.service import OPERATIONS, Service
from lelma.support.outside import MAX_NESTING, deeper, json_value


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
    """The schema of an object for strict mode, with the types it uses in place of references to them."""
    return _object(schema, schema.get("$defs", {}), without)


def _object(schema: Mapping[str, Any], used: Mapping[str, Any], without: tuple[str, ...] = ()) -> dict[str, Any]:
    parts = {name: _part(part, used) for name, part in schema["properties"].items() if name not in without}
    made = {name: part if name in schema["required"] else _nullable(part) for name, part in parts.items()}
    return {"type": "object", "properties": made, "required": list(made), "additionalProperties": False}


def _part(part: Mapping[str, Any], used: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in part:
        own = used[part["$ref"].rpartition("/")[2]]
        return {**_object(own, used), "description": part.get("description", own["description"])}
    if part.get("type") == "array":
        return {**part, "items": _part(part["items"], used)}
    return dict(part)


def _nullable(part: Mapping[str, Any]) -> dict[str, Any]:
    nullable = {**part, "type": [part["type"], "null"]}
    return {**nullable, "enum": [*part["enum"], None]} if "enum" in part else nullable


def _without_null(value: Any) -> Any:
    """The value without keys that are null, on all levels."""
    if isinstance(value, Mapping):
        return {key: _without_null(part) for key, part in value.items() if part is not None}
    return [_without_null(part) for part in value] if isinstance(value, list) else value


@cache
def _service() -> Service:
    return Service()


def call_tool(name: str, arguments: str | Mapping[str, Any]) -> dict[str, Any]:
    """The result of a tool call; `arguments` as the model wrote them, or read already. An error is a result too."""
    try:
        read = _read(arguments) if isinstance(arguments, str) else arguments
        if deeper(read, MAX_NESTING):
            raise RequestError("bad_request", f"lists or objects are nested more than {MAX_NESTING} deep")
        return dict(_service()((name, _without_null(read))))
    except RequestError as error:
        return dict(error.as_json())


def _read(text: str) -> Mapping[str, Any]:
    read = json_value(text or "{}", "the arguments", fail=lambda why: RequestError("bad_json", why))
    if not isinstance(read, dict):
        raise RequestError("bad_request", "the arguments are no object")
    return read
