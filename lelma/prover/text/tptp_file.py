"""Theories in TPTP's form (Sutcliffe 2017): `fof(name, role, formula).`, `cnf(…)` and `tff(…)` of one sort or several.

A conjecture is the goal, all else but types is an axiom; types are not needed, since sorts follow from the use of
names. A quantifier reaches over the one formula behind it, not as far as it can, as in Isabelle: `! [X] : p(X) & q` is
`(! [X] : p(X)) & q`. Arithmetic, `include` and higher-order forms are told as faults.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gdl.errors import Fault
from lelma.prover.text.formula_text import TextPlace
from lelma.prover.theory import (
    Always,
    Apply,
    Axiom,
    Bound,
    Connective,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Theory,
    Thing,
    free_names,
    join_all,
)

IS_TPTP = re.compile(r"(?m)\A(?:\s|%[^\n]*$|/\*.*?\*/)*(?:fof|cnf|tff|thf|include)\s*\(", re.DOTALL)
"""What a text in this form begins with, behind comments."""

_DEEPEST = 100
_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n]*|/\*.*?\*/)|(?P<quoted>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?P<variable>[A-Z]\w*)
    |(?P<word>\$?\$?[a-z]\w*)|(?P<number>[+-]?\d[\w./]*)|(?P<sign><=>|<~>|=>|<=|~\||~&|!=|[!?~|&=()\[\]:,.*>])|(?P<odd>.)""",
    re.VERBOSE | re.DOTALL,
)
_JOINS: dict[str, Connective] = {"<=>": "iff", "=>": "implies", "|": "or", "&": "and"}
_TURNED: dict[str, Connective] = {"<~>": "iff", "~|": "or", "~&": "and"}
_AXIOMS = frozenset("axiom hypothesis definition assumption lemma theorem corollary negated_conjecture plain".split())


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Misread(Exception):
    def __init__(self, at: int, message: str) -> None:
        self.at, self.message = at, message
        super().__init__(message)


def read_tptp(text: str, source: str) -> tuple[Theory, tuple[Fault, ...]]:
    """The theory, and what is wrong with its text; formulas that can't be read are left out of it."""
    place = TextPlace(source, text)
    reader = _Reader([_Token(str(m.lastgroup), m[0], m.start()) for m in _TOKEN.finditer(text)], len(text))
    axioms: dict[str, Axiom] = {}
    goal: FirstOrder | None = None
    faults: list[Fault] = []
    places: dict[str, tuple[int, int]] = {}
    while reader.token.kind != "end":
        at = reader.token.at
        try:
            name, role, formula = reader.annotated()
        except _Misread as misread:
            faults.append(place.fault(misread.at, "syntax", misread.message))
            reader.pass_over()
            continue
        if formula is None:
            continue
        here = place.fault(at, "", "")
        if role == "conjecture":
            if goal is not None:
                faults.append(place.fault(at, "goal", "there is a second goal; the first one is taken", warning=True))
            else:
                goal, places["goal"] = formula, (here.line, here.column)
        else:
            while name in axioms:
                name += "'"
            axioms[name], places[name] = Axiom(name, formula), (here.line, here.column)
    theory = Theory(tuple(axioms.values()), goal, source=source, places=places)
    return theory, tuple(faults)


