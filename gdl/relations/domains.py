"""What can stand in each place of a relation, a fluent or a move: read off the rules, before any play.

The answer may have too much in it, never too little: what a rule puts into a place is what every positive condition of
it lets through. Source: the dependency analysis of domains in the GDL specification's successors (Schiffel and
Thielscher, AAAI 2007, section 3), here with terms divided by their functors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gdl.tree.syntax import Compound, Literal, Not, Or, Rule, Signature, Symbol, Term, Variable, atoms, signature
from gdl.values import dataclass

TermShape = tuple[str, int]
"""A constant, with no arguments, or the functor of a term with their number."""

_Place = tuple[str, str, int, int]
"""`relation` or `term`, its name, how many arguments it has, and which of them, from 0."""

_SAME = {"next": "true", "init": "true", "base": "true", "does": "legal", "input": "legal"}
"""Relations whose places hold what another's do."""

_ANY: TermShape = ("", -1)
"""Whatever there is: what comes from relations that no rule makes, such as the facts of a record."""


@dataclass(frozen=True)
class Domains:
    """The shapes that can stand in each place of the relations that rules make, and of the terms in them."""

    _places: Mapping[_Place, frozenset[TermShape]]

    def relation(self, name: str, arity: int, place: int) -> frozenset[TermShape] | None:
        """What can stand in a place of a relation, from 0; None where it may be anything."""
        return self._of(("relation", name, arity, place))

    def term(self, name: str, arity: int, place: int) -> frozenset[TermShape] | None:
        """What can stand in a place of a term, a fluent or a move; None where it may be anything."""
        return self._of(("term", name, arity, place))

    def statement(self, name: str, arity: int, place: int) -> frozenset[TermShape] | None:
        """What can stand in a place of a fluent or else of a relation of that name; None where it may be anything."""
        fluents = self.relation("true", 1, 0)
        return (self.term if fluents and (name, arity) in fluents else self.relation)(name, arity, place)

    def _of(self, place: _Place) -> frozenset[TermShape] | None:
        found = self._places.get(place)
        return None if found is None or _ANY in found else found


def domains_of(rules: Sequence[Rule]) -> Domains:
    """The domains of all places of some rules."""
    made = {_signature(rule.head) for rule in rules}
    found: dict[_Place, set[TermShape]] = {}
    waiting = [rule for rule in rules if _grow(rule, made, found) or rule.body]
    grown = True
    while grown:  # each round adds to some place one of the finitely many shapes in the rules
        grown = False
        for rule in waiting:
            grown |= _grow(rule, made, found)
    return Domains({place: frozenset(shapes) for place, shapes in found.items()})


def _signature(sentence: Term) -> Signature:
    name, arity = signature(sentence)
    return _SAME.get(name, name), arity


def _grow(rule: Rule, made: set[Signature], found: dict[_Place, set[TermShape]]) -> bool:
    """Put into the places of a rule's head what its body lets through; whether there was anything new."""
    bounds: dict[str, set[TermShape]] = {}
    for literal in rule.body:
        for sentence in _conditions(literal):
            if _signature(sentence) in made:
                for place, name in _variables(sentence):
                    here = found.get(place, set())
                    if _ANY not in here:
                        bounds[name] = bounds[name] & here if name in bounds else set(here)
    grown = False
    for place, term in _places(rule.head):
        shapes = bounds.get(term.name, {_ANY}) if isinstance(term, Variable) else {signature(term)}
        own = found.setdefault(place, set())
        grown |= not shapes <= own
        own |= shapes
    return grown


def _conditions(literal: Literal) -> Iterator[Term]:
    """The sentences that must hold for a literal to hold."""
    if not isinstance(literal, Or | Not):
        yield from (sentence for sentence, negative in atoms(literal) if not negative)


def _variables(sentence: Term) -> Iterator[tuple[_Place, str]]:
    return ((place, term.name) for place, term in _places(sentence) if isinstance(term, Variable))


def _places(sentence: Term) -> Iterator[tuple[_Place, Term]]:
    """Every place of a sentence with what stands in it, at every depth."""
    name, arity = _signature(sentence)
    stack = [("relation", name, arity, sentence)]
    while stack:
        kind, name, arity, whole = stack.pop()
        for index, part in enumerate(whole.args if isinstance(whole, Compound) else ()):
            yield (kind, name, arity, index), part
            if isinstance(part, Compound):
                stack.append(("term", part.functor, len(part.args), part))


def unary_facts(rules: Sequence[Rule]) -> dict[str, tuple[Symbol, ...]]:
    """Relations of one argument that are stated by facts alone, with all of whom they hold, in order."""
    found: dict[str, dict[Symbol, None]] = {}
    other: set[str] = set()
    for rule in rules:
        match rule:
            case Rule(Compound(name, (Symbol() as symbol,)), ()):
                found.setdefault(name, {})[symbol] = None
            case Rule(Compound(name, (_,))):
                other.add(name)
    return {name: tuple(members) for name, members in found.items() if name not in other}
