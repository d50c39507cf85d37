"""A few entries, with vectors by which the nearest to a text are found; kept in a file.

The SpyGame paper's cheatsheet (section 5.2) keeps ten. Here the oldest goes out before anything is indexed, from texts
and vectors at once (the published code trims one of two lists), and search goes through all of them, exactly; only a
store of `EXACT_BELOW` entries and more is searched by principal components (`lelma.memory.projection`).

A store is two files: `NAME.jsonl`, a head and a line for each entry, and the array of vectors, whose name has its own
digest and stands in the head. The array is written first, then the lines are replaced whole: whenever a writer is
killed, the file that is there names an array that is there. A damaged file is told of and set aside, never overwritten;
vectors alone that are damaged, or are another embedder's, are made again from the texts.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from gdl.values import dataclass
from lelma.memory.projection import MORE_THAN, ProjectedRows
from lelma.memory.rule_evidence import RuleEvidence, evidence_from_json
from lelma.models.embeddings import Embedder, nearest
from lelma.models.embeddings.embedder import UnitRows
from lelma.support.errors import LelmaError, UsageError
from lelma.support.outside import json_objects
from lelma.support.shape import misshapen

ENTRIES_SCHEMA = "lelma-entries"
ENTRIES_VERSION = 1
ENTRY_STATUSES = ("unchecked", "open", "proved", "supported", "refuted", "retired")
USABLE = frozenset(["proved", "supported"])
"""Statuses of entries that may be told to a player where only checked ones are."""
USUAL_CAP = 10
EXACT_BELOW = 512
"""Entries from which on search is by principal components."""
SAME_TEXT = 0.95
"""The cosine above which two entries are the same."""


class EntriesDamaged(LelmaError):
    """A file of entries can't be read; the message says where, and what became of it."""


@dataclass(frozen=True)
class LearntEntry:
    """One thing that was learnt.

    Attributes:
        id: e1, e2, …; never given twice in a store.
        text: the sentence a player is told.
        rule: the same as a rule that can be tested (`lelma.memory.rule_language`); empty if there is none.
        born: the number of games the store had seen when it came.
        games: matches it was tested over.
        uses: how often it was found for somebody.
        status: one of `ENTRY_STATUSES`.
        why: what a status rests on, in words, where there is more to say than the evidence.
    """

    id: str
    text: str
    rule: str = ""
    born: int = 0
    games: int = 0
    evidence: RuleEvidence | None = None
    uses: int = 0
    status: str = "unchecked"
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {**vars(self), "evidence": None if self.evidence is None else self.evidence.as_json()}

    @property
    def told(self) -> str:
        """The text with its numbers, as a player is told."""
        found = self.evidence
        if found is None or not found.games_fired:
            return self.text
        proved = "by the rules always so; " if self.status == "proved" else ""
        return f"{self.text} ({proved}held in {found.games_held} of {found.games_fired} games)"


