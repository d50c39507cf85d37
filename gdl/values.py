"""Dataclasses whose methods are made when first needed: defining one then costs a tenth.

The standard decorator writes and compiles six methods for every frozen class. A program that is started for one
question defines some two hundred of them and makes values of a third. What comes out is the same dataclass: `fields`,
`replace`, `match` and pickles know it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """As `dataclasses.dataclass`; classes that are not frozen, or have methods of their own for it, are that."""
        return (lambda each: _made(each, options)) if cls is None else _made(cls, options)


_OURS = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__getstate__", "__setstate__")
_MADE = ("__init__", "__repr__", "__eq__", "__hash__")


def _made(cls: type, options: dict[str, bool]) -> type:
    slots, compared = options.get("slots", False), options.get("eq", True)
    plain = options.get("frozen", False) and options.keys() <= {"frozen", "slots", "eq"} and cls.__bases__ == (object,)
    if not plain or any(name in cls.__dict__ for name in _OURS):
        return dataclasses.dataclass(**options)(cls)
    lazy: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    lazy.__dataclass_params__.frozen, lazy.__dataclass_params__.eq = True, compared  # for classes made from this one
    for name in _MADE if compared else _MADE[:2]:
        setattr(lazy, name, _first_call(lazy, name))
    lazy.__setattr__, lazy.__delattr__ = _no_change, _no_removal
    if slots:
        lazy.__getstate__, lazy.__setstate__ = _state, _restore
    return lazy  # type: ignore[no-any-return]


def _first_call(cls: type, name: str) -> Any:
    """A method that puts the one it stands for in its place, and goes on as that."""

    def method(self: Any, *args: Any, **named: Any) -> Any:
        setattr(cls, name, _written(cls, name))
        return getattr(cls, name)(self, *args, **named)

    method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return method


def _written(cls: type, name: str) -> Any:
    """A method of a class as the standard decorator would write it."""
    fields = dataclasses.fields(cls)
    known: dict[str, Any] = {"MISSING": dataclasses.MISSING, "set_any": object.__setattr__}
    if name == "__init__":
        head, body = _init(cls, fields, known)
    elif name == "__repr__":
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields if each.repr)
        head, body = "self", [f"return f'{{self.__class__.__qualname__}}({shown})'"]
    elif name == "__eq__":
        ours, theirs = (
            "".join(f"{whose}.{each.name}, " for each in fields if each.compare) for whose in ("self", "other")
        )
        equal = f"({ours}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented"
        head, body = "self, other", [f"return {equal}"]
    else:
        hashed = "".join(f"self.{each.name}, " for each in fields if (each.compare if each.hash is None else each.hash))
        head, body = "self", [f"return hash(({hashed}))"]
    text = "\n    ".join([f"def {name}({head}):", *body])
    exec(compile(text, f"<{cls.__qualname__}.{name}>", "exec"), known)
    method = known[name]
    method.__qualname__, method.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
    return recursive_repr()(method) if name == "__repr__" else method


def _init(cls: type, fields: Sequence[dataclasses.Field[Any]], known: dict[str, Any]) -> tuple[str, list[str]]:
    """The parameters and the lines of `__init__`; what these need is put among what is known."""
    parameters, body = ["self"], []
    for place, each in enumerate(sorted(fields, key=lambda each: bool(each.kw_only))):
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        value, default = each.name, f"default_{place}"
        if each.default_factory is not dataclasses.MISSING:
            known[default] = each.default_factory
            value = f"{default}() if {value} is MISSING else {value}" if each.init else f"{default}()"
            parameters += [f"{each.name}=MISSING"] if each.init else []
        elif each.default is not dataclasses.MISSING:
            known[default] = each.default
            parameters += [f"{each.name}={default}"] if each.init else []
            value = value if each.init else default
        elif each.init:
            parameters.append(each.name)
        else:
            continue
        slot = cls.__dict__.get(each.name)
        if isinstance(slot, MemberDescriptorType):
            known[f"set_{place}"] = slot.__set__
            body.append(f"set_{place}(self, {value})")
        else:
            body.append(f"set_any(self, {each.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    return ", ".join(parameters), body or ["pass"]


def _no_change(self: Any, name: str, value: Any) -> None:
    if _holds(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _no_removal(self: Any, name: str) -> None:
    if _holds(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _holds(self: Any, name: str) -> bool:
    """Whether an attribute may not be changed: a class without fields of its own may have others."""
    return "__dataclass_fields__" in type(self).__dict__ or name in self.__dataclass_fields__


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
