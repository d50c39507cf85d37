"""Theories of first-order logic as values: terms, formulas, labelled axioms, a goal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal

from gdl.errors import Fault
from gdl.values import dataclass


@dataclass(frozen=True, slots=True)
class LogicVariable:
    """A variable, bound or free."""

    name: str


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of terms; a constant if there are none."""

    name: str
    args: tuple[Thing, ...] = ()


Thing = LogicVariable | Apply
"""What a theory talks about."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate of things; a proposition if there are none."""

    name: str
    args: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Equation:
    """Two terms are the same thing."""

    left: Thing
    right: Thing


@dataclass(frozen=True, slots=True)
class Always:
    """True or false, whatever else holds."""

    value: bool


@dataclass(frozen=True, slots=True)
class Opposite:
    """A formula does not hold."""

    body: FirstOrder


Connective = Literal["and", "or", "implies", "iff"]


@dataclass(frozen=True, slots=True)
class Joined:
    """Two formulas under a connective."""

    connective: Connective
    left: FirstOrder
    right: FirstOrder


@dataclass(frozen=True, slots=True)
class Bound:
    """A formula of `every` or `some` value of variables, of which there is at least one."""

    quantifier: Literal["every", "some"]
    variables: tuple[str, ...]
    body: FirstOrder


FirstOrder = Predicate | Equation | Always | Opposite | Joined | Bound

AxiomKind = Literal["axiom", "assumption"]


@dataclass(frozen=True)
class Axiom:
    """A formula that is taken to hold; an assumption is one of the theorem alone."""

    label: str
    formula: FirstOrder
    kind: AxiomKind = "axiom"

    @cached_property
    def free(self) -> tuple[str, ...]:
        """Its free variables, in the order they come."""
        return free_names(self.formula)

    @property
    def closed(self) -> FirstOrder:
        """Its formula, said of every value of its free variables."""
        return Bound("every", self.free, self.formula) if self.free else self.formula

    @property
    def is_fact(self) -> bool:
        """Whether it states something rather than a rule: by its label, or else as it has no implication."""
        if self.kind == "assumption" or _FACT.match(self.label):
            return True
        return not _RULE.match(self.label) and not any(
            isinstance(each, Joined) and each.connective in ("implies", "iff") for each in subformulas(self.formula)
        )


_FACT = re.compile(r"(?i)fact|premise|asm|assum|descr|said")
_RULE = re.compile(r"(?i)rule|expl|axiom|law")


@dataclass(frozen=True, slots=True)
class Theory:
    """Axioms with labels of their own, and the goal that may follow from them.

    Attributes:
        goal: None where only the axioms matter.
        declared: the types of its names as Isabelle's text gives them, such as `event ⇒ entity ⇒ bool`; None for a text
            that declares nothing, whose names are what they are used for.
        faults: what a strict reader of its text would refuse though it could be read.
        source, places: the file, and line and column of each label's formula in it; the goal's is `goal`.
    """

    axioms: tuple[Axiom, ...]
    goal: FirstOrder | None = None
    declared: Mapping[str, str] | None = field(default=None, hash=False)
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    source: str = field(default="<theory>", compare=False)
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False, hash=False)


def subformulas(formula: FirstOrder) -> Iterator[FirstOrder]:
    """A formula and all formulas in it."""
    waiting = [formula]
    while waiting:
        each = waiting.pop()
        yield each
        match each:
            case Opposite(body) | Bound(body=body):
                waiting.append(body)
            case Joined(left=left, right=right):
                waiting += [right, left]


def things(formula: FirstOrder) -> Iterator[Thing]:
    """The terms in a formula, each before those in it."""
    for each in subformulas(formula):
        match each:
            case Predicate(args=args):
                yield from _inner(args)
            case Equation(left, right):
                yield from _inner((left, right))


def _inner(terms: tuple[Thing, ...]) -> Iterator[Thing]:
    waiting = list(reversed(terms))
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, Apply):
            waiting += reversed(each.args)


def names_in(formula: FirstOrder) -> Iterator[str]:
    """The names of predicates, functions, constants and free or bound variables that stand in a formula."""
    for each in subformulas(formula):
        match each:
            case Predicate(name, args):
                yield name
            case Equation(left, right):
                args = (left, right)
            case _:
                continue
        for thing in args:
            yield thing.name
            if isinstance(thing, Apply) and thing.args:
                yield from (inner.name for inner in _inner(thing.args))


