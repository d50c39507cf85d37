"""Formulas from text: one grammar for labelled lines and for what stands in quotes in a `.thy` file.

What a model writes is read as far as it has one reading; what Isabelle itself would refuse is noted as a fault beside
the formula. In juxtaposed syntax a missing connective is no error of syntax: `Tea x Cup y` is Tea of three things,
which the check of arities then finds (`sorts.py`). Long, because what a formula says and what is odd in its text are
found in one walk.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Set
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from gdl.errors import Fault
from gdl.text.parser_tables import parser_of
from lelma.prover.theory import (
    Always,
    Apply,
    Bound,
    Connective,
    Equation,
    FirstOrder,
    Joined,
    LogicVariable,
    Opposite,
    Predicate,
    Thing,
    free_names,
    replaced,
)

LONGEST_FORMULA = 20_000
"""Characters of one formula that are read."""

_DEEPEST = 100
"""Brackets and operators in each other that are read, since walks over formulas recurse."""

_Node = Tree[Token] | Token

_JOINS: Mapping[str, Connective] = {
    "and": "and",
    "or": "or",
    "implies": "implies",
    "metaimplies": "implies",
    "iff": "iff",
}

_NEEDS_BRACKETS = {"and", "or", "implies", "iff", "not"}

_FOREIGN = re.compile(r"[→⇒⊃↔⇔⟺⊤⊥]|=>|->|<=>|&&|\|\||/\\|\\/|!=|==|\\[a-zA-Z]+|\$?true|\$?false|[A-Za-z]+\Z|!\Z")
"""Signs that are none of Isabelle's for a formula."""

_LETTER = re.compile(r"[^\W\d_]")

_ISABELLE_WORDS = {"ALL", "EX", "True", "False"}

_SAID = {
    "NAME": "a name",
    "TYPED": "",
    "DOT": "'.'",
    "LPAR": "'('",
    "RPAR": "')'",
    "COMMA": "','",
    "IMPLIES": "a connective",
    "METAIMPLIES": "",
    "AND": "a connective",
    "OR": "a connective",
    "IFF": "a connective",
    "EVERY": "a quantifier",
    "NOT": "'¬'",
    "$END": "the end",
}


class TextPlace(NamedTuple):
    """Where a text stands in a file: the file's name and whole text, and the text's offset in it."""

    file: str
    text: str
    offset: int = 0

    def line_and_column(self, at: int = 0) -> tuple[int, int]:
        """Of a place of the text, counted from its beginning, in the file."""
        end = min(self.offset + at, len(self.text))
        return self.text.count("\n", 0, end) + 1, end - self.text.rfind("\n", 0, end)

    def fault(
        self, at: int, code: str, message: str, *, fix: str = "", warning: bool = False, label: str = ""
    ) -> Fault:
        """A fault at a place of the text, counted from its beginning."""
        line, column = self.line_and_column(at)
        said = f"{label}: {message}" if label else message
        return Fault(self.file, line, column, code, said, "warning" if warning else "error", fix)


class FormulaRead(NamedTuple):
    """A formula and what Isabelle would refuse in it; the formula is None if it has no reading.

    Attributes:
        predicates: the names that are said of things in it.
        constants: the names of things that no quantifier binds, some of which may be meant as variables.
        equates: whether names, with or without things, stand on both sides of an equation.
    """

    formula: FirstOrder | None
    faults: tuple[Fault, ...]
    predicates: Set[str] = frozenset()
    constants: Set[str] = frozenset()
    equates: bool = False


def cleaned(text: str) -> tuple[str, list[int]]:
    """A text of the same length without odd characters, and where they were.

    Full-width and styled letters, brackets and digits become plain ones, quotes straight, hyphens within names
    underscores.
    """
    plain = _BEYOND_ASCII.sub(lambda found: _plain_sign(found[0]), text)
    odd = [found.start() for found in _BEYOND_ASCII.finditer(text) if _is_odd(found[0])] if plain != text else []
    odd += [found.start() for found in _HYPHEN.finditer(plain)]
    return _HYPHEN.sub("_", plain), odd


@lru_cache(maxsize=1024)
def _plain_sign(sign: str) -> str:
    plain = _PLAIN.get(sign) or unicodedata.normalize("NFKC", sign)
    return plain if len(plain) == 1 and plain.isascii() else sign


