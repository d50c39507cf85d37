"""The query language of one game: a Lark grammar made from `query.lark` and the game's templates.

Nothing reaches the solver that this grammar did not parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.text.parser_tables import parser_of
from translators.errors import QueryError
from translators.language.forms import Slot
from translators.language.query import (
    Move,
    Query,
    QueryCompound,
    QueryRole,
    QueryVar,
)
from translators.language.template import Template
from translators.language.vocabulary import GROUPED, Vocabulary

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

    from translators.language.query_reader import QueryReader

MAX_QUERY = 4000
"""Longest query that is read, in characters; no honest one comes near."""

_SITUATION_CALLS = {
    "game": ("situation", "situation"),
    "initial": ("situation",),
    "initially": ("fluent", "situation"),
    "holds": ("fluent", "situation"),
    "legal": ("choice", "situation"),
    "possible": ("choice", "situation"),
    "effect": ("fluent", "choice", "situation"),
    "abnormal": ("fluent", "choice", "situation"),
    "final": ("situation",),
    "finally": ("fluent", "situation"),
}
"""The paper's predicates, which every game's query language has."""

_FORMULA_SIGN, _QUOTE = re.compile("[;={}<>]"), re.compile("['\"]")
_FIRST_WORD = re.compile(r"\s*(?:not\b\s*)?(\w+)")


@lru_cache(maxsize=64)
def _parser(grammar: str) -> Lark:
    """The parser of a grammar. Games with the same words share one."""
    return parser_of(grammar, maybe_placeholders=False)


class QueryLanguage:
    """The queries of one game as one role may ask them: `you` is that role, `them` the only other one."""

    def __init__(self, vocabulary: Vocabulary, *, role: str) -> None:
        self.vocabulary = vocabulary
        self.role = role
        self.other = vocabulary.other(role)
        self.templates = vocabulary.templates
        self._parse = lru_cache(maxsize=4096)(self._parse_new)

    @cached_property
    def grammar(self) -> str:
        """The Lark grammar, complete: also of use to constrain a model's output."""
        base = (Path(__file__).parent / "query.lark").read_text("utf-8")
        shapes = dict(_SITUATION_CALLS)
        alternatives = [_alternative(name, types) for name, types in shapes.items()]
        seen = {(name, len(types)) for name, types in shapes.items()}
        for template in self.templates:
            for types in _arguments(template):
                if (template.name, len(types)) not in seen:
                    seen.add((template.name, len(types)))
                    alternatives.append(_alternative(template.name, types))
        roles = [*self.vocabulary.roles, "you", *(["them"] if self.other else [])]
        calls = "\n    | ".join(alternatives)
        terminals = [f"ROLE: {_names(roles)}", f"MOVE: {_names(self._move_names())}"]
        return "\n".join([base, *terminals, f"?call: {calls}"])

    @cached_property
    def _reader(self) -> QueryReader:
        from translators.language.query_reader import QueryReader  # who reads no query pays for no parser

        return QueryReader(self)

    def _move_names(self) -> list[str]:
        names = [move for move in self.vocabulary.all_moves if "(" not in move]
        for naming in self.vocabulary.namings:
            names.extend(name for alternatives in naming.moves.values() for name in alternatives)
        return list(dict.fromkeys(names)) or ["no moves"]

    def parse(self, text: str) -> Query:
        """Read a query.

        Raises:
            QueryError: with the place of the fault and what was expected there.
        """
        return self._parse(text)

    def _parse_new(self, text: str) -> Query:
        if len(text) > MAX_QUERY:
            raise QueryError(f"the query is longer than {MAX_QUERY} characters", query=text[:60] + "…")
        from lark.exceptions import UnexpectedInput, VisitError

        try:
            tree = _parser(self.grammar).parse(text)
            query: Query = self._reader.transform(tree)
        except UnexpectedInput as error:
            raise self._explain(text, error) from None
        except RecursionError:
            raise QueryError("the query is nested too deeply", query=text[:60] + "…") from None
        except VisitError as error:
            if isinstance(error.orig_exc, QueryError):
                raise error.orig_exc from None
            if isinstance(error.orig_exc, RecursionError):
                raise QueryError("the query is nested too deeply", query=text[:60] + "…") from None
            raise
        return query

    def excludes(self, text: str) -> bool:
        """Whether a text is surely no query, by a sign that stands in formulas alone."""
        return _FORMULA_SIGN.search(text) is not None and _QUOTE.search(text) is None

    def names_query(self, text: str) -> bool:
        """Whether a text begins with the name of a query there is."""
        name = _FIRST_WORD.match(text[:200])
        known = {*_SITUATION_CALLS, *(template.name for template in self.templates)}
        return name is not None and name[1] in known

    def parse_claim(self, text: str) -> Query:
        """Read a query that must say something definite: only a situation, or `_`, may be left open.

        Raises:
            QueryError: also for any other variable.
        """
        query = self.parse(text)
        last = {call.term.args[-1] for call in query.calls if isinstance(call.term, QueryCompound)}
        for name in query.variables:
            if QueryVar(name) not in last or "finally" not in query.functors:
                raise QueryError(f"a claim must name its values, but {name} is a variable", query=text)
        return query

    def _explain(self, text: str, error: UnexpectedInput) -> QueryError:
        column = getattr(error, "column", None)
        known = {name for name, _ in _call_names(self.templates)}
        start = re.match(r"\s*(?:\\\+\s*)?([A-Za-z_]\w*)", text)
        if start and start[1] not in known:
            return QueryError(
                f"there is no query {start[1]!r} for this game",
                query=text,
                column=start.start(1) + 1,
                expected=_closest(start[1], known),
            )
        token = getattr(error, "token", None)
        found = "the end" if token is not None and token.type == "$END" else "this"
        told = (getattr(error, attribute, None) for attribute in ("accepts", "allowed", "expected"))
        allowed: Iterable[str] = next(filter(None, told), ())
        signatures = [t.signature for t in self.templates if start and t.name == start[1]]
        form = f" (the form is {signatures[0]})" if signatures else ""
        column = len(text) + 1 if column is None or column < 1 else column
        return QueryError(
            f"{found} can't stand here{form}", query=text, column=column, expected=self._in_words(allowed)
        )

    def _in_words(self, terminals: Iterable[str]) -> str:
        words = {
            "MOVE": f"a move ({', '.join(self.vocabulary.all_moves[:8])})",
            "ROLE": f"a role ({', '.join([*self.vocabulary.roles, 'you', 'them'][:8])})",
            "UNSIGNED": "a number",
            "SIGNED": "a number",
            "COMMA": "','",
            "RPAR": "')'",
            "LPAR": "'('",
            "VARIABLE": "",
            "$END": "the end of the query",
            "DOT": "",
            "MINUS": "",
            "NAME": "a word",
        }
        return " or ".join(dict.fromkeys(filter(None, (words.get(name, "") for name in sorted(terminals)))))

    def role_of(self, word: str) -> QueryRole:
        """The role a query calls `word`: `you` and `them` are always relative to the role that asks."""
        folded = word.casefold()
        if folded == "you":
            return QueryRole(self.role, "you")
        if folded == "them" and self.other is not None:
            return QueryRole(self.other, "them")
        return next(QueryRole(role, role) for role in self.vocabulary.roles if role.casefold() == folded)

    def group_of(self, word: str) -> tuple[QueryRole, ...]:
        """The roles that a word for a group names; none if it is no such word."""
        names = word.split(GROUPED)
        return tuple(map(QueryRole, names)) if set(names) <= set(self.vocabulary.roles) else ()

    def move_of(self, word: str) -> Move:
        """The move a query calls `word`, in whichever naming has it; the rules' own names first."""
        for move in self.vocabulary.all_moves:
            if move == word:
                return Move(move, word)
        for move in self.vocabulary.all_moves:
            if move.casefold() == word.casefold():
                return Move(move, word)
        for naming in self.vocabulary.namings:
            found = naming.canonical(word)
            if found is not None:
                return Move(found, word)
        raise QueryError(
            f"{word!r} is no move of this game", query=word, expected=f"one of {', '.join(self.vocabulary.all_moves)}"
        )


