"""Clauses of formulas, as the solver takes them: normal form, one-point rule, Skolem functions, equality."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import count

from gdl.compile.prolog_text import prolog_atom
from gdl.values import dataclass
from lelma.prover.theory import (
    Always,
    Apply,
    Bound,
    Connective,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Theory,
    Thing,
    closed,
    join_all,
    names_in,
    replaced,
    split_at,
    things,
)
from lelma.support.errors import LelmaError

MOST_CLAUSES = 4000
"""Clauses that one formula may come to."""

GOAL, EQUALITY = "goal", "equality"
"""Labels of clauses that are no axiom's."""


class TooManyClauses(LelmaError):
    """A formula comes to more clauses than are worked on."""

    def __init__(self) -> None:
        super().__init__(f"size: a formula comes to more than {MOST_CLAUSES} clauses")


@dataclass(frozen=True)
class HornOrWider:
    """If all atoms of `body` hold, one of `head` does; `label` is that of an axiom, or where it is `ours`, `GOAL` or
    `EQUALITY`.
    """

    label: str
    body: tuple[Predicate, ...]
    head: tuple[Predicate, ...]
    ours: bool = False

    def prolog(self, label: str) -> str:
        """The clause as the text of a Prolog term."""
        return f"clause({label},[{_atoms(self.body)}],[{_atoms(self.head)}])"


@dataclass
class ClauseMaker:
    """Makes clauses; its Skolem functions have names that no theory of `taken` names has."""

    taken: set[str]
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def clauses(self, label: str, formula: FirstOrder, *, ours: bool = False) -> list[HornOrWider]:
        """The clauses of a closed formula.

        Raises:
            TooManyClauses: if there are more than `MOST_CLAUSES`.
        """
        names = _FreeNames()
        matrix = self._skolem(_narrowed(self._pushed(formula, True, {}), names), names)
        made = []
        for literals in _conjunctive(matrix):
            clause = _clause(label, literals, ours)
            if clause is not None and clause not in made:
                made.append(clause)
        return made

    def _fresh(self, name: str) -> str:
        while (made := f"{name}_{next(self._numbers)}") in self.taken:
            pass
        self.taken.add(made)
        return made

    def _pushed(self, formula: FirstOrder, holds: bool, names: dict[str, Thing]) -> FirstOrder:
        """Negation normal form: what it comes to that a formula holds, or that it does not, with a name of its own for
        each variable.
        """
        match formula:
            case Predicate() | Equation():
                literal = replaced(formula, names) if names else formula
                return literal if holds else Opposite(literal)
            case Opposite(body):
                return self._pushed(body, not holds, names)
            case Joined("implies", left, right):
                one = self._pushed(left, not holds, names)
                return Joined("or" if holds else "and", one, self._pushed(right, holds, names))
            case Joined("iff", left, right):
                one = Joined("or", self._pushed(left, not holds, names), self._pushed(right, True, names))
                if holds:
                    other = Joined("or", self._pushed(right, False, names), self._pushed(left, True, names))
                else:
                    other = Joined("or", self._pushed(left, False, names), self._pushed(right, False, names))
                return Joined("and", one, other)
            case Joined(connective, left, right):
                dual = connective if holds else "or" if connective == "and" else "and"
                return Joined(dual, self._pushed(left, holds, names), self._pushed(right, holds, names))
            case Bound(quantifier, variables, body):
                turned = quantifier if holds else "some" if quantifier == "every" else "every"
                own = {name: self._fresh(name) for name in variables}
                inner = self._pushed(body, holds, names | {name: LogicVariable(new) for name, new in own.items()})
                return Bound(turned, tuple(own.values()), inner)
            case Always(value):
                return Always(value == holds)

    def _skolem(self, formula: FirstOrder, names: _FreeNames) -> FirstOrder:
        """The formula without quantifiers; what is free in it holds of everything."""
        match formula:
            case Bound("every", _, body):
                return self._skolem(body, names)
            case Bound("some", variables, body):
                rest = tuple(LogicVariable(name) for name in sorted(names.of(formula)))
                values: dict[str, Thing] = {name: Apply(self._fresh(name), rest) for name in variables}
                return self._skolem(replaced(body, values), names)
            case Joined(connective, left, right):
                return Joined(connective, self._skolem(left, names), self._skolem(right, names))
        return formula


