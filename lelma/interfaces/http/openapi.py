"""The OpenAPI description of the HTTP server, from the types of `lelma.interfaces.json_types`."""

from __future__ import annotations

from typing import Any

from lelma.interfaces import json_types as wire
from lelma.interfaces.schema import schema_of
from lelma.interfaces.service import OPERATIONS, Operation

POSTS = {
    "/v1/verify": "verify_reasoning",
    "/v1/refine": "refine",
    "/v1/ask": "ask",
    "/v1/explain": "explain",
    "/v1/check": "check_rules",
    "/v1/solve": "solve",
    "/v1/rules": "rules",
    "/v1/claims": "claims",
    "/v1/worlds": "worlds",
}
"""The operation of each path that takes a request object."""

STATUS: dict[wire.ErrorCode, int] = {
    "bad_json": 400,
    "bad_request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "no_such_game": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "too_large": 413,
    "not_json": 415,
    "misdirected": 421,
    "bad_rules": 422,
    "time": 422,
    "memory": 422,
    "internal": 500,
    "busy": 503,
    "unavailable": 503,
}
"""The HTTP status of each error code."""

_SCHEMAS = "#/components/schemas/"


def openapi(version: str) -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    used: dict[str, Any] = {}
    paths: dict[str, Any] = {
        "/healthz": {
            "get": {
                "summary": "Whether the server answers",
                "operationId": "health",
                "security": [],
                "responses": {"200": _response(wire.HealthJson, "It does", used)},
            }
        },
        "/v1/games": {"get": _operation(OPERATIONS["list_games"], used)},
        "/v1/games/{name}": {"get": _operation(OPERATIONS["describe_game"], used, named=True)},
    }
    for path, name in POSTS.items():
        operation = OPERATIONS[name]
        body = {"required": True, "content": _content(operation.request, used)}
        paths[path] = {"post": {**_operation(operation, used), "requestBody": body}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "LELMA", "version": version, "description": "Checks what is said about games."},
        "security": [{}, {"bearer": []}],
        "paths": paths,
        "components": {"schemas": used, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(operation: Operation, used: dict[str, Any], *, named: bool = False) -> dict[str, Any]:
    parameter = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "summary": operation.title,
        "description": operation.description,
        "operationId": operation.name,
        **({"parameters": [parameter]} if named else {}),
        "responses": {
            "200": _response(operation.result, "The result", used),
            "default": _response(wire.ErrorJson, "Why there is none", used),
        },
    }


def _response(kind: type, description: str, used: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": _content(kind, used)}


def _content(kind: type, used: dict[str, Any]) -> dict[str, Any]:
    schema = schema_of(kind, _SCHEMAS)
    used.update(schema.pop("$defs", {}))
    used[kind.__name__] = schema
    return {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{kind.__name__}"}}}
