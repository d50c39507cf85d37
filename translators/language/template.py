"""Query templates: what may be claimed of a game, written in `queries.toml` and shared query sets.

A template looks like a query with typed slots in place of arguments:

    higher_guaranteed_payoff(first: move, second: move)

and says how the claim is said in English when it is true and when it is denied, and how a false claim is put right: by
solving for some of its slots, or by another template that holds `instead`. What it means is told by the definition of
its name, or by a goal. So every sentence of feedback is a query that was found true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from gdl.values import dataclass
from translators.errors import TemplateError
from translators.language.forms import Pattern, Slot, form_text, parse_pattern, slots_of
from translators.language.nouns import Nouns, check_slots
from translators.language.patterns import PatternParts, read_pattern

SEVERITIES = ("payoff", "theory", "fact")
ACT = "act"
"""The kind of what claims nothing, such as a suggestion."""

GOALS = ("record", "finally", "compare_numbers")
"""What a goal may be: a relation of the record of a match, what a play brings, or two numbers beside each other."""

_Names = Mapping[str, Mapping[str, Sequence[str]]]
"""Slot name → word → its names in prose."""


@dataclass(frozen=True)
class Template:
    """One kind of claim.

    Attributes:
        pattern: its form in the query language.
        goal: what it claims, one of `GOALS`; names that are slots stand for their values. None for a claim that is the
            formula of its name: a definition tells what it means.
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
        singly: whether it can't be counted of whom it holds, one after another.
        together: whether what is said of a number of players is said of them together, and not of each: at most one
            of them can be evil.
        anytime: whether it is of any time, so that a time that is told with it narrows it: what was never done was not
            done yesterday.
        reads: how English says it (`translators.language.patterns`), with the `phrases` of its query set.
    """

    pattern: Pattern
    goal: Pattern | None
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
    singly: bool = False
    together: bool = False
    anytime: bool = False
    reads: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict, compare=False)
    names: _Names = field(default_factory=dict, compare=False)
    nouns: Nouns = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        return self.pattern.functor

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the pattern, from left to right."""
        return tuple(slots_of(self.pattern))

    @cached_property
    def expressions(self) -> tuple[PatternParts, ...]:
        """The patterns of `reads`.

        Raises:
            TemplateError: for a pattern that can't be read.
        """
        slots = check_slots(self.slots, self.nouns)
        return tuple(read_pattern(pattern, slots, self.phrases) for pattern in self.reads)

    @property
    def signature(self) -> str:
        """The template as its author wrote it."""
        role = "[role: role, ]" if self.about else ""
        return form_text(self.pattern).replace("(", f"({role}", 1) if self.pattern.args else self.name


_FIELDS = frozenset(
    """template goal says denied solve instead tied corrected about severity meaning kind singly together anytime
    reads""".split()
)
_FLAGS = frozenset(("about", "singly", "together", "anytime"))
_LISTS = frozenset(("solve", "instead", "reads"))
_PLACE = re.compile(r"\{(\w+)\}")
_OTHER_PLACES = frozenset("role whose other other_chooses choices history".split())


_SHAPES: Mapping[str, Any] = {
    "query": [{}],
    "noun": [{}],
    "phrases": {"": ""},
    "names": {"": {"": [""]}},
}


def check_set(content: Mapping[str, Any], where: str) -> None:
    """See that the parts of a query set have their shapes; what is in an entry is for `read_template` to see.

    Raises:
        TemplateError: naming the first part that has not.
    """
    for part, shape in _SHAPES.items():
        if part in content and not _has_shape(content[part], shape):
            raise TemplateError(f"{where}: {part} has not the shape that a query set gives it")


def _has_shape(value: Any, shape: Any) -> bool:
    if isinstance(shape, dict):
        inside = shape.get("")
        return isinstance(value, dict) and (inside is None or all(_has_shape(each, inside) for each in value.values()))
    if isinstance(shape, list):
        return isinstance(value, list) and all(_has_shape(each, shape[0]) for each in value)
    return isinstance(value, str)


def read_template(entry: Mapping[str, Any], where: str, words: Mapping[str, Any] | None = None) -> Template:
    """One `[[query]]` of a query set; `where` names it in errors, `words` holds its `phrases`, `names` and `nouns`,
    and the definitions (`defined`) that say what a template without a goal means, None if it surely has one.

    Raises:
        TemplateError: for an unknown field, a slot that does not exist, or a pattern that can't be read.
    """
    unknown = sorted(set(entry) - _FIELDS)
    if unknown:
        raise TemplateError(f"{where}: unknown field {unknown[0]!r}; expected {', '.join(sorted(_FIELDS))}")
    for name, value in entry.items():
        if not (isinstance(value, bool) if name in _FLAGS else _has_shape(value, [""] if name in _LISTS else "")):
            raise TemplateError(f"{where}: {name} is not {'a list of texts' if name in _LISTS else 'as it has to be'}")
    try:
        pattern = parse_pattern(entry["template"])
        known = (words or {}).get("defined", {})
        defined = None if known is None else known.get(pattern.functor)
        untold = "goal" not in entry and (known is None or defined is not None or entry.get("kind") == ACT)
        goal = None if untold else parse_pattern(entry["goal"])
        instead = tuple(parse_pattern(text) for text in entry.get("instead", ()))
    except KeyError as missing:
        raise TemplateError(f"{where}: the field {missing} is missing") from None
    except TemplateError as error:
        raise TemplateError(f"{where}: {error}") from None
    if goal is not None and goal.functor not in GOALS:
        raise TemplateError(
            f"{where}: the goal {goal.functor!r} is none of {', '.join(GOALS)}; "
            f"leave it out, and define {pattern.functor} in definitions.toml"
        )
    if goal is None and defined is not None and "says" not in entry:
        said = {"says": "says", "denied": "denies", "meaning": "means"}
        entry = {**entry, **{field: str(defined.get(key, "")) for field, key in said.items()}}
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
        singly=bool(entry.get("singly", False)),
        together=bool(entry.get("together", False)),
        anytime=bool(entry.get("anytime", False)),
        reads=tuple(entry.get("reads", ())),
        phrases=(words or {}).get("phrases", {}),
        names=(words or {}).get("names", {}),
        nouns=(words or {}).get("nouns", {}),
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
