"""Constants and terms of a game as the text of Prolog terms.

Short, because everything that writes Prolog needs it, and it needs nothing of what they write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from gdl.tree.numbers import exact, number_text
from gdl.tree.syntax import Compound, Symbol, Term

_ESCAPED = re.compile(r"[\\'\x00-\x1f\x7f-\x9f]")
_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


def prolog_number(number: Fraction | int) -> str:
    """A number as SWI-Prolog reads it exactly: `5`, `5r2`."""
    number = Fraction(number)
    return str(number.numerator) if number.denominator == 1 else f"{number.numerator}r{number.denominator}"


def prolog_atom(name: str) -> str:
    """`name` as the text of a Prolog atom, quoted where it needs to be."""
    if _PLAIN_ATOM.match(name):
        return name
    escaped = _ESCAPED.sub(lambda match: f"\\x{ord(match[0]):x}\\", name)
    return f"'{escaped}'"


def prolog_constant(token: str) -> str:
    """A constant of a game: the number if the token is that number's canonical spelling, else an atom.

    `0` and `00` are different constants (GDL has no numbers), so only one of them can be the number.
    """
    number = exact(token)
    if number is not None and number_text(number) == token:
        return prolog_number(number)
    return prolog_atom(token)


def prolog_ground(term: Term, constant: Callable[[str], str] = prolog_constant) -> str:
    """A term without variables as the text of a Prolog term.

    Args:
        constant: how constants are written: as situation programs have them, or by `prolog_atom`, as play programs do.

    Raises:
        ValueError: for a term with variables.
    """
    match term:
        case Compound(functor, args):
            return f"{prolog_atom(functor)}({','.join([prolog_ground(arg, constant) for arg in args])})"
        case Symbol(name):
            return constant(name)
    raise ValueError(f"{term} is not ground")


def prolog_call(name: str, args: Sequence[str]) -> str:
    return f"{name}({', '.join(args)})" if args else name
