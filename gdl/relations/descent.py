"""Recursion that ends by itself: each call steps along an acyclic chain, such as the ranks of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gdl.relations.schedule import literal_variables
from gdl.tree.syntax import (
    Compound,
    Distinct,
    Literal,
    Not,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
    atoms,
    signature,
    subterms,
)

_Rows = list[tuple[Term, ...]]
Chain = dict[tuple[Term, ...], tuple[Term, ...]]

_MOST_ROWS = 20_000
_MOST_VISITS = 1_000


def descends(sig: Signature, rules: Mapping[Signature, Sequence[Rule]], component: Mapping[Signature, int]) -> bool:
    """Whether plain evaluation of a recursive relation ends, without visiting the same again and again.

    So it is if the relation depends on itself alone, each rule has at most one recursive call, and in each such rule a
    relation of constants leads, with the arguments that the call keeps, from the values of some arguments to their
    only successors, and the steps of all rules together, which are of the same arguments, have no cycle. That
    relation must stand before the call, and nothing else there may choose what to call. Several rules may all take
    the same step, so their chains must be short. (Where the author wrote the call first, tables were much faster:
    alexChess, 50 times.)
    """
    if sum(number == component[sig] for number in component.values()) > 1:
        return False
    recursive = [(rule, calls) for rule in rules[sig] if (calls := _recursive_calls(rule))]
    if any(len(calls) > 1 or calls[0] not in rule.body for rule, calls in recursive):
        return False
    changed = {_changed(rule.head, calls[0]) for rule, calls in recursive}
    candidates = {*changed, *((place,) for places in changed for place in places)}
    known: dict[Signature, _Rows | None] = {}
    return any(_all_step(recursive, places, rules, known) for places in sorted(candidates) if places)


def _all_step(
    recursive: Sequence[tuple[Rule, list[Term]]],
    places: tuple[int, ...],
    rules: Mapping[Signature, Sequence[Rule]],
    known: dict[Signature, _Rows | None],
) -> bool:
    """Whether each rule steps along chains at `places`, and no sequence of such steps leads back to where it began."""
    found = [_steps(rule, calls[0], places, rules, known) for rule, calls in recursive]
    chains = [chains for chains in found if chains is not None]
    if len(chains) < len(found):
        return False
    if len(chains) == 1:
        return True
    together: Chain = {}
    for chain in (chain for each in chains for chain in each):
        if any(together.setdefault(source, target) != target for source, target in chain.items()):
            return False
    return not _has_cycle(together) and len(recursive) ** _longest(together) <= _MOST_VISITS


def _recursive_calls(rule: Rule) -> list[Term]:
    """The sentences in a rule's body that are of the relation of its head."""
    found = [sentence for literal in rule.body for sentence, _ in atoms(literal)]
    head = signature(rule.head)
    return [sentence for sentence in found if not isinstance(sentence, Variable) and signature(sentence) == head]


def _changed(head: Term, call: Term) -> tuple[int, ...]:
    if not isinstance(head, Compound) or not isinstance(call, Compound):
        return ()
    pairs = zip(head.args, call.args, strict=True)
    return tuple(place for place, (old, new) in enumerate(pairs) if old != new)


def _steps(
    rule: Rule,
    call: Term,
    places: tuple[int, ...],
    rules: Mapping[Signature, Sequence[Rule]],
    known: dict[Signature, _Rows | None],
) -> list[Chain] | None:
    """The chains of one literal that leads from the head's arguments at `places` to the call's; None without one."""
    assert isinstance(rule.head, Compound) and isinstance(call, Compound)
    old = [rule.head.args[place] for place in places]
    new = [call.args[place] for place in places]
    if not all(isinstance(term, Variable) for term in [*old, *new]) or set(old) & set(new):
        return None
    kept = {
        before
        for before, after in zip(rule.head.args, call.args, strict=True)
        if before == after and isinstance(before, Variable)
    }
    before = [literal for literal in rule.body[: rule.body.index(call)] if not isinstance(literal, Not | Distinct)]
    if any(
        _chooses(rule, call, place, before, kept, rules, known) for place in set(_changed(rule.head, call)) - {*places}
    ):
        return None
    literals = (item for item in before if isinstance(item, Compound) and {*old, *new} <= set(item.args))
    found = (_chains(literal, old, new, kept, _rows(signature(literal), rules, known)) for literal in literals)
    return next((chains for chains in found if chains is not None and not any(map(_has_cycle, chains))), None)