def _is_odd(sign: str) -> bool:
    return _plain_sign(sign) != sign and not sign.isspace()


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_PLAIN = {"‘": "'", "’": "'", "“": '"', "”": '"', "′": "'", "‐": "-", "‑": "-", "–": "-", "\u200b": " ", "\ufeff": " "}
_HYPHEN = re.compile(r"(?<=\w)-(?=[^\W\d_])")


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return parser_of(files("lelma.prover.text").joinpath("formula.lark").read_text("utf-8"))


@lru_cache(maxsize=2048)
def _parsed(text: str) -> Tree[Token]:
    """The tree of expressions of a text, which nobody changes: theories of one match share most of their formulas.

    Raises:
        UnexpectedInput: if it is none.
    """
    return _parser().parse(text)


def read_first_order(text: str, place: TextPlace, label: str, *, as_isabelle: bool) -> FormulaRead:
    """The formula that a text says, its unbound names being constants still.

    Args:
        as_isabelle: note what Isabelle would refuse, and let `⟹` end what a quantifier is said of, as it does there.
    """
    clean, odd = cleaned(text)
    faults = [
        place.fault(at, "character", f"{text[at]!r} can't stand in a formula", label=label, warning=not as_isabelle)
        for at in odd
    ]
    if not as_isabelle:
        clean = re.sub(r"⟹|==>", lambda found: "⟶" if len(found[0]) == 1 else "-->", clean)
    if len(clean) > LONGEST_FORMULA:
        message = f"the formula is longer than {LONGEST_FORMULA} characters"
        return FormulaRead(None, (place.fault(0, "too-long", message, label=label),))
    may_be_deep = len(clean) > _DEEPEST
    if may_be_deep and (deep := _too_deep(clean)) is not None:
        message = f"more than {_DEEPEST} brackets or quantifiers stand in each other"
        return FormulaRead(None, (place.fault(deep, "too-deep", message, label=label),))
    try:
        tree = _parsed(clean)
    except UnexpectedInput as error:
        return FormulaRead(None, (*faults, _syntax_fault(error, clean, place, label)))
    builder = _Builder(place, label, as_isabelle)
    try:
        formula = builder.sentence(tree.children[0], frozenset())
    except _Misread as misread:
        return FormulaRead(None, (*faults, place.fault(misread.at, "syntax", misread.message, label=label)))
    except RecursionError:
        return FormulaRead(None, (place.fault(0, "too-deep", "the formula is nested too deeply", label=label),))
    if may_be_deep and _depth(formula) > _DEEPEST:
        message = f"more than {_DEEPEST} connectives or quantifiers stand in each other"
        return FormulaRead(None, (place.fault(0, "too-deep", message, label=label),))
    faults += builder.faults
    return FormulaRead(formula, tuple(faults), builder.predicates, builder.constants, builder.equates)


def _depth(formula: FirstOrder) -> int:
    depth, level = 0, [formula]
    while level:
        depth += 1
        inner: list[FirstOrder] = []
        for each in level:
            match each:
                case Opposite(body) | Bound(body=body):
                    inner.append(body)
                case Joined(left=left, right=right):
                    inner += [left, right]
        level = inner
    return depth


def _too_deep(text: str) -> int | None:
    depth = 0
    for found in re.finditer(r"[(\[]|[)\]]|[¬~!∀∃?]|ALL|EX|\\<|-->|[⟶→]", text):
        depth += -1 if found[0] in ")]" else 1 if found[0] in "([" else 0
        if depth > _DEEPEST:
            return found.start()
    chain = max((len(run[0]) for run in re.finditer(r"(?:[¬~!]\s*)+", text)), default=0)
    return 0 if chain > _DEEPEST else None


def _syntax_fault(error: UnexpectedInput, text: str, place: TextPlace, label: str) -> Fault:
    at = error.pos_in_stream if isinstance(error.pos_in_stream, int) and error.pos_in_stream >= 0 else len(text)
    token = getattr(error, "token", None)
    if isinstance(token, Token) and token.type == "$END":
        at, found = len(text.rstrip()), "the formula ends here"
    else:
        found = f"{text[at : at + 12].split()[0] if text[at:].strip() else 'the end'!r} is unexpected"
    wanted = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    said = list(dict.fromkeys(_SAID.get(each, "") for each in sorted(wanted)))
    expected = ", ".join(each for each in said if each)
    return place.fault(at, "syntax", f"{found}{f'; expected {expected}' if expected else ''}", label=label)