class _Reader:
    """Recursive descent over the tokens."""

    def __init__(self, tokens: list[_Token], end: int) -> None:
        self._tokens = [token for token in tokens if token.kind != "space"] + [_Token("end", "", end)]
        self._at = 0

    @property
    def token(self) -> _Token:
        return self._tokens[self._at]

    def annotated(self) -> tuple[str, str, FirstOrder | None]:
        """Name, role and formula of the next entry; no formula for a type."""
        form = self._take("word")
        if form not in ("fof", "cnf", "tff"):
            self._at -= 1
            raise _Misread(self.token.at, f"{form or self.token.text!r} is no fof(…), cnf(…) or tff(…)")
        self._sign("(")
        name = self._name()
        self._sign(",")
        role = self._take("word")
        self._sign(",")
        formula: FirstOrder | None = None
        if role == "type":
            self._pass_to_end()
        elif role == "conjecture" or role in _AXIOMS:
            formula = self._formula(0)
            loose = free_names(formula)
            formula = Bound("every", loose, formula) if loose else formula
            if self.token.text == ",":  # where it comes from
                self._pass_to_end()
        else:
            raise _Misread(self.token.at, f"there is no role {role!r}; write axiom or conjecture")
        self._sign(")")
        self._sign(".")
        return name, role, formula

    def pass_over(self) -> None:
        """Go on behind the next full stop."""
        while self.token.kind != "end" and self.token.text != ".":
            self._at += 1
        self._at += self.token.kind != "end"

    def _pass_to_end(self) -> None:
        """Go on to the bracket that ends the entry."""
        depth = 0
        while self.token.kind != "end" and (depth or self.token.text != ")"):
            depth += (self.token.text in ("(", "[")) - (self.token.text in (")", "]"))
            self._at += 1

    def _formula(self, depth: int) -> FirstOrder:
        left = self._unit(depth)
        sign = self.token.text
        if sign in ("|", "&"):
            left = self._chain(left, depth)
            sign = self.token.text
        if sign not in (*_JOINS, *_TURNED, "<="):
            return left
        self._at += 1
        right = self._unit(depth + 1)
        if self.token.text in ("|", "&"):
            right = self._chain(right, depth + 1)
        if sign == "<=":
            return Joined("implies", right, left)
        if sign in _TURNED:
            return Opposite(Joined(_TURNED[sign], left, right))
        return Joined(_JOINS[sign], left, right)

    def _chain(self, first: FirstOrder, depth: int) -> FirstOrder:
        """What `&` and `|` join, `&` the closer."""
        ors, ands = list[FirstOrder](), [first]
        while self.token.text in ("|", "&"):
            sign = self.token.text
            self._at += 1
            if sign == "|":
                ors.append(join_all("and", ands))
                ands = []
            ands.append(self._unit(depth + 1))
        return join_all("or", [*ors, join_all("and", ands)])

    def _unit(self, depth: int) -> FirstOrder:
        if depth > _DEEPEST:
            raise _Misread(self.token.at, f"more than {_DEEPEST} brackets or connectives stand in each other")
        token = self.token
        if token.text == "~":
            self._at += 1
            return Opposite(self._unit(depth + 1))
        if token.text in ("!", "?"):
            self._at += 1
            names = self._variables()
            self._sign(":")
            return Bound("every" if token.text == "!" else "some", names, self._unit(depth + 1))
        if token.text == "(":
            self._at += 1
            inside = self._formula(depth + 1)
            self._sign(")")
            return inside
        if token.text in ("$true", "$false"):
            self._at += 1
            return Always(token.text == "$true")
        left = self._thing(depth)
        if self.token.text in ("=", "!="):
            same = self.token.text == "="
            self._at += 1
            equation = Equation(left, self._thing(depth))
            return equation if same else Opposite(equation)
        if isinstance(left, LogicVariable):
            raise _Misread(token.at, f"the variable {left.name} stands where a formula is expected")
        return Predicate(left.name, left.args)

    def _variables(self) -> tuple[str, ...]:
        self._sign("[")
        names = [self._take("variable")]
        while self.token.text in (",", ":"):
            if self.token.text == ":":
                self._at += 1
                self._name()
                continue
            self._at += 1
            names.append(self._take("variable"))
        self._sign("]")
        return tuple(dict.fromkeys(names))

    def _thing(self, depth: int) -> Thing:
        if depth > _DEEPEST:
            raise _Misread(self.token.at, f"more than {_DEEPEST} terms stand in each other")
        if self.token.kind == "variable":
            return LogicVariable(self._take("variable"))
        if self.token.text.startswith("$") or self.token.kind == "number":
            raise _Misread(self.token.at, f"{self.token.text!r}: arithmetic and what TPTP defines is not known here")
        name = self._name()
        args: list[Thing] = []
        if self.token.text == "(":
            self._at += 1
            args.append(self._thing(depth + 1))
            while self.token.text == ",":
                self._at += 1
                args.append(self._thing(depth + 1))
            self._sign(")")
        return Apply(name, tuple(args))

    def _name(self) -> str:
        token = self.token
        if token.kind not in ("word", "quoted", "number"):
            raise _Misread(token.at, f"{token.text or 'the end'!r} is unexpected; expected a name")
        self._at += 1
        name = re.sub(r"\W", "_", token.text.strip("'\""))
        return name if re.match(r"[^\W\d_]", name) else f"n{name}"

    def _take(self, kind: str) -> str:
        token = self.token
        if token.kind != kind:
            raise _Misread(token.at, f"{token.text or 'the end'!r} is unexpected; expected a {kind}")
        self._at += 1
        return token.text

    def _sign(self, sign: str) -> None:
        if self.token.text != sign or self.token.kind == "end":
            raise _Misread(self.token.at, f"{self.token.text or 'the end'!r} is unexpected; expected {sign!r}")
        self._at += 1