def _call_names(templates: Sequence[Template]) -> set[tuple[str, int]]:
    names = {(name, len(types)) for name, types in _SITUATION_CALLS.items()}
    return names | {(template.name, len(template.pattern.args)) for template in templates}


_SAME = {"their_move": "move", "own_mix": "mix", "ordinal": "number"}
"""Slot types that a query writes as another."""


def _arguments(template: Template) -> list[tuple[str, ...]]:
    """The argument types of a template with flat slots, without and with the leading role."""
    if not all(isinstance(arg, Slot) for arg in template.pattern.args):
        return []
    types = tuple(_SAME.get(slot.type, slot.type) for slot in template.slots)
    return [types, ("role_name", *types)] if template.about else [types]


def _alternative(name: str, types: Sequence[str]) -> str:
    arguments = ' "," '.join(types)
    body = f' "(" {arguments} ")"' if types else ""
    return f'"{name}"{body} -> call_{name}'


def _names(names: Sequence[str]) -> str:
    """A terminal for any of the names, bare where that reads as one word, or quoted; without regard to case."""
    ordered = sorted(set(names), key=lambda name: (-len(name), name))  # in one order, for the parser is kept
    quoted = "|".join(_regex(name) for name in ordered)
    bare = [_regex(name) for name in ordered if re.fullmatch(r"[\w-]+", name)]
    plain = rf"|(?:{'|'.join(bare)})(?![\w(])" if bare else ""
    return f"/(?:'(?:{quoted})'|\"(?:{quoted})\"{plain})/i"


def _regex(name: str) -> str:
    return re.escape(name).replace("/", r"\/").replace("\\'", "'").replace("'", r"\\?'")


def _closest(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, sorted(known), n=3)
    return " or ".join(close) if close else "one of the game's query templates"
