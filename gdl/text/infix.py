"""The infix reader: clauses as in Prolog, parsed one at a time by the grammar `infix.lark`.

A variable that starts with a capital is the KIF variable with a small first letter (`Player` is `?player`);
`_name` is `?_name`, every `_` is a variable of its own, and any other name is written `?Name` or `?'a-b'`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedToken

from gdl.errors import Fault
from gdl.text.kif import NUMBER_TOO_LONG, fault_at, folded, position_of
from gdl.text.parser_tables import parser_of
from gdl.text.signs import signs_in
from gdl.text.source import INVISIBLE, MAX_DEPTH, MAX_FAULTS
from gdl.tree.arithmetic import Reckoning, no_arithmetic
from gdl.tree.keywords import LOGICAL, RANDOM
from gdl.tree.numbers import is_too_long
from gdl.tree.syntax import And, Compound, Distinct, Literal, Not, Or, Position, Rule, Symbol, Term, Variable

_EXPECTED = {
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "SEMICOLON": "`;`",
    "IF": "`:-`",
    "END": "`.`",
    "NAME": "a name",
    "VARIABLE": "a variable",
    "NEGATION": "`\\+`",
}


class _Bad(Exception):
    """A part of a clause that the grammar lets through and GDL does not."""

    def __init__(self, position: Position, code: str, message: str, fix: str) -> None:
        super().__init__(message)
        self.position, self.code, self.message, self.fix = position, code, message, fix


def parse_infix(text: str, source: str) -> tuple[tuple[Rule, ...], list[Fault]]:
    """The rules of `text` that can be read, and everything that is wrong with the others."""
    rules: list[Rule] = []
    faults: list[Fault] = []
    reckonings: list[Reckoning] = []
    for tokens in _clauses(text):
        if uses := list(signs_in(tokens, text)):
            reckonings += uses
            continue
        result = _clause(tokens, text, source)
        if isinstance(result, Rule):
            rules.append(result)
        else:
            faults.append(result)
        if len(faults) >= MAX_FAULTS:
            break
    if reckonings:
        faults.append(no_arithmetic(source, reckonings, infix=True))
    return tuple(rules), faults


@cache
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "infix.lark").read_text(encoding="utf-8")
    return parser_of(grammar, lexer="basic", start="clause", transformer=_RuleBuilder(), maybe_placeholders=False)


@cache
def _lexer() -> Lark:
    """Of all terminals: a parser has none for what no rule names, such as stray characters."""
    return Lark((Path(__file__).parent / "infix.lark").read_text(encoding="utf-8"), parser=None, lexer="basic")


def _clauses(text: str) -> Iterator[list[Token]]:
    """The tokens of each clause. A `:-` shows that the clause before it has begun; so does a full stop."""
    clause: list[Token] = []
    arrow = False
    for token in _lexer().lex(text):
        clause.append(token)
        if token.type == "IF":
            if arrow:
                start = _start_of_line(clause)
                yield clause[:start]
                clause = clause[start:]
            arrow = True
        if token.type == "END":
            yield clause
            clause, arrow = [], False
    if clause:
        yield clause


def _start_of_line(clause: list[Token]) -> int:
    """Where the clause that the last token belongs to starts: at the last token that is first on its line."""
    for index in range(len(clause) - 1, 0, -1):
        if clause[index].line != clause[index - 1].line:
            return index
    return len(clause) - 1


def _clause(tokens: list[Token], text: str, source: str) -> Rule | Fault:
    """The rule that a clause says, or what is wrong with it."""
    fault = _shape_fault(tokens, text, source)
    if fault:
        return fault
    parser = _parser().parse_interactive("")
    try:
        for token in _with_named_variables(tokens):
            parser.feed_token(token)
        result = parser.feed_token(Token.new_borrow_pos("$END", "", tokens[-1]))
    except UnexpectedToken as error:
        return _unexpected(error, tokens, text, source)
    except _Bad as bad:
        return Fault(source, bad.position.line, bad.position.column, bad.code, bad.message, fix=bad.fix)
    assert isinstance(result, Rule)
    return result


def _with_named_variables(tokens: list[Token]) -> list[Token]:
    """The clause with a name of its own for every `_`."""
    if not any(token == "_" for token in tokens):
        return tokens
    taken = {_variable_name(token) for token in tokens if token.type == "VARIABLE" and token != "_"}
    fresh = (f"_{number}" for number in count(1) if f"_{number}" not in taken)
    return [Token.new_borrow_pos("VARIABLE", f"?{next(fresh)}", token) if token == "_" else token for token in tokens]


def _shape_fault(tokens: list[Token], text: str, source: str) -> Fault | None:
    """A stray character, parentheses that do not match, too deep a nesting: what needs no grammar to see."""
    opened: list[Token] = []
    negations = 0
    for token in tokens:
        negations = negations + 1 if token.type in ("NOT", "NEGATION") else 0
        if token.type == "STRAY":
            return _stray(token, text, source)
        if token.type == "LPAR":
            opened.append(token)
        elif token.type == "RPAR":
            if not opened:
                return fault_at(
                    source,
                    token,
                    "unbalanced-parenthesis",
                    "this closing parenthesis closes nothing",
                    "delete it, or add the `(` that it should close",
                )
            opened.pop()
        if len(opened) + negations > MAX_DEPTH:
            return fault_at(
                source,
                token,
                "too-deep",
                f"more than {MAX_DEPTH} parentheses or negations are nested here",
                "split the term, or check for closing parentheses that are missing",
            )
    if opened:
        return fault_at(
            source,
            opened[-1],
            "unbalanced-parenthesis",
            "this parenthesis is not closed before the clause ends",
            "add the missing `)`",
        )
    return None


def _stray(token: Token, text: str, source: str) -> Fault:
    if token == "'":
        return fault_at(
            source,
            token,
            "unterminated-quote",
            "this quote is not closed on its line",
            "add the closing quote",
        )
    if token == "/" and text.startswith("/*", token.start_pos or 0):
        return fault_at(source, token, "unterminated-comment", "this comment has no end", "add `*/`")
    return fault_at(
        source,
        token,
        "unexpected-character",
        f"`{token}` has no meaning here",
        "put a name that holds odd characters in quotes: 'a-b'",
    )


def _unexpected(error: UnexpectedToken, tokens: list[Token], text: str, source: str) -> Fault:
    token = error.token
    expected = [words for name, words in _EXPECTED.items() if name in error.expected]
    wanted = f", where {_either(expected)} is expected" if expected else ""
    if token.type == "$END":
        return fault_at(
            source, tokens[-1], "missing-full-stop", "the clause is not finished", "end it with a full stop"
        )
    column, start = token.column or 1, token.start_pos or 0
    first_on_line = not text[start - column + 1 : start].strip()
    if "END" in error.expected and first_on_line:
        return fault_at(
            source,
            tokens[0],
            "missing-full-stop",
            f"this clause has no full stop before `{token}` on line {token.line}",
            "end it with a full stop",
        )
    fix = f"write {_either(expected)} here" if expected else "check the clause"
    if token.type == "LPAR" and _follows_variable(token, tokens):
        return fault_at(
            source,
            token,
            "variable-as-name",
            "a variable stands where the name of a relation or function must stand",
            "put a name there: variables may only be arguments",
        )
    if token.type in ("NAME", "VARIABLE") and _touches_number(token, tokens):
        fix = "put a name that starts with a digit in quotes: '2nd'"
    return fault_at(source, token, "unexpected-token", f"`{token}` stands{wanted or ' here'}", fix)


def _follows_variable(token: Token, tokens: list[Token]) -> bool:
    index = next(i for i, other in enumerate(tokens) if other is token)
    return index > 0 and tokens[index - 1].type == "VARIABLE"


def _touches_number(token: Token, tokens: list[Token]) -> bool:
    return any(other.type == "NUMBER" and other.end_pos == token.start_pos for other in tokens)


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


_ESCAPE = re.compile(r"''|\\x([0-9a-fA-F]{1,6})\\?|\\(.)")
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t"}
_NO_NAME = re.compile(r"[ \t\r\n\f\v();]|\A\?|\A<=\Z|\A\Z")
_NO_VARIABLE = re.compile(r"[ \t\r\n\f\v();]|\A\Z")


def _unquoted(quoted: str) -> str:
    """The text that quotes and escapes stand for."""

    def character(match: re.Match[str]) -> str:
        if match[0] == "''":
            return "'"
        if match[1]:
            code = int(match[1], 16)
            return chr(code) if code < 0x110000 else " "
        return _SIMPLE_ESCAPES.get(match[2], match[2])

    return _ESCAPE.sub(character, quoted[1:-1])


def _plain(token: Token) -> str:
    """The name that a token stands for; it must be one that KIF can write too."""
    if token.type != "QUOTED":
        return sys.intern(str(token))
    name = _unquoted(token)
    _refuse(token, name, _NO_NAME)
    return sys.intern(name)


def _variable_name(token: Token) -> str:
    if token.startswith("?'"):
        name = _unquoted(token[1:])
        _refuse(token, name, _NO_VARIABLE)
    else:
        name = token[1:] if token[0] == "?" else token[0].lower() + token[1:]
    return sys.intern(name)


def _refuse(token: Token, name: str, unfit: re.Pattern[str]) -> None:
    if unfit.search(name) or INVISIBLE.search(name):
        raise _Bad(
            position_of(token),
            "bad-name",
            f"{token} is no name: KIF could not write it",
            "use a name without blanks, parentheses, semicolons or control characters, and no `?` first",
        )


Conjuncts = tuple[Literal, ...]


def _joined(conjuncts: Conjuncts) -> Literal:
    return conjuncts[0] if len(conjuncts) == 1 else And(conjuncts, conjuncts[0].position)


@v_args(inline=True)
class _RuleBuilder(Transformer[Token, Rule]):
    """Makes the tree, from the leaves up; each method is named for its rule in `infix.lark`."""

    def fact(self, head: Term, end: Token) -> Rule:
        return Rule(folded(head), (), head.position)

    def rule(self, head: Term, arrow: Token, body: Conjuncts, end: Token) -> Rule:
        return Rule(folded(head), body, head.position)

    def body(self, *parts: Conjuncts | Token) -> Conjuncts:
        alternatives = [part for part in parts if not isinstance(part, Token)]
        if len(alternatives) == 1:
            return alternatives[0]
        literals = tuple(_joined(part) for part in alternatives)
        return (Or(literals, literals[0].position),)

    def conjunction(self, *parts: Literal | Token) -> Conjuncts:
        return _literals(parts)

    def sentence(self, term: Term) -> Literal:
        match term:
            case Compound("distinct", (left, right), position):
                return Distinct(left, right, position)
            case Compound(name, args, position) if name.lower() in LOGICAL and position:
                raise _Bad(
                    position,
                    "keyword-arity",
                    f"`{name}` is misused here, with {len(args)} argument{'s' * (len(args) != 1)}",
                    "write distinct(X, Y), not(Literal), or(Literal, …) or and(Literal, …), without quotes",
                )
        return folded(term)

    def differs(self, left: Term, sign: Token, right: Term) -> Literal:
        return Distinct(left, right, left.position)

    def negation(self, sign: Token, literal: Literal) -> Literal:
        return Not(literal, position_of(sign))

    def group(self, opening: Token, body: Conjuncts, closing: Token) -> Literal:
        return body[0] if len(body) == 1 else And(body, position_of(opening))

    def alternatives(self, word: Token, *parts: Literal | Token) -> Literal:
        return Or(_literals(parts), position_of(word))

    def together(self, word: Token, *parts: Literal | Token) -> Literal:
        return And(_literals(parts), position_of(word))

    def variable(self, token: Token) -> Term:
        return Variable(_variable_name(token), position_of(token))

    def constant(self, token: Token) -> Term:
        name = _plain(token)
        if is_too_long(name):
            raise _Bad(position_of(token), *NUMBER_TOO_LONG)
        return Symbol(RANDOM if name.lower() == RANDOM else name, position_of(token))

    def compound(self, token: Token, *parts: Term | Token) -> Term:
        args = tuple(part for part in parts if not isinstance(part, Token))
        return Compound(_plain(token), args, position_of(token))

    def name(self, token: Token) -> Token:
        return token


def _literals(parts: tuple[Literal | Token, ...]) -> Conjuncts:
    return tuple(part for part in parts if not isinstance(part, Token))
