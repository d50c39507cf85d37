"""The KIF reader: tokens by the grammar `kif.lark`, a tree by a stack of its own.

The stack, in place of Lark's parser, is what lets a lost parenthesis be one fault, at its place, and the
rest of the file be read. `(<=` with a head at the start of a line never stands inside another list, so that is where a
list that was never closed must have ended.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from lark import Lark, Token

from gdl.errors import Fault
from gdl.text.parser_tables import parser_of
from gdl.text.source import MAX_DEPTH, MAX_FAULTS
from gdl.tree.arithmetic import Reckoning, no_arithmetic
from gdl.tree.keywords import LOGICAL, RANDOM, RELATIONS
from gdl.tree.numbers import LONGEST_NUMBER, exact, is_too_long
from gdl.tree.syntax import KEYWORDS, And, Compound, Distinct, Literal, Not, Or, Position, Rule, Symbol, Term, Variable

ARROW = "<="
_NO_HEAD = re.compile(r"\s*(?:\?|-?[0-9]+(?:[./][0-9]+)?(?![^\s()]))")  # before it, `<=` compares

_NO_ARROWS = frozenset(["=>", ":-", "<-", "->", "<==", "==>", "="])

NUMBER_TOO_LONG = (
    "number-too-long",
    f"this number has more than {LONGEST_NUMBER} characters",
    "write a shorter one, or give it a name",
)
"""Code, message and fix of that fault."""


@dataclass(slots=True, eq=False)
class _List:
    """A parenthesised list: where it opens, and what is in it."""

    opening: Token
    first: bool = False  # nothing stands before it on its line
    items: list[_Form] = field(default_factory=list)
    broken: bool = False  # a part of it was left out
    closing: Token | None = None


_Form = Token | _List


@cache
def kif_grammar() -> Lark:
    """The parser of `kif.lark`; the reader uses its lexer."""
    return parser_of((Path(__file__).parent / "kif.lark").read_text(encoding="utf-8"), lexer="basic")


def parse_kif(text: str, source: str) -> tuple[tuple[Rule, ...], list[Fault]]:
    """The rules of `text` that can be read, and everything that is wrong with the others."""
    forms = _Forms(text, source)
    rules = []
    for form in forms:
        builder = _RuleBuilder(source)
        rule = builder.rule(form)
        forms.faults.extend(builder.faults)
        if not builder.faults:
            rules.append(rule)
        if len(forms.faults) >= MAX_FAULTS:
            break
    return tuple(rules), forms.faults


class _Forms:
    """Iterates over the top-level forms of a text; `faults` grows as it goes."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.faults: list[Fault] = []
        self.stack: list[_List] = []
        self.pending: list[_List] = []  # forms that an unexpected `)` may still show to be parts of one rule
        self.line = 0  # of the token before
        self.skipped = 0  # open parentheses beyond the greatest depth
        self.extra: tuple[Token, int] | None = None  # a run of closing parentheses without an opening one
        self.cut = False  # such a run has been reported in the lines that are pending

    def __iter__(self) -> Iterator[_Form]:
        for token in kif_grammar().lex(self.text):
            if token.type == "LPAR":
                yield from self._open(token)
            elif token.type == "RPAR":
                self._close(token)
            elif not self.skipped:
                yield from self._word(token)
            self.line = token.line or 0
            if len(self.faults) >= MAX_FAULTS:
                return
        if self.stack:
            yield from self._unclosed(None)
        self._report_extra()
        yield from self._flush()

    def _fault(self, token: Token, code: str, message: str, fix: str) -> None:
        self.faults.append(fault_at(self.source, token, code, message, fix))

    def _open(self, token: Token) -> Iterator[_Form]:
        self._report_extra()
        if self.skipped or len(self.stack) >= MAX_DEPTH:
            if not self.skipped and not self.stack[0].broken:
                self._fault(
                    token,
                    "too-deep",
                    f"more than {MAX_DEPTH} parentheses are nested here",
                    "split the term, or check for closing parentheses that are missing",
                )
                self.stack[0].broken = True
            self.skipped += 1
            return
        new = _List(token, first=token.line != self.line)
        if not self.stack and self._begins_anew(new):
            self.cut = False
            yield from self._flush()
        if self.stack:
            self.stack[-1].items.append(new)
        self.stack.append(new)

    def _begins_anew(self, new: _List) -> bool:
        """Whether a form at the top is no continuation of those before it."""
        if not self.pending:
            return new.first
        return new.first and (new.opening.column or 0) <= (self.pending[0].opening.column or 0)

    def _close(self, token: Token) -> None:
        if self.skipped:
            self.skipped -= 1
        elif self.stack:
            done = self.stack.pop()
            done.closing = token
            if not self.stack and not done.broken:
                self.pending.append(done)
        elif self.extra:
            self.extra = self.extra[0], self.extra[1] + 1
        else:
            self.extra = token, 1

    def _word(self, token: Token) -> Iterator[_Form]:
        self._report_extra()
        if not self.stack:
            yield from self._flush()
            yield token
            return
        top = self.stack[-1]
        starts = token == ARROW and not top.items and len(self.stack) > 1 and top.first
        if starts and not _NO_HEAD.match(self.text, token.end_pos or 0):
            self.stack.pop()
            self.stack[-1].items.pop()
            yield from self._unclosed(top.opening)
            self.stack = [top]
        top.items.append(token)

    def _flush(self) -> Iterator[_Form]:
        pending, self.pending = self.pending, []
        yield from pending

    def _report_extra(self) -> None:
        """Reports closing parentheses that close nothing; what they cut off is no fault of its own."""
        if not self.extra:
            return
        (token, count), self.extra = self.extra, None
        message = "this closing parenthesis closes nothing"
        fix = "delete it, or add the `(` that it should close"
        if count > 1:
            message = f"these {count} closing parentheses close nothing"
        if ended := _end_of_rule(self.pending):
            message = f"this closing parenthesis ends the rule, and what follows up to line {token.line} is cut off"
            token, fix = ended, f"delete it, or the one that is left over on line {token.line}"
            self.pending = []
        if self.cut:
            return
        self.cut = True
        self._fault(token, "unbalanced-parenthesis", message, fix)

    def _unclosed(self, restart: Token | None) -> Iterator[_Form]:
        """Reports the list that was never closed, and yields what was swallowed by it and is sound."""
        self._report_extra()
        outer = self.stack[0]
        culprit, after, line = self._culprit(outer)
        if not outer.broken or restart is None:
            missing = len(self.stack) + self.skipped
            line = line or (restart.line or 0 if restart else 0)
            where = f"before line {line}" if line else "at the end of the text"
            self._fault(
                culprit.opening,
                "unbalanced-parenthesis",
                "this parenthesis is never closed: "
                + (f"{missing} closing parentheses are missing" if missing > 1 else "a `)` is missing")
                + f" {where}",
                "add the missing `)`" if missing == 1 else f"add the {missing} missing `)`",
            )
        yield from self._flush()
        if culprit is outer:
            yield from [form for form in after if form not in self.stack and _is_sound_fact(form)]
        self.stack, self.skipped = [], 0

    def _culprit(self, outer: _List) -> tuple[_List, list[_List], int]:
        """The list that should have been closed, the lists after the place where it should have been, its line.

        Where a list starts a line, all lists that opened on earlier lines, no further to the left, should be
        closed: `outer` if no indentation says better.
        """
        walk: list[tuple[_List, list[_List]]] = [(outer, [])]
        while walk:
            current, above = walk.pop()
            column, line = current.opening.column or 0, current.opening.line or 0
            if above and current.first:
                for ancestor in above:
                    if (ancestor.opening.column or 0) >= column and (ancestor.opening.line or 0) < line:
                        siblings = [item for item in above[-1].items if isinstance(item, _List)]
                        return ancestor, siblings[siblings.index(current) :], line
            inside = [*above, current]
            walk.extend((item, inside) for item in reversed(current.items) if isinstance(item, _List))
        return outer, [], 0


