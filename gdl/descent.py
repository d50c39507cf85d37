"""Recursion that ends by itself: each call steps along an acyclic chain of facts, such as the ranks of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.syntax import Compound, Literal, Rule, Symbol, Term, Variable, atoms, signature

Signature = tuple[str, int]


def descends(sig: Signature, rules: Mapping[Signature, Sequence[Rule]], component: Mapping[Signature, int]) -> bool:
    """Whether plain evaluation of a recursive relation ends, and visits nothing twice.

    So it is if the relation depends on itself alone, each rule has at most one recursive call, and before that call
    stands a relation given by ground facts that leads, with the arguments that the call keeps, from one argument's
    value to its only successor, without cycles, and the same argument does so in every rule.
    """
    if sum(number == component[sig] for number in component.values()) > 1:
        return False
    recursive = [(rule, calls) for rule in rules[sig] if (calls := _calls(rule, sig))]
    if any(len(calls) > 1 or calls[0] not in rule.body for rule, calls in recursive):
        return False
    return any(all(_steps(rule, calls[0], place, rules) for rule, calls in recursive) for place in range(sig[1]))


def _calls(rule: Rule, sig: Signature) -> list[Term]:
    found = [sentence for literal in rule.body for sentence, _ in atoms(literal)]
    return [sentence for sentence in found if not isinstance(sentence, Variable) and signature(sentence) == sig]


def _steps(rule: Rule, call: Term, place: int, rules: Mapping[Signature, Sequence[Rule]]) -> bool:
    assert isinstance(rule.head, Compound) and isinstance(call, Compound)
    source, target = rule.head.args[place], call.args[place]
    if not isinstance(source, Variable) or not isinstance(target, Variable) or source == target:
        return False
    kept = {
        old.name for old, new in zip(rule.head.args, call.args, strict=True) if isinstance(old, Variable) and old == new
    }
    before = rule.body[: rule.body.index(call)]
    return any(_leads(literal, source.name, target.name, kept, rules) for literal in before)


def _leads(
    literal: Literal, source: str, target: str, kept: set[str], rules: Mapping[Signature, Sequence[Rule]]
) -> bool:
    if not isinstance(literal, Compound):
        return False
    names = [argument.name if isinstance(argument, Variable) else None for argument in literal.args]
    if names.count(source) != 1 or names.count(target) != 1:
        return False
    rows = _fact_rows(rules.get(signature(literal), ()))
    if rows is None:
        return False
    here, there = names.index(source), names.index(target)
    fixed = [index for index, argument in enumerate(literal.args) if isinstance(argument, Symbol)]
    keys = [index for index, name in enumerate(names) if name in kept]
    successors: dict[tuple[Term, ...], dict[Term, Term]] = {}
    for row in rows:
        if any(row[index] != literal.args[index] for index in fixed):
            continue
        chain = successors.setdefault(tuple(row[index] for index in keys), {})
        if chain.setdefault(row[here], row[there]) != row[there]:
            return False
    return not any(_has_cycle(chain) for chain in successors.values())


def _fact_rows(rules: Sequence[Rule]) -> list[tuple[Term, ...]] | None:
    """The argument tuples of a relation that plain constants define, else None."""
    rows = []
    for rule in rules:
        if rule.body or not isinstance(rule.head, Compound):
            return None
        if not all(isinstance(argument, Symbol) for argument in rule.head.args):
            return None
        rows.append(rule.head.args)
    return rows


def _has_cycle(chain: Mapping[Term, Term]) -> bool:
    done: set[Term] = set()
    for start in chain:
        path: set[Term] = set()
        node = start
        while node in chain and node not in done:
            if node in path:
                return True
            path.add(node)
            node = chain[node]
        done |= path
    return False
