"""What one rule may say: variables that are bound, negation of sentences only, keywords in their places.

A description is safe if every variable of a rule occurs in a positive sentence of its body (GDL
specification, definition 5). A variable is bound by `or` only if every alternative binds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.errors import Fault
from gdl.relations.schedule import binds
from gdl.tree.fault_list import FaultList, shown_term
from gdl.tree.keywords import LOGICAL, RELATIONS
from gdl.tree.syntax import And, Compound, Distinct, Literal, Not, Or, Rule, Symbol, Term, Variable, subterms


def rule_faults(rule: Rule, source: str) -> list[Fault]:
    """Every fault that can be seen in one rule alone."""
    report = FaultList(source)
    _check_head(rule, report)
    for literal in rule.body:
        _check_literal(literal, report)
    _check_variables(rule, report)
    return report.faults


def _check_head(rule: Rule, report: FaultList) -> None:
    head = rule.head
    if isinstance(head, Variable):
        report.error(
            head,
            "variable-as-head",
            f"the variable ?{head.name} stands where a sentence must stand",
            "write the sentence that the rule is to derive",
        )
        return
    name = head.name if isinstance(head, Symbol) else head.functor
    keyword = RELATIONS.get(name)
    if name in LOGICAL:
        report.error(
            head,
            "keyword-redefined",
            f"`{name}` cannot be defined by a rule or fact: it has a fixed meaning",
            "check the parentheses, or use another name",
        )
        return
    if keyword and keyword.not_in_heads:
        report.error(
            head,
            "keyword-redefined",
            f"`{name}` cannot be defined by a rule or fact: {keyword.not_in_heads}",
            f"put `{name}` into bodies only" + (", or write `next` or `init` here" if name == "true" else ""),
        )
    elif name == "role" and rule.body:
        report.error(
            head,
            "keyword-redefined",
            "roles must be given by facts, not by rules: they are the same in every state",
            "write one fact (role name) for each role",
        )
    _check_sentence(head, report)


def _check_literal(literal: Literal, report: FaultList, *, negated: bool = False) -> None:
    match literal:
        case Variable(name):
            report.error(
                literal,
                "variable-as-literal",
                f"the variable ?{name} stands where a sentence must stand",
                f"write a sentence, for instance (true ?{name}) if ?{name} is a fluent",
            )
        case Not(inner):
            if not isinstance(inner, Symbol | Compound | Variable):
                _improper_negation(literal, inner, report)
            _check_literal(inner, report, negated=True)
        case Or(parts) | And(parts):
            if not parts:
                word, truth = ("or", "false") if isinstance(literal, Or) else ("and", "true")
                report.warning(
                    literal,
                    f"empty-{word}",
                    f"an `{word}` without alternatives is always {truth}"
                    if word == "or"
                    else f"an `{word}` without literals is always {truth}",
                    "delete it, or write what belongs in it",
                )
            for part in parts:
                if isinstance(literal, Or) and isinstance(part, Or):
                    report.warning(
                        part,
                        "nested-or",
                        "an `or` stands inside another `or`: it says no more, and some programs read it wrongly",
                        "give its alternatives to the outer `or`",
                    )
                _check_literal(part, report, negated=negated)
        case Distinct(left, right):
            for term in (left, right):
                _check_term(term, report)
        case Symbol(name) | Compound(name):
            keyword = RELATIONS.get(name)
            if keyword and keyword.not_in_bodies and name != "next":  # see gdl.relations.dependency
                report.error(
                    literal,
                    "keyword-in-body",
                    f"`{name}` cannot stand in a body: {keyword.not_in_bodies}",
                    f"use `true` instead of `{name}`" if name in ("init", "next") else "define a relation of your own",
                )
            _check_sentence(literal, report)


def _improper_negation(literal: Not, inner: Literal, report: FaultList) -> None:
    match inner:
        case Not():
            what, fix = "another `not`", "delete both, or define a relation for the inner part"
        case Distinct():
            what, fix = "`distinct`", "use one variable for both terms in place of (not (distinct …))"
        case Or():
            what, fix = "`or`", "negate every alternative: (not a) (not b) in place of (not (or a b))"
        case _:
            what, fix = "`and`", "define a relation for the conjunction and negate that"
    report.error(
        literal,
        "negated-non-sentence",
        f"`not` is applied to {what}: it may only be applied to a sentence",
        fix,
    )


def _check_sentence(sentence: Symbol | Compound, report: FaultList) -> None:
    name, args = (sentence.name, ()) if isinstance(sentence, Symbol) else (sentence.functor, sentence.args)
    keyword = RELATIONS.get(name)
    if keyword and len(args) != keyword.arity:
        report.error(
            sentence,
            "keyword-arity",
            f"`{name}` takes {_arguments(keyword.arity)}, and has {len(args) or 'none'} here",
            f"write {keyword.shape}",
        )
    elif name in LOGICAL and not args:
        report.error(
            sentence,
            "keyword-arity",
            f"`{name}` stands alone, without what it applies to",
            f"write {LOGICAL[name]}",
        )
    # What a role sees is any term, in GDL-II sheets often (does role move).
    for arg in args[:1] if name == "sees" else args:
        _check_term(arg, report)


def _arguments(count: int) -> str:
    return "no argument" if count == 0 else f"{count} argument{'s' * (count > 1)}"


def _check_term(term: Term, report: FaultList) -> None:
    for part in subterms(term):
        if isinstance(part, Compound) and part.functor.lower() in RELATIONS.keys() | LOGICAL.keys():
            report.error(
                part,
                "keyword-as-function",
                f"the keyword `{part.functor}` stands inside a term: it may only be used as a sentence",
                f"use another name, such as `{part.functor.lower()}_`, or check the parentheses",
            )
        elif isinstance(part, Symbol) and part.name.lower() in RELATIONS.keys() | LOGICAL.keys():
            report.warning(
                part,
                "keyword-as-constant",
                f"the keyword `{part.name}` stands inside a term, where it is a name like any other",
                f"check the parentheses, or use another name, such as `{part.name.lower()}_`",
            )


def _check_variables(rule: Rule, report: FaultList) -> None:
    bound = set().union(*map(binds, rule.body))
    if not rule.body:
        for variable in _first_of_each(rule.head):
            report.error(
                variable,
                "variable-in-fact",
                f"the variable ?{variable.name} stands in a fact, so that the fact holds of everything",
                "write a rule whose body says what it may be, or a constant",
            )
        return
    seen: set[str] = set()
    if not isinstance(rule.head, Variable):
        for variable in _first_of_each(rule.head):
            if variable.name not in bound:
                seen.add(variable.name)
                _unsafe(variable, "in the head", rule, report)
    for literal in rule.body:
        _check_uses(literal, bound, seen, rule, report)


def _check_uses(literal: Literal, bound: set[str], seen: set[str], rule: Rule, report: FaultList) -> None:
    """Reports variables under `not` and in `distinct` that are bound nowhere."""
    match literal:
        case Or(parts):
            for part in parts:
                _check_uses(part, bound | binds(part), seen, rule, report)
        case And(parts):
            inside = bound.union(*map(binds, parts))
            for part in parts:
                _check_uses(part, inside, seen, rule, report)
        case Not(inner):
            for variable in _variables(inner):
                if variable.name not in bound | seen:
                    seen.add(variable.name)
                    _unsafe(variable, "under `not`", rule, report)
        case Distinct(left, right):
            for variable in (*_first_of_each(left), *_first_of_each(right)):
                if variable.name not in bound | seen:
                    seen.add(variable.name)
                    _unsafe(variable, "in `distinct`", rule, report)


def _unsafe(variable: Variable, where: str, rule: Rule, report: FaultList) -> None:
    report.error(
        variable,
        "unsafe-rule",
        f"the variable ?{variable.name} is used {where}, but no positive sentence of the body"
        f" gives it a value (rule for {shown_term(rule.head)})",
        f"add a sentence to the body that says what ?{variable.name} may be",
    )


def _variables(literal: Literal) -> Iterator[Variable]:
    match literal:
        case Not(inner):
            yield from _variables(inner)
        case Or(parts) | And(parts):
            for part in parts:
                yield from _variables(part)
        case Distinct(left, right):
            yield from _first_of_each(left)
            yield from _first_of_each(right)
        case Variable():
            return
        case _:
            yield from _first_of_each(literal)


def _first_of_each(term: Term) -> list[Variable]:
    """The variables of a term, each at its first occurrence."""
    found: dict[str, Variable] = {}
    for part in subterms(term):
        if isinstance(part, Variable):
            found.setdefault(part.name, part)
    return list(found.values())
