"""Formulas said in English, put into the situation they stand in: who speaks, and who is spoken of.

Short, because such a sentence tells everything else itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from translators.formulas import formula as f
from translators.reading.claims.formulas import const
from translators.reading.claims.ground import Alternatives, Around, Ground
from translators.reading.discourse.scene import Unresolved, roles_of
from translators.reading.grammar import parts as p

_WHO = {p.ME: p.Who("me"), p.THEM: p.Who("them")}


def ground_said(ground: Ground, said: p.SaidFormula, around: Around) -> list[Alternatives]:
    """The formula of a sentence that tells all of it."""
    if not ground.near(around).empty:
        raise Unresolved("a case is told besides")

    def role(ref: f.Const) -> f.Const:
        if ref not in _WHO:
            return ref
        roles = roles_of(_WHO[ref], ground.game, ground.view)
        if len(roles) != 1:
            raise Unresolved("it isn't told who is meant")
        return const(roles[0])

    formula = _named(said.formula, role, tuple(map(const, ground.game.roles)))
    if free := _free(formula, frozenset()):
        raise Unresolved(f"{min(free)} isn't bound")
    return [(formula,)]


def _named(value: Any, role: Callable[[f.Const], f.Const], roles: tuple[f.Const, ...]) -> Any:
    """A part of a formula with its roles named."""
    match value:
        case f.Const():
            return role(value)
        case f.Condition(parts):
            bound = (each for part in parts for each in _of_all(part, roles))
            return f.Condition(tuple(_named(each, role, roles) for each in bound))
        case tuple():
            return tuple(_named(each, role, roles) for each in value)
    if not hasattr(value, "__dataclass_fields__"):
        return value
    named = {name: _named(getattr(value, name), role, roles) for name in value.__dataclass_fields__}
    return replace(value, **named)


def _of_all(part: Any, roles: tuple[f.Const, ...]) -> tuple[Any, ...]:
    """What all roles do, as what each does."""
    if isinstance(part, f.Bind) and part.role == p.ALL_ROLES:
        return tuple(replace(part, role=each) for each in roles)
    return (part,)


def _free(value: Any, bound: frozenset[str]) -> set[str]:
    """The names in a part of a formula that nothing binds."""
    match value:
        case f.Var(name):
            return set() if name in bound else {name}
        case f.Quantified(_, variable, domain, body) | f.Count(variable, domain, body):
            return _free(domain, bound) | _free(body, bound | {variable})
        case tuple():
            return {name for each in value for name in _free(each, bound)}
    fields = getattr(value, "__dataclass_fields__", ())
    return {name for each in fields for name in _free(getattr(value, each), bound)}
