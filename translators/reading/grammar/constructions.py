"""Constructions as data: read from files, and bound to the functions that build their meanings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from inspect import signature
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from gdl.text.kept import kept
from translators.reading.words.lexicon import PACKAGE

_RULE = re.compile(r"^(\w+) = (.*?) -> (\w+)((?: \w+:\S+)*)$", re.DOTALL)


class Construction(NamedTuple):
    """One way to make a phrase. A tuple, because some thousands are made before a first sentence is read.

    Attributes:
        makes: the category of the phrase.
        parts: the categories it is made of, in order.
        labels: for each part what the meaning calls it; empty for parts that mean nothing by themselves.
        means: what builds the meaning from the labelled parts, as keywords; None refuses.
        name: file and line it stands in.
    """

    makes: str
    parts: tuple[str, ...]
    labels: tuple[str, ...]
    means: Callable[..., Any]
    name: str
    unsigned: tuple[int, ...] = ()
    """Words among the parts that the meaning does not hear of, so that what is lost would be told as what is got."""

    def build(self, senses: tuple[Any, ...]) -> Any:
        """The meaning of the phrase, None if its parts don't go together."""
        if any(senses[place] in _LOSING for place in self.unsigned):
            return None
        return self.means(**{label: sense for label, sense in zip(self.labels, senses, strict=True) if label})


_SIGNED = ("get", "give", "payoff")
_LOSING = ("loss", "lost")
"""Words that tell by their sense whether an amount is got or lost; what is pursued or risked (`Goal`) is no amount."""


def unsigned(makes: str, parts: tuple[str, ...], labels: tuple[str, ...]) -> tuple[int, ...]:
    """The places of words of getting and losing that no label tells the meaning of."""
    named = enumerate(zip(parts, labels, strict=True))
    return tuple(place for place, (part, label) in named if part in _SIGNED and not label and makes != "Goal")


class ConstructionError(ValueError):
    """A file of constructions that can't be read; the message says where and why."""


_Written = tuple[str, tuple[str, ...], tuple[str, ...], str, tuple[tuple[str, str], ...], str, tuple[int, ...]]
"""A construction whose meaning is told by its name and what is fixed of it."""


def read_constructions(text: str, source: str, meanings: Mapping[str, Callable[..., Any]]) -> list[Construction]:
    """The constructions of a file.

    A construction is `Phrase = part other:label optional? | another way -> meaning key:value`: what follows an indented
    line belongs to it; `#` begins a comment.

    Raises:
        ConstructionError: with the line, for what can't be read or a meaning there is not.
    """
    written = kept(("constructions", source, text), lambda: _read(text, source, meanings), sources=PACKAGE)
    bound: dict[tuple[str, tuple[tuple[str, str], ...]], Callable[..., Any]] = {}
    for _, _, _, meaning, fixed, _, _ in written:
        if (meaning, fixed) not in bound:
            bound[meaning, fixed] = partial(meanings[meaning], **dict(fixed)) if fixed else meanings[meaning]
    return [
        Construction(makes, parts, labels, bound[meaning, fixed], name, places)
        for makes, parts, labels, meaning, fixed, name, places in written
    ]


def _read(text: str, source: str, meanings: Mapping[str, Callable[..., Any]]) -> list[_Written]:
    found: list[_Written] = []
    for line, rule in _rules(text):
        read = _RULE.match(rule)
        if read is None:
            raise ConstructionError(f"{source}, line {line}: expected `Phrase = parts -> meaning`, not {rule!r}")
        makes, ways, meaning, settings = read.groups()
        if meaning not in meanings:
            raise ConstructionError(f"{source}, line {line}: there is no meaning {meaning!r}")
        fixed = dict(setting.split(":", 1) for setting in settings.split())
        for way in ways.split("|"):
            for parts in _expanded(way.split()):
                names, labels = zip(*(part.partition(":")[::2] for part in parts), strict=True)
                if fault := _fault(meanings[meaning], {*filter(None, labels), *fixed}):
                    raise ConstructionError(f"{source}, line {line}: {meaning} {fault}")
                place, places = f"{source}:{line}", unsigned(makes, names, labels)
                found.append((makes, names, labels, meaning, tuple(fixed.items()), place, places))
    return found


def _fault(meaning: Callable[..., Any], labels: set[str]) -> str:
    """Why a meaning can't be built from parts with these labels; empty if it can."""
    named, needed, more = _parameters(meaning)
    if missing := needed - labels:
        return f"needs {' and '.join(sorted(missing))}"
    return f"takes no {' or '.join(sorted(labels - named))}" if labels - named and not more else ""


@cache
def _parameters(meaning: Callable[..., Any]) -> tuple[frozenset[str], frozenset[str], bool]:
    """The parameters of a function, those that it needs, and whether it takes any other."""
    all_of_them = signature(meaning).parameters.values()
    named = [each for each in all_of_them if each.kind is each.POSITIONAL_OR_KEYWORD]
    needed = frozenset(each.name for each in named if each.default is each.empty)
    more = any(each.kind is each.VAR_KEYWORD for each in all_of_them)
    return frozenset(each.name for each in named), needed, more


def _rules(text: str) -> list[tuple[int, str]]:
    rules: list[tuple[int, str]] = []
    for line, raw in enumerate(text.splitlines(), 1):
        bare = raw.partition("#")[0].rstrip()
        if not bare.strip():
            continue
        if bare[0].isspace() and rules:
            start, before = rules[-1]
            rules[-1] = start, f"{before} {bare.strip()}"
        else:
            rules.append((line, bare.strip()))
    return rules


def _expanded(parts: list[str]) -> list[tuple[str, ...]]:
    """All ways to leave out the parts that may be."""
    choices = [((part[:-1],), ()) if part.endswith("?") else ((part,),) for part in parts]
    ways = [tuple(each for choice in way for each in choice) for way in product(*choices)]
    return [way for way in ways if way]


@cache
def file_text(name: str, room: str = "grammar") -> str:
    """The text of a file of constructions that a room of the reader ships."""
    return (Path(__file__).parents[1] / room / name).read_text(encoding="utf-8")
