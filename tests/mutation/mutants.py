"""Which operators of a source can be changed, and to what, in Python and in Prolog."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

_COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
}
_LIMIT = 50
"""Numbers from here on are limits of size, where one more or less is no fault."""

_OPTIONS = frozenset(["strict", "frozen", "slots"])
"""Keywords whose truth only guards against faults of the program itself."""

_CALLS = {"min": "max", "max": "min", "all": "any", "any": "all"}

_PROLOG = {
    "=:=": "=\\=",
    "=\\=": "=:=",
    "==": "\\==",
    "\\==": "==",
    "\\=": "=",
    "=<": "<",
    ">=": ">",
    "<": "=<",
    ">": ">=",
    "+": "-",
    "-": "+",
    "*": "+",
    "rdiv": "+",
    "\\+": "once",
    "min_list": "max_list",
    "max_list": "min_list",
    "all_true": "some_true",
    "some_true": "all_true",
    "highest": "lowest",
    "lowest": "highest",
    "strictly": "weakly",
    "weakly": "strictly",
    "true": "false",
    "false": "true",
    "include": "exclude",
    "exclude": "include",
    "forall": "once",
}
_TOKEN = re.compile(
    r"""%[^\n]* | /\*.*?\*/ | "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*'   # what is no program
      | (?P<word>[A-Za-z_]\w*) | (?P<number>\d[\d_]*) | (?P<sign>[-+*/\\^<>=~:.?@\#&$]+) | \s+ | .""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Mutant:
    """A source with one operator changed.

    Attributes:
        start, end: which characters give way to `instead`.
    """

    file: Path
    line: int
    start: int
    end: int
    was: str
    instead: str

    def source(self, text: str) -> str:
        """The source of the mutant, made of that of its file."""
        return text[: self.start] + self.instead + text[self.end :]

    def told(self, text: str) -> str:
        """Where it is and what it changes, in a line."""
        return f"{self.file}:{self.line}: {self.was} → {self.instead}: {text.splitlines()[self.line - 1].strip()}"


def mutants_of(file: Path, text: str) -> list[Mutant]:
    """Every mutant of a file of Python or Prolog, in the order of its text."""
    found = _python(text) if file.suffix == ".py" else _prolog(text)
    return [
        Mutant(file, text.count("\n", 0, start) + 1, start, end, text[start:end], instead)
        for start, end, instead in sorted(set(found))
    ]


def _python(text: str) -> Iterator[tuple[int, int, str]]:
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def place(line: int, column: int) -> int:
        row = text[lines[line - 1] : lines[line]]
        return lines[line - 1] + len(row.encode()[:column].decode())

    def start(node: ast.expr) -> int:
        return place(node.lineno, node.col_offset)

    def end(node: ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return place(node.end_lineno, node.end_col_offset)

    def between(left: ast.expr, right: ast.expr, was: str, instead: str) -> Iterator[tuple[int, int, str]]:
        at = text.find(was, end(left), start(right))
        if at >= 0:
            yield at, at + len(was), instead

    tree = ast.parse(text)
    powers = {node.left for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)}
    options = powers | {
        each.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for each in node.keywords
        if each.arg in _OPTIONS
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant() if node in options:
                continue
            case ast.Compare(left, ops, comparators):
                for one, operator, other in zip([left, *comparators], ops, comparators, strict=False):
                    yield from between(one, other, *_COMPARE[type(operator)])
            case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
                yield from between(left, right, *_ARITHMETIC[type(operator)])
            case ast.BoolOp(operator, values):
                pair = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
                for one, other in pairwise(values):
                    yield from between(one, other, *pair)
            case ast.UnaryOp(ast.Not(), operand):
                yield start(node), start(operand), ""
            case ast.Call(ast.Name(name) as called) if name in _CALLS:
                yield start(called), end(called), _CALLS[name]
            case ast.Constant(bool(value)):
                yield start(node), end(node), str(not value)
            case ast.Constant(int(value)) if value < _LIMIT:
                yield start(node), end(node), str(value + 1)


def _prolog(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _TOKEN.finditer(text):
        token, after = match[0], text[match.end() : match.end() + 1]
        if match.lastgroup is None or _is_directive(text, match.start()):
            continue
        if match.lastgroup == "number":
            if int(token) >= _LIMIT or text[match.start() - 1] == "/":
                continue  # a limit, or how many arguments a predicate has
            yield match.start(), match.end(), str(int(token) + 1)
        elif token in ("+", "-") and not (after == " " and text[match.start() - 1] == " "):
            continue  # a mode, a sign or a pair, not a sum
        elif token in ("include", "exclude", "forall") and after != "(":
            continue
        elif token in _PROLOG and not (token == "\\+" and after not in " ("):
            yield match.start(), match.end(), _PROLOG[token]


def _is_directive(text: str, at: int) -> bool:
    """Whether a place is within a clause that begins with `:-`."""
    begins = max(text.rfind(".\n", 0, at), text.rfind("*/\n", 0, at))
    clause = re.sub(r"%[^\n]*", "", text[begins + 1 : at]).lstrip("./* \n")
    return clause.startswith(":-")
