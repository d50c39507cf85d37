"""Writing formulas: value → text that `parse` reads back as the same value."""

from __future__ import annotations

import re

from gdl.tree.numbers import number_text
from translators.formulas import formula as f
from translators.formulas.parse import _KEYWORDS

_NAME = re.compile(r"[^\W\d]\w*\Z")
_NUMBER = re.compile(r"\d{1,40}(?:/\d{1,40}|\.\d{1,40})?\Z", re.ASCII)

# How tightly a form binds; a part is put in brackets where it binds less tightly than its place asks.
_TOP, _OR, _AND, _CLAIM, _COMPARISON, _SUM, _PRODUCT, _FACTOR, _ATOM = range(9)

_Scope = frozenset[str]


def text(value: f.Formula) -> str:
    """The formula in the claim language: `parse(text(f)) == f`."""
    return _formula(value, _TOP, frozenset())


def write_term(value: f.NumberTerm, scope: _Scope = frozenset()) -> str:
    """A number as formulas write it, where the variables of `scope` are bound."""
    return _term(value, _SUM, scope)


def ref_text(value: f.Ref, scope: _Scope = frozenset()) -> str:
    """A name as formulas write it."""
    return _ref(value, scope)


def condition_text(value: f.Condition, scope: _Scope = frozenset()) -> str:
    """A condition as formulas write it, without braces."""
    return ", ".join(_part(part, scope) for part in value.parts)


def _formula(value: f.Formula, place: int, scope: _Scope) -> str:
    written, binds = _written(value, scope)
    return f"({written})" if binds < place else written


def _written(value: f.Formula, scope: _Scope) -> tuple[str, int]:
    match value:
        case f.Compare(relation, left, right):
            return f"{_term(left, _SUM, scope)} {relation} {_term(right, _SUM, scope)}", _COMPARISON
        case f.Some(compare):
            return f"some {_formula(compare, _CLAIM, scope)}", _CLAIM
        case f.Negation(body):
            return f"not {_formula(body, _CLAIM, scope)}", _CLAIM
        case f.AllOf(parts):
            return " and ".join(_formula(part, _CLAIM, scope) for part in parts), _AND
        case f.AnyOf(parts):
            return " or ".join(_formula(part, _AND, scope) for part in parts), _OR
        case f.If(condition, body):
            return f"if {_formula(condition, _TOP, scope)} then {_formula(body, _TOP, scope)}", _TOP
        case f.Iff(left, right):
            return f"{_formula(left, _OR, scope)} iff {_formula(right, _OR, scope)}", _TOP
        case f.Quantified(quantifier, variable, domain, body):
            inner = _formula(body, _CLAIM, scope | {variable})
            return f"{quantifier} {variable} in {_domain(domain, scope)}: {inner}", _CLAIM
        case f.Same(left, right):
            return f"{_ref(left, scope)} is {_ref(right, scope)}", _COMPARISON
        case f.Applied(name, args):
            return f"{name}({', '.join(_argument(arg, scope) for arg in args)})", _ATOM
        case f.Holds(relation, args, moment):
            name = relation if _is_plain(relation, scope) and relation not in _TAKEN else _quoted(relation)
            return _at(f"{name}({', '.join(_ref(arg, scope) for arg in args)})", moment, scope), _ATOM
        case f.Common(roles, body, moment):
            inside = [*(_ref(role, scope) for role in roles), _formula(body, _TOP, scope)]
            return _at(f"common({', '.join(inside)})", moment, scope), _ATOM
        case f.Knows(role, body, moment) | f.Possible(role, body, moment):
            name = "knows" if isinstance(value, f.Knows) else "possible"
            whose = "" if role is None else f"{_ref(role, scope)}, "
            return _at(f"{name}({whose}{_formula(body, _TOP, scope)})", moment, scope), _ATOM
        case f.Did(role, move, moment) | f.Can(role, move, moment) | f.Will(role, move, moment):
            name = type(value).__name__.lower()
            return _at(f"{name}({_ref(role, scope)}, {_ref(move, scope)})", moment, scope), _ATOM


_TAKEN = frozenset(["pay", "sum", "mean", "chance", "earned", "total", "rounds"]) | frozenset(
    ["did", "can", "knows", "possible", "common", "will"]
)
_SIGNS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT}


