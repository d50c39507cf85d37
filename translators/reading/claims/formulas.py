"""Formulas of partial profiles: the small words of claims."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from translators.formulas import formula as f
from translators.reading.discourse.scene import Partial
from translators.reading.words.game_words import SEES, role_of, step_of

_COMPOUND = re.compile(r"(\w+)\((.*)\)$")


@lru_cache(maxsize=4096)
def const(name: str) -> f.Const:
    """A role or a move as formulas have it; `offer(3)` has an argument."""
    found = _COMPOUND.match(name)
    if found is None:
        return f.Const(name)
    return f.Const(found[1], tuple(const(arg.strip()) for arg in found[2].split(",")))


def condition(partial: Partial) -> f.Condition:
    """The plays of a partial profile."""
    return f.Condition(tuple(_bind(turn, move) for turn, move in partial.items()))


def in_game_order(part: Any, roles: Sequence[str]) -> Any:
    """A formula, or a part of one, whose conditions name steps and roles in the game's order, not in a sentence's."""
    if isinstance(part, f.Condition) and all(isinstance(each, f.Bind | f.Saw) for each in part.parts):
        return f.Condition(tuple(sorted(part.parts, key=lambda each: _place(each, roles))))
    if isinstance(part, tuple):
        return tuple(in_game_order(each, roles) for each in part)
    if not is_dataclass(part) or isinstance(part, f.Const | f.Var | f.Number | f.Condition | type):
        return part
    return replace(part, **{each.name: in_game_order(getattr(part, each.name), roles) for each in fields(part)})


def _place(part: Any, roles: Sequence[str]) -> tuple[int, int]:
    step = getattr(part, "step", None)
    name = getattr(part.role, "name", "")
    return int(step.name) if isinstance(step, f.Const) else 0, roles.index(name) if name in roles else len(roles)


def _bind(turn: str, move: str) -> f.Bind | f.Saw:
    if turn.endswith(SEES):
        return f.Saw(const(role_of(turn)), const(move))
    step = step_of(turn)
    return f.Bind(const(role_of(turn)), const(move), None if step is None else f.Const(str(step)))


def pay(role: str, partial: Partial) -> f.Pay:
    """What a role, or whoever chooses at a turn, gets there."""
    return f.Pay(const(role_of(role)), condition(partial))


def number_term(value: Fraction) -> f.Number:
    """A number as a term."""
    return f.Number(value)


def minus(left: f.NumberTerm, right: f.NumberTerm) -> f.NumberTerm:
    """A difference."""
    return f.Arithmetic("-", left, right)


def all_of(parts: Iterable[f.Formula]) -> f.Formula:
    """All of some formulas; the only one by itself.

    Raises:
        ValueError: if there is none.
    """
    return _joined(parts, f.AllOf)


def any_of(parts: Iterable[f.Formula]) -> f.Formula:
    """At least one of some formulas; the only one by itself.

    Raises:
        ValueError: if there is none.
    """
    return _joined(parts, f.AnyOf)


def _joined(parts: Iterable[f.Formula], make: Callable[[tuple[f.Formula, ...]], f.Formula]) -> f.Formula:
    found = tuple(parts)
    if len(found) > 1:
        found = tuple(dict.fromkeys(found))
    if not found:
        raise ValueError("there is nothing to join")
    return found[0] if len(found) == 1 else make(found)


def belief(role: str, weights: Sequence[tuple[str, Fraction]]) -> f.Belief:
    """A role makes its moves with these probabilities."""
    return f.Belief(tuple((const(role), const(move), number_term(weight)) for move, weight in weights))