class EntryStore:
    """Entries, oldest first, with a cap; `rows[i]` is the vector of entry i.

    Attributes:
        frozen: whether nothing is learnt or counted any more, for evaluation.
        games: how many games the store has seen; whoever uses it counts.
        trouble: what was mended as it was read; empty if nothing was.
    """

    def __init__(self, embedder: Embedder, *, cap: int = USUAL_CAP, exact_below: int = EXACT_BELOW) -> None:
        """An empty one.

        Args:
            exact_below: entries from which on search is by principal components; of no more than 128 it is exact.
        """
        if cap < 1:
            raise ValueError(f"a store of at most {cap} entries is none")
        self._embedder, self.cap = embedder, cap
        self._exact_below = max(exact_below, MORE_THAN + 1)
        self._projected: ProjectedRows | None = None
        self._entries: list[LearntEntry] = []
        self._rows: UnitRows = embedder.embed([])
        self._given = 0
        self.frozen = False
        self.games = 0
        self.trouble = ""

    @property
    def entries(self) -> tuple[LearntEntry, ...]:
        return tuple(self._entries)

    @property
    def rows(self) -> UnitRows:
        return self._rows

    def freeze(self) -> None:
        """Learn and count nothing from now on."""
        self.frozen = True

    def add(self, text: str, *, rule: str = "", status: str = "unchecked", why: str = "") -> LearntEntry | None:
        """Keep an entry; None if the store is frozen, or has it already: retired ones, too, are not taken up again.

        Two are the same if their texts are, but for spaces, case and a full stop, or have a cosine above `SAME_TEXT`
        and no rules that differ.

        Raises:
            ValueError: for a text without words, or a status there is not.
            ModelError: if the embedder has no vector.
        """
        plain = " ".join(text.split())
        if not plain or status not in ENTRY_STATUSES:
            raise ValueError(f"an entry has a text and one of {', '.join(ENTRY_STATUSES)}: {plain!r}, {status!r}")
        if self.frozen:
            return None
        row = self._embedder.embed([plain])
        if self._known(plain, rule, row):
            return None
        while len(self._entries) >= self.cap:
            self._entries, self._rows = self._entries[1:], self._rows[1:]
        self._given += 1
        entry = LearntEntry(f"e{self._given}", plain, rule, self.games, status=status, why=why)
        self._entries.append(entry)
        self._rows = np.concatenate([self._rows, row]) if len(self._rows) else row
        self._projected = None  # all are projected again when they are looked for
        return entry

    def _known(self, text: str, rule: str, row: UnitRows) -> bool:
        if any(_normal(entry.text) == _normal(text) for entry in self._entries):
            return True
        alike = [self._entries[at] for at, cosine in nearest(row[0], self._rows, self.cap) if cosine > SAME_TEXT]
        return any(not (entry.rule and rule) or entry.rule == rule for entry in alike)

    def find(self, query: str, k: int, *, statuses: Collection[str] | None = None) -> list[tuple[LearntEntry, float]]:
        """The `k` entries nearest to a text, with their cosines, the nearest first; each is counted as used.

        Args:
            statuses: those that count; by default all but `refuted` and `retired`.

        Raises:
            ModelError: if the embedder has no vector.
        """
        allowed = set(ENTRY_STATUSES) - {"refuted", "retired"} if statuses is None else set(statuses)
        places = [at for at, entry in enumerate(self._entries) if entry.status in allowed]
        if not places:
            return []
        found = self._nearest(self._embedder.embed([query])[0], places, k)
        for at, _ in found:
            if not self.frozen:
                entry = self._entries[places[at]]
                self._entries[places[at]] = replace(entry, uses=entry.uses + 1)
        return [(self._entries[places[at]], cosine) for at, cosine in found]

    def _nearest(self, query: UnitRows, places: Sequence[int], k: int) -> list[tuple[int, float]]:
        """The `k` entries at those places that are nearest: which of the places, and the cosine."""
        if len(self._entries) < self._exact_below:
            return nearest(query, self._rows[list(places)], k)
        if self._projected is None:
            self._projected = ProjectedRows.of(self._rows)
        at = {place: number for number, place in enumerate(places)}
        order = self._projected.nearest(query, len(self._entries))
        return [(at[place], cosine) for place, cosine in order if place in at][:k]

    def settle(self, id: str, status: str, evidence: RuleEvidence | None, why: str = "") -> LearntEntry:
        """Give an entry a status and what it rests on.

        Raises:
            KeyError: if there is no such entry.
            ValueError: for a status there is not.
        """
        if status not in ENTRY_STATUSES:
            raise ValueError(f"{status!r} is none of {', '.join(ENTRY_STATUSES)}")
        at = next((at for at, entry in enumerate(self._entries) if entry.id == id), None)
        if at is None:
            raise KeyError(id)
        if not self.frozen:
            games = evidence.games if evidence is not None else self._entries[at].games
            self._entries[at] = replace(self._entries[at], status=status, evidence=evidence, games=games, why=why)
        return self._entries[at]

    def save(self, file: Path) -> None:
        """Keep the store; if this is cut short, the file is as it was.

        Raises:
            OSError: if the disk refuses.
        """
        file.parent.mkdir(parents=True, exist_ok=True)
        array = io.BytesIO()
        np.save(array, self._rows, allow_pickle=False)
        data = array.getvalue()
        vectors = f"{file.stem}.{sha256(data).hexdigest()[:16]}.npy"
        _write_whole(file.parent / vectors, data)
        head = {
            "schema": ENTRIES_SCHEMA,
            "version": ENTRIES_VERSION,
            "embedder": self._embedder.name,
            "cap": self.cap,
            "given": self._given,
            "games": self.games,
            "frozen": self.frozen,
            "entries": len(self._entries),
            "vectors": vectors,
        }
        lines = [head, *(entry.as_json() for entry in self._entries)]
        _write_whole(file, "".join(json.dumps(line) + "\n" for line in lines).encode("ascii"))
        for old in file.parent.glob(f"{file.stem}.????????????????.npy"):
            if old.name != vectors:
                old.unlink(missing_ok=True)


