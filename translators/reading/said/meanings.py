"""Meanings of the sentences that formulas are said in. Every function is one that constructions name; None refuses.

They build formulas whose roles may still be `ME`, `THEM` and `ALL_ROLES`: who that is, the situation tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from translators.formulas import formula as f
from translators.reading.claims.formulas import const
from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import ALL_ROLES, ME, THEM, SaidFormula, Who

_Name = str | tuple[str, str] | Who
_ROLES = {"me": ME, "them": THEM}
_ALL_PLAYS, _NO_BELIEF = f.Condition(), f.Belief()


def same_said(**parts: Any) -> Any:
    """A phrase in other words."""
    (only,) = parts.values()
    return only


def said_claim(formula: f.Formula) -> SaidFormula:
    """A formula as what is asserted."""
    return SaidFormula(formula)


# Names


def said_role(who: _Name) -> f.Ref | None:
    """A role, by name or as who speaks and who is spoken of."""
    named = who_of(who)
    return const(named.name) if named.kind == "role" else _ROLES.get(named.kind)


def said_variable(name: str) -> f.Var:
    """A name that a quantifier binds."""
    return f.Var(name)


def said_move(moves: tuple[str, ...]) -> f.Ref | None:
    """A move."""
    return const(moves[0]) if len(moves) == 1 else None


def said_things(ref: f.Ref, things: tuple[f.Ref, ...] = ()) -> tuple[f.Ref, ...]:
    """Several things."""
    return (*things, ref)


def said_moment(number: Fraction) -> f.Ref | None:
    """A number of steps, or of a round."""
    return f.Const(str(number)) if number.denominator == 1 and number >= 0 else None


# Conditions and beliefs


def said_bind(role: f.Ref, move: f.Ref, step: f.Ref | None = None) -> f.Bind:
    """A role makes a move."""
    return f.Bind(role, move, step)


def said_bind_all(move: f.Ref) -> f.Bind:
    """All roles make a move."""
    return f.Bind(ALL_ROLES, move)


def said_reply(role: f.Ref, move: f.Ref, after: f.Condition | None = None) -> f.ReplyTo:
    """A role answers what was chosen before with a move."""
    return f.ReplyTo(role, after or f.Condition(), move)


def said_condition(part: f.Bind | f.ReplyTo | f.Var | None = None, when: f.Condition | None = None) -> f.Condition:
    """All of several things hold of the plays that are meant."""
    before = when.parts if when is not None else ()
    return f.Condition(before if part is None else (*before, part))


def said_weight(role: f.Ref, move: f.Ref, weight: f.NumberTerm) -> tuple[f.Ref, f.Ref, f.NumberTerm]:
    """A role makes a move with a probability."""
    return role, move, weight


def said_belief(weight: tuple[f.Ref, f.Ref, f.NumberTerm], belief: f.Belief | None = None) -> f.Belief:
    """Several roles make moves with probabilities."""
    return f.Belief((*(belief.parts if belief is not None else ()), weight))


def said_lot(weight: f.NumberTerm, when: f.Condition | None = None) -> tuple[f.Condition, f.NumberTerm]:
    """Plays with their probability."""
    return when or f.Condition(), weight


def said_lottery(lot: tuple[f.Condition, f.NumberTerm], lots: f.Lottery | None = None) -> f.Lottery:
    """Several plays with their probabilities."""
    return f.Lottery((*(lots.parts if lots is not None else ()), lot))


def said_domain(kind: str, name: str, role: f.Ref | None = None) -> tuple[str, f.Domain]:
    """What a name runs over."""
    return name, f.Domain(kind, role)


def said_but(over: tuple[str, f.Domain], things: tuple[f.Ref, ...]) -> tuple[str, f.Domain]:
    """What a name runs over, but for some."""
    name, domain = over
    return name, f.Domain(domain.kind, domain.role, things)


# Numbers


def said_number(number: Fraction) -> f.Number:
    """A number."""
    return f.Number(number)


def said_pay(role: f.Ref, when: f.Condition = _ALL_PLAYS) -> f.Pay:
    """What a role gets."""
    return f.Pay(role, when)


def said_sum(when: f.Condition = _ALL_PLAYS) -> f.Sum:
    """What all get together."""
    return f.Sum(when)


def said_mean(role: f.Ref, when: f.Condition = _ALL_PLAYS, belief: f.Belief | f.Var = _NO_BELIEF) -> f.Expected:
    """What a role gets on average."""
    return f.Expected(role, when, belief)


def said_extreme(which: Any, term: f.NumberTerm) -> f.Extreme:
    """The least or greatest value of a term."""
    return f.Extreme(which, term)


def said_extreme_pay(which: Any, role: f.Ref, when: f.Condition = _ALL_PLAYS) -> f.Extreme:
    """The least or most that a role gets."""
    return f.Extreme(which, f.Pay(role, when))


def said_extreme_sum(which: Any, when: f.Condition = _ALL_PLAYS) -> f.Extreme:
    """The least or most that all get together."""
    return f.Extreme(which, f.Sum(when))


def said_arithmetic(operator: Any, left: f.NumberTerm, right: f.NumberTerm) -> f.Arithmetic:
    """Two terms added, subtracted, multiplied or divided."""
    return f.Arithmetic(operator, left, right)


def said_count(domain: tuple[str, f.Domain], body: f.Formula) -> f.Count:
    """Of how many something holds."""
    return f.Count(*domain, body)


def said_chance(role: f.Ref, body: f.Formula, moment: f.Ref | None = None) -> f.Chance:
    """How likely something is for a role."""
    return f.Chance(role, body, moment)


def said_earned(role: f.Ref, moment: f.Ref | None = None) -> f.Earned:
    """What a role got in a round."""
    return f.Earned(role, moment)


def said_total(role: f.Ref, moment: f.Ref | None = None) -> f.Total:
    """What a role got in all rounds."""
    return f.Total(role, moment)


def said_rounds() -> f.Rounds:
    """How many rounds there were."""
    return f.Rounds()


# Comparisons


def said_relation(relation: Any) -> f.Comparison:
    """How two numbers stand to each other."""
    found: f.Comparison = relation
    return found


def said_compare(left: f.NumberTerm, right: f.NumberTerm, relation: f.Comparison = "=") -> f.Compare:
    """Two numbers stand so to each other."""
    return f.Compare(relation, left, right)


def said_gets(role: f.Ref, number: Fraction, when: f.Condition = _ALL_PLAYS, relation: f.Comparison = "=") -> f.Compare:
    """A role gets an amount."""
    return f.Compare(relation, f.Pay(role, when), f.Number(number))


def said_gets_not(role: f.Ref, number: Fraction, when: f.Condition = _ALL_PLAYS) -> f.Compare:
    """A role gets another amount."""
    return said_gets(role, number, when, "!=")


def said_some(compare: f.Compare) -> f.Some:
    """Two numbers stand so to each other in some case."""
    return f.Some(compare)


def said_guarantees(move: f.Ref, role: f.Ref, number: Fraction) -> f.Compare:
    """The least that a move brings."""
    least = f.Extreme("min", f.Pay(role, f.Condition((f.Bind(role, move),))))
    return f.Compare("=", least, f.Number(number))


# What holds of a play


def said_did(role: f.Ref, move: f.Ref, moment: f.Ref | None = None) -> f.Did:
    """A role made a move."""
    return f.Did(role, move, moment)


def said_can(role: f.Ref, move: f.Ref, moment: f.Ref | None = None) -> f.Can:
    """A role may make a move."""
    return f.Can(role, move, moment)


def said_will(role: f.Ref, move: f.Ref, moment: f.Ref | None = None) -> f.Will:
    """A role makes a move next."""
    return f.Will(role, move, moment)


def said_same(left: f.Ref, right: f.Ref) -> f.Same:
    """Two names mean the same."""
    return f.Same(left, right)


def said_knows(role: f.Ref, body: f.Formula, moment: f.Ref | None = None) -> f.Knows:
    """A role knows something."""
    return f.Knows(role, body, moment)


def said_possible(role: f.Ref, body: f.Formula, moment: f.Ref | None = None) -> f.Possible:
    """A role can't exclude something."""
    return f.Possible(role, body, moment)