class _Misread(Exception):
    def __init__(self, at: int, message: str) -> None:
        self.at, self.message = at, message
        super().__init__(message)


class _Builder:
    """Makes a formula of a tree of expressions."""

    def __init__(self, place: TextPlace, label: str, as_isabelle: bool) -> None:
        self.place, self.label, self.as_isabelle = place, label, as_isabelle
        self.faults: list[Fault] = []
        self.predicates: set[str] = set()
        self.constants: set[str] = set()
        self.equates = False

    def sentence(self, node: _Node, bound: frozenset[str]) -> FirstOrder:
        if isinstance(node, Token):
            return self._alone(node, bound)
        kind, children = node.data, node.children
        if kind in _JOINS:
            left, sign, right = children
            self._sign(sign)
            self._brackets(kind, left, right)
            return Joined(_JOINS[kind], self.sentence(left, bound), self.sentence(right, bound))
        match kind:
            case "bracket":
                self._round(children[0])
                return self.sentence(children[1], bound)
            case "not":
                self._sign(children[0])
                self._brackets(kind, children[1])
                return Opposite(self.sentence(children[1], bound))
            case "quantified" | "narrow":
                return self._quantified(children, bound)
            case "equal" | "unequal":
                self._sign(children[1])
                equation = self._equation(children[0], children[2], bound)
                return equation if kind == "equal" else Opposite(equation)
            case "bag":
                return self._bag([each for each in children if not _is_sign(each)], bound)
            case "tuple":
                raise _Misread(_at(node), "several formulas in brackets; a connective is missing between them")
        name, args = self._applied(node, bound)
        self.predicates.add(name)
        return Predicate(name, args)

    def _alone(self, token: Token, bound: frozenset[str]) -> FirstOrder:
        if token.type == "TRUTH":
            self._sign(token)
            return Always(token.lower().endswith("true") or token == "⊤")
        if token in bound:
            raise _Misread(_offset(token), f"the variable {token} stands where a formula is expected")
        return Predicate(self._name(token), ())

    def _equation(self, left: _Node, right: _Node, bound: frozenset[str]) -> FirstOrder:
        if any(_is_formula(each) for each in (left, right)):
            return Joined("iff", self.sentence(left, bound), self.sentence(right, bound))
        one, other = self.term(left, bound), self.term(right, bound)
        self.equates = self.equates or (isinstance(one, Apply) and isinstance(other, Apply))
        return Equation(one, other)

    def _bag(self, formulas: list[_Node], bound: frozenset[str]) -> FirstOrder:
        *premises, conclusion = formulas
        joined = self.sentence(conclusion, bound)
        for each in reversed(premises):
            joined = Joined("implies", self.sentence(each, bound), joined)
        return joined

    def _quantified(self, children: list[_Node], bound: frozenset[str]) -> FirstOrder:
        sign, binders, body = children[0], children[1], children[-1]
        assert isinstance(sign, Token) and isinstance(binders, Tree)
        if sign != "!":  # which is a sign of Isabelle's before variables, though not before a formula
            self._sign(sign)
        if ":" in children:
            self._refused(body, "':' where '.' is expected")
        if _dotless(children):
            self._refused(body, "a '.' must stand after the variables of a quantifier")
        names = []
        for each in binders.children:
            assert isinstance(each, Token)
            if each.type in ("COMMA", "LSQUARE"):
                self._refused(each, "{!r} can't stand among the variables of a quantifier", str(each))
            elif each.type in ("NAME", "TYPED"):
                names.append(self._name(each))
        last = binders.children[-1]
        if len(names) > 1 and _dotless(children) and _at(body) == _offset(last) + len(str(last)):
            raise _Misread(_offset(last), f"a '.' is missing before {last}")
        inner = self.sentence(body, bound | set(names))
        variables = tuple(dict.fromkeys(names))
        match sign.type:
            case "EVERY":
                return Bound("every", variables, inner)
            case "SOME":
                return Bound("some", variables, inner)
            case "NONE":
                return Opposite(Bound("some", variables, inner))
        return _exactly_one(variables, inner)

    def term(self, node: _Node, bound: frozenset[str]) -> Thing:
        if isinstance(node, Token):
            if node.type == "TRUTH":
                raise _Misread(_offset(node), f"{str(node)!r} is no thing")
            name = self._name(node)
            if name in bound:
                return LogicVariable(name)
            self.constants.add(name)
            return Apply(name)
        if node.data == "bracket":
            self._round(node.children[0])
            return self.term(node.children[1], bound)
        if node.data == "apply":
            name, args = self._applied(node, bound)
            return Apply(name, args)
        raise _Misread(_at(node), "a formula stands where a name or a term is expected")

    def _applied(self, node: Tree[Token], bound: frozenset[str]) -> tuple[str, tuple[Thing, ...]]:
        head, *subformulas = node.children
        if not isinstance(head, Token) or head.type == "TRUTH":
            raise _Misread(_at(subformulas[0]) if subformulas else _at(node), "a connective is missing here")
        if head in bound:
            raise _Misread(_offset(head), f"the variable {head} stands before things as a predicate does")
        if len(subformulas) == 1 and isinstance(subformulas[0], Tree) and subformulas[0].data == "tuple":
            listed = [each for each in subformulas[0].children if not _is_sign(each)]
            self._refused(head, "the arguments of {} must follow each other without a comma", head)
            return self._name(head), tuple(self.term(each, bound) for each in listed)
        return self._name(head), tuple(self.term(each, bound) for each in subformulas)

    def _name(self, token: Token) -> str:
        name = str(token)
        if token.type == "TYPED":
            name = name[1:].split("::")[0].strip()
        if not _LETTER.match(name):
            self._refused(token, "the name {!r} must begin with a letter", name)
            return f"n{name}"
        return name

    def _sign(self, token: _Node) -> None:
        if self.as_isabelle and token not in _ISABELLE_WORDS and _FOREIGN.fullmatch(str(token)):
            self._refused(token, "{!r} is no sign of Isabelle's", str(token))

    def _round(self, token: _Node) -> None:
        if token == "[":
            self._refused(token, "'[' where '(' is expected")

    def _brackets(self, kind: str, *sides: _Node) -> None:
        for side in sides:
            if kind in _NEEDS_BRACKETS and isinstance(side, Tree) and side.data in ("quantified", "narrow"):
                self._refused(side, "a quantifier under a connective must stand in brackets")

    def _refused(self, node: _Node, message: str, *names: str) -> None:
        """Note what Isabelle would refuse, with names in the message."""
        if self.as_isabelle:
            told = message.format(*names)
            self.faults.append(self.place.fault(_at(node), "isabelle-syntax", told, label=self.label))


