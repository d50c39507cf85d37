"""The conditions that a game's rules put on a sentence: which of them hold in a state, and which fail."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from gdl.compile.prolog_text import prolog_atom, prolog_ground
from gdl.compile.situation_program import Needs, relation_predicates
from gdl.tree.numbers import number_text
from gdl.tree.syntax import Compound, Description, Signature, Symbol, Term, Variable, signature, subterms
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge
from lelma.engine.dynamics import GameState
from lelma.engine.program import situation_term
from lelma.engine.solver import Solver, compile_program
from lelma.support.errors import EngineStopped

CLAUSE_LIMITS = Limits(seconds=2.0, inferences=5_000_000)


@dataclass(frozen=True)
class RuleCondition:
    """A condition of a rule: `sentence` is to hold, or not to. With `given`, the head's arguments make it ground."""

    sentence: Term
    positive: bool
    given: bool


@dataclass(frozen=True)
class ConditionClause:
    """A rule in a state: the conditions that hold together, and those that fail beside them."""

    held: tuple[RuleCondition, ...]
    failed: tuple[RuleCondition, ...]


class Conditions:
    """Looks at the rules of one game in its states. They are loaded when they are first asked."""

    def __init__(self, description: Description, *, bridge: str | Bridge | None = None) -> None:
        """Nothing is loaded yet."""
        self.description = description
        self._bridge = bridge

    @cached_property
    def _solver(self) -> Solver:
        return Solver(compile_program(self.description), bridge=self._bridge)

    def clauses(self, state: GameState, sentence: Term) -> tuple[ConditionClause, ...]:
        """The rules whose head a ground sentence fits; none for what is no relation, or takes too long to find out."""
        predicate = self._predicates.get(signature(sentence))
        if predicate is None or any(isinstance(part, Variable) for part in subterms(sentence)):
            return ()
        name, needs = predicate
        args = sentence.args if isinstance(sentence, Compound) else ()
        texts = ",".join(map(prolog_ground, args))
        shape = "stateful" if needs == Needs.STATE else "plain"
        fluents, limits = ",".join(map(situation_term, state)), CLAUSE_LIMITS
        request = f"why({self._solver.module},{prolog_atom(name)},[{texts}],{shape},[{fluents}],{limits.prolog()})"
        try:
            reply = self._solver.call(request, limits.seconds)
        except EngineStopped:
            return ()
        return tuple(map(self._clause, reply.get("clauses", ())))

    def fixed(self, sentence: Term) -> bool:
        """Whether a sentence's truth is the same in every state."""
        return not isinstance(sentence, Variable) and self._needs(signature(sentence)) == Needs.NOTHING

    def _needs(self, sig: Signature) -> Needs:
        """What a relation's truth depends on; a fluent's is the state."""
        return self._predicates.get(sig, ("", Needs.STATE))[1]

    @cached_property
    def _predicates(self) -> Mapping[Signature, tuple[str, Needs]]:
        return relation_predicates(self.description.rules)

    @cached_property
    def _relations(self) -> Mapping[Signature, str]:
        """Predicate, without its state, → relation."""
        return {(name, arity): relation for (relation, arity), (name, _) in self._predicates.items()}

    def _clause(self, item: Mapping[str, Any]) -> ConditionClause:
        return ConditionClause(*(tuple(map(self._condition, item[part])) for part in ("held", "failed")))

    def _condition(self, item: Mapping[str, Any]) -> RuleCondition:
        return RuleCondition(self._sentence(_term(item["sentence"])), item["sign"] == "+", item["given"])

    def _sentence(self, term: Term) -> Term:
        """A sentence with the name that its relation has in the rules."""
        if isinstance(term, Variable):
            return term
        name = self._relations.get(signature(term), signature(term)[0])
        return Compound(name, term.args) if isinstance(term, Compound) else Symbol(name)


def _term(value: Any) -> Term:
    match value:
        case int():
            return Symbol(str(value))
        case {"over": over, "under": under}:
            return Symbol(number_text(Fraction(over, under)))
        case {"variable": name}:
            return Variable(str(name).lstrip("_"))
        case {"functor": functor, "args": args}:
            return Compound(str(functor), tuple(map(_term, args)))
        case _:
            return Symbol(str(value))
