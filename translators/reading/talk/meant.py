"""What a claim of talk says: how it is written, how the record keeps it, and the like of somebody else.

Short, because `meanings` makes it.
"""

from __future__ import annotations

from collections.abc import Collection

from translators.formulas import formula as f
from translators.formulas.says import GROUP
from translators.formulas.write import text as formula_text
from translators.language.vocabulary import GROUPED
from translators.reading.talk.meanings import Meant


def query(meant: Meant) -> str:
    """What is claimed, as the query language writes it where it can."""
    match meant:
        case f.Applied(name, args) | f.Holds(name, args, None) if all(isinstance(arg, f.Const) for arg in args):
            written = ", ".join(_term(arg) for arg in args if isinstance(arg, f.Const))
            return f"{name}({written})" if args else name
        case f.Const():
            return _term(meant)
    return formula_text(meant)


def _term(term: f.Const) -> str:
    if term.name == GROUP:
        return GROUPED.join(each.name for each in term.args)
    args = ", ".join(_term(each) for each in term.args if isinstance(each, f.Const))
    return f"{term.name}({args})" if args else term.name


def told_term(meant: Meant) -> f.Const | None:
    """A claim as the record keeps it."""
    match meant:
        case f.Applied(name, args) | f.Holds(name, args) if all(isinstance(arg, f.Const) for arg in args):
            return f.Const(name, tuple(arg for arg in args if isinstance(arg, f.Const)))
    return None


def either(one: Meant, other: Meant) -> Meant:
    """That one of two claims is so; of acts, the first."""
    return one if isinstance(one, f.Const) or isinstance(other, f.Const) else f.AnyOf((one, other))


def of_another(players: Collection[str], meant: Meant, role: str) -> Meant | None:
    """A claim about another of the players; None where it is about none."""
    match meant:
        case f.Applied(name, (f.Const(one, ()), *rest)) if one in players:
            return f.Applied(name, (f.Const(role), *rest))
        case f.Holds(name, (f.Const(one, ()), *rest), None) if one in players:
            return f.Holds(name, (f.Const(role), *rest))
    return None


def one_of_many(meant: Meant, role: str) -> Meant | None:
    """That a player is one of those who were counted."""
    match meant:
        case f.Compare(_, f.Count(_, _, f.Applied(name, (f.Var(), *rest))), _):
            return f.Applied(name, (f.Const(role), *rest))
        case f.Compare(_, f.Count(_, _, f.Holds(name, (f.Var(), *rest), None)), _):
            return f.Holds(name, (f.Const(role), *rest))
    return None
