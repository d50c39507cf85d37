"""The form of a model's answer as a JSON schema: a thought, a speech and a move out of those that are legal.

A server that enforces it gives answers that can be read, unless they are cut: so the lengths of the strings fit into
the tokens there are, a character a token. English has some four characters to a token, but a small model that writes
numbers has one. What comes back is read all the same, since not every server enforces a schema, and none its lengths
for sure. The order counts, too: a model thinks before it speaks, and chooses last.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from lelma.agents.protocol import Answer
from lelma.support.errors import UsageError
from lelma.support.outside import json_value

MOST_LISTED_MOVES = 250
"""Longer lists of values have further limits at OpenAI: a move among more is any text."""

_LONGEST_STRING = 1500
"""Characters. llama.cpp makes no grammar of more than some 2,000 repetitions."""

_LEAST_CHARACTERS = 20
_THOUGHT, _SPEECH, _MOVE = "thought", "speech", "move"


def answer_schema(legal: Sequence[str], speaking: Collection[str], max_tokens: int) -> dict[str, Any]:
    """The schema of an answer, closed and with all its properties required, as strict servers want it.

    Args:
        legal: the moves, as `View.legal` has them.
        speaking: those of them that carry words; without any there is no `speech`.
        max_tokens: of the longest reply, in which a thought, a speech of half its length, and the move have room.

    Raises:
        UsageError: if there is no room for them.
    """
    room = max_tokens - _spent(legal, bool(speaking))
    shares = {_THOUGHT: 2, _SPEECH: 1} if speaking else {_THOUGHT: 1}
    lengths = {name: min(_LONGEST_STRING, room * share // sum(shares.values())) for name, share in shares.items()}
    if min(lengths.values()) < _LEAST_CHARACTERS:
        raise UsageError(f"a reply of {max_tokens} tokens has no room for a thought, words and a move: allow more")
    move: dict[str, Any] = {"type": "string"}
    move |= {"enum": list(legal)} if len(legal) <= MOST_LISTED_MOVES else {"maxLength": max(map(len, legal))}
    properties = {name: {"type": "string", "maxLength": length} for name, length in lengths.items()}
    properties |= {_MOVE: move}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def structured_answer(text: str) -> Answer | None:
    """The answer that a reply by the schema holds; None for one that is no JSON object with a move.

    A fence of code around it does not matter. Whether the move is legal is for the referee to say.
    """
    bare = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        found = json_value(bare.strip())
    except UsageError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get(_MOVE), str):
        return None
    words, thought = (value if isinstance(value := found.get(name), str) else "" for name in (_SPEECH, _THOUGHT))
    return Answer(found[_MOVE], words, thought)


def _spent(legal: Sequence[str], speaks: bool) -> int:
    """Characters of an answer besides its thought and its speech."""
    frame = {_THOUGHT: "", **({_SPEECH: ""} if speaks else {}), _MOVE: max(legal, key=len, default="")}
    return len(json.dumps(frame, indent=2))