def _chooses(
    rule: Rule,
    call: Compound,
    place: int,
    before: Sequence[Literal],
    kept: set[Variable],
    rules: Mapping[Signature, Sequence[Rule]],
    known: dict[Signature, _Rows | None],
) -> bool:
    """Whether what stands before the call may give its argument at `place` several values."""
    assert isinstance(rule.head, Compound)
    old, new = rule.head.args[place], call.args[place]
    binding = [literal for literal in before if set(literal_variables(literal)) & {var.name for var in _variables(new)}]
    return bool(binding) and not any(
        _chains(literal, [old], [new], kept, _rows(signature(literal), rules, known)) is not None
        for literal in binding
        if isinstance(literal, Compound) and {old, new} <= set(literal.args)
    )


def _chains(
    literal: Compound, old: list[Term], new: list[Term], kept: set[Variable], rows: _Rows | None
) -> list[Chain] | None:
    """What follows what, for each choice of the arguments that are kept; None where something has two successors."""
    if rows is None:
        return None
    here = [literal.args.index(term) for term in old]
    there = [literal.args.index(term) for term in new]
    keys = [index for index, argument in enumerate(literal.args) if argument in kept]
    chains: dict[tuple[Term, ...], Chain] = {}
    for row in rows:
        if _unify(literal.args, row, {}) is None:
            continue
        chain = chains.setdefault(tuple(row[index] for index in keys), {})
        target = tuple(row[index] for index in there)
        if chain.setdefault(tuple(row[index] for index in here), target) != target:
            return None
    return list(chains.values())


def _rows(
    sig: Signature, rules: Mapping[Signature, Sequence[Rule]], known: dict[Signature, _Rows | None]
) -> _Rows | None:
    """The argument tuples of a relation of constants that facts and rules without negation define, else None."""
    if sig not in known:
        known[sig] = None  # in case it is asked for again on the way
        found: dict[tuple[Term, ...], None] | None = {}
        for rule in rules.get(sig, ()):
            answers = _answers(rule, rules, known)
            if answers is None or len(found or ()) > _MOST_ROWS:
                found = None
                break
            assert found is not None
            found.update(dict.fromkeys(answers))
        known[sig] = None if found is None else list(found)
    return known[sig]


def _answers(
    rule: Rule, rules: Mapping[Signature, Sequence[Rule]], known: dict[Signature, _Rows | None]
) -> _Rows | None:
    if not isinstance(rule.head, Compound):
        return None
    bindings: list[dict[Variable, Term]] = [{}]
    tests = [literal for literal in rule.body if isinstance(literal, Distinct)]
    for literal in (literal for literal in rule.body if not isinstance(literal, Distinct)):
        if not isinstance(literal, Compound) or signature(literal) in {("true", 1), ("does", 2)}:
            return None
        rows = _rows(signature(literal), rules, known)
        if rows is None or len(bindings) * len(rows) > 50 * _MOST_ROWS:
            return None
        bindings = list(_joined(bindings, literal, rows))
        if len(bindings) > _MOST_ROWS:
            return None
    kept = [bound for bound in bindings if all(_value(test.left, bound) != _value(test.right, bound) for test in tests)]
    answers = [tuple(_value(argument, bound) for argument in rule.head.args) for bound in kept]
    plain = all(isinstance(value, Symbol) for answer in answers for value in answer)
    return answers if plain else None


def _joined(bindings: list[dict[Variable, Term]], literal: Compound, rows: _Rows) -> Iterator[dict[Variable, Term]]:
    for bound in bindings:
        for row in rows:
            wider = _unify(literal.args, row, bound)
            if wider is not None:
                yield wider


def _unify(
    pattern: Sequence[Literal], row: tuple[Term, ...], bound: Mapping[Variable, Term]
) -> dict[Variable, Term] | None:
    wider = dict(bound)
    for argument, value in zip(pattern, row, strict=True):
        if isinstance(argument, Variable):
            if wider.setdefault(argument, value) != value:
                return None
        elif argument != value:
            return None
    return wider


def _value(term: Term, bound: Mapping[Variable, Term]) -> Term:
    return bound.get(term, term) if isinstance(term, Variable) else term


def _variables(term: Term) -> Iterator[Variable]:
    return (part for part in subterms(term) if isinstance(part, Variable))


def _longest(chain: Chain) -> int:
    """The most steps that follow one another in a chain without cycles."""
    steps: dict[tuple[Term, ...], int] = {}
    for start in chain:
        path = []
        node = start
        while node in chain and node not in steps:
            path.append(node)
            node = chain[node]
        for passed in reversed(path):
            steps[passed] = steps.get(chain[passed], 0) + 1
    return max(steps.values(), default=0)


def _has_cycle(chain: Chain) -> bool:
    done: set[tuple[Term, ...]] = set()
    for start in chain:
        path: set[tuple[Term, ...]] = set()
        node = start
        while node in chain and node not in done:
            if node in path:
                return True
            path.add(node)
            node = chain[node]
        done |= path
    return False
