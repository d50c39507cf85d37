"""What is spoken of besides players: a quest, a proposal, a way to vote. `[[noun]]` in `queries.toml`:

```toml
[[noun]]
slot = "quest"                      # the slots of type `noun` that it may stand in, by their name
term = "led_by(leader: role)"       # what it stands for in a query
says = "the quest led by {leader}"
reads = ["the quest [that] {leader} led"]

[[noun]]
slot = "quest"
term = "mentioned"                  # the one of its slot spoken of last; the record's rules say what it is without one
says = "that quest"
reads = ["it", "that quest"]
```

A noun may hold other nouns: those of slots further up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from gdl.values import dataclass
from translators.errors import TemplateError
from translators.language.forms import Pattern, Slot, form_text, parse_pattern, slots_of
from translators.language.patterns import READ_SLOTS, PatternParts, read_pattern

MENTIONED = "mentioned"
"""The noun that stands for the one of its slot that was spoken of last."""

UNTOLD = "any"
"""The noun that stands for one of its slot without telling which: no pronoun can mean it."""

_PLACE = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True)
class Noun:
    """One way to speak of something; see the module."""

    slot: str
    pattern: Pattern
    says: str
    reads: tuple[str, ...]
    phrases: Mapping[str, str] = field(compare=False)

    @property
    def signature(self) -> str:
        """What it stands for, as its author wrote it."""
        return form_text(self.pattern)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """What it names in turn."""
        return tuple(slots_of(self.pattern))

    @cached_property
    def expressions(self) -> tuple[PatternParts, ...]:
        """The patterns of `reads`.

        Raises:
            TemplateError: for a pattern that can't be read.
        """
        slots = {slot.name for slot in self.slots}
        return tuple(read_pattern(pattern, slots, self.phrases) for pattern in self.reads)


Nouns = Mapping[str, tuple[Noun, ...]]
"""Slot name → the nouns that may stand there."""


def read_nouns(entries: Iterable[tuple[str, Mapping[str, Any], Mapping[str, Any]]]) -> Nouns:
    """The nouns of a game, from its `[[noun]]` entries: the file, the entry, the `phrases` and `names` of its set.

    Raises:
        TemplateError: for a field that is missing or unknown, and a pattern that can't be read.
    """
    nouns: dict[str, tuple[Noun, ...]] = {}
    for where, entry, words in entries:
        if set(entry) != {"slot", "term", "says", "reads"}:
            raise TemplateError(f"{where}: a noun has the fields slot, term, says and reads, and no others")
        try:
            pattern = parse_pattern(entry["term"])
            check_slots(slots_of(pattern), nouns)
            noun = Noun(entry["slot"], pattern, entry["says"], tuple(entry["reads"]), words.get("phrases", {}))
            _check(noun)
        except TemplateError as error:
            raise TemplateError(f"{where}: {error}") from None
        nouns[noun.slot] = (*nouns.get(noun.slot, ()), noun)
    return nouns


def _check(noun: Noun) -> None:
    _ = noun.expressions
    names = {slot.name for slot in noun.slots}
    for place in _PLACE.findall(noun.says):
        if place not in names:
            raise TemplateError(f"{{{place}}} in {noun.says!r} is no slot of {noun.signature}")


def check_slots(slots: Sequence[Slot], nouns: Nouns) -> frozenset[str]:
    """The names of the slots that may stand in a pattern.

    Raises:
        TemplateError: for a slot of type `noun` that no noun may stand in.
    """
    for slot in slots:
        if slot.type == "noun" and slot.name not in nouns:
            raise TemplateError(f"slot {slot.name} is a noun, and no [[noun]] before is of that slot")
    return frozenset(slot.name for slot in slots if slot.type in READ_SLOTS)