def free_names(formula: FirstOrder) -> tuple[str, ...]:
    """The free variables of a formula, in the order they come."""
    found: dict[str, None] = {}
    _collect(formula, frozenset(), found)
    return tuple(found)


def _collect(formula: FirstOrder, bound: frozenset[str], found: dict[str, None]) -> None:
    match formula:
        case Predicate(args=args):
            _collect_terms(args, bound, found)
        case Joined(left=left, right=right):
            _collect(left, bound, found)
            _collect(right, bound, found)
        case Opposite(body):
            _collect(body, bound, found)
        case Bound(variables=variables, body=body):
            _collect(body, bound.union(variables), found)
        case Equation(left_side, right_side):
            _collect_terms((left_side, right_side), bound, found)


def _collect_terms(terms: tuple[Thing, ...], bound: frozenset[str], found: dict[str, None]) -> None:
    for each in terms:
        if isinstance(each, Apply):
            if each.args:
                _collect_terms(each.args, bound, found)
        elif each.name not in bound:
            found[each.name] = None


def replaced(formula: FirstOrder, values: Mapping[str, Thing]) -> FirstOrder:
    """A formula with terms in place of free variables; what it binds must not occur in the terms."""
    match formula:
        case Predicate(name, args):
            return Predicate(name, tuple(replaced_in(each, values) for each in args))
        case Equation(left, right):
            return Equation(replaced_in(left, values), replaced_in(right, values))
        case Opposite(body):
            return Opposite(replaced(body, values))
        case Joined(connective, left, right):
            return Joined(connective, replaced(left, values), replaced(right, values))
        case Bound(quantifier, variables, body):
            left_over = {name: value for name, value in values.items() if name not in variables}
            return Bound(quantifier, variables, replaced(body, left_over))
        case _:
            return formula


def replaced_in(term: Thing, values: Mapping[str, Thing]) -> Thing:
    """A term with terms in place of variables."""
    if isinstance(term, LogicVariable):
        return values.get(term.name, term)
    return Apply(term.name, tuple(replaced_in(each, values) for each in term.args)) if term.args else term


def join_all(connective: Connective, formulas: list[FirstOrder]) -> FirstOrder:
    """Formulas under one connective, bracketed to the right; `and` of none is true, `or` of none false."""
    if not formulas:
        return Always(connective == "and")
    joined = formulas[-1]
    for each in reversed(formulas[:-1]):
        joined = Joined(connective, each, joined)
    return joined


def split_at(connective: Connective, formula: FirstOrder) -> list[FirstOrder]:
    """The formulas that a connective joins, however they are bracketed."""
    if isinstance(formula, Joined) and formula.connective == connective:
        return [*split_at(connective, formula.left), *split_at(connective, formula.right)]
    return [formula]


def closed(formula: FirstOrder) -> FirstOrder:
    """A formula said of every value of its free variables."""
    names = free_names(formula)
    return Bound("every", names, formula) if names else formula


def with_free_variables(formula: FirstOrder, is_variable: Callable[[str], bool]) -> FirstOrder:
    """A formula in which constants whose names are those of variables are variables."""

    def thing(term: Thing) -> Thing:
        if isinstance(term, LogicVariable):
            return term
        if not term.args and is_variable(term.name):
            return LogicVariable(term.name)
        return Apply(term.name, tuple(map(thing, term.args))) if term.args else term

    match formula:
        case Predicate(name, args):
            return Predicate(name, tuple(map(thing, args)))
        case Equation(left, right):
            return Equation(thing(left), thing(right))
        case Opposite(body):
            return Opposite(with_free_variables(body, is_variable))
        case Joined(connective, left_side, right_side):
            return Joined(
                connective, with_free_variables(left_side, is_variable), with_free_variables(right_side, is_variable)
            )
        case Bound(quantifier, variables, body):
            return Bound(quantifier, variables, with_free_variables(body, is_variable))
    return formula


def fixed(formula: FirstOrder, names: frozenset[str]) -> FirstOrder:
    """A formula whose free variables among the names are constants, as those of a theorem are arbitrary but fixed."""
    return replaced(formula, {name: Apply(name) for name in names})