def open_store(file: Path, embedder: Embedder, *, cap: int = USUAL_CAP) -> EntryStore:
    """The store in a file; an empty one if there is no file.

    Raises:
        EntriesDamaged: if it can't be read; the file is set aside first, so that nothing is written over it.
        ModelError: if vectors have to be made again and the embedder has none.
    """
    if not file.exists():
        return EntryStore(embedder, cap=cap)
    try:
        head, entries = read_entries(file)
    except EntriesDamaged as error:
        raise EntriesDamaged(f"{error}; the file is now {_set_aside(file).name}") from None
    store = EntryStore(embedder, cap=head["cap"])
    store._entries, store._given = list(entries), head["given"]
    store.games, store.frozen = head["games"], head["frozen"]
    try:
        store._rows = _read_rows(file.parent / Path(head["vectors"]).name, len(entries))
        if head["embedder"] != embedder.name:
            raise ValueError(f"they are of {head['embedder']}, not of {embedder.name}")
    except (OSError, ValueError) as error:
        store._rows = embedder.embed([entry.text for entry in entries])
        store.trouble = f"{file}: its vectors were made again: {error}"
    return store


def read_entries(file: Path) -> tuple[dict[str, Any], tuple[LearntEntry, ...]]:
    """The head and the entries of a file, which is left as it is.

    Raises:
        EntriesDamaged: with the line that is wrong.
    """
    try:
        lines = list(json_objects(file.read_bytes().split(b"\n"), str(file)))
    except UsageError as error:
        raise EntriesDamaged(str(error)) from None
    if not lines or (lines[0][1].get("schema"), lines[0][1].get("version")) != (ENTRIES_SCHEMA, ENTRIES_VERSION):
        raise EntriesDamaged(f"{file}:1: expected a head with schema {ENTRIES_SCHEMA}, version {ENTRIES_VERSION}")
    head = lines[0][1]
    fault = next(_faults(head, _HEAD), "")
    if not fault and head["cap"] < 1:
        fault = "cap should be at least 1"
    if fault:
        raise EntriesDamaged(f"{file}:1: {fault}")
    if len(lines) - 1 != head["entries"]:
        raise EntriesDamaged(f"{file}: its head tells of {head['entries']} entries, there are {len(lines) - 1}")
    return head, tuple(_entry(value, f"{file}:{number}") for number, value in lines[1:])


_HEAD = {
    "embedder": str,
    "cap": int,
    "given": int,
    "games": int,
    "frozen": bool,
    "entries": int,
    "vectors": str,
}
_ENTRY = {"id": str, "text": str, "rule": str, "born": int, "games": int, "uses": int, "status": str, "why": str}


def _faults(value: dict[str, Any], shape: dict[str, Any]) -> Iterator[str]:
    yield from (f"{name} is missing" for name in shape if name not in value)
    yield from misshapen(value, shape)


def _entry(value: dict[str, Any], where: str) -> LearntEntry:
    fault = next(_faults(value, _ENTRY), "")
    if not fault and value["status"] not in ENTRY_STATUSES:
        fault = f"status should be one of {', '.join(ENTRY_STATUSES)}"
    if fault:
        raise EntriesDamaged(f"{where}: {fault}")
    try:
        given = value.get("evidence")
        evidence = None if given is None else evidence_from_json(given)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EntriesDamaged(f"{where}: evidence: {type(error).__name__}: {error}") from None
    return LearntEntry(**{name: value[name] for name in _ENTRY}, evidence=evidence)


def _read_rows(file: Path, count: int) -> UnitRows:
    data = file.read_bytes()
    if sha256(data).hexdigest()[:16] != file.name.split(".")[-2]:
        raise ValueError(f"{file.name} is not what was written")
    rows: UnitRows = np.load(io.BytesIO(data), allow_pickle=False)
    if rows.ndim != 2 or len(rows) != count:
        raise ValueError(f"{file.name} has vectors of shape {rows.shape} for {count} entries")
    return rows


def _normal(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!")


def _write_whole(file: Path, data: bytes) -> None:
    """Make a file, or replace it, at once."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)


def _set_aside(file: Path) -> Path:
    number = 1
    while (aside := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    return file.rename(aside)


def told_entries(found: Sequence[tuple[LearntEntry, float]]) -> tuple[str, ...]:
    """Entries that were found, as a player is told them."""
    return tuple(entry.told for entry, _ in found)
