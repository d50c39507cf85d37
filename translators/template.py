"""Query templates: what may be claimed of a game, written in `queries.toml` and shared query sets.

A template looks like a query with typed slots in place of arguments:

    higher_guaranteed_payoff(first: move, second: move)

and says which goal of the solver decides it, how the claim is said in English when it is true and when it is
denied, and how a false claim is put right: by solving for some of its slots, or by another template that holds
`instead`. So every sentence of feedback is a query that was found true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from translators.errors import TemplateError
from translators.patterns import PLACES, expression, word_place

SLOT_TYPES = ("role", "move", "their_move", "number", "situation", "choice", "fluent", "own_mix", "mix", "word")
"""`move` and `own_mix` are of the role a claim is about, `their_move` and `mix` of the other role; a `word` is one
of those that the query set gives for the slot's name under `[names]`."""
SEVERITIES = ("payoff", "theory", "fact")

Names = Mapping[str, Mapping[str, Sequence[str]]]
"""Slot name → word → its names in prose."""


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


@dataclass(frozen=True)
class Template:
    """One kind of claim.

    Attributes:
        pattern: its form in the query language.
        goal: the solver's goal; names that are slots stand for their values.
        says: the sentence of a true claim, with `{slot}` places; empty for a query that only asks.
        denied: the sentence that denies a false claim.
        solve: slots whose right values correct a false claim.
        instead: other claims over the same slots, one of which holds when this one fails.
        tied: how a further right answer is named in one sentence with the first.
        corrected: the correcting sentence of a false claim, word for word; for replaying published logs only,
            since nothing checks it.
        about: whether a role may be named as an additional first argument; without it the claim is about `you`.
        severity: `payoff` and `fact` claims decide a report's `ok`; `theory` claims only when asked for.
        meaning: what exactly is claimed, ties included.
        kind: what the claim is about, such as `history`, where a game has several kinds.
        world: the goal that makes it true in the possible world `w`, for a claim about what is hidden.
        reads: how English says it (`translators.patterns`), with the `phrases` of its query set.
    """

    pattern: Pattern
    goal: Pattern
    says: str = ""
    denied: str = ""
    solve: tuple[str, ...] = ()
    instead: tuple[Pattern, ...] = ()
    tied: str = ""
    corrected: str = ""
    about: bool = False
    severity: str = "payoff"
    meaning: str = ""
    kind: str = ""
    world: Pattern | None = None
    reads: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict, compare=False)
    names: Names = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        return self.pattern.functor

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the pattern, from left to right."""
        return tuple(_slots(self.pattern))

    @cached_property
    def expressions(self) -> tuple[re.Pattern[str], ...]:
        """The regular expressions of `reads`.

        Raises:
            TemplateError: for a pattern that can't be read.
        """
        return tuple(expression(pattern, self.places, self.phrases) for pattern in self.reads)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Slot name → the regular expression of what may stand in its place in a sentence."""
        types = {slot.name: slot.type for slot in self.slots}
        return {
            name: word_place(self.names.get(name, {})) if kind == "word" else PLACES[kind]
            for name, kind in types.items()
            if kind == "word" or kind in PLACES
        }

    @property
    def signature(self) -> str:
        """The template as its author wrote it."""
        role = "[role: role, ]" if self.about else ""
        return _show(self.pattern).replace("(", f"({role}", 1) if self.pattern.args else self.name


def _slots(pattern: Pattern) -> list[Slot]:
    found: list[Slot] = []
    for arg in pattern.args:
        found.extend([arg] if isinstance(arg, Slot) else _slots(arg))
    return found


def _show(pattern: Pattern | Slot) -> str:
    if isinstance(pattern, Slot):
        return f"{pattern.name}: {pattern.type}"
    args = ", ".join(_show(arg) for arg in pattern.args)
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


_FIELDS = frozenset(
    "template goal says denied solve instead tied corrected about severity meaning kind reads world".split()
)
_PLACE = re.compile(r"\{(\w+)\}")
_OTHER_PLACES = frozenset("role whose other other_chooses choices history".split())


def read_template(entry: Mapping[str, Any], where: str, words: Mapping[str, Any] | None = None) -> Template:
    """One `[[query]]` of a query set; `where` names it in errors, `words` holds the set's `phrases` and `names`.

    Raises:
        TemplateError: for an unknown field, a slot that does not exist, or a pattern that can't be read.
    """
    unknown = sorted(set(entry) - _FIELDS)
    if unknown:
        raise TemplateError(f"{where}: unknown field {unknown[0]!r}; expected {', '.join(sorted(_FIELDS))}")
    try:
        pattern, goal = parse_pattern(entry["template"]), parse_pattern(entry["goal"])
        instead = tuple(parse_pattern(text) for text in entry.get("instead", ()))
    except KeyError as missing:
        raise TemplateError(f"{where}: the field {missing} is missing") from None
    except TemplateError as error:
        raise TemplateError(f"{where}: {error}") from None
    template = Template(
        pattern=pattern,
        goal=goal,
        says=entry.get("says", ""),
        denied=entry.get("denied", ""),
        solve=tuple(entry.get("solve", ())),
        instead=instead,
        tied=entry.get("tied", ""),
        corrected=entry.get("corrected", ""),
        about=bool(entry.get("about", False)),
        severity=entry.get("severity", "payoff"),
        meaning=entry.get("meaning", ""),
        kind=entry.get("kind", ""),
        world=parse_pattern(entry["world"]) if "world" in entry else None,
        reads=tuple(entry.get("reads", ())),
        phrases=(words or {}).get("phrases", {}),
        names=(words or {}).get("names", {}),
    )
    _check(template, where)
    return template


def _check(template: Template, where: str) -> None:
    names = {slot.name for slot in template.slots}
    if template.severity not in SEVERITIES:
        raise TemplateError(f"{where}: severity {template.severity!r}; expected one of {SEVERITIES}")
    for slot in template.solve:
        if slot not in names:
            raise TemplateError(f"{where}: solve names {slot!r}, which is no slot of {template.signature}")
    for word in (slot.name for slot in template.slots if slot.type == "word"):
        if not template.names.get(word):
            raise TemplateError(f"{where}: slot {word} is a word, and [names.{word}] has none")
    try:
        _ = template.expressions
    except TemplateError as error:
        raise TemplateError(f"{where}: {error}") from None
    for text in (template.says, template.denied, template.tied, template.corrected):
        for place in _PLACE.findall(text):
            if place not in names | _OTHER_PLACES:
                raise TemplateError(f"{where}: {{{place}}} in {text!r} is no slot of {template.signature}")
