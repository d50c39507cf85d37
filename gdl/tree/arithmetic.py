"""What people write for arithmetic, which GDL has not, and the fault that tells to write a table.

In GDL `(+ ?x 1)` is a term like any other, and `(>= ?x 3)` holds where a fact or a rule says so (GDL specification
2008, section 2): nothing is worked out.
"""

from __future__ import annotations

from collections.abc import Iterable

from gdl.errors import Fault, Severity
from gdl.tree.fault_list import listed
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Symbol, Variable
from gdl.values import dataclass

COMPARED_BY = frozenset("< > <= >= =< less greater larger smaller lt gt le ge leq geq".split())
"""Names of relations that people compare numbers with."""

SIGNS = frozenset("+ - * / // ** ^".split())
"""Signs that people make terms with, to reckon."""

SUMS = frozenset("plus add minus sub subtract times mult multiply div divide mod rem".split())
"""Words that people make terms with, to reckon."""

RECKONING = COMPARED_BY | SIGNS | SUMS | frozenset("is =:= =\\= succ pred sum inc dec max min".split())
"""Names of relations that people take for given."""

_TABLE = {
    False: "write a table of facts, such as (succ 0 1) (succ 1 2) (succ 2 3), and ask (succ ?x ?y)",
    True: "write a table of facts, such as succ(0, 1). succ(1, 2). succ(2, 3). and ask succ(X, Y)",
}
_LESS = {
    False: "(<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (less ?x ?y) (succ ?y ?z)) and ask (less ?x ?y)",
    True: "less(X, Y) :- succ(X, Y). less(X, Z) :- less(X, Y), succ(Y, Z). and ask less(X, Y)",
}


@dataclass(frozen=True, order=True)
class Reckoning:
    """A name that stands for arithmetic, at its 1-based place."""

    line: int
    column: int
    name: str


def is_sum(term: Compound) -> bool:
    """Whether a term is written to be worked out: `(+ ?x ?y)`, `(plus ?x 1)`; `(plus ?x ?y)` may be a name."""
    if len(term.args) != 2:
        return False
    variable = any(isinstance(arg, Variable) for arg in term.args)
    number = any(isinstance(arg, Symbol) and exact(arg.name) is not None for arg in term.args)
    return term.functor in SIGNS or (term.functor.lower() in SUMS and variable and number)


def no_arithmetic(source: str, uses: Iterable[Reckoning], *, infix: bool, severity: Severity = "error") -> Fault:
    """The one fault of all that a text reckons with, at the first of it; the fix is in the form of the text."""
    first, *others = sorted(uses)
    named = {first.name: first.line}
    for use in others:
        named.setdefault(use.name, use.line)
    also = [f"`{name}` (line {line})" for name, line in named.items() if name != first.name]
    message = f"GDL has no arithmetic: nothing works out `{first.name}` here"
    message += f", nor {listed(also)}" if also else ""
    fix = _TABLE[infix] if COMPARED_BY.isdisjoint(named) else f"{_TABLE[infix]}; to compare, add {_LESS[infix]}"
    return Fault(source, first.line, first.column, "no-arithmetic", message, severity, fix)
