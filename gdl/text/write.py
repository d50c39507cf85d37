"""Writing game descriptions as KIF or in the infix form; reading the text gives the same tree back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gdl.errors import GdlError
from gdl.tree.syntax import And, Compound, Description, Distinct, Literal, Not, Or, Rule, Symbol, Term, Variable

_WIDTH = 100
_NO_WORD = re.compile(r"[ \t\r\n\f\v();\x00]|\A\?|\A<=\Z|\A\Z")
_NO_VARIABLE = re.compile(r"[ \t\r\n\f\v();\x00]|\A\Z")
_PLAIN = re.compile(r"(?!(?:or|and|not)\Z)[a-z][A-Za-z0-9_]*\Z|-?[0-9]+(?:\.[0-9]+)?(?:/[0-9]+)?\Z")
_CAPITAL_LATER = re.compile(r"[a-z][A-Za-z0-9_]*\Z|_[A-Za-z0-9_]+\Z")
_BARE_VARIABLE = re.compile(r"[A-Za-z0-9_]+\Z")


def to_kif(description: Description) -> str:
    """The description in KIF, long rules a literal a line, with a blank line where the relation changes.

    Raises:
        GdlError: a name cannot be written in KIF (a blank, a parenthesis or a semicolon is in it).
    """
    return _paragraphs(description, _kif_rule)


def to_infix(description: Description) -> str:
    """The description in the infix form, in the same layout.

    Raises:
        GdlError: as for `to_kif`, so that both forms hold the same descriptions.
    """
    return _paragraphs(description, _infix_rule)


def kif_term(term: Term) -> str:
    """One term in KIF: `(cell 1 ?x b)`."""
    match term:
        case Variable(name):
            return f"?{_fit(name, _NO_VARIABLE)}"
        case Symbol(name):
            return _fit(name, _NO_WORD)
        case Compound(functor, args):
            return f"({_fit(functor, _NO_WORD)} {' '.join(kif_term(arg) for arg in args)})"


def infix_term(term: Term) -> str:
    """One term in the infix form: `cell(1, X, b)`."""
    match term:
        case Variable(name):
            return _infix_variable(_fit(name, _NO_VARIABLE))
        case Symbol(name):
            return _infix_name(name)
        case Compound(functor, args):
            return f"{_infix_name(functor)}({', '.join(infix_term(arg) for arg in args)})"


def _paragraphs(description: Description, write: Callable[[Rule], Iterator[str]]) -> str:
    lines: list[str] = []
    before: str | None = None
    for rule in description.rules:
        relation = rule.head.functor if isinstance(rule.head, Compound) else str(rule.head)
        if before is not None and relation != before:
            lines.append("")
        before = relation
        lines.extend(write(rule))
    return "\n".join(lines) + "\n" if lines else ""


def _kif_rule(rule: Rule) -> Iterator[str]:
    head = kif_term(rule.head)
    if not rule.body:
        yield head
        return
    body = [_kif_literal(literal) for literal in rule.body]
    line = f"(<= {head} {' '.join(body)})"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"(<= {head}"
    for literal in body[:-1]:
        yield f"    {literal}"
    yield f"    {body[-1]})"


def _kif_literal(literal: Literal) -> str:
    match literal:
        case Not(inner):
            return f"(not {_kif_literal(inner)})"
        case Or(parts):
            return f"({' '.join(['or', *map(_kif_literal, parts)])})"
        case And(parts):
            return f"({' '.join(['and', *map(_kif_literal, parts)])})"
        case Distinct(left, right):
            return f"(distinct {kif_term(left)} {kif_term(right)})"
        case _:
            return kif_term(literal)


def _infix_rule(rule: Rule) -> Iterator[str]:
    head = infix_term(rule.head)
    if not rule.body:
        yield f"{head}."
        return
    body = [_infix_literal(literal) for literal in rule.body]
    line = f"{head} :- {', '.join(body)}."
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"{head} :-"
    for literal in body[:-1]:
        yield f"    {literal},"
    yield f"    {body[-1]}."


def _infix_literal(literal: Literal) -> str:
    match literal:
        case Not(inner):
            return f"\\+ {_infix_literal(inner)}"
        case Or(parts):
            return _infix_list("or", ";", parts)
        case And(parts):
            return _infix_list("and", ",", parts)
        case Distinct(left, right):
            return f"distinct({infix_term(left)}, {infix_term(right)})"
        case _:
            return infix_term(literal)


def _infix_list(word: str, sign: str, parts: tuple[Literal, ...]) -> str:
    """`(a ; b)`; with fewer than two parts `or(a)`, as parentheses alone would say nothing."""
    written = [_infix_literal(part) for part in parts]
    if len(parts) < 2:
        return f"{word}({''.join(written)})"
    return f"({f'{sign} '.join(written) if sign == ',' else ' ; '.join(written)})"


def _infix_variable(name: str) -> str:
    if _CAPITAL_LATER.match(name):
        return name[0].upper() + name[1:]
    if _BARE_VARIABLE.match(name):
        return f"?{name}"
    return f"?{_quoted(name)}"


def _infix_name(name: str) -> str:
    name = _fit(name, _NO_WORD)
    return name if _PLAIN.match(name) else _quoted(name)


def _quoted(name: str) -> str:
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fit(name: str, unfit: re.Pattern[str]) -> str:
    if unfit.search(name):
        raise GdlError(f"the name {name!r} cannot be written in KIF")
    return name
