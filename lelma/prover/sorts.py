"""What a strict prover would refuse in a theory, what is odd in it, and what can be mended without asking anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from gdl.errors import Fault
from lelma.prover.theory import (
    Apply,
    Axiom,
    Bound,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Theory,
    Thing,
    free_names,
    join_all,
    split_at,
    subformulas,
    things,
)

ENTITY, EVENT, BOOL = "entity", "event", "bool"

_EVENT_NAME = re.compile(r"ev?\d*'*\Z|event\d*\Z")
_ARROW = re.compile(r"⇒|=>")


class NameType(NamedTuple):
    """The sorts of what a name is said of, and what it then is: `bool` for a predicate."""

    args: tuple[str, ...]
    result: str

    def isabelle(self) -> str:
        return " ⇒ ".join((*self.args, self.result))


def theory_faults(theory: Theory) -> tuple[Fault, ...]:
    """Wrong arities, sorts that clash, predicates as arguments; sorts only warn where nothing is declared."""
    typing = _Typing(theory)
    return tuple(typing.faults)


def types_of(theory: Theory) -> dict[str, NameType]:
    """The types that the use of names comes to; everything is an entity where sorts clash."""
    typing = _Typing(replace(theory, declared=None))
    clash = any(fault.code == "sort" for fault in typing.faults)
    return {
        name: NameType(
            tuple(ENTITY if clash else typing.sort((name, str(i))) for i in range(arity)),
            BOOL if is_predicate else ENTITY if clash else typing.sort((name, "is")),
        )
        for name, (arity, is_predicate) in typing.uses.items()
    }


def flags_of(theory: Theory) -> tuple[str, ...]:
    """`over_strong:LABEL` where an axiom says something of all things that no condition names, `undeclared:NAME`,
    `free_variable:LABEL.V`.
    """
    found = [f"over_strong:{axiom.label}" for axiom in theory.axioms if _unconditional(axiom.closed)]
    if theory.declared is not None:
        names = [name for name, _ in _named(theory) if name not in theory.declared]
        found += [f"undeclared:{name}" for name in dict.fromkeys(names) if not _is_fixed(theory, name)]
        assumed = {thing for axiom in theory.axioms if axiom.kind == "assumption" for thing in things(axiom.formula)}
        loose = [] if theory.goal is None else [each for each in things(theory.goal) if each not in assumed]
        own = dict.fromkeys(
            each.name for each in loose if each.name not in theory.declared and each == Apply(each.name)
        )
        found += [f"free_variable:goal.{name}" for name in own]
    found += [f"free_variable:{axiom.label}.{name}" for axiom in theory.axioms for name in axiom.free]
    return tuple(found)


def mended(theory: Theory) -> tuple[Theory, tuple[str, ...]]:
    """The theory with what can be mended without a reader of its own, and what was: a predicate's name as an argument
    becomes a constant; sorts, declarations and signs that only a strict reader minds are let be.
    """
    names = _names_of_things(theory)
    repairs = [f"{old} as an argument is now the constant {new}" for old, new in names.items()]
    repairs += [fault.message for fault in theory.faults if fault.severity == "error"]
    better = replace(theory, declared=None, faults=())
    if names:
        axioms = tuple(replace(each, formula=_with_constants(each.formula, names)) for each in theory.axioms)
        goal = None if theory.goal is None else _with_constants(theory.goal, names)
        better = replace(better, axioms=axioms, goal=goal)
    return better, tuple(repairs)


def _names_of_things(theory: Theory) -> dict[str, str]:
    """Names, used for nothing else, of the things that predicates stand for where they are arguments."""
    predicates = _predicates(theory)
    said = [each for formula in _formulas(theory) for each in things(formula) if isinstance(each, Apply)]
    meant = dict.fromkeys(each.name for each in said if not each.args and each.name in predicates)
    if not meant:
        return {}
    used = {name for name, _ in _named(theory)} | _bound(theory)
    names: dict[str, str] = {}
    for each in meant:
        name = each[0].lower() + each[1:]
        while name in used:
            name += "_thing" if name.endswith(each[1:]) else "'"
        used.add(name)
        names[each] = name
    return names


def charitable(theory: Theory) -> Theory:
    """The theory as it was probably meant: mended, and what is said of all things without condition is said of some."""
    better, _ = mended(theory)
    return replace(better, axioms=tuple(map(_charitable, better.axioms)))


def _charitable(axiom: Axiom) -> Axiom:
    formula = axiom.closed
    if not _unconditional(formula):
        return axiom
    names, body = _universal(formula)
    if isinstance(body, Joined) and body.connective == "implies":
        bound = set(free_names(body.left))
        own = tuple(name for name in names if name not in bound and name in _asserted_names(body.right))
        kept = tuple(name for name in names if name not in own)
        inner = Joined("implies", body.left, Bound("some", own, body.right))
        return replace(axiom, formula=Bound("every", kept, inner) if kept else inner)
    if all(isinstance(each, Predicate | Opposite | Equation) for each in split_at("and", body)):
        return replace(axiom, formula=Bound("some", names, body))
    return axiom


def _unconditional(formula: FirstOrder) -> bool:
    names, body = _universal(formula)
    if isinstance(body, Joined) and body.connective == "implies":
        conditional = set(free_names(body.left))
        return any(name in names and name not in conditional for name in _asserted_names(body.right))
    return any(name in names for name in _asserted_names(body))


def _asserted_names(formula: FirstOrder) -> set[str]:
    """Free variables of what a formula asserts as it stands: predicates that no condition or negation is before."""
    if isinstance(formula, Bound):
        return _asserted_names(formula.body) - set(formula.variables)
    held = split_at("and", formula)
    return {name for each in held if isinstance(each, Predicate) for name in free_names(each)} | {
        name for each in held if isinstance(each, Bound) for name in _asserted_names(each)
    }


def _universal(formula: FirstOrder) -> tuple[tuple[str, ...], FirstOrder]:
    names: tuple[str, ...] = ()
    while isinstance(formula, Bound) and formula.quantifier == "every":
        names, formula = (*names, *formula.variables), formula.body
    return names, formula


def _formulas(theory: Theory) -> Iterator[FirstOrder]:
    for axiom in theory.axioms:
        yield axiom.formula
    if theory.goal is not None:
        yield theory.goal


def _named(theory: Theory) -> Iterator[tuple[str, int]]:
    """The names of predicates, functions and constants, with the number of things they are said of."""
    for formula in _formulas(theory):
        for each in subformulas(formula):
            if isinstance(each, Predicate):
                yield each.name, len(each.args)
        for thing in things(formula):
            if isinstance(thing, Apply):
                yield thing.name, len(thing.args)


def _predicates(theory: Theory) -> set[str]:
    declared = {name for name, told in (theory.declared or {}).items() if told.endswith(f"⇒ {BOOL}")}
    used = {
        each.name
        for formula in _formulas(theory)
        for each in subformulas(formula)
        if isinstance(each, Predicate) and each.args
    }
    return declared | used


def _bound(theory: Theory) -> set[str]:
    return {
        name
        for formula in _formulas(theory)
        for each in subformulas(formula)
        if isinstance(each, Bound)
        for name in each.variables
    }


def _is_fixed(theory: Theory, name: str) -> bool:
    """Whether an undeclared name is one that a theorem leaves free: a thing of its goal or its assumptions."""
    said = [each.formula for each in theory.axioms if each.kind == "assumption"] + (
        [theory.goal] if theory.goal else []
    )
    return any(thing == Apply(name) for formula in said for thing in things(formula))


def _with_constants(formula: FirstOrder, names: Mapping[str, str]) -> FirstOrder:
    def thing(term: Thing) -> Thing:
        if isinstance(term, LogicVariable):
            return term
        return Apply(term.name if term.args else names.get(term.name, term.name), tuple(map(thing, term.args)))

    match formula:
        case Predicate(name, args):
            return Predicate(name, tuple(map(thing, args)))
        case Equation(left, right):
            return Equation(thing(left), thing(right))
        case Opposite(body):
            return Opposite(_with_constants(body, names))
        case Joined(connective, one, other):
            return Joined(connective, _with_constants(one, names), _with_constants(other, names))
        case Bound(quantifier, variables, body):
            return Bound(quantifier, variables, _with_constants(body, names))
    return formula


_Node = tuple[str, ...]
"""What has a sort: an argument place of a name, what a name is, a variable of one quantifier."""


class _Typing:
    """Sorts by union of what must be of one sort (Milner's algorithm without functions as things)."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.faults: list[Fault] = []
        self.uses: dict[str, tuple[int, bool]] = {}
        self._above: dict[_Node, _Node] = {}
        self._base: dict[_Node, str] = {}
        self._scopes = 0
        self._told: set[tuple[str, str]] = set()
        self._types = {name: _type_of(told) for name, told in (theory.declared or {}).items()}
        self._predicates = _predicates(theory)
        for name, kind in self._types.items():
            for i, sort in enumerate(kind.args):
                self._set((name, str(i)), sort)
            self._set((name, "is"), kind.result)
        for axiom in theory.axioms:
            scope = {name: self._variable(name) for name in axiom.free}
            self._formula(axiom.formula, scope, axiom.label)
        if theory.goal is not None:
            self._formula(theory.goal, {}, "goal")

    def sort(self, node: _Node) -> str:
        return self._base.get(self._root(node), ENTITY)

    def _formula(self, formula: FirstOrder, scope: dict[str, _Node], label: str) -> None:
        match formula:
            case Predicate(name, args):
                self._use(name, args, True, scope, label)
            case Equation(left, right):
                self._unite(self._thing(left, scope, label), self._thing(right, scope, label), label, "=")
            case Opposite(body):
                self._formula(body, scope, label)
            case Joined(left=one, right=other):
                self._formula(one, scope, label)
                self._formula(other, scope, label)
            case Bound(variables=variables, body=body):
                self._formula(body, scope | {name: self._variable(name) for name in variables}, label)

    def _variable(self, name: str) -> _Node:
        self._scopes += 1
        node = (name, "variable", str(self._scopes))
        if self.theory.declared is None:
            self._set(node, EVENT if _EVENT_NAME.match(name) else ENTITY)
        return node

    def _thing(self, term: Thing, scope: dict[str, _Node], label: str) -> _Node:
        if isinstance(term, LogicVariable):
            return scope.get(term.name) or self._variable(term.name)
        if not term.args and term.name in self._predicates:
            message = f"{term.name} is a predicate, and stands as an argument"
            self._fault(label, "predicate-as-argument", message, fix=f"name a thing, and say {term.name} of it")
            self._scopes += 1
            return (term.name, "thing", str(self._scopes))
        self._use(term.name, term.args, False, scope, label)
        return (term.name, "is")

    def _use(self, name: str, args: tuple[Thing, ...], holds: bool, scope: dict[str, _Node], label: str) -> None:
        declared = self._types.get(name)
        arity, is_predicate = self.uses.setdefault(
            name, (len(declared.args), declared.result == BOOL) if declared else (len(args), holds)
        )
        if len(args) != arity:
            glued = next((each.name for each in args if isinstance(each, Apply) and each.name in self._predicates), "")
            fix = f"a connective may be missing before {glued}" if glued else ""
            self._fault(label, "arity", f"{name} is said of {len(args)}, elsewhere of {arity}", fix=fix)
        elif holds != is_predicate:
            self._fault(
                label, "sort", f"{name} is used as a {'formula' if holds else 'thing'}, and is none", error=True
            )
        for i, each in enumerate(args):
            self._unite((name, str(i)), self._thing(each, scope, label), label, name)

    def _unite(self, one: _Node, other: _Node, label: str, where: str) -> None:
        left, right = self._root(one), self._root(other)
        if left == right:
            return
        sorts = [self._base[each] for each in (left, right) if each in self._base]
        if len(sorts) == 2 and sorts[0] != sorts[1]:
            self._fault(label, "sort", f"{other[0]} in {where} is of sort {sorts[1]}, where {sorts[0]} is expected")
            return
        self._above[right] = left
        if sorts:
            self._base[left] = sorts[0]

    def _set(self, node: _Node, sort: str) -> None:
        self._base[self._root(node)] = sort

    def _root(self, node: _Node) -> _Node:
        while node in self._above:
            node = self._above[node]
        return node

    def _fault(self, label: str, code: str, message: str, *, fix: str = "", error: bool = False) -> None:
        if (label, message) in self._told:
            return
        self._told.add((label, message))
        line, column = self.theory.places.get(label, (1, 1))
        strict = error or code != "sort" or self.theory.declared is not None
        severity = "error" if strict else "warning"
        source = self.theory.source
        self.faults.append(Fault(source, line, column, code, f"{label}: {message}", severity, fix))  # type: ignore[arg-type]


def _type_of(told: str) -> NameType:
    *args, result = [each.strip() for each in _ARROW.split(told)]
    return NameType(tuple(args), result)


def conjunctive(axioms: tuple[Axiom, ...]) -> FirstOrder:
    """All axioms as one formula, each said of every value of its free variables."""
    return join_all("and", [axiom.closed for axiom in axioms])
