"""The formula that a query about a match stands for: the relation of its name, or the definition.

Short, because it is a bridge, for readers that write queries; a reader that writes formulas needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gdl.tree.numbers import number_text
from lelma.verify.formulas.verdicts import FormulaJudge
from translators.errors import QueryError
from translators.formulas.errors import FormulaError
from translators.formulas.formula import Applied, Const, Formula, Holds
from translators.formulas.says import GROUP
from translators.language.explain import BoundClaim, read_call
from translators.language.forms import Pattern, Slot
from translators.language.grammar import QueryLanguage
from translators.language.query import QueryCompound, QueryRole, QueryTerm, term_text
from translators.language.template import ACT


def claimed(text: str, language: QueryLanguage, judge: FormulaJudge) -> Formula | Const:
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
    name, args = reading.template.name, _args(reading, language)
    if reading.template.kind == ACT:
        return Const(name, tuple(args.values()))
    if name in judge.definitions:
        return Applied(name, tuple(args.values()))
    match reading.template.goal:
        case Pattern("record", (Pattern(relation, parts),)):
            return Holds(relation, tuple(_filled(part, args) for part in parts))
    raise QueryError(f"{name} says nothing of a match", query=str(query))


def _args(reading: BoundClaim, language: QueryLanguage) -> dict[str, Const]:
    return {slot.name: _constant(reading.slots[slot.name], language) for slot in reading.template.slots}


def _filled(part: Pattern | Slot, args: Mapping[str, Const]) -> Const:
    if isinstance(part, Slot) or (not part.args and part.functor in args):
        return args[part.name if isinstance(part, Slot) else part.functor]
    return Const(part.functor, tuple(_filled(each, args) for each in part.args))


def _constant(term: QueryTerm, language: QueryLanguage) -> Const:
    match term:
        case QueryRole(name):
            return Const(name)
        case QueryCompound(functor, args):
            return Const(functor, tuple(_constant(arg, language) for arg in args))
        case Fraction():
            return Const(number_text(term))
    word = term_text(term)
    group = language.group_of(word)
    return Const(GROUP, tuple(Const(role.name) for role in group)) if len(group) > 1 else Const(word)
