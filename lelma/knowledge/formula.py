"""Formulas about a state: what a role may know, in KIF over the sentences of the rules.

`(true (identity p3 merlin))` is a fluent, `(evil p3)` any other sentence of the rules that does not depend on the
moves made. They are joined by `(and F …)`, `(or F …)`, `(not F)`, `(at-least 1 F …)`, `(at-most 1 F …)` and
`(exactly 2 F …)`. Variables stand for nothing, and relations that the rules lack are an error; a sentence of a
relation of the rules that can never hold is false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term, Variable, signature, subterms
from gdl.tree.term import read_term
from lelma.engine.network.choice import add
from lelma.engine.network.circuit import FALSE, TRUE, Circuit
from lelma.engine.network.program import compiled
from lelma.engine.network.wiring import Wiring
from lelma.knowledge.gate_runner import Runner
from lelma.knowledge.rules import Rules
from lelma.support.errors import UsageError

_COUNTS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "at-least": lambda number, most, _: (number, most),
    "at-most": lambda number, _, least: (least, number),
    "exactly": lambda number, _, __: (number, number),
}
_MOST_GATES = 1_000_000


def read_formula(text: str, rules: Rules) -> Runner:
    """A program from the fluents of a state to whether the formula holds in it.

    Raises:
        UsageError: if the text is no formula over the rules; the message says why.
    """
    return read_formulas([text], rules)


def read_formulas(texts: Sequence[str], rules: Rules) -> Runner:
    """A program from the fluents of a state to whether each of the formulas holds in it.

    `(sees p3 (evil p1))` is one here: that the role has this percept next, whatever is done.

    Raises:
        UsageError: if a text is no formula over the rules; the message says why.
    """
    try:
        terms = [read_term(text) for text in texts]
    except GdlError as error:
        raise UsageError(str(error)) from None
    return _Reader(rules).run(terms)


class _Reader:
    def __init__(self, rules: Rules) -> None:
        grounding = rules.grounding
        self.circuit = Circuit(_MOST_GATES)
        self.wiring = Wiring(grounding, self.circuit)
        self.fluents = [self.circuit.input() for _ in rules.fluents]
        self.wiring.give(dict(zip((true for true, _ in grounding.fluents.values()), self.fluents, strict=True)))
        self.literal = dict(zip(rules.fluents, self.fluents, strict=True))
        self.sentences = grounding.sentences
        self.rules = rules

    def run(self, terms: Sequence[Term]) -> Runner:
        return Runner(compiled(self.circuit, self.fluents, list(map(self._read, terms)), and_not=False))

    def _read(self, term: Term) -> int:
        match term:
            case Compound("and", parts):
                return self.circuit.any_of([self._read(part) ^ 1 for part in parts]) ^ 1
            case Compound("or", parts):
                return self.circuit.any_of([self._read(part) for part in parts])
            case Compound("not", (part,)):
                return self._read(part) ^ 1
            case Compound(name, (Symbol(number), *parts)) if name in _COUNTS:
                return self._count(name, number, [self._read(part) for part in parts])
            case Compound("true", (fluent,)):
                return self._fluent(fluent)
            case Compound("sees", (Symbol(role), percept)):
                return self._percept(role, kif_term(percept))
            case _:
                return self._sentence(term)

    def _count(self, name: str, number: str, parts: Sequence[int]) -> int:
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            raise UsageError(f"({name} …) counts with a whole number, not with {number!r}")
        least, most = _COUNTS[name](int(number), len(parts), 0)
        digits = add(self.circuit, [list(parts)], len(parts).bit_length())
        counts = range(max(0, least), min(len(parts), most) + 1)
        return self.circuit.any_of([self._equals(digits, count) for count in counts])

    def _equals(self, digits: Sequence[int], count: int) -> int:
        return self.circuit.all_of([digit ^ (1 ^ (count >> at & 1)) for at, digit in enumerate(digits)])

    def _fluent(self, fluent: Term) -> int:
        _check_ground(fluent)
        if signature(fluent) not in self.rules.kinds:
            raise UsageError(f"the rules have no fluent like {kif_term(fluent)}")
        return self.literal.get(kif_term(fluent), FALSE)

    def _percept(self, role: str, percept: str) -> int:
        """What the role has next whatever is done; what rests on moves is not."""
        found = self.rules.percepts.get(percept, {})
        at = self.rules.roles.index(role) if role in self.rules.roles else -1
        if at not in found or found[at] & -2 in self.rules.of_moves:
            return FALSE
        return self.wiring.literals([found[at]])[0]

    def _sentence(self, sentence: Term) -> int:
        _check_ground(sentence)
        kind = signature(sentence)
        if kind not in self.rules.relations:
            hint = f"; the fluent is (true {kif_term(sentence)})" if kind in self.rules.kinds else ""
            raise UsageError(f"the rules have no relation like {kif_term(sentence)}{hint}")
        if sentence not in self.sentences:
            return FALSE
        literal = self.sentences[sentence]
        if literal is None:
            return TRUE
        if literal in self.rules.of_moves:
            raise UsageError(f"{kif_term(sentence)} depends on the moves made, so it holds in no state")
        return self.wiring.literals([literal])[0]


def _check_ground(term: Term) -> None:
    variables = [part.name for part in subterms(term) if isinstance(part, Variable)]
    if variables:
        raise UsageError(f"?{variables[0]} in {kif_term(term)} stands for nothing: formulas have no variables")
