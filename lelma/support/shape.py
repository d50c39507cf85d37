"""The shape of tables that come from outside: what is not where it should be, in words.

A shape is a type; `[shape]`, a list; `{"name": shape}`, a table, in which `*` stands for all names that are not
listed, and others are let through; or a tuple of shapes, one of which must fit.

Short, because it is one idea; `lelma.game.file_format` and others hold the shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import Any

_WORDS = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"
}  # fmt: skip


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
