"""A game that is being played: besides what `Play` answers, the conditions that its rules put on a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from gdl.compile.prolog_text import prolog_atom
from gdl.compile.situation_program import Needs, relation_predicates
from gdl.text.write import kif_term
from gdl.tree.numbers import number_text
from gdl.tree.syntax import Compound, Signature, Symbol, Term, Variable, signature, subterms
from lelma.engine.answers import Limits
from lelma.engine.progression import JointMove, Look, Play, State, Step
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


class Board(Play):
    """A game that is being played."""

    def advance(self, state: State, move: JointMove) -> tuple[Step, Look]:
        """What a joint move leads to, and what the next state offers."""
        reply = self._play(f"advance({self._list(state)},{self._list([move[role] for role in self.roles])})")
        step = Step(tuple(sorted(reply["state"])), self._by_role(reply["sees"]))
        return step, Look(reply["terminal"], self._by_role(reply["legal"]))

    @cached_property
    def perceived(self) -> bool:
        """Whether the rules say what roles perceive; else, as in plain GDL, everyone perceives every move."""
        return any(signature(rule.head) == ("sees", 2) for rule in self._rules)

    def clauses(self, state: State, sentence: Term) -> tuple[ConditionClause, ...]:
        """The rules whose head a ground sentence fits; none for what is no relation, or takes too long to find out."""
        predicate = self._predicates.get(signature(sentence))
        if predicate is None or any(isinstance(part, Variable) for part in subterms(sentence)):
            return ()
        name, needs = predicate
        args = sentence.args if isinstance(sentence, Compound) else ()
        texts = ",".join(self.prolog(kif_term(arg)) for arg in args)
        shape = "stateful" if needs == Needs.STATE else "plain"
        fluents, limits = ",".join(map(self.prolog, state)), CLAUSE_LIMITS
        request = f"why({self._module},{prolog_atom(name)},[{texts}],{shape},[{fluents}],{limits.prolog()})"
        try:
            reply = self._call(request, limits.seconds)
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
        return relation_predicates(self._rules)

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
