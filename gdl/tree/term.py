"""Single terms as KIF texts: reading, matching against a pattern, and putting values for variables."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gdl.errors import GdlError
from gdl.tree.syntax import Compound, Symbol, Term, Variable

DEEPEST = 50
"""Nesting of the deepest term that is read: no term of a game comes near, and walks over terms may recurse."""

_TOKEN = re.compile(r"[()]|[^\s()]+")


def read_term(text: str, *, deepest: int = DEEPEST) -> Term:
    """The term that a KIF text holds, such as `(vote ?player)`; names keep their spelling.

    Raises:
        GdlError: if it holds anything else.
    """
    open_lists: list[list[Term]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
            if len(open_lists) > deepest:
                raise GdlError(f"no term: more than {deepest} open parentheses")
        elif token == ")":
            open_lists[-2:] = [_closed(open_lists, text)]
        else:
            open_lists[-1].append(Variable(token[1:]) if len(token) > 1 and token[0] == "?" else Symbol(token))
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise GdlError(f"{text[:80]!r} is not one term")
    return open_lists[0][0]


def _closed(open_lists: list[list[Term]], text: str) -> list[Term]:
    """The list around the one that a parenthesis closes, with its term added."""
    if len(open_lists) == 1 or not open_lists[-1]:
        raise GdlError(f"{text[:80]!r} is no term: a parenthesis closes nothing")
    head, *args = open_lists[-1]
    if not isinstance(head, Symbol):
        raise GdlError(f"{text[:80]!r} is no term: expected a name after a parenthesis")
    return [*open_lists[-2], Compound(head.name, tuple(args)) if args else head]


def match(pattern: Term, term: Term, bound: Mapping[str, Term] | None = None) -> dict[str, Term] | None:
    """Values of the pattern's variables that make it equal to `term`; None if there are none."""
    values: dict[str, Term] | None = None
    pairs = [(pattern, term)]
    while pairs:
        left, right = pairs.pop()
        match left:
            case Variable(name):
                if values is None:  # most patterns fail before
                    values = dict(bound or {})
                if values.setdefault(name, right) != right:
                    return None
            case Compound(functor, args):
                if not isinstance(right, Compound) or right.functor != functor or len(right.args) != len(args):
                    return None
                pairs.extend(zip(args, right.args, strict=True))
            case _:
                if left != right:
                    return None
    return dict(bound or {}) if values is None else values


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with values for those of its variables that have one."""
    match term:
        case Variable(name):
            return values.get(name, term)
        case Compound(functor, args):
            return Compound(functor, tuple(substitute(arg, values) for arg in args), term.position)
        case _:
            return term
