"""Trees of game descriptions as plain data, and back: what may be kept in a file (`gdl.text.kept`).

Short, because trees are nothing but their fields.

>>> from gdl.tree.syntax import Compound, Symbol
>>> of_plain(to_plain((Compound("role", (Symbol("p1"),)),)))
(Compound(functor='role', args=(Symbol(name='p1'),)),)
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.tree.syntax import And, Compound, Distinct, Not, Or, Position, Rule, Symbol, Variable

_CLASSES: tuple[type[Any], ...] = (Variable, Symbol, Compound, Not, Or, And, Distinct, Rule, Position)
_FIELDS = {cls: tuple(each.name for each in fields(cls)) for cls in _CLASSES}
_NUMBERS = {cls: number for number, cls in enumerate(_CLASSES)}


def to_plain(value: Any) -> Any:
    """A tree, or a tuple of trees, as numbers, texts, tuples and lists."""
    number = _NUMBERS.get(type(value))
    if number is not None:
        return (number, *[to_plain(getattr(value, name)) for name in _FIELDS[type(value)]])
    return list(map(to_plain, value)) if isinstance(value, tuple) else value


def of_plain(value: Any) -> Any:
    """What `to_plain` made this of."""
    if isinstance(value, tuple):
        return _CLASSES[value[0]](*map(of_plain, value[1:]))
    return tuple(map(of_plain, value)) if isinstance(value, list) else value
