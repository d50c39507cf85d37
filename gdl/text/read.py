"""Reading game descriptions: KIF or infix text to the tree, with every fault at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from gdl.errors import Fault, GdlSyntaxError
from gdl.text.source import MAX_BYTES, clean, read_text
from gdl.tree.syntax import (
    KEYWORDS,
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
)

_INFIX_SUFFIXES = frozenset({".pl", ".infix", ".pro", ".prolog"})


def read_kif(text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES) -> Description:
    """The description that a KIF text holds; names keep their spelling, keywords are lower case.

    Raises:
        GdlSyntaxError: with every fault of the text.
    """
    return _sound(*read_kif_leniently(text, source, max_bytes=max_bytes))


def read_infix(text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES) -> Description:
    """The description that a text in the infix form holds.

    Raises:
        GdlSyntaxError: with every fault of the text.
    """
    return _sound(*read_infix_leniently(text, source, max_bytes=max_bytes))


def read(text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES) -> Description:
    """The description that a text holds, in whichever form it is written.

    Raises:
        GdlSyntaxError: with every fault of the text.
    """
    return _sound(*read_leniently(text, source, max_bytes=max_bytes))


def read_file(path: str | Path, *, max_bytes: int = MAX_BYTES) -> Description:
    """The description that a UTF-8 file holds.

    Raises:
        GdlSyntaxError: with every fault of the file.
        OSError: the file cannot be opened.
    """
    return read(read_text(Path(path), max_bytes=max_bytes), str(path), max_bytes=max_bytes)


def read_kif_leniently(
    text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES
) -> tuple[Description, list[Fault]]:
    """The rules of a KIF text that can be read, and the faults of the others."""
    from gdl.text.kif import parse_kif  # rules that are kept need no parser

    return _leniently(parse_kif, text, source, ";", max_bytes)


def read_infix_leniently(
    text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES
) -> tuple[Description, list[Fault]]:
    """The rules of an infix text that can be read, and the faults of the others."""
    from gdl.text.infix import parse_infix

    return _leniently(parse_infix, text, source, "%", max_bytes)


def read_leniently(text: str, source: str = "<text>", *, max_bytes: int = MAX_BYTES) -> tuple[Description, list[Fault]]:
    """The rules of a text in either form that can be read, and the faults of the others."""
    reader = read_infix_leniently if is_infix(text, source) else read_kif_leniently
    return reader(text, source, max_bytes=max_bytes)


def _leniently(
    parse: Callable[[str, str], tuple[tuple[Rule, ...], list[Fault]]],
    text: str,
    source: str,
    comment: str,
    max_bytes: int,
) -> tuple[Description, list[Fault]]:
    try:
        cleaned, faults = clean(text, source, comment, max_bytes=max_bytes)
    except GdlSyntaxError as error:
        return Description((), source, ""), list(error.faults)
    rules, more = parse(cleaned, source)
    return Description(rules, source, cleaned), sorted([*faults, *more], key=in_order)


def in_order(fault: Fault) -> tuple[int, int, str, str]:
    """A key that sorts faults by their place."""
    return fault.line, fault.column, fault.code, fault.message


def _sound(description: Description, faults: list[Fault]) -> Description:
    if faults:
        raise GdlSyntaxError(faults, description.text)
    return description


_LEADING = re.compile(r"\ufeff?(?:\s+|;[^\n]*\n|%[^\n]*\n|/\*.*?\*/)*", re.DOTALL)
_INFIX_START = re.compile(r"(?:[a-z]\w*|'[^'\n]*')(?:\(|\s*:-|\.(?:\s|$))")


def is_infix(text: str, source: str = "<text>") -> bool:
    """Whether a text is in the infix form: told by how its first clause starts, else by the file's suffix."""
    leading = _LEADING.match(text)
    start = leading.end() if leading else 0
    if text[start : start + 1] == "(":
        return False
    if _INFIX_START.match(text, start):
        return True
    return Path(source).suffix.lower() in _INFIX_SUFFIXES


def fold_case(description: Description) -> Description:
    """The same description with every name spelled as at its first occurrence (GDL folds case).

    Variables are names of their rule, all other names of the whole description.
    """
    spellings: dict[str, str] = {word: word for word in KEYWORDS}
    folded = tuple(_Folder(spellings).rule(rule) for rule in description.rules)
    return Description(folded, description.source, description.text)


class _Folder:
    def __init__(self, spellings: dict[str, str]) -> None:
        self.spellings = spellings
        self.variables: dict[str, str] = {}

    def rule(self, rule: Rule) -> Rule:
        return Rule(self.term(rule.head), tuple(self.literal(literal) for literal in rule.body), rule.position)

    def term(self, term: Term) -> Term:
        match term:
            case Variable(name, position):
                return Variable(self.variables.setdefault(name.lower(), name), position)
            case Symbol(name, position):
                return Symbol(self.spellings.setdefault(name.lower(), name), position)
            case Compound(name, args, position):
                spelled = self.spellings.setdefault(name.lower(), name)
                return Compound(spelled, tuple(self.term(arg) for arg in args), position)

    def literal(self, literal: Literal) -> Literal:
        match literal:
            case Not(inner, position):
                return Not(self.literal(inner), position)
            case Or(parts, position):
                return Or(tuple(self.literal(part) for part in parts), position)
            case And(parts, position):
                return And(tuple(self.literal(part) for part in parts), position)
            case Distinct(left, right, position):
                return Distinct(self.term(left), self.term(right), position)
            case _:
                return self.term(literal)