def said_common(body: f.Formula, roles: tuple[f.Ref, ...] = (), moment: f.Ref | None = None) -> f.Common:
    """Something is common knowledge."""
    return f.Common(roles, body, moment)


# Formulas of formulas


def said_not(formula: f.Formula) -> f.Negation:
    """Something is not so."""
    return f.Negation(formula)


def said_and(left: f.Formula | tuple[f.Formula, ...], right: f.Formula) -> tuple[f.Formula, ...]:
    """Several things in a row."""
    return (*left, right) if isinstance(left, tuple) else (left, right)


def said_or(left: f.Formula | tuple[f.Formula, ...], right: f.Formula) -> tuple[f.Formula, ...]:
    """Several things in a row, any of them."""
    return said_and(left, right)


def said_all_of(parts: tuple[f.Formula, ...]) -> f.AllOf:
    """All of several things hold."""
    return f.AllOf(parts)


def said_any_of(parts: tuple[f.Formula, ...]) -> f.AnyOf:
    """At least one of several things holds."""
    return f.AnyOf(parts)


def said_if(condition: f.Formula, body: f.Formula) -> f.If:
    """Something holds if something else does."""
    return f.If(condition, body)


def said_iff(left: f.Formula, right: f.Formula) -> f.Iff:
    """Two things hold, or neither."""
    return f.Iff(left, right)


def said_quantified(quantifier: Any, domain: tuple[str, f.Domain], body: f.Formula) -> f.Quantified:
    """Something holds of what a name runs over."""
    return f.Quantified(quantifier, *domain, body)


def said_applied(definition: str, parameters: tuple[str, ...], **values: Any) -> f.Applied:
    """What a definition says of its arguments; `parameters` tell their order."""
    return f.Applied(definition, tuple(values[each] for each in parameters))


def said_denied(definition: str, parameters: tuple[str, ...], **values: Any) -> f.Negation:
    """What a definition denies of its arguments."""
    return f.Negation(said_applied(definition, parameters, **values))


MEANINGS: Mapping[str, Any] = {
    name: each for name, each in globals().items() if name.startswith(("said_", "same_said"))
}
"""The meanings, by the names that constructions have for them."""
