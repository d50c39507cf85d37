"""What happened, one event a line: JSON Lines that are complete however their writer ends.

Every line is a JSON object with `event`, the kind of event; the first has `schema` and `version` as well. A line is
on disk when `Transcript.write` returns. A line that was being written when the writer was killed has no line end:
readers pass over it, and the next writer removes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from lelma.support.errors import UsageError
from lelma.support.outside import json_objects

TRANSCRIPT_SCHEMA = "lelma-transcript"
TRANSCRIPT_VERSION = 1

Event = dict[str, Any]


class Transcript:
    """A file that events are added to, by one writer at a time."""

    def __init__(self, path: Path, *, sync: bool = True) -> None:
        """Open or make the file; `events` are those it holds.

        Args:
            sync: whether events also outlive a loss of power, which costs about a millisecond for each.

        Raises:
            UsageError: if it holds anything else.
        """
        self.path = path
        self._sync = sync
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no file that a transcript could be in")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.events, self._length = _events(path.read_bytes(), str(path)) if path.exists() else ([], 0)
        self._file = path.open("ab", buffering=0)
        self._cut()

    def write(self, event: str, **fields: Any) -> None:
        """Add an event."""
        self.write_all([{"event": event, **fields}])

    def write_all(self, events: Sequence[Event]) -> None:
        """Add all these events or none, by one call to the system.

        Raises:
            OSError: if the disk is full, or refuses them for another reason.
        """
        if not self.events and events:
            first, *rest = events
            events = [
                {"event": first["event"], "schema": TRANSCRIPT_SCHEMA, "version": TRANSCRIPT_VERSION, **first},
                *rest,
            ]
        # ensure_ascii: replies of models may hold half a surrogate pair, which is no UTF-8.
        data = "".join(json.dumps(event, ensure_ascii=True) + "\n" for event in events).encode("ascii")
        self._cut()
        try:
            left = data
            while left:
                left = left[self._file.write(left) :]
            if self._sync:
                os.fsync(self._file.fileno())
        except BaseException:
            with suppress(OSError):  # a disk that refuses this as well is tried again before the next event
                self._cut()
            raise
        self._length += len(data)
        self.events.extend(events)

    def keep(self, number: int) -> None:
        """Take away all events but the first ones, so many."""
        kept, length = 0, 0
        for line in self.path.read_bytes()[: self._length].splitlines(keepends=True):
            if kept == number:
                break
            kept += bool(line.strip())
            length += len(line)
        self._length = length
        del self.events[number:]
        self._cut()

    def _cut(self) -> None:
        """Take away what was only partly written."""
        if os.fstat(self._file.fileno()).st_size != self._length:
            self._file.truncate(self._length)

    def close(self) -> None:
        self._file.close()


def read_transcript(path: Path) -> list[Event]:
    """The events of a transcript, without a line that is still being written.

    Raises:
        UsageError: for anything that is no transcript of this version, with the line.
    """
    return events_in(path.read_bytes(), str(path))


def events_in(data: bytes, source: str) -> list[Event]:
    """As `read_transcript`, of what a file holds."""
    return _events(data, source)[0]


def _events(data: bytes, source: str) -> tuple[list[Event], int]:
    """The events, and the length in bytes of the lines that hold them."""
    whole = data[: data.rfind(b"\n") + 1]
    events: list[Event] = []
    for number, event in json_objects(whole.split(b"\n"), source):
        if not isinstance(event.get("event"), str):
            raise UsageError(f"{source}:{number}: no event: expected an object with `event`")
        events.append(event)
    if events and (events[0].get("schema"), events[0].get("version")) != (TRANSCRIPT_SCHEMA, TRANSCRIPT_VERSION):
        found = f"{events[0].get('schema')} version {events[0].get('version')}"
        raise UsageError(f"{source}:1: expected {TRANSCRIPT_SCHEMA} version {TRANSCRIPT_VERSION}, got {found}")
    return events, len(whole)
