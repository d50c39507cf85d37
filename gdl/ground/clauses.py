"""Rules as clauses: one head, plain sentences positive or negated, and terms that must differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from gdl.errors import GdlError
from gdl.tree.syntax import (
    And,
    Compound,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
    signature,
    variables_in,
)
from gdl.values import dataclass

Atom = Symbol | Compound
_Pair = tuple[Term, Term]

_MOST_ALTERNATIVES = 10_000


@dataclass(frozen=True)
class Clause:
    """A rule without disjunctions: `different` and `same` are pairs of terms."""

    head: Atom
    positive: tuple[Atom, ...]
    negative: tuple[Atom, ...]
    different: tuple[_Pair, ...]
    same: tuple[_Pair, ...]
    rule: Rule = field(compare=False)


def clauses(rules: Iterable[Rule]) -> Iterator[Clause]:
    """The clauses that say the same as the rules, in their order.

    Raises:
        GdlError: a rule has a variable for a sentence, or its disjunctions have too many combinations.
    """
    for rule in rules:
        if isinstance(rule.head, Variable):
            raise GdlError(f"{place(rule)} has a variable for its head")
        for parts in _combinations(rule.body, False, rule):
            clause = _clause(rule.head, parts, rule)
            if clause is not None:
                yield clause


def place(rule: Rule) -> str:
    """How messages name a rule: `the rule for legal at line 12`."""
    head = rule.head
    name = head.name if isinstance(head, Symbol | Variable) else head.functor
    return f"the rule for `{name}`" + (f" at line {rule.position.line}" if rule.position else "")


def _combinations(literals: Sequence[Literal], negated: bool, rule: Rule) -> list[tuple[Literal, ...]]:
    """The disjunctive normal form of a conjunction, or of its negation."""
    if negated:
        return [parts for literal in literals for parts in _alternatives(literal, True, rule)]
    found: list[tuple[Literal, ...]] = [()]
    for literal in literals:
        found = [before + parts for parts in _alternatives(literal, False, rule) for before in found]
        if len(found) > _MOST_ALTERNATIVES:
            raise GdlError(f"{place(rule)} has more than {_MOST_ALTERNATIVES:,} combinations of alternatives")
    return found


def _alternatives(literal: Literal, negated: bool, rule: Rule) -> list[tuple[Literal, ...]]:
    match literal:
        case Not(inner):
            return _alternatives(inner, not negated, rule)
        case And(parts):
            return _combinations(parts, negated, rule)
        case Or(parts) if negated:
            return _combinations([Not(part) for part in parts], False, rule)
        case Or(parts):
            return [found for part in parts for found in _alternatives(part, False, rule)]
        case Variable():
            raise GdlError(f"{place(rule)} has a variable for a sentence")
        case _:
            return [(Not(literal),)] if negated else [(literal,)]


def _clause(head: Atom, parts: tuple[Literal, ...], rule: Rule) -> Clause | None:
    """The clause of one combination; None if its body can never hold."""
    positive: dict[Atom, None] = {}
    negative: dict[Atom, None] = {}
    different: dict[_Pair, None] = {}
    same: dict[_Pair, None] = {}
    for part in parts:
        match part:
            case Distinct(left, right):
                if left == right:
                    return None
                if not _always_differ(left, right):
                    different[(left, right)] = None
            case Not(Distinct(left, right)):
                if _always_differ(left, right):
                    return None
                if left != right:
                    same[(left, right)] = None
            case Not(Symbol() | Compound() as sentence):
                negative[sentence] = None
            case Symbol() | Compound():
                positive[part] = None
    return Clause(head, tuple(positive), tuple(negative), tuple(different), tuple(same), rule)


def _always_differ(left: Term, right: Term) -> bool:
    if isinstance(left, Variable) or isinstance(right, Variable):
        return False
    if signature(left) != signature(right):
        return True
    if isinstance(left, Compound) and isinstance(right, Compound):
        return any(_always_differ(one, other) for one, other in zip(left.args, right.args, strict=True))
    return False


def variables(terms: Iterable[Term]) -> dict[str, None]:
    """The names of the variables in terms, in order of their first occurrence."""
    return {name: None for term in terms for name in variables_in(term)}


def needed(all_clauses: Sequence[Clause], outputs: Iterable[tuple[str, int]]) -> list[Clause]:
    """The clauses that the relations `outputs` depend on, in order; `true` rests on `next` and `init`."""
    implied = {("true", 1): (("next", 1), ("init", 1)), ("does", 2): (("legal", 2),)}
    by_head: dict[tuple[str, int], list[Clause]] = {}
    for clause in all_clauses:
        by_head.setdefault(signature(clause.head), []).append(clause)
    queue = list(outputs)
    seen = set(queue)
    for relation in queue:
        below = [*implied.get(relation, ())]
        for clause in by_head.get(relation, ()):
            below.extend(signature(sentence) for sentence in (*clause.positive, *clause.negative))
        queue.extend(name for name in dict.fromkeys(below) if name not in seen)
        seen.update(below)
    return [clause for clause in all_clauses if signature(clause.head) in seen]