def theory_clauses(
    theory: Theory,
) -> tuple[list[HornOrWider], list[HornOrWider], list[HornOrWider]]:
    """Clauses of the axioms, of the goal's negation and of the goal; what says how `=` works is among the axioms'.

    Raises:
        TooManyClauses: if a formula comes to too many.
    """
    formulas = [axiom.formula for axiom in theory.axioms] + ([theory.goal] if theory.goal is not None else [])
    maker = ClauseMaker({name for formula in formulas for name in names_in(formula)})
    axioms = [clause for axiom in theory.axioms for clause in maker.clauses(axiom.label, axiom.closed)]
    denied: list[HornOrWider] = []
    claimed: list[HornOrWider] = []
    if theory.goal is not None:
        goal = closed(theory.goal)
        denied, claimed = maker.clauses(GOAL, Opposite(goal), ours=True), maker.clauses(GOAL, goal, ours=True)
    everything = [*axioms, *denied, *claimed]
    if any(atom.name == "=" for clause in everything for atom in (*clause.body, *clause.head)):
        axioms += _equality(everything)
    return axioms, denied, claimed


def _variables(terms: Iterable[Thing]) -> Iterator[str]:
    for each in terms:
        if isinstance(each, LogicVariable):
            yield each.name
        elif each.args:
            yield from _variables(each.args)


