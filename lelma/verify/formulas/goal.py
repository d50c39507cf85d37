"""Formulas as the solver is asked: the one way from the claim language to Prolog text.

Every constant is quoted as it is everywhere else (`gdl.prolog`), every variable gets a name of its own, and definitions
are put in place of their names, so no text of a claim reaches the solver but as a quoted name.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Literal

from gdl.compile.prolog_text import prolog_atom, prolog_constant, prolog_number
from gdl.compile.situation_program import Needs, relation_predicates
from gdl.tree.syntax import Compound, Description, Symbol, atoms, signature
from gdl.values import dataclass
from lelma.support.errors import FormulaTooLong
from translators.formulas import formula as f
from translators.formulas.definitions import Definition
from translators.formulas.vocabulary import things_of
from translators.formulas.write import ref_text

_Kind = Literal["static", "state", "fluent", "record"]

_RELATIONS = {"=": "=", "!=": "\\=", "<": "<", ">": ">", "<=": "=<", ">=": ">=", "~": "told_as"}
_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "over"}
_BUILT_IN = {
    "simultaneous": "simultaneous",
    "survives": "survives({0},{1},strictly)",
    "survives_weakly": "survives({0},{1},weakly)",
    "survives_mixed": "survives({0},{1},mixed)",
    "correlated": "correlated({0})",
    "mixed_dominated": "mixed_dominated({0},{1})",
    "subgame_perfect": "subgame_perfect({0})",
    "best_ahead": "best_ahead({0},{1},{2})",
    "value": "value({0})",
}


LONGEST_WRITTEN = 200_000
"""Longest definition, written out, in characters: names may stand for formulas of names, and so on."""


@dataclass(frozen=True)
class Setting:
    """What formulas of one game are judged with.

    Attributes:
        definitions: those that they may apply.
        relations: the game's relations and fluents, with their number of arguments → what they depend on, and their
            predicate in its program.
        things: sort → its members, for quantifiers.
    """

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    relations: Mapping[tuple[str, int], tuple[_Kind, str]] = field(default_factory=dict)
    things: Mapping[str, tuple[f.Const, ...]] = field(default_factory=dict)


def setting_of(
    description: Description,
    definitions: Mapping[str, Definition] | None = None,
    *,
    things: Mapping[str, tuple[f.Const, ...]] | None = None,
    record: bool = False,
) -> Setting:
    """The setting of a game's rules, or with `record` of the rules of a record (`lelma.record.record_game`).

    Relations that depend on moves are left out: no state tells them.
    """
    found: dict[tuple[str, int], tuple[_Kind, str]] = {}
    static: _Kind = "record" if record else "static"
    for relation, (predicate, needs) in relation_predicates(description.rules).items():
        if needs is not Needs.MOVES:
            found[relation] = ("state" if needs is Needs.STATE else static, predicate)
    for rule in description.rules:
        for sentence in (rule.head, *(part for literal in rule.body for part, _ in atoms(literal))):
            match sentence:
                case Compound("init" | "next" | "true", (Symbol() | Compound() as fluent,)):
                    found[signature(fluent)] = ("fluent", signature(fluent)[0])
    return Setting(dict(definitions or {}), found, things_of(description) if things is None else dict(things))


def formula_goal(formula: f.Formula, setting: Setting) -> str:
    """The term of `prolog/judge/truth.pl` that stands for a formula.

    Raises:
        KeyError: for a definition, a relation or a sort that the setting does not have.
        FormulaTooLong: if a definition is too long once those in it are written out.
    """
    return _Writer(setting).formula(formula, {})


def open_goal(
    formula: f.Formula,
    open_: Sequence[tuple[str, f.Domain | None]],
    setting: Setting,
    *,
    called: Callable[[str], str] = str,
) -> str:
    """The terms `Open,Formula` of `prolog/judge/answers.pl` for a formula that leaves something open.

    Args:
        open_: what is left open, each with what it may be; None for a number.
        called: gives the Prolog variable of a name.

    Raises:
        KeyError, FormulaTooLong: as `formula_goal`.
    """
    writer = _Writer(setting)
    scope = {name: _Value(called(name)) for name, _ in open_}
    domains = ("number" if domain is None else writer.domain(domain, scope) for _, domain in open_)
    told = ",".join(f"{scope[name].text}-{domain}" for (name, _), domain in zip(open_, domains, strict=True))
    return f"[{told}],{writer.formula(formula, scope)}"


@dataclass(frozen=True)
class _Value:
    """What a variable stands for, in Prolog text, and whether that is a term of numbers."""

    text: str
    number: bool = False


_Scope = Mapping[str, _Value]


class _Writer:
    """Writes formulas. A class because every method needs the setting and a source of fresh variables."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._count = itertools.count(1)

    def formula(self, value: f.Formula, scope: _Scope) -> str:
        match value:
            case f.Compare(relation, left, right):
                return f"cmp({_RELATIONS[relation]},{self.term(left, scope)},{self.term(right, scope)})"
            case f.Some(f.Compare(relation, left, right)):
                return f"some({_RELATIONS[relation]},{self.term(left, scope)},{self.term(right, scope)})"
            case f.Negation(body):
                return f"not({self.formula(body, scope)})"
            case f.AllOf(parts) | f.AnyOf(parts):
                inside = ",".join(self.formula(part, scope) for part in parts)
                return f"{'and' if isinstance(value, f.AllOf) else 'or'}([{inside}])"
            case f.If(first, second):
                return f"if({self.formula(first, scope)},{self.formula(second, scope)})"
            case f.Iff(first, second):
                return f"iff({self.formula(first, scope)},{self.formula(second, scope)})"
            case f.Quantified(quantifier, variable, domain, body):
                fresh = f"X{next(self._count)}"
                inner = self.formula(body, {**scope, variable: _Value(fresh)})
                return f"{quantifier}({fresh},{self.domain(domain, scope)},{inner})"
            case f.Same(left, right):
                return f"same({self.ref(left, scope)},{self.ref(right, scope)})"
            case f.Applied(name, args):
                return self.applied(name, args, scope)
            case f.Holds(relation, args, moment):
                return self.holds(relation, args, moment, scope)
            case f.Common(roles, body, moment):
                names = ",".join(self.ref(role, scope) for role in roles)
                return f"common([{names}],{self.formula(body, scope)},{self.moment(moment, 'now', scope)})"
            case f.Knows(role, body, moment) | f.Possible(role, body, moment):
                name, inside = type(value).__name__.lower(), self.formula(body, scope)
                if role is None:
                    return f"{'must' if isinstance(value, f.Knows) else 'may'}({inside})"
                return f"{name}({self.ref(role, scope)},{inside},{self.moment(moment, 'now', scope)})"
            case f.Did(role, move, step):
                return f"did({self.ref(role, scope)},{self.ref(move, scope)},{self.moment(step, 'any', scope)})"
            case f.Can(role, move, moment) | f.Will(role, move, moment):
                name, inside = type(value).__name__.lower(), f"{self.ref(role, scope)},{self.ref(move, scope)}"
                return f"{name}({inside},{self.moment(moment, 'now', scope)})"

    def holds(self, relation: str, args: tuple[f.Ref, ...], moment: f.Moment, scope: _Scope) -> str:
        kind, predicate = self.setting.relations[relation, len(args)]
        inside, when = [self.ref(arg, scope) for arg in args], self.moment(moment, "now", scope)
        if kind == "fluent":
            fluent = f"{prolog_atom(predicate)}({','.join(inside)})" if inside else prolog_constant(predicate)
            return f"relation(fluent,{fluent},[],{when})"
        return f"relation({kind},{prolog_atom(predicate)},[{','.join(inside)}],{when})"

    def term(self, value: f.NumberTerm, scope: _Scope) -> str:
        match value:
            case f.Number(number):
                return f"num({prolog_number(number)})"
            case f.Var(name):
                bound = scope[name]
                return bound.text if bound.number else f"num({bound.text})"
            case f.Pay(role, when):
                return f"pay({self.ref(role, scope)},{self.condition(when, scope)})"
            case f.Sum(when):
                return f"sum({self.condition(when, scope)})"
            case f.Expected(role, when, belief):
                chances = scope[belief.name].text if isinstance(belief, f.Var) else self.belief(belief, scope)
                return f"mean({self.ref(role, scope)},{self.condition(when, scope)},{chances})"
            case f.Extreme(which, term):
                return f"{which}({self.term(term, scope)})"
            case f.Arithmetic(operator, left, right):
                return f"{_OPERATORS[operator]}({self.term(left, scope)},{self.term(right, scope)})"
            case f.Count(variable, domain, body):
                fresh = f"X{next(self._count)}"
                inner = self.formula(body, {**scope, variable: _Value(fresh)})
                return f"count({fresh},{self.domain(domain, scope)},{inner})"
            case f.Chance(role, body, moment):
                inside, when_ = self.formula(body, scope), self.moment(moment, "now", scope)
                return f"chance({self.ref(role, scope)},{inside},{when_})"
            case f.Earned(role, moment) | f.Total(role, moment):
                name = type(value).__name__.lower()
                return f"{name}({self.ref(role, scope)},{self.moment(moment, 'now', scope)})"
            case f.Rounds():
                return "rounds"
            case f.Applied(name, args):
                return self.applied(name, args, scope)

    def applied(self, name: str, args: tuple[f.Argument, ...], scope: _Scope) -> str:
        """A definition's formula with its arguments put in, or a relation that is built in."""
        values = [self.argument(arg, scope) for arg in args]
        definition = self.setting.definitions.get(name)
        if definition is None:
            return _BUILT_IN[name].format(*(value.text for value in values))
        names = [parameter for parameter, _ in definition.head.parameters]
        inner, body = dict(zip(names, values, strict=True)), definition.body
        number = definition.head.gives == "number"
        written = self.term(body, inner) if number else self.formula(body, inner)  # type: ignore[arg-type]
        if len(written) > LONGEST_WRITTEN:
            raise FormulaTooLong(f"size: {name} is too long when the definitions in it are written out")
        return f"one_round({written})" if definition.one_round and not number else written

    def argument(self, value: f.Argument, scope: _Scope) -> _Value:
        match value:
            case f.Var(name):
                return scope[name]
            case f.Const():
                return _Value(self.ref(value, scope))
            case f.Condition():
                return _Value(self.condition(value, scope))
            case f.Belief():
                return _Value(self.belief(value, scope))
            case f.Lottery(parts):
                inside = (f"part({self.condition(when, scope)},{self.term(weight, scope)})" for when, weight in parts)
                return _Value(f"[{','.join(inside)}]")
            case _:
                return _Value(self.term(value, scope), number=True)

    def condition(self, value: f.Condition, scope: _Scope) -> str:
        return f"[{','.join(self.part(part, scope) for part in value.parts)}]"

    def part(self, part: f.Bind | f.ReplyTo | f.Saw | f.Var, scope: _Scope) -> str:
        match part:
            case f.Var(name):
                return f"sub({scope[name].text})"
            case f.Bind(role, move, step):
                return f"bind({self.ref(role, scope)},{self.ref(move, scope)},{self.moment(step, 'any', scope)})"
            case f.ReplyTo(role, after, move):
                inside = self.condition(after, scope)
                return f"reply({self.ref(role, scope)},{inside},{self.ref(move, scope)})"
            case f.Saw(role, percept, step):
                return f"saw({self.ref(role, scope)},{self.ref(percept, scope)},{self.moment(step, 'any', scope)})"

    def belief(self, value: f.Belief, scope: _Scope) -> str:
        parts = (
            f"weighs({self.ref(role, scope)},{self.ref(move, scope)},{self.term(weight, scope)})"
            for role, move, weight in value.parts
        )
        return f"[{','.join(parts)}]"

    def domain(self, domain: f.Domain, scope: _Scope) -> str:
        if domain.role is not None:
            written = f"moves({self.ref(domain.role, scope)})"
        elif domain.kind in ("roles", "profiles", "rounds"):
            written = domain.kind
        else:
            members = ",".join(constant_goal(each) for each in self.setting.things[domain.kind])
            written = f"values([{members}])"
        if not domain.but:
            return written
        place = self.moment if domain.kind == "rounds" else lambda ref, _, scope: self.ref(ref, scope)
        return f"but({written},[{','.join(place(each, 'now', scope) for each in domain.but)}])"

    def moment(self, moment: f.Moment, without: str, scope: _Scope) -> str:
        if moment is None:
            return without
        return scope[moment.name].text if isinstance(moment, f.Var) else str(int(moment.name))

    def ref(self, value: f.Ref, scope: _Scope) -> str:
        if isinstance(value, f.Var):
            return scope[value.name].text
        if not any(isinstance(arg, f.Var) or arg.args for arg in value.args):
            return constant_goal(value)
        return f"{prolog_atom(value.name)}({','.join(self.ref(arg, scope) for arg in value.args)})"


def constant_goal(value: f.Ref) -> str:
    """A constant without variables as Prolog text that reads back as exactly the constant of the game's program.

    Raises:
        ValueError: for a variable.
    """
    if isinstance(value, f.Var):
        raise ValueError(f"{value.name} is a variable")
    if not value.args:
        return _quoted(value.name)
    return f"{prolog_atom(value.name)}({','.join(map(constant_goal, value.args))})"


_quoted = lru_cache(maxsize=10_000)(prolog_constant)


def _shown(value: f.Const) -> str:
    """A constant as formulas write it."""
    return ref_text(value)
