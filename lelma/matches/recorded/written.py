r"""Tables of a recorded game that are read from what was written in it.

```toml
[[formats.log.written]]
rows = "votes"                           # the table
of = "events"                            # the list of entries, in order; its objects have the text
field = "text"                           # or "private.text", of an object in the entry
where = { type = "act" }                 # fields of the entries that count
text = '\((?P<day>\d+)-th daytime\).*vote for (?P<choice>Player \d+)'   # groups are fields of the row
after = 'who do you vote for'            # what the entry before it says
counts.day = 'The sun rose'              # a field: how many earlier entries say so
number = "n"                             # a field: the place of the row in the table, from 1
only = { day = "1" }                     # fields of the rows that count
stands_for = { myself = "player" }       # words that stand for another field: whose name they are
```

A row also has the entry's own fields, as far as they are texts and numbers. All patterns are regular expressions that
are searched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from gdl.values import dataclass

_LONGEST = 20_000
"""Characters of an entry's text that are searched."""


@dataclass(frozen=True)
class Written:
    """How a table is read; see the module."""

    rows: str
    of: str
    key: str
    text: re.Pattern[str]
    after: re.Pattern[str] | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    number: str = ""
    only: Mapping[str, str] = field(default_factory=dict)
    stands_for: Mapping[str, str] = field(default_factory=dict)

    def read(self, content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The rows of the table."""
        entries = content.get(self.of)
        told = [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []
        found = list(self._rows(told))
        found = [row for row in found if all(str(row.get(name)) == value for name, value in self.only.items())]
        return [{**row, self.number: at} for at, row in enumerate(found, start=1)] if self.number else found

    def _rows(self, entries: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        before, seen = "", dict.fromkeys(self.counts, 0)
        for entry in entries:
            text = str(_at(entry, self.key))[:_LONGEST]
            match = self.text.search(text)
            fits = all(str(entry.get(name)) == value for name, value in self.where.items())
            if match and fits and (self.after is None or self.after.search(before)):
                own = {name: value for name, value in entry.items() if isinstance(value, str | int)}
                told = {name: value for name, value in match.groupdict().items() if value is not None}
                yield own | seen | {name: own.get(self.stands_for.get(each, ""), each) for name, each in told.items()}
            for name, pattern in self.counts.items():
                seen[name] += bool(pattern.search(text))
            before = text


def _at(entry: Any, path: str) -> Any:
    """What an entry holds at a path; empty if nothing."""
    for part in path.split("."):
        entry = entry.get(part, "") if isinstance(entry, Mapping) else ""
    return entry


def read_written(entry: Mapping[str, Any]) -> Written:
    """A table as a format describes it.

    Raises:
        KeyError: if `rows`, `of`, `field` or `text` is missing.
        re.error: for a pattern that is none.
    """
    return Written(
        rows=entry["rows"],
        of=entry["of"],
        key=entry["field"],
        text=re.compile(entry["text"], re.DOTALL),
        after=re.compile(entry["after"], re.DOTALL) if "after" in entry else None,
        where=entry.get("where", {}),
        counts={name: re.compile(pattern) for name, pattern in entry.get("counts", {}).items()},
        number=entry.get("number", ""),
        only=entry.get("only", {}),
        stands_for=entry.get("stands_for", {}),
    )
