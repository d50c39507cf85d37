"""From the tree of a query to its value."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from lark import Token, Transformer, v_args

from translators.errors import QueryError
from translators.language.query import (
    Call,
    Move,
    Name,
    Query,
    QueryArithmetic,
    QueryCompound,
    QueryMix,
    QueryRole,
    QueryTerm,
    QueryVar,
    term_text,
)
from translators.language.vocabulary import Vocabulary

LONGEST_NUMBER_BITS = 1000
"""Longest numerator or denominator that arithmetic in a query may come to."""

_OPERATIONS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class KnowsNames(Protocol):
    """What tells what the names in a query stand for."""

    vocabulary: Vocabulary

    def role_of(self, word: str) -> QueryRole: ...

    def move_of(self, word: str) -> Move: ...


class QueryReader(Transformer[Token, Any]):
    """Parse tree → query, by the names of one language."""

    def __init__(self, language: KnowsNames) -> None:
        super().__init__()
        self.language = language

    def start(self, goals: list[Call]) -> Query:
        return Query(tuple(goals))

    def positive(self, parts: list[QueryCompound | Name]) -> Call:
        return Call(parts[0])

    def negative(self, parts: list[QueryCompound | Name]) -> Call:
        return Call(parts[0], negated=True)

    def start_situation(self, _: list[Any]) -> Name:
        return Name("s0")

    def do(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("do", tuple(parts))

    def choice(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("choice", tuple(parts))

    def goal_value(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("goal", tuple(parts))

    def outcome(self, parts: list[QueryTerm]) -> QueryCompound:
        first, second = parts[:3], parts[3:]
        rows = self.language.vocabulary.roles
        if isinstance(first[0], QueryRole) and len(rows) == 2 and first[0].name == rows[1]:
            first, second = second, first  # an outcome names the row role first
        return QueryCompound("outcome", (*first, *second))

    def did(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("did", tuple(parts))

    def control(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("control", tuple(parts))

    def player(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("player", tuple(parts))

    def seat_of(self, parts: list[QueryTerm]) -> QueryCompound:
        return QueryCompound("role", tuple(parts))

    @v_args(inline=True)
    def variable(self, token: Token) -> QueryVar:
        return QueryVar(str(token))

    @v_args(inline=True)
    def role(self, token: Token) -> QueryRole:
        return self.language.role_of(_unquoted(token))

    @v_args(inline=True)
    def move(self, token: Token) -> Move:
        return self.language.move_of(_unquoted(token))

    def compound_move(self, parts: list[Any]) -> Move | QueryCompound:
        compound = self.compound(parts)
        text = term_text(compound)
        for move in self.language.vocabulary.all_moves:
            if move.replace(" ", "").casefold() == text.replace(" ", "").casefold():
                return Move(move, move)
        return compound

    @v_args(inline=True)
    def name(self, token: Token) -> QueryTerm:
        return self._known(str(token))

    @v_args(inline=True)
    def quoted(self, token: Token) -> QueryTerm:
        return self._known(_unquoted(token))

    def _known(self, word: str) -> QueryTerm:
        """A word inside a fluent: `you` and `them` are roles, and a move is spelled as in the rules."""
        if word in ("you", "them"):
            return self.language.role_of(word)
        for move in self.language.vocabulary.all_moves:
            if move.casefold() == word.casefold():
                return Name(move)
        return Name(word)

    def compound(self, parts: list[Any]) -> QueryCompound:
        return QueryCompound(str(parts[0]), tuple(parts[1:]))

    @v_args(inline=True)
    def number_token(self, token: Token) -> Name:
        return Name(str(token))

    @v_args(inline=True)
    def value(self, token: Token) -> Fraction:
        return Fraction(str(token))

    @v_args(inline=True)
    def negative_value(self, number: QueryTerm) -> QueryTerm:
        return _operate("-", Fraction(0), number)

    @v_args(inline=True)
    def plus(self, left: QueryTerm, right: QueryTerm) -> QueryTerm:
        return _operate("+", left, right)

    @v_args(inline=True)
    def minus(self, left: QueryTerm, right: QueryTerm) -> QueryTerm:
        return _operate("-", left, right)

    @v_args(inline=True)
    def times(self, left: QueryTerm, right: QueryTerm) -> QueryTerm:
        return _operate("*", left, right)

    @v_args(inline=True)
    def over(self, left: QueryTerm, right: QueryTerm) -> QueryTerm:
        return _operate("/", left, right)

    def mix(self, parts: list[tuple[Move, Fraction]]) -> QueryMix:
        return QueryMix(tuple(parts))

    @v_args(inline=True)
    def weight(self, token: Token, number: QueryTerm) -> tuple[Move, Fraction]:
        if not isinstance(number, Fraction):
            raise QueryError("a probability must be a number", query=str(token))
        return self.language.move_of(_unquoted(token)), number

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if str(data).startswith("call_"):
            name = str(data).removeprefix("call_")
            return QueryCompound(name, tuple(children)) if children else Name(name)
        raise QueryError(f"the grammar has a rule {data} that nothing reads", query=str(data))


def _operate(sign: str, left: QueryTerm, right: QueryTerm) -> QueryTerm:
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        return QueryArithmetic(sign, left, right)
    if sign == "/" and right == 0:
        raise QueryError("a number is divided by 0", query=f"{left} / {right}")
    result = _OPERATIONS[sign](left, right)
    if max(result.numerator.bit_length(), result.denominator.bit_length()) > LONGEST_NUMBER_BITS:
        raise QueryError("a number has more than some 300 digits", query=f"{left} {sign} {right}")
    return result


def _unquoted(token: str) -> str:
    if token[:1] in ("'", '"'):
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    return str(token)