def _term(value: f.NumberTerm, place: int, scope: _Scope) -> str:
    written, binds = _written_term(value, scope)
    return f"({written})" if binds < place else written


def _written_term(value: f.NumberTerm, scope: _Scope) -> tuple[str, int]:
    match value:
        case f.Number(number):
            return number_text(number), _ATOM if number >= 0 else _FACTOR
        case f.Var(name):
            return name, _ATOM
        case f.Pay(role, when):
            return f"pay({_ref(role, scope)}; {condition_text(when, scope)})", _ATOM
        case f.Sum(when):
            return f"sum({condition_text(when, scope)})", _ATOM
        case f.Expected(role, when, belief):
            chances = belief.name if isinstance(belief, f.Var) else _belief(belief, scope)
            return f"mean({_ref(role, scope)}; {condition_text(when, scope)}; {chances})", _ATOM
        case f.Extreme(which, term):
            return f"{which} {_term(term, _FACTOR, scope)}", _FACTOR
        case f.Arithmetic(operator, left, right):
            binds = _SIGNS[operator]
            # 0 - x is how a minus before a term is kept; after an operator a number may have a sign of its own
            return f"{_term(left, binds, scope)} {operator} {_term(right, binds + 1, scope)}", binds
        case f.Count(variable, domain, body):
            inner = _formula(body, _FACTOR, scope | {variable})
            return f"count {variable} in {_domain(domain, scope)}: {inner}", _FACTOR
        case f.Chance(role, body, moment):
            return _at(f"chance({_ref(role, scope)}, {_formula(body, _TOP, scope)})", moment, scope), _ATOM
        case f.Earned(role, moment) | f.Total(role, moment):
            return _at(f"{type(value).__name__.lower()}({_ref(role, scope)})", moment, scope), _ATOM
        case f.Rounds():
            return "rounds()", _ATOM
        case f.Applied(name, args):
            return f"{name}({', '.join(_argument(arg, scope) for arg in args)})", _ATOM


def _argument(value: f.Argument, scope: _Scope) -> str:
    match value:
        case f.Const() | f.Var():
            return _ref(value, scope)
        case f.Condition():
            return f"{{{condition_text(value, scope)}}}"
        case f.Belief():
            return f"{{{_belief(value, scope)}}}"
        case f.Lottery(parts):
            inside = (f"{{{condition_text(when, scope)}}}:{_term(weight, _SUM, scope)}" for when, weight in parts)
            return f"[{', '.join(inside)}]"
        case _:
            return _term(value, _SUM, scope)


def _belief(value: f.Belief, scope: _Scope) -> str:
    parts = (
        f"{_ref(role, scope)}={_ref(move, scope)}:{_term(weight, _SUM, scope)}" for role, move, weight in value.parts
    )
    return ", ".join(parts)


def _part(part: f.Bind | f.ReplyTo | f.Saw | f.Var, scope: _Scope) -> str:
    match part:
        case f.Var(name):
            return name
        case f.Bind(role, move, step):
            return _at(f"{_ref(role, scope)}={_ref(move, scope)}", step, scope)
        case f.ReplyTo(role, after, move):
            return f"reply({_ref(role, scope)}; {condition_text(after, scope)})={_ref(move, scope)}"
        case f.Saw(role, percept, step):
            return _at(f"saw({_ref(role, scope)}, {_ref(percept, scope)})", step, scope)


def _domain(domain: f.Domain, scope: _Scope) -> str:
    kind = domain.kind if domain.role is None else f"{domain.kind}({_ref(domain.role, scope)})"
    return kind + (f" but {', '.join(_ref(each, scope) for each in domain.but)}" if domain.but else "")


def _at(written: str, moment: f.Moment, scope: _Scope) -> str:
    return written if moment is None else f"{written}@{_ref(moment, scope)}"


def _ref(value: f.Ref, scope: _Scope) -> str:
    if isinstance(value, f.Var):
        return value.name
    if not value.args:
        return value.name if _is_plain(value.name, scope) or _NUMBER.match(value.name) else _quoted(value.name)
    name = value.name if _is_plain(value.name, frozenset()) else _quoted(value.name)
    return f"{name}({', '.join(_ref(arg, scope) for arg in value.args)})"


def _is_plain(name: str, scope: _Scope) -> bool:
    return bool(_NAME.match(name)) and name not in _KEYWORDS and name not in scope


def _quoted(name: str) -> str:
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