def _is_rule(form: _Form) -> bool:
    return isinstance(form, _List) and bool(form.items) and form.items[0] == ARROW


def _end_of_rule(lists: Sequence[_List]) -> Token | None:
    """The parenthesis that closes a rule, if the lists behind it follow line by line, as if they were parts of it."""
    gaps = ((new.opening.line or 0) - (old.closing.line or 0) for old, new in pairwise(lists) if old.closing)
    return lists[0].closing if len(lists) > 1 and _is_rule(lists[0]) and max(gaps) <= 1 else None


def _is_sound_fact(form: _List) -> bool:
    """Whether a list can only be a fact: a name and no variable."""
    stack: list[_Form] = [form]
    while stack:
        item = stack.pop()
        if isinstance(item, _List):
            stack.extend(item.items)
        elif item.type == "VARIABLE":
            return False
    head = form.items[0] if form.items else None
    return isinstance(head, Token) and head.lower() not in LOGICAL.keys() | {"true", "does", ARROW}


def fault_at(source: str, token: Token, code: str, message: str, fix: str) -> Fault:
    """An error at the place of a token."""
    return Fault(source, token.line or 1, token.column or 1, code, message, fix=fix)


def position_of(token: Token) -> Position:
    """The place of a token."""
    return Position(token.line or 1, token.column or 1, token.start_pos or 0)


def folded(term: Term) -> Term:
    """A term in the place of a sentence: a keyword at its head is lower case."""
    match term:
        case Symbol(name, position) if name.lower() in KEYWORDS:
            return Symbol(name.lower(), position)
        case Compound(name, args, position) if name.lower() in KEYWORDS:
            return Compound(name.lower(), args, position)
    return term


