"""What agents note of a match beside their moves, for reports and metrics, which never read agents themselves.

A note is an object with its `kind`. Of five kinds the other fields are known:

`belief`: `beliefs`, player → identity → probability, of oneself too; `certain`, player → the identities of which one
is called certain; `words`, what a card may say → probability.
`trust`: `trust`, player → player → a number from -1 to 1.
`check`: `task`; `policy`; `attempt`, from 1; `words`, the speech that was drafted; `claims`, each with `where`
(`speech`, `thought`, `move` or `belief`), `sentence`, `query`, `kind`, `verdict`, `fails`, and `lie` where it was
meant; `unknown`, how many of them nothing decides; `feedback`, a line each; with the last attempt `ended`, how the loop
did, `flagged`, whether something still failed, and `said`, the speech as it went out; `trouble`, why nothing was
checked.
`plan`: `text`. `retrieved`: `texts`, and `scores` beside them.

Notes of other kinds may have any fields. Agents of steps (`lelma.agents.steps`) have two: `state`, what changed in what
they keep, and `unread`, why a value was not read. A note of kind `call` becomes a `call` event.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lelma.agents.protocol import Note
from lelma.support.shape import misshapen

MOST_NOTES = 100
"""Notes that go with one answer or one hook."""

_NUMBER = (int, float)
_SHARES = {"*": _NUMBER}
_CLAIM = {
    "where": str,
    "sentence": str,
    "query": str,
    "kind": str,
    "verdict": str,
    "fails": bool,
    "lie": bool,
}
NOTE_SHAPES: Mapping[str, Mapping[str, Any]] = {
    "belief": {"beliefs": {"*": _SHARES}, "certain": {"*": [str]}, "words": _SHARES},
    "trust": {"trust": {"*": _SHARES}},
    "check": {
        "task": str,
        "policy": str,
        "attempt": int,
        "words": str,
        "claims": [_CLAIM],
        "unknown": int,
        "feedback": [str],
        "ended": str,
        "flagged": bool,
        "said": str,
        "trouble": str,
    },
    "plan": {"text": str},
    "retrieved": {"texts": [str], "scores": [_NUMBER]},
}
"""Kind → the shape of its fields (`lelma.support.shape`); a field may be missing."""


def sound_notes(notes: object) -> tuple[tuple[Note, ...], str]:
    """The notes that can be kept, as plain JSON values, and what is wrong with the others; an agent made them."""
    if not isinstance(notes, Sequence) or isinstance(notes, str):
        return (), f"notes are a list of objects, not {type(notes).__name__}"
    kept: list[Note] = []
    troubles: list[str] = []
    for note in notes[:MOST_NOTES]:
        try:
            plain = json.loads(json.dumps(note, allow_nan=False))
        except Exception as error:  # its values are an agent's, of which nothing is known
            troubles.append(f"a note is no JSON: {type(error).__name__}")
            continue
        fault = _fault(plain)
        if fault:
            troubles.append(fault)
        else:
            kept.append(plain)
    if len(notes) > MOST_NOTES:
        troubles.append(f"{len(notes)} notes at once; the first {MOST_NOTES} are kept")
    return tuple(kept), "; ".join(dict.fromkeys(troubles))


def _fault(note: Any) -> str:
    if not isinstance(note, dict) or not isinstance(note.get("kind"), str):
        return "a note is an object with its kind, a text"
    return next(misshapen(note, dict(NOTE_SHAPES.get(note["kind"], {})), f"note {note['kind']}"), "")
