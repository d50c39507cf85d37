"""Theories as text: labelled lines, Isabelle's `.thy`, TPTP's first-order form."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lelma.prover.sorts import BOOL, ENTITY, EVENT, NameType, types_of
from lelma.prover.theory import (
    Always,
    Apply,
    Bound,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Theory,
    Thing,
    closed,
    subformulas,
    things,
)

_SIGNS = {"and": "∧", "or": "∨", "implies": "⟶", "iff": "⟷"}
_TPTP = {"and": "&", "or": "|", "implies": "=>", "iff": "<=>"}


def sentence_text(formula: FirstOrder, *, juxtaposed: bool = False) -> str:
    """A formula in signs; predicates with brackets, `Agent(e, x)`, or as Isabelle has them, `Agent e x`."""
    thing = _juxtaposed if juxtaposed else _called

    def side(each: FirstOrder) -> str:
        return text(each) if isinstance(each, Predicate | Always | Opposite) else f"({text(each)})"

    def text(each: FirstOrder) -> str:
        match each:
            case Always(value):
                return str(value)
            case Predicate(name, args):
                return thing(Apply(name, args))
            case Equation(left, right):
                return f"{thing(left)} = {thing(right)}"
            case Opposite(body):
                return f"¬{side(body)}"
            case Joined(connective, left, right):
                flat = isinstance(right, Joined) and right.connective == connective and connective in ("and", "or")
                return f"{side(left)} {_SIGNS[connective]} {text(right) if flat else side(right)}"
            case Bound(quantifier, variables, body):
                return f"{'∀' if quantifier == 'every' else '∃'}{' '.join(variables)}. {text(body)}"

    return text(formula)


def _called(term: Thing) -> str:
    if isinstance(term, LogicVariable) or not term.args:
        return term.name
    return f"{term.name}({', '.join(map(_called, term.args))})"


def _juxtaposed(term: Thing) -> str:
    if isinstance(term, LogicVariable) or not term.args:
        return term.name
    inner = (f"({_juxtaposed(each)})" if isinstance(each, Apply) and each.args else each.name for each in term.args)
    return f"{term.name} {' '.join(inner)}"


def labelled_text(theory: Theory) -> str:
    """A theory as labelled lines; assumptions are axioms there."""
    lines = [f"{axiom.label}: {sentence_text(axiom.formula)}" for axiom in theory.axioms]
    if theory.goal is not None:
        lines.append(f"goal: {sentence_text(theory.goal)}")
    return "".join(f"{line}\n" for line in lines)


def isabelle_text(theory: Theory, *, name: str = "theory_1", proof: str = "sledgehammer\n  oops") -> str:
    """A theory as a `.thy` file; its declarations follow from the use of names."""
    lines = [f"theory {name}", "imports Main", "begin", "", "typedecl entity", "typedecl event", ""]
    types = types_of(theory)
    if types:
        lines.append("consts")
        lines += [f'  {each} :: "{kind.isabelle()}"' for each, kind in types.items()]
        lines.append("")
    for axiom in theory.axioms:
        if axiom.kind == "axiom":
            lines += ["axiomatization where", f"  {_quoted(axiom.label, axiom.formula)}", ""]
    assumed = [_quoted(axiom.label, axiom.formula) for axiom in theory.axioms if axiom.kind == "assumption"]
    if theory.goal is not None or assumed:
        lines.append("theorem hypothesis:")
        if assumed:
            lines.append(f"  assumes {f'{chr(10)}    and '.join(assumed)}")
        goal = Always(True) if theory.goal is None else theory.goal
        lines += [f'  shows "{sentence_text(goal, juxtaposed=True)}"', f"  {proof}", ""]
    return "\n".join([*lines, "end", ""])


def _quoted(label: str, formula: FirstOrder) -> str:
    return f'{label}: "{sentence_text(formula, juxtaposed=True)}"'


def tptp_text(theory: Theory, *, negate_goal: bool = False) -> str:
    """A theory in TPTP's first-order form (FOF); an axiom is called by the number of its place, `a0`, `a1` and so on.

    Args:
        negate_goal: ask for the goal's negation.
    """
    lines = [f"fof(a{i}, axiom, {_tptp(closed(axiom.formula))})." for i, axiom in enumerate(theory.axioms)]
    if theory.goal is not None:
        goal = closed(theory.goal)
        lines.append(f"fof(goal, conjecture, {_tptp(Opposite(goal) if negate_goal else goal)}).")
    return "".join(f"{line}\n" for line in lines)


def tff_text(theory: Theory) -> str:
    """A theory in TPTP's typed form (TFF): of the sorts `entity` and `event` where names are used so, of one where
    sorts clash.
    """
    types = types_of(theory)
    lines = [f"tff({sort}_type, type, {sort}: $tType)." for sort in (ENTITY, EVENT)]
    for at, (name, kind) in enumerate(types.items()):
        result = "$o" if kind.result == BOOL else kind.result
        told = _plain(f"{'p' if kind.result == BOOL else 'c'}_{name}")
        args = " * ".join(kind.args)
        taken = f"({args}) > " if len(kind.args) > 1 else f"{args} > " if args else ""
        lines.append(f"tff(n{at}_type, type, {told}: {taken}{result}).")
    for at, axiom in enumerate(theory.axioms):
        lines.append(f"tff(a{at}, axiom, {_tptp(closed(axiom.formula), types)}).")
    if theory.goal is not None:
        lines.append(f"tff(goal, conjecture, {_tptp(closed(theory.goal), types)}).")
    return "".join(f"{line}\n" for line in lines)


def _sort_of(name: str, formula: FirstOrder, types: Mapping[str, NameType]) -> str:
    """The sort of a variable by where it stands, `entity` if nothing tells."""
    for each in subformulas(formula):
        uses: list[Predicate | Apply] = [thing for thing in things(each) if isinstance(thing, Apply)]
        uses += [each] if isinstance(each, Predicate) else []
        for use in uses:
            for place, arg in enumerate(use.args):
                if arg == LogicVariable(name) and place < len(types[use.name].args):
                    return types[use.name].args[place]
        if isinstance(each, Equation) and LogicVariable(name) in (each.left, each.right):
            other = each.right if each.left == LogicVariable(name) else each.left
            if isinstance(other, Apply):
                return types[other.name].result
    return ENTITY


def _tptp(formula: FirstOrder, types: Mapping[str, NameType] | None = None) -> str:
    match formula:
        case Always(value):
            return "$true" if value else "$false"
        case Predicate(name, args):
            return _tptp_term(f"p_{name}", args)
        case Equation(left, right):
            return f"({_tptp_thing(left)} = {_tptp_thing(right)})"
        case Opposite(body):
            return f"~({_tptp(body, types)})"
        case Joined(connective, left, right):
            return f"({_tptp(left, types)} {_TPTP[connective]} {_tptp(right, types)})"
        case Bound(quantifier, variables, body):
            sorts = {name: f": {_sort_of(name, body, types)}" if types is not None else "" for name in variables}
            names = ",".join(f"{_tptp_thing(LogicVariable(name))}{sort}" for name, sort in sorts.items())
            return f"({'!' if quantifier == 'every' else '?'}[{names}]: {_tptp(body, types)})"


def _tptp_thing(thing: Thing) -> str:
    if isinstance(thing, LogicVariable):
        return f"V{_plain(thing.name)}"
    return _tptp_term(f"c_{thing.name}", thing.args)


def _tptp_term(name: str, args: tuple[Thing, ...]) -> str:
    return f"{_plain(name)}({','.join(map(_tptp_thing, args))})" if args else _plain(name)


def _plain(name: str) -> str:
    """A name in letters and digits, different for different names."""
    return re.sub(r"[^A-Za-z0-9]", lambda found: "__" if found[0] == "_" else f"_u{ord(found[0]):x}_", name)