class _RuleBuilder:
    """Makes one rule from a form. Recursion is safe here: `_Forms` limits the depth."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def _fault(self, form: _Form, code: str, message: str, fix: str) -> Symbol:
        token = form.opening if isinstance(form, _List) else form
        self.faults.append(fault_at(self.source, token, code, message, fix))
        return Symbol("?")

    def rule(self, form: _Form) -> Rule:
        if not _is_rule(form):
            if arrow := _wrong_arrow(form):
                message = f"a rule does not begin with `{arrow}`"
                return Rule(self._fault(arrow, "misplaced-arrow", message, "write `<=`"))
            head = self.sentence(form)
            return Rule(head, (), head.position)
        assert isinstance(form, _List)
        position = position_of(form.opening)
        if len(form.items) == 1:
            return Rule(
                self._fault(form, "rule-without-head", "this rule has neither head nor body", "write (<= head body)")
            )
        head = self.sentence(form.items[1])
        return Rule(head, tuple(self.literal(item) for item in form.items[2:]), position)

    def sentence(self, form: _Form) -> Term:
        return folded(self.term(form))

    def literal(self, form: _Form) -> Literal:
        if not isinstance(form, _List) or not form.items or not isinstance(form.items[0], Token):
            return self.sentence(form)
        word, items = form.items[0].lower(), form.items[1:]
        position = position_of(form.opening)
        if word == "not":
            self._needs(form, "not", 1, "(not sentence)")
            return Not(self.literal(items[0]) if items else Symbol("?"), position)
        if word == "distinct":
            self._needs(form, "distinct", 2, "(distinct term term)")
            match [self.term(item) for item in items]:
                case [left, right]:
                    return Distinct(left, right, position)
            return Symbol("?")
        if word == "or":
            return Or(tuple(self.literal(item) for item in items), position)
        if word == "and":
            return And(tuple(self.literal(item) for item in items), position)
        return self.sentence(form)

    def _needs(self, form: _List, word: str, count: int, shape: str) -> None:
        found = len(form.items) - 1
        if found != count:
            self._fault(
                form,
                "keyword-arity",
                f"`{word}` takes {count} argument{'s' * (count != 1)}, and has {found} here",
                f"write {shape}",
            )

    def term(self, form: _Form) -> Term:
        if isinstance(form, Token):
            return self._word(form)
        if not form.items:
            return self._fault(form, "empty-list", "there is nothing between these parentheses", "delete them")
        head = form.items[0]
        args = form.items[1:]
        if isinstance(head, _List):
            for item in form.items:
                self.term(item)
            return self._fault(
                form,
                "list-as-name",
                "a name is expected after this parenthesis, not a list",
                "write (name argument …)",
            )
        if head.type == "VARIABLE":
            return self._fault(
                head,
                "variable-as-name",
                f"the variable {head} stands where the name of a relation or function must stand",
                "put a name there: variables may only be arguments",
            )
        if head == ARROW and _compares(args):
            opening = form.opening
            use = Reckoning(opening.line or 1, opening.column or 1, ARROW)
            self.faults.append(no_arithmetic(self.source, [use], infix=False))
            return Symbol("?")
        if head == ARROW:
            return self._fault(
                form,
                "misplaced-arrow",
                "a rule stands inside another list",
                "close the parentheses before it",
            )
        if not args:
            word = self._word(head)
            return Symbol(word.name, position_of(form.opening))
        return Compound(_name(head), tuple(self.term(item) for item in args), position_of(form.opening))

    def _word(self, token: Token) -> Variable | Symbol:
        if token.type == "VARIABLE":
            if token == "?":
                return self._fault(token, "bad-variable", "this variable has no name", "write a name behind the `?`")
            return Variable(sys.intern(token[1:]), position_of(token))
        if token == ARROW:
            return self._fault(token, "misplaced-arrow", "`<=` stands alone", "write (<= head body)")
        if is_too_long(token):
            return self._fault(token, *NUMBER_TOO_LONG)
        name = _name(token)
        return Symbol(RANDOM if name.lower() == RANDOM else name, position_of(token))


def _compares(args: Sequence[_Form]) -> bool:
    """Whether what follows `<=` is two terms with a number or a variable among them: it is no rule then."""
    words = [form for form in args if isinstance(form, Token)]
    return len(args) == 2 and any(word.type == "VARIABLE" or exact(word) is not None for word in words)


def _wrong_arrow(form: _Form) -> Token | None:
    """What stands in the place of `<=` before a head that is about a keyword, such as (:- (legal …) …)."""
    match form:
        case _List(items=[Token() as arrow, _List(items=[Token() as word, *_]), *_]):
            return arrow if arrow in _NO_ARROWS and word.lower() in RELATIONS else None
    return None


def _name(token: Token) -> str:
    return sys.intern(str(token))
