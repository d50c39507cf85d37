"""The formula that a query stands for: the definition of its name, a relation of the record, or what a play brings.

A query leaves out who reasons. A definition of its name has that role and, where the query names moves of the other
one, the only other role before what the query names; a condition takes a move of each, a belief all chances there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import cast

from gdl.tree.numbers import number_text
from gdl.values import dataclass
from lelma.verify.formulas.verdicts import FormulaJudge
from translators.errors import QueryError
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions
from translators.formulas.errors import FormulaError
from translators.formulas.says import GROUP
from translators.formulas.sorts import BELIEF, CONDITION, NUMBER, ROLE
from translators.language.explain import BoundClaim, history, read_call
from translators.language.forms import Pattern, Slot
from translators.language.grammar import QueryLanguage
from translators.language.query import (
    Move,
    QueryArithmetic,
    QueryCompound,
    QueryMix,
    QueryRole,
    QueryTerm,
    QueryVar,
    term_text,
)
from translators.language.template import ACT

OF_TWO_ROLES = "not expressible: this question is about games of two roles"
"""Why a query that names moves of the other role says nothing where there are several others."""


@dataclass(frozen=True)
class OpenFormula:
    """A formula, in which something may be left open.

    Attributes:
        open: its variables that nothing binds, each with what it may be; None for the number that it is.
    """

    formula: f.Formula
    open: tuple[tuple[str, f.Domain | None], ...] = ()


class OtherRoleMissing(Exception):
    """A query names a move of the other role, in a game that has not just one other; see `OF_TWO_ROLES`."""


def claimed(text: str, language: QueryLanguage, judge: FormulaJudge) -> f.Formula | f.Const:
    """What a text claims, as a query or a formula; what an act such as a suggestion is called, which claims nothing.

    Raises:
        QueryError: for a query that claims nothing.
        FormulaError: for a text that is neither.
    """
    try:
        query = language.parse(text)
    except QueryError as error:
        try:
            return judge.parse(text, role=language.role)
        except FormulaError:
            if language.names_query(text):
                raise error from None
            raise
    reading = None if len(query.calls) != 1 or query.calls[0].negated else read_call(language, query.calls[0])
    if reading is None:
        raise QueryError("a claim is one query, without negation", query=str(query))
    if reading.template.kind == ACT:
        slots = (reading.slots[slot.name] for slot in reading.template.slots)
        return f.Const(reading.template.name, tuple(_constant(term, language) for term in slots))
    return formula_of(reading, language, judge.definitions).formula


def formula_of(
    reading: BoundClaim,
    language: QueryLanguage,
    definitions: Definitions,
    moves: Callable[[str], f.Const] = f.Const,
    *,
    step: Callable[[int, int], int] | None = None,
) -> OpenFormula:
    """The formula of a claim; its variables are left open.

    Args:
        moves: the constant of a move as vocabularies spell it.
        step: gives, of a choice in a situation, the step at which it is made, from its place there and how many choices
            its role made before, both from 1; for situations in which a role chooses more than once.

    Raises:
        QueryError: for a claim without a meaning.
        OtherRoleMissing: for one about the other role where there is not just one.
    """
    return _Writing(reading, language, definitions, moves, step).written()


@dataclass(frozen=True)
class _Writing:
    """What it takes to write one claim as a formula, and what was left open so far."""

    reading: BoundClaim
    language: QueryLanguage
    definitions: Definitions
    moves: Callable[[str], f.Const]
    step: Callable[[int, int], int] | None
    open: dict[str, f.Domain | None] = field(default_factory=dict)

    def written(self) -> OpenFormula:
        formula = self._formula()
        roles = self.language.vocabulary.roles

        def place(item: tuple[str, f.Domain | None]) -> int:  # answers come in the order of a payoff table
            role = item[1].role if item[1] is not None else None
            return roles.index(role.name) if isinstance(role, f.Const) and role.name in roles else len(roles)

        return OpenFormula(formula, tuple(sorted(self.open.items(), key=place)))

    def _formula(self) -> f.Formula:
        template, slots = self.reading.template, self.reading.slots
        match template.goal:
            case None | Pattern("record") if template.name in self.definitions:
                return f.Applied(template.name, tuple(self._arguments()))
            case Pattern("record", (Pattern(relation, parts),)):
                values = {slot.name: _constant(slots[slot.name], self.language) for slot in template.slots}
                return f.Holds(relation, tuple(_filled(part, values) for part in parts))
            case Pattern("compare_numbers", (Pattern(sign), first, second)):
                relation = cast(f.Comparison, {"told_as": "~", "=<": "<=", "\\=": "!="}.get(sign, sign))
                return f.Compare(relation, self._number(self._slot(first)), self._number(self._slot(second)))
            case Pattern("finally", (Pattern("goal", (holder, payoff)), end)):
                return self._brings((self._slot(holder), self._slot(payoff)), situation=self._slot(end))
            case Pattern("finally", (Pattern("outcome", parts), end)):
                row, row_move, row_payoff, col, col_move, col_payoff = map(self._slot, parts)
                pays = ((row, row_payoff), (col, col_payoff))
                return self._brings(*pays, situation=self._slot(end), made=((row, row_move), (col, col_move)))
        raise QueryError(f"{template.name} has no meaning here", query=template.name)

    # A definition

    def _arguments(self) -> Iterator[f.Argument]:
        template, slots = self.reading.template, self.reading.slots
        parameters = self.definitions[template.name].head.parameters
        given = [(slot, slots[slot.name]) for slot in template.slots]
        beliefs = [f.Belief(tuple(self._mixed(*each))) for each in given if isinstance(each[1], QueryMix)]
        plain = [each for each in given if not isinstance(each[1], QueryMix)]
        roles = sum(sort == ROLE for _, sort in parameters) - sum(slot.type == "role" for slot, _ in plain)
        about = [self._ref(slots["role"], "role"), *([self._other()] if roles > 1 else [])][:roles]
        if any(slot.type in ("their_move", "mix") for slot, _ in given):
            self._other()
        for _, sort in parameters:
            if sort == BELIEF:
                yield f.Belief(tuple(part for belief in beliefs for part in belief.parts))
            elif sort == CONDITION:
                made, plain = plain[:2], plain[2:]
                yield f.Condition(tuple(f.Bind(self._owner(slot), self._ref(move, slot.type)) for slot, move in made))
            elif sort == ROLE and about:
                yield about.pop(0)
            else:
                slot, term = plain.pop(0)
                yield self._number(term) if sort == NUMBER else self._thing(term, slot)

    def _mixed(self, slot: Slot, mix: QueryTerm) -> Iterator[tuple[f.Ref, f.Ref, f.NumberTerm]]:
        assert isinstance(mix, QueryMix)
        for move, weight in mix.parts:
            yield self._owner(slot), self._ref(move, "move"), f.Number(weight)

    def _owner(self, slot: Slot) -> f.Ref:
        if slot.type in ("their_move", "mix"):
            return self._other()
        return self._ref(self.reading.slots["role"], "role")

    def _other(self) -> f.Const:
        about = self.reading.slots["role"]
        other = self.language.vocabulary.other(about.name) if isinstance(about, QueryRole) else None
        if other is None:
            raise OtherRoleMissing
        return f.Const(other)

    # What a play brings

    def _brings(
        self,
        *pays: tuple[QueryTerm, QueryTerm],
        situation: QueryTerm,
        made: Sequence[tuple[QueryTerm, QueryTerm]] = (),
    ) -> f.Formula:
        """What each holder gets where a situation, or what is said to be made in it, comes up: in some play, if both
        leave open which."""
        choices = history(situation)
        binds = tuple(self._choices(choices))
        told = {part.role: part.move for part in binds}
        for who, move in made:
            role = self._ref(who, "role")
            if isinstance(move, QueryVar):
                continue
            if told.setdefault(role, self._ref(move, "move")) != self._ref(move, "move"):
                return f.Compare("=", f.Number(Fraction(0)), f.Number(Fraction(1)))
            if role not in {part.role for part in binds}:
                binds = (*binds, f.Bind(role, told[role]))
        when = f.Condition(binds)
        parts = [
            f.Compare("=", f.Pay(self._ref(holder, "role"), when), self._number(payoff))
            for holder, payoff in pays
            if not (isinstance(payoff, QueryVar) and payoff.name == "_")
        ]
        if not parts:
            raise QueryError("this names no payoff", query=self.reading.template.name)
        whole = isinstance(situation, QueryCompound) or binds
        said: list[f.Formula] = [part if whole else f.Some(part) for part in parts]
        return said[0] if len(said) == 1 else f.AllOf(tuple(said))

    def _choices(self, choices: Sequence[tuple[QueryRole, QueryTerm]]) -> Iterator[f.Bind]:
        """What is chosen in a situation, given the latest first; with steps where a role chooses more than once."""
        again = len({who.name for who, _ in choices}) < len(choices)
        before: dict[str, int] = {}
        for place, (who, move) in enumerate(reversed(choices), start=1):
            before[who.name] = before.get(who.name, 0) + 1
            step = f.Const(str(self.step(place, before[who.name]))) if again and self.step is not None else None
            yield f.Bind(f.Const(who.name), self._ref(move, "move", of=who.name), step)

    # Terms

    def _slot(self, part: Pattern | Slot) -> QueryTerm:
        return self.reading.slots[part.name if isinstance(part, Slot) else part.functor]

    def _ref(self, term: QueryTerm, sort: str, *, of: str = "") -> f.Ref:
        match term:
            case QueryVar(name):
                variable = f"_{len(self.open)}" if name == "_" else name
                role = f.Const(of) if of else self._owner(Slot("", sort)) if sort != "role" else None
                self.open.setdefault(variable, f.Domain("roles") if role is None else f.Domain("moves", role))
                return f.Var(variable)
            case QueryRole(name):
                return f.Const(name)
            case Move(name):
                return self.moves(name)
        return self.moves(term_text(term))

    def _thing(self, term: QueryTerm, slot: Slot) -> f.Ref:
        plain = slot.type in ("move", "their_move", "role")
        return self._ref(term, slot.type) if plain else _constant(term, self.language)

    def _number(self, term: QueryTerm) -> f.NumberTerm:
        match term:
            case QueryVar(name):
                variable = f"_{len(self.open)}" if name == "_" else name
                self.open.setdefault(variable, None)
                return f.Var(variable)
            case QueryArithmetic(sign, left, right):
                return f.Arithmetic(cast(f.Operator, sign), self._number(left), self._number(right))
            case Fraction():
                return f.Number(term)
        raise QueryError(f"{term_text(term)} is no number", query=self.reading.template.name)


def _filled(part: Pattern | Slot, args: Mapping[str, f.Const]) -> f.Const:
    if isinstance(part, Slot) or (not part.args and part.functor in args):
        return args[part.name if isinstance(part, Slot) else part.functor]
    return f.Const(part.functor, tuple(_filled(each, args) for each in part.args))


def _constant(term: QueryTerm, language: QueryLanguage) -> f.Const:
    match term:
        case QueryRole(name):
            return f.Const(name)
        case QueryCompound(functor, args):
            return f.Const(functor, tuple(_constant(arg, language) for arg in args))
        case Fraction():
            return f.Const(number_text(term))
    word = term_text(term)
    group = language.group_of(word)
    return f.Const(GROUP, tuple(f.Const(role.name) for role in group)) if len(group) > 1 else f.Const(word)
