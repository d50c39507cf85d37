"""When two formulas say the same: definitions are written out, and what may stand in any order stands in one.

Equal meanings are equal claims whatever the game. The other way round it is no more than likely: that `min pay` is at
least a number and that every payoff is are the same, and are not seen to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import count, takewhile
from typing import Any, cast

from translators.formulas import formula as f
from translators.formulas.definitions import Definitions

_TURNED: dict[f.Comparison, f.Comparison] = {"<": ">", "<=": ">="}
_EITHER_WAY = ("=", "!=", "~")

_Bound = Mapping[str, Any]


def meaning(formula: f.Formula, definitions: Definitions) -> f.Formula:
    """The formula in the form that all have which are seen to say the same."""
    return cast(f.Formula, _Ordering().of(written_out(formula, definitions)))


def written_out(formula: f.Formula, definitions: Definitions) -> f.Formula:
    """The formula with definitions written out, and bound variables numbered in the order they come in."""
    return cast(f.Formula, _Unfolding(definitions).of(formula, {}))


class _Unfolding:
    """Puts arguments in place of parameters. A class because every step needs the definitions and fresh names."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.fresh = count(1)

    def of(self, value: Any, bound: _Bound) -> Any:
        match value:
            case f.Var(name):
                return bound.get(name, value)
            case f.Condition(parts):
                return f.Condition(tuple(self.conditions(parts, bound)))
            case f.Applied(name, args) if name in self.definitions:
                definition = self.definitions[name]
                names = (parameter for parameter, _ in definition.head.parameters)
                given = {each: self.of(arg, bound) for each, arg in zip(names, args, strict=True)}
                return self.of(definition.body, given)
            case f.Quantified(variable=variable) | f.Count(variable=variable):
                name = f"x{next(self.fresh)}"
                inner = {**bound, variable: f.Var(name)}
                domain, body = self.of(value.domain, bound), self.of(value.body, inner)
                return replace(value, variable=name, domain=domain, body=body)
        return _rebuilt(value, lambda part: self.of(part, bound))

    def conditions(self, parts: tuple[Any, ...], bound: _Bound) -> Iterator[Any]:
        """The parts of a condition; those of one that a variable stands for come in its place."""
        for part in parts:
            made = self.of(part, bound)
            if isinstance(made, f.Condition):
                yield from made.parts
            else:
                yield made


class _Ordering:
    """Puts in one order what may stand in any. A class because its method calls itself in every case."""

    def of(self, value: Any) -> Any:
        value = _rebuilt(value, self.of)
        match value:
            case f.Number():
                return value
            case f.Compare(relation, left, right) if relation in _TURNED:
                return f.Compare(_TURNED[relation], right, left)
            case f.Compare(relation, left, right) if relation in _EITHER_WAY:
                return f.Compare(relation, *sorted((left, right), key=repr))
            case f.Same(left, right):
                return f.Same(*sorted((left, right), key=repr))
            case f.Negation(f.Negation(body)):
                return body
            case f.AllOf(parts) | f.AnyOf(parts):
                flat = (each for part in parts for each in (part.parts if isinstance(part, type(value)) else (part,)))
                return replace(value, parts=tuple(sorted(dict.fromkeys(flat), key=repr)))
            case f.Condition(parts):
                return f.Condition(_conditions(parts))
            case f.Belief(parts):
                return f.Belief(tuple(sorted(parts, key=repr)))
        return value


def _conditions(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Parts of a condition without those that later ones go before, in one order where that makes no difference."""
    plain = list(takewhile(lambda part: isinstance(part, f.Bind) and isinstance(part.role, f.Const), parts))
    last = {(part.role, part.step): part for part in plain}
    return (*sorted(last.values(), key=repr), *parts[len(plain) :])


def _rebuilt(value: Any, change: Any) -> Any:
    """A value with its parts changed."""
    if isinstance(value, tuple):
        return tuple(map(change, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    return replace(value, **{each.name: change(getattr(value, each.name)) for each in fields(value)})
