"""Queries of the LELMA paper and its logs, read as formulas: the old names are definitions.

A query leaves out who reasons: `higher_guaranteed_payoff('R', 'B').` is the definition of that name with the role of
the reasoner, and the other one where it has a parameter for it, before what the query names. What a play brings,
`finally(goal(you, 5), do(choice(you, 'R'), do(choice(them, 'B'), s0)))`, is the definition `finally` where the game has
it and the play has two choices; else a comparison of payoffs. Queries with mixed strategies are not read.
Source: arXiv 2408.16081, Table 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from translators.formulas.errors import FormulaError
from translators.formulas.formula import Formula
from translators.formulas.parse import parse, parse_tree
from translators.formulas.sorts import CONDITION, ROLE, Head
from translators.formulas.typing import _is_tree
from translators.formulas.vocabulary import GameNames

if TYPE_CHECKING:
    from translators.formulas.typing import _Node


def paper_formula(text: str, vocabulary: GameNames, heads: Mapping[str, Head], *, role: str) -> Formula:
    """The formula that a query of the paper's language says.

    Args:
        heads: of the definitions, the old names among them.
        role: who reasons, `you`.

    Raises:
        FormulaError: if the text is no query of that language, or names what the game has not.
    """
    query = text.strip().removesuffix(".")
    return parse(_Rewriting(query, vocabulary, heads, role).text(), vocabulary, heads, role=role)


class _Rewriting:
    """A query, to be written as a formula. Its arguments are taken over word for word, so that `parse` checks them."""

    def __init__(self, query: str, vocabulary: GameNames, heads: Mapping[str, Head], role: str) -> None:
        self.query, self.vocabulary, self.heads, self.role = query, vocabulary, heads, role

    def text(self) -> str:
        tree = parse_tree(self.query)
        name, args = _call(tree)
        if name == "finally" and len(args) == 2:
            return self._outcome(args[0], self._choices(args[1]))
        head = self.heads.get(name)
        if head is None:
            raise FormulaError(f"there is no query {name!r}", text=self.query)
        said = [self._said(arg) for arg in args]
        roles = sum(sort == ROLE for _, sort in head.parameters)
        if said and all(sort == CONDITION for _, sort in head.parameters):
            said = [self._profile(said[at : at + 2]) for at in range(0, len(said), 2)]
        missing = len(head.parameters) - len(said)
        if missing > 0:
            about = self._role(said.pop(0)) if missing < roles else self.role
            said = [*[about, self._other(about)][:roles], *said]
        return f"{name}({', '.join(said)})" if said else name

    def _profile(self, moves: Sequence[str]) -> str:
        made = zip((self.role, self._other(self.role)), moves, strict=False)
        return "{" + ", ".join(f"{role}={move}" for role, move in made) + "}"

    def _outcome(self, result: _Node, choices: Sequence[tuple[str, str]]) -> str:
        kind, args = _call(result)
        said = [self._said(arg) for arg in args]
        if kind == "goal" and len(said) == 2:
            return self._brings(said[0], said[1], choices)
        if kind == "outcome" and len(said) == 6:
            claims = [(said[at], said[at + 2]) for at in (0, 3) if said[at + 2] != "_"]
            made = [(said[at], said[at + 1]) for at in (0, 3)]
            if {(self._role(who), move) for who, move in made} == {(self._role(who), move) for who, move in choices}:
                return " and ".join(self._brings(holder, number, choices) for holder, number in claims)
        raise FormulaError("this is no outcome of a play", text=self.query, expected="goal(ROLE, NUMBER)")

    def _brings(self, holder: str, number: str, choices: Sequence[tuple[str, str]]) -> str:
        if "finally" in self.heads and len(choices) == 2:
            return f"finally({', '.join(each for choice in choices for each in choice)}, {holder}, {number})"
        return f"pay({holder}; {', '.join(f'{who}={move}' for who, move in choices)}) = {number}"

    def _choices(self, situation: _Node) -> list[tuple[str, str]]:
        """Who does what in a situation, the latest first."""
        found = []
        while (shape := _call(situation))[0] == "do" and len(shape[1]) == 2:
            name, args = _call(shape[1][0])
            if name != "choice" or len(args) != 2:
                break
            found.append((self._said(args[0]), self._said(args[1])))
            situation = shape[1][1]
        if _call(situation) != ("s0", []) or not found:
            raise FormulaError("this is no finished play", text=self.query, expected="do(choice(ROLE, MOVE), …, s0)")
        return found

    def _said(self, node: _Node) -> str:
        return self.query[node.meta.start_pos : node.meta.end_pos]

    def _role(self, said: str) -> str:
        addressed = {"you": self.role, "them": self._other(self.role), "they": self._other(self.role)}
        return addressed.get(said) or self.vocabulary.called(said, self.vocabulary.roles) or said

    def _other(self, role: str) -> str:
        others = [each for each in self.vocabulary.roles if each != role]
        return others[0] if len(others) == 1 else role


def _call(node: _Node) -> tuple[str, list[_Node]]:
    """The name and the arguments of a node, which are none where it is no call."""
    if node.data == "name":
        return str(node.children[0]), []
    if node.data != "call":
        return "", []
    return str(node.children[0]), list(_arguments(node))


def _arguments(node: _Node) -> Iterator[_Node]:
    for section in _trees(node.children[1]):
        for argument in _trees(section):
            yield from _trees(argument)


def _trees(node: object) -> Iterator[_Node]:
    assert _is_tree(node)
    return (kid for kid in node.children if _is_tree(kid))