def _dotless(children: list[_Node]) -> bool:
    return not any(isinstance(each, Token) and each.type == "DOT" for each in children)


def _is_sign(node: _Node) -> bool:
    return isinstance(node, Token) and node.type not in ("NAME", "TRUTH", "TYPED")


def _is_formula(node: _Node) -> bool:
    """Whether a side of an equation can only be a formula."""
    if isinstance(node, Token):
        return node.type == "TRUTH"
    return _is_formula(node.children[1]) if node.data == "bracket" else node.data != "apply"


def _offset(node: _Node) -> int:
    return getattr(node, "start_pos", None) or 0


def _at(node: _Node) -> int:
    while isinstance(node, Tree) and node.children:
        node = node.children[0]
    return _offset(node)


def _exactly_one(variables: tuple[str, ...], body: FirstOrder) -> FirstOrder:
    """Some values, and no others, as formulas without the sign for it."""
    others = {name: f"{name}'" for name in variables}
    while set(others.values()) & set(free_names(body)):
        others = {name: f"{other}'" for name, other in others.items()}
    again = replaced(body, {name: LogicVariable(other) for name, other in others.items()})
    same: FirstOrder = Equation(LogicVariable(others[variables[0]]), LogicVariable(variables[0]))
    for name in variables[1:]:
        same = Joined("and", same, Equation(LogicVariable(others[name]), LogicVariable(name)))
    unique = Bound("every", tuple(others.values()), Joined("implies", again, same))
    return Bound("some", variables, Joined("and", body, unique))
