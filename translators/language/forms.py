"""Forms over typed slots, such as `higher_guaranteed_payoff(first: move, second: move)`.

They are the forms of query templates, of their goals, and of the terms of nouns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.values import dataclass
from translators.errors import TemplateError

SLOT_TYPES = tuple("role group move their_move number ordinal situation choice fluent own_mix mix word noun".split())
"""`move` and `own_mix` are of the role a claim is about, `their_move` and `mix` of the other role; a `group` is several
roles taken together, a `word` one of those that the query set gives for the slot's name under `[names]`, a `noun` one
of its `[[noun]]` entries for the slot's name."""


@dataclass(frozen=True)
class Slot:
    """A typed place in a template."""

    name: str
    type: str


@dataclass(frozen=True)
class Pattern:
    """A functor over slots, other patterns and constants: the form of a template or of its goal."""

    functor: str
    args: tuple[Pattern | Slot, ...] = ()


def slots_of(pattern: Pattern) -> list[Slot]:
    """The slots of a pattern, from left to right."""
    found: list[Slot] = []
    for arg in pattern.args:
        found.extend([arg] if isinstance(arg, Slot) else slots_of(arg))
    return found


def form_text(pattern: Pattern | Slot) -> str:
    """A form as its author wrote it."""
    if isinstance(pattern, Slot):
        return f"{pattern.name}: {pattern.type}"
    args = ", ".join(form_text(arg) for arg in pattern.args)
    return f"{pattern.functor}({args})" if args else pattern.functor


_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[<>=]+|\\=|[(),:]|$)")


def parse_pattern(text: str) -> Pattern:
    """Read `name(slot: type, other(constant))`.

    Raises:
        TemplateError: with the column where it can't be read.
    """
    tokens: list[tuple[str, int]] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.end() == position:
            raise TemplateError(f"{text!r}, column {position + 1}: expected a name, a bracket or a comma")
        tokens.append((match[1], match.start(1) + 1))
        position = match.end()
    tokens.append(("", len(text) + 1))
    pattern, rest = _parse(text, tokens, 0)
    if tokens[rest][0] or isinstance(pattern, Slot):
        raise TemplateError(f"{text!r}, column {tokens[rest][1]}: expected one query and nothing after it")
    return pattern


def _parse(text: str, tokens: Sequence[tuple[str, int]], at: int) -> tuple[Pattern | Slot, int]:
    word, column = tokens[at]
    if not word or word in "(),:":
        raise TemplateError(f"{text!r}, column {column}: expected a name")
    following = tokens[at + 1][0]
    if following == ":":
        slot_type = tokens[at + 2][0]
        if slot_type not in SLOT_TYPES:
            raise TemplateError(f"{text!r}: slot {word} has type {slot_type!r}; expected one of {SLOT_TYPES}")
        return Slot(word, slot_type), at + 3
    if following != "(":
        return Pattern(word), at + 1
    args: list[Pattern | Slot] = []
    at += 1
    while tokens[at][0] in ("(", ","):
        arg, at = _parse(text, tokens, at + 1)
        args.append(arg)
    if tokens[at][0] != ")":
        raise TemplateError(f"{text!r}, column {tokens[at][1]}: expected ')' or ','")
    return Pattern(word, tuple(args)), at + 1
