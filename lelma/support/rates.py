"""Options such as `history=0.2,seed=4` by name, and rates, of which each is a probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from lelma.support.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

AnyRates = TypeVar("AnyRates", bound="DataclassInstance")


def named_options(text: str, *, separator: str = ",") -> dict[str, str]:
    """Options by name, in the order they are given.

    Raises:
        UsageError: for a part that is no `name=value`, or a name that comes twice.

    >>> named_options("history=0.2, seed=4")
    {'history': '0.2', 'seed': '4'}
    """
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(separator))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not value:
            raise UsageError(f"{part!r}: write name=value, such as history=0.2")
        if name in found:
            raise UsageError(f"{name!r} is given twice")
        found[name] = value
    return found


def probability(name: str, value: Any) -> float:
    """A number from 0 to 1.

    Raises:
        UsageError: if it is none.
    """
    try:
        number = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = -1.0
    if not 0 <= number <= 1:
        raise UsageError(f"{name} should be a number from 0 to 1, not {value!r}")
    return number


def with_rates(who: str, default: AnyRates, given: Mapping[str, Any]) -> AnyRates:
    """Rates, of which some are given by their names; all fields of `default` are rates.

    Args:
        who: whose rates they are, for what an error says.

    Raises:
        UsageError: for a rate that there is not, or one that is no probability.
    """
    names = [each.name for each in fields(default)]
    unknown = [name for name in given if name not in names]
    if unknown:
        near = did_you_mean(unknown[0], names)
        raise UsageError(f"{who} has no rate {unknown[0]!r}{near}; there are: {', '.join(names)}")
    return replace(default, **{name: probability(name, value) for name, value in given.items()})