class _FreeNames:
    """The free variables of formulas, each worked out once: walks over formulas ask for them at every step."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[FirstOrder, frozenset[str]]] = {}  # the formula stays, and so its id is its own

    def of(self, formula: FirstOrder) -> frozenset[str]:
        found = self._known.get(id(formula))
        if found is not None:
            return found[1]
        match formula:
            case Joined(left=left, right=right):
                names = self.of(left) | self.of(right)
            case Bound(variables=variables, body=body):
                names = self.of(body).difference(variables)
            case Opposite(body):
                names = self.of(body)
            case Predicate(args=args):
                names = frozenset(_variables(args))
            case Equation(left, right):
                names = frozenset(_variables((left, right)))
            case Always():
                names = frozenset()
        self._known[id(formula)] = formula, names
        return names


def _narrowed(formula: FirstOrder, names: _FreeNames) -> FirstOrder:
    """A formula in negation normal form, with true and false worked out, the one-point rule applied, and each
    quantifier over no more than its variables are in.
    """
    match formula:
        case Joined(connective, left, right):
            one, other = _narrowed(left, names), _narrowed(right, names)
            for side, beside in ((one, other), (other, one)):
                if isinstance(side, Always):
                    return side if side.value == (connective == "or") else beside
            return Joined(connective, one, other)
        case Bound(quantifier, variables, body):
            inner = _narrowed(body, names)
            for name in reversed(variables):
                inner = _bound(quantifier == "some", name, inner, names)
            return inner
        case Equation(left, right) if left == right:
            return Always(True)
        case Opposite(Equation(left, right)) if left == right:
            return Always(False)
    return formula


def _bound(some: bool, name: str, formula: FirstOrder, names: _FreeNames) -> FirstOrder:
    """A quantifier of one variable over a narrowed formula."""
    if name not in names.of(formula):
        return formula
    connective: Connective = "and" if some else "or"
    if isinstance(formula, Joined) and formula.connective != connective:
        one, other = (_bound(some, name, side, names) for side in (formula.left, formula.right))
        return Joined(formula.connective, one, other)
    beside: tuple[str, ...] = ()
    if isinstance(formula, Bound) and (formula.quantifier == "some") == some:
        beside, formula = formula.variables, formula.body
    members = split_at(connective, formula)
    for at, member in enumerate(members):
        value = _point(member, name, some)
        if value is not None:
            rest = join_all(connective, members[:at] + members[at + 1 :])
            inner = _narrowed(replaced(rest, {name: value}), names)
            for each in reversed(beside):
                inner = _bound(some, each, inner, names)
            return inner
    if beside:
        return Bound("some" if some else "every", (name, *beside), formula)
    inside, outside = list[FirstOrder](), list[FirstOrder]()
    for member in members:
        (inside if name in names.of(member) else outside).append(member)
    bound = Bound("some" if some else "every", (name,), join_all(connective, inside))
    return join_all(connective, [*outside, bound])


def _point(member: FirstOrder, name: str, some: bool) -> Thing | None:
    """The only value a variable can have where `member` holds (or fails, under `every`): the one-point rule."""
    equation = member if some else member.body if isinstance(member, Opposite) else None
    if isinstance(equation, Equation):
        for one, other in ((equation.left, equation.right), (equation.right, equation.left)):
            if one == LogicVariable(name) and name not in _variables((other,)):
                return other
    return None


def _conjunctive(formula: FirstOrder) -> list[list[FirstOrder]]:
    """Lists of literals, of each of which one holds."""
    match formula:
        case Always(True):
            return []
        case Always(False):
            return [[]]
        case Joined("and", left, right):
            return _few([*_conjunctive(left), *_conjunctive(right)])
        case Joined("or", left, right):
            ones, others = _conjunctive(left), _conjunctive(right)
            if len(ones) * len(others) > MOST_CLAUSES:
                raise TooManyClauses
            return [[*one, *other] for one in ones for other in others]
    return [[formula]]


def _few(clauses: list[list[FirstOrder]]) -> list[list[FirstOrder]]:
    if len(clauses) > MOST_CLAUSES:
        raise TooManyClauses
    return clauses


def _clause(label: str, literals: Sequence[FirstOrder], ours: bool) -> HornOrWider | None:
    """A clause of literals; None if it holds anyway."""
    body, head = list[Predicate](), list[Predicate]()
    for each in literals:
        side, atom = (body, _atom(each.body)) if isinstance(each, Opposite) else (head, _atom(each))
        if atom not in side:
            side.append(atom)
    if any(each in body or (each.name == "=" and each.args[0] == each.args[1]) for each in head):
        return None
    return HornOrWider(label, tuple(body), tuple(head), ours)


def _atom(literal: FirstOrder) -> Predicate:
    if isinstance(literal, Equation):
        return Predicate("=", (literal.left, literal.right))
    assert isinstance(literal, Predicate)
    return literal


def _always(body: tuple[Predicate, ...], head: tuple[Predicate, ...]) -> HornOrWider:
    return HornOrWider(EQUALITY, body, head, True)


def _equality(clauses: Iterable[HornOrWider]) -> list[HornOrWider]:
    """That `=` is an equivalence, and that equal things are alike in every predicate and function there is."""
    x, y, z = LogicVariable("x"), LogicVariable("y"), LogicVariable("z")

    def equal(one: Thing, other: Thing) -> Predicate:
        return Predicate("=", (one, other))

    made = [_always((), (equal(x, x),))]
    atoms = [atom for clause in clauses for atom in (*clause.body, *clause.head)]
    if not any(atom.name == "=" for clause in clauses for atom in clause.head):
        return made  # nothing is ever found to equal another
    made += [
        _always((equal(x, y),), (equal(y, x),)),
        _always((equal(x, y), equal(y, z)), (equal(x, z),)),
    ]
    for name, arity in sorted({(atom.name, len(atom.args)) for atom in atoms if atom.name != "="}):
        for i in range(arity):
            before, after = _places(arity, i, x), _places(arity, i, y)
            made.append(_always((equal(x, y), Predicate(name, before)), (Predicate(name, after),)))
    applied = {thing for atom in atoms for thing in things(atom) if isinstance(thing, Apply) and thing.args}
    for name, arity in sorted({(thing.name, len(thing.args)) for thing in applied}):
        for i in range(arity):
            one, other = Apply(name, _places(arity, i, x)), Apply(name, _places(arity, i, y))
            made.append(_always((equal(x, y),), (equal(one, other),)))
    return made


def _places(arity: int, at: int, thing: Thing) -> tuple[Thing, ...]:
    return tuple(thing if i == at else LogicVariable(f"u{i}") for i in range(arity))


def _atoms(atoms: Iterable[Predicate]) -> str:
    return ",".join(_term_text(atom.name, atom.args) for atom in atoms)


def _term_text(name: str, args: tuple[Thing, ...]) -> str:
    inner = ",".join(
        _variable_text(each.name) if isinstance(each, LogicVariable) else _term_text(each.name, each.args)
        for each in args
    )
    return f"{prolog_atom(name)}({inner})" if args else prolog_atom(name)


def _variable_text(name: str) -> str:
    """A variable of Prolog's; the number that each has of its own keeps different names different."""
    return f"V_{_NO_LETTER.sub('_', name)}"


_NO_LETTER = re.compile(r"[^A-Za-z0-9_]")
