"""What a trial is: anything that can be run once, into a transcript of its own.

A transcript is that of a finished trial when its last event is one of `ENDINGS`. Its first event holds the trial's
terms, so that a folder of transcripts says by itself what is done and under which terms; nothing else is kept about
it. `lelma.experiments.loop_trial` and `match_trial` make trials, `lelma.experiments.executor` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from gdl.values import dataclass
from lelma.matches.transcript import Event

ENDINGS: Mapping[str, str] = {"run_ended": "outcome", "result": "ended"}
"""The event that a finished transcript ends with → the field that says how."""


class Stopped(Exception):
    """A trial was asked to stop before it was finished; what it has is in its transcript."""


class Stop(Protocol):
    """Whether a trial should stop as soon as it can, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Trial:
    """Something that can be run once.

    Attributes:
        id: names it, and its transcript; no other trial of a folder has the same.
        terms: what its outcome depends on, as the first event of its transcript holds it.
        run: runs it, or the rest of it, into that transcript, and returns how it ended. It raises `Stopped` if it was
            asked to stop, and a `LelmaError` if it can't be finished now; then it is run again next time. For other
            processes it must be pickled.
        line: trials of one line are run one after another, in their order, each only after the one before is finished;
            empty for a trial that waits for none.
    """

    id: str
    terms: Mapping[str, Any]
    run: Callable[[Path, Stop], str]
    line: str = ""


def outcome_of(events: Sequence[Event]) -> str | None:
    """How the trial of a transcript ended; None for one that is not finished."""
    last = events[-1] if events else {}
    field = ENDINGS.get(last.get("event", ""))
    return None if field is None else str(last[field])


def changed_terms(events: Sequence[Event], terms: Mapping[str, Any]) -> list[str]:
    """The terms that were others when a transcript began, each with both values; none for an empty transcript."""
    if not events:
        return []
    before = {"agent_seed": events[0].get("seed"), **events[0]}  # matches told of one seed, when it was that of all
    return [
        f"{name} was {before.get(name)!r}, and is {value!r} now"
        for name, value in terms.items()
        if before.get(name) != value
    ]
