"""Reading formulas: text → value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.text.parser_tables import parser_of
from translators.formulas.errors import FormulaError, near_names
from translators.formulas.formula import Condition, Const, Formula
from translators.formulas.sorts import FORMS, Head
from translators.formulas.typing import Typer, _is_tree, _Scope
from translators.formulas.vocabulary import THING, GameNames

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

    from translators.formulas.typing import _Node

LONGEST = 4000
"""Longest text that is read, in characters; no honest formula comes near."""

_DEEPEST = 100
"""Nesting that is read, in nodes of the tree of a text: walks over formulas recurse."""

_KEYWORDS = frozenset("if then iff or and not each any one some in but is min max count".split())
"""Words of the language itself; a name that is one of them is written in quotes."""

_WORDS = {
    "NAME": "a name",
    "QUOTED": "a name",
    "NUMBER": "a number",
    "RELATION": "a comparison sign",
    "SIGN": "'+' or '-'",
    "MINUS": "",
    "TIMES": "",
    "EXTREME": "",
    "QUANTIFIER": "'each', 'any' or 'one'",
    "RPAR": "')'",
    "LPAR": "'('",
    "RBRACE": "'}'",
    "LBRACE": "'{'",
    "RSQB": "']'",
    "LSQB": "",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "COLON": "':'",
    "AT": "",
    "$END": "the end",
}


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "formula.lark").read_text("utf-8")
    return parser_of(grammar, propagate_positions=True, maybe_placeholders=True)


def parse(
    text: str, vocabulary: GameNames, heads: Mapping[str, Head] | None = None, *, role: str | None = None
) -> Formula:
    """The formula a text says of a game.

    Args:
        heads: of the definitions that may be used.
        role: who `you` is, if that may be said; `they` and `them` are the only other role then.

    Raises:
        FormulaError: with the place of the fault, what was expected there and names like the one that is not known.
    """
    typer = Typer(text, vocabulary, heads or {}, role=role)
    return typer.formula(parse_tree(text), {})


def read_condition(text: str, vocabulary: GameNames) -> Condition:
    """The condition that a text without braces says, such as `p1=stag, p2=hare`; columns of faults are one too many.

    Raises:
        FormulaError: as `parse` does.
    """
    braced = f"{{{text}\n}}"  # what stands before the brace is told alone
    tree = parse_tree(braced)
    typer = Typer(braced, vocabulary, {})
    if tree.data != "braces":
        raise FormulaError("this is no condition", text=text, expected="ROLE=MOVE, ROLE=MOVE")
    return typer.condition([kid for kid in tree.children if _is_tree(kid)], {})


def read_name(text: str) -> Const:
    """The constant a text stands for, such as `offer(3)`.

    Raises:
        FormulaError: if it stands for none.
    """
    tree = parse_tree(text)
    named = Typer(text, GameNames(()), {}).ref(tree, THING, {})
    assert isinstance(named, Const)
    return named


def parse_tree(text: str) -> _Node:
    """The tree of a text, before its parts have sorts.

    Raises:
        FormulaError: where the text is not of the language, whatever its names mean.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"the formula is longer than {LONGEST} characters", text=text[:60])
    from lark import UnexpectedInput

    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    expression = tree.children[0]
    assert _is_tree(expression)
    _check_depth(text, expression)
    return expression


def _check_depth(text: str, tree: _Node) -> None:
    level: list[_Node] = [tree]
    for _ in range(_DEEPEST):
        level = [kid for node in level for kid in node.children if _is_tree(kid)]
        if not level:
            return
    offset = getattr(level[0].meta, "start_pos", 0)
    raise FormulaError(f"the formula is nested more than {_DEEPEST} deep here", text=text, offset=offset)


def _unexpected(text: str, error: UnexpectedInput) -> FormulaError:
    offset = error.pos_in_stream
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    told: Iterable[str] = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    told = told or getattr(error, "allowed", None) or ()
    words = dict.fromkeys(filter(None, (_WORDS.get(name, f"'{name.lower()}'") for name in sorted(told))))
    found = "the end" if at_end else repr(text[offset : offset + 12].split("\n")[0]) if offset is not None else "this"
    near: list[str] = []
    if token is not None and token.type == "NAME":
        near = near_names(str(token), [*_KEYWORDS, *FORMS])
    where = len(text) if at_end or offset is None or offset < 0 else offset
    return FormulaError(f"{found} can't stand here", text=text, offset=where, expected=_listed(words), near=near)


def _listed(words: Iterable[str]) -> str:
    found = list(words)
    return " or ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


__all__ = ["LONGEST", "_DEEPEST", "_KEYWORDS", "_Scope", "parse", "parse_tree", "read_condition", "read_name"]
