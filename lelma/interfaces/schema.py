"""JSON schemas (draft 2020-12) of object types, and the faults of a value against such a type."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from lelma.support.errors import did_you_mean

_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}


def schema_of(kind: type, definitions: str = "#/$defs/") -> dict[str, Any]:
    """The schema of an object type, with the types it uses under `$defs`; they are referred to below `definitions`."""
    used: dict[str, Any] = {}
    schema = _object(kind, used, definitions)
    return {**schema, "$defs": used} if used else schema


def _object(kind: Any, used: dict[str, Any], definitions: str) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "title": kind.__name__,
        "description": kind.__doc__,
        "type": "object",
        "properties": {name: _schema(hint, used, definitions) for name, hint in hints.items()},
        "required": [name for name in hints if name in kind.__required_keys__],
        "additionalProperties": False,
    }


def _schema(hint: Any, used: dict[str, Any], definitions: str) -> dict[str, Any]:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required):
        return _schema(args[0], used, definitions)
    if origin is Annotated:
        return {**_schema(args[0], used, definitions), "description": args[1]}
    if origin is Literal:
        return {"type": _SIMPLE[type(args[0])], "enum": list(args)}
    if origin is list:
        return {"type": "array", "items": _schema(args[0], used, definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], used, definitions)}
    if origin in (types.UnionType, Union):
        return {"anyOf": [_schema(arg, used, definitions) for arg in args]}
    if hint is object:  # anything
        return {}
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if hint.__name__ not in used:
        used[hint.__name__] = {}  # stops a type that holds itself
        used[hint.__name__] = _object(hint, used, definitions)
    return {"$ref": f"{definitions}{hint.__name__}"}


def faults(value: object, hint: Any, where: str = "") -> Iterator[str]:
    """All that is wrong with a JSON value against a type, each with its place, such as `claims[2].span`."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required, Annotated):
        yield from faults(value, args[0], where)
    elif origin is Literal:
        if not any(value == arg and type(value) is type(arg) for arg in args):
            yield f"{_place(where)}expected {' or '.join(map(repr, args))}, got {_shown(value)}"
    elif origin in (types.UnionType, Union):
        if all(any(faults(value, arg, where)) for arg in args):
            expected = " or ".join(_WORDS.get(arg, str(arg)) for arg in args)
            yield f"{_place(where)}expected {expected}, got {_shown(value)}"
    elif origin is list:
        yield from _list_faults(value, args[0], where)
    elif origin is dict or hint not in (*_SIMPLE, object):
        yield from _object_faults(value, hint, where)
    elif hint is not object and type(value) is not hint and not (hint is float and type(value) is int):
        yield f"{_place(where)}expected {_WORDS[hint]}, got {_shown(value)}"


def _list_faults(value: object, hint: Any, where: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{_place(where)}expected a list, got {_shown(value)}"
        return
    for index, item in enumerate(value):
        yield from faults(item, hint, f"{where}[{index}]")


def _object_faults(value: object, hint: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{_place(where)}expected an object, got {_shown(value)}"
        return
    if get_origin(hint) is dict:
        hints, required = dict.fromkeys(value, get_args(hint)[1]), frozenset[str]()
    else:
        hints, required = get_type_hints(hint, include_extras=True), hint.__required_keys__
    for name, part in value.items():
        place = f"{where}.{name}" if where else str(name)
        if name in hints:
            yield from faults(part, hints[name], place)
        else:
            near = did_you_mean(str(name), hints)
            yield f"{_place(place[:80])}there is no such key{near}; there are {', '.join(hints)}"
    yield from (f"{_place(where)}the key {name!r} is missing" for name in hints if name in required - set(value))


def _place(where: str) -> str:
    return f"{where}: " if where else ""


def _shown(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
