"""The shape of tables that come from outside: what is not where it should be, in words, and values made of what is.

A shape is a type; `[shape]`, a list; `{"name": shape}`, a table, in which `*` stands for all names that are not
listed, and others are let through; or a tuple of shapes, one of which must fit.

A frozen dataclass has a shape of its own, `type_shape`: a table with an entry for each field. `typed_value` makes the
value of a table that has it, so that a file is checked and read by one declaration:

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Team:
...     size: int = 1
...     members: tuple[str, ...] = ()
>>> list(misshapen({"size": "two"}, type_shape(Team)))
["size = 'two' should be a whole number"]
>>> typed_value(Team, {"members": ["ann"]})
Team(size=1, members=('ann',))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from gdl.values import dataclass

_T = TypeVar("_T")

_WORDS = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"
}  # fmt: skip

GIVEN = {"given": True}
"""Metadata of a field that is no entry of its table: it holds the names of the entries, as they are written."""


@dataclass(frozen=True)
class WrittenAs:
    """In `Annotated[T, WrittenAs(U, read)]`: a value of type `T` is written as one of type `U`, and read by `read`."""

    kind: Any
    read: Callable[[Any], Any]


def _several(written: str | tuple[str, ...]) -> tuple[str, ...]:
    return (written,) if isinstance(written, str) else written


OneOrMore = Annotated[tuple[str, ...], WrittenAs(str | tuple[str, ...], _several)]
"""Texts, of which a single one may be written without a list."""


def misshapen(value: Any, shape: Any, place: str = "") -> Iterator[str]:
    """What in a value has not its shape, each with its place, such as `words.terms[2].says`."""
    if isinstance(shape, tuple):
        if all(any(misshapen(value, each, place)) for each in shape):
            yield _told(value, shape, place)
    elif isinstance(shape, dict):
        if not isinstance(value, dict):
            yield _told(value, shape, place)
            return
        for name, entry in value.items():
            if name in shape or "*" in shape:
                yield from misshapen(entry, shape.get(name, shape.get("*")), f"{place}.{name}" if place else name)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield _told(value, shape, place)
            return
        for index, entry in enumerate(value):
            yield from misshapen(entry, shape[0], f"{place}[{index}]")
    elif not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
        yield _told(value, shape, place)


@cache
def type_shape(kind: Any) -> Any:
    """The shape of what values of a type are read from.

    Types are those of TOML, `tuple[T, ...]` for a list, `Mapping[str, T]` for a table (`T` may be `Any`), frozen
    dataclasses, unions of these, and `Annotated` with `WrittenAs`. `None` stands for what is not written.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_shape(_written_as(kind).kind)
    if origin in (Union, UnionType):
        shapes = tuple(type_shape(each) for each in arguments if each is not NoneType)
        return shapes if len(shapes) > 1 else shapes[0]
    if origin is tuple:
        return [type_shape(arguments[0])]
    if origin is Mapping:
        return {} if arguments[1] is Any else {"*": type_shape(arguments[1])}
    return {name: type_shape(each) for name, each in _entries(kind).items()} if _is_table(kind) else kind


def typed_value(kind: type[_T], value: Any) -> _T:
    """The value of a type that something with its `type_shape` stands for.

    Entries that the type has no field for are left out; fields without an entry have their usual value.
    """
    found: _T = _typed(kind, value)
    return found


def _typed(kind: Any, value: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        written = _written_as(kind)
        return written.read(_typed(written.kind, value))
    if origin in (Union, UnionType):
        return _typed(next(each for each in arguments if not any(misshapen(value, type_shape(each)))), value)
    if origin is tuple:
        return tuple(_typed(arguments[0], entry) for entry in value)
    if origin is Mapping:
        return {name: _typed(arguments[1], entry) for name, entry in value.items()}
    if not _is_table(kind):
        return value
    read = {name: _typed(each, value[name]) for name, each in _entries(kind).items() if name in value}
    return kind(**read, **{each.name: tuple(value) for each in fields(kind) if each.metadata == GIVEN})


def _is_table(kind: Any) -> bool:
    return is_dataclass(kind)


@cache
def _entries(kind: Any) -> Mapping[str, Any]:
    """Name → type of the fields of a dataclass that are entries of its table."""
    types = get_type_hints(kind, include_extras=True)
    return {each.name: types[each.name] for each in fields(kind) if each.metadata != GIVEN}


def _written_as(kind: Any) -> WrittenAs:
    found: WrittenAs = get_args(kind)[1]
    return found


def _told(value: Any, shape: Any, place: str) -> str:
    shown = repr(value)
    return f"{place} = {shown if len(shown) <= 60 else shown[:59] + '…'} should be {_in_words(shape)}"


def _in_words(shape: Any) -> str:
    match shape:
        case tuple():
            return " or ".join(map(_in_words, shape))
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return _WORDS[shape]
