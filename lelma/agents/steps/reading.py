"""From a model's reply to an answer, or to a value of a schema; and the form that it is asked for.

A reply may be anything, and of any length. What can't be read is told in a sentence that the model can act on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lelma.agents.answer_schema import answer_schema
from lelma.agents.protocol import View
from lelma.support.errors import UsageError
from lelma.support.outside import json_value

LONGEST_READ = 60_000
"""Characters of a reply that are read; what stands behind them is cut off."""

_ANSWER = """Answer in this form, each part on a line of its own:
THINK: your private reasoning, in one paragraph; nobody else sees it
{say}MOVE: one of the moves above, written exactly as before the colon"""
_SAY = """LIE: only if you mean to say something that you know is false: that sentence, as you say it; one line for each
SAY: what you say aloud; everyone who listens hears it
"""
_ANSWER_JSON = """Answer with one JSON object and nothing else: {{"thought": your private reasoning, which nobody else
sees, {say}"move": one of the moves above, written exactly as before the colon}}"""
_SAY_JSON = """"lies": the sentences of your speech that you know are false and mean to say, usually none,
"speech": what you say aloud, which everyone who listens hears, """
_VALUE = "Answer with one JSON object and nothing else, which follows this JSON schema:\n{schema}"

_MOST_LIES, _LONGEST_LIE = 2, 150
_ROOM_OF_LIES = _MOST_LIES * (_LONGEST_LIE + 10)
"""Tokens, a character each."""

_PART = re.compile(r"^[ \t*_#]*(THINK|SAY|MOVE)[ \t*_]*:[ \t*_]*", re.MULTILINE)
_LIE = re.compile(r"^[ \t*_#]*LIE[ \t*_]*:[ \t*_]*(.*?)[ \t*_]*$\n?", re.MULTILINE)
_NO_LIE = re.compile(r"(none|no|nothing|n/a|-+)?\.?", re.IGNORECASE)

_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "number": (int, float), "integer": (int,),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def read_parts(text: str) -> dict[str, str]:
    """The last part of each kind in an answer; a move is one line."""
    found = {}
    places = list(_PART.finditer(text))
    ends = [*(place.start() for place in places[1:]), len(text)]
    for place, end in zip(places, ends, strict=False):  # without a part there is nothing to end
        found[place[1]] = text[place.end() : end].strip()
    if "MOVE" in found:
        lines = [line.strip() for line in found["MOVE"].splitlines()]
        found["MOVE"] = next((line for line in lines if line.strip("`*")), "")
    return found


def read_answer(text: str) -> tuple[dict[str, Any], str]:
    """The `move`, `words`, `thought` and `lies` of a reply, and what is wrong with it; lines or a JSON object.

    >>> read_answer("THINK: Hm.\\nLIE: I am Merlin.\\nSAY: I am Merlin.\\nMOVE: speak")[0]
    {'move': 'speak', 'words': 'I am Merlin.', 'thought': 'Hm.', 'lies': ['I am Merlin.']}
    """
    if text.lstrip(" \n`").removeprefix("json").lstrip().startswith("{"):
        value, trouble = read_value(text, {"type": "object"})
        if not trouble:
            return _answer_of(value)
    lies = [lie for lie in _LIE.findall(text) if not _NO_LIE.fullmatch(lie)]
    parts = read_parts(_LIE.sub("", text))
    trouble = (
        ""
        if parts.get("MOVE")
        else "the answer names no move: it has no JSON object with one, and no line that begins with MOVE:"
    )
    found = {"move": parts.get("MOVE", ""), "words": parts.get("SAY", ""), "thought": parts.get("THINK", "")}
    return found | {"lies": lies}, trouble


def answer_form(speaking: bool, *, structured: bool) -> str:
    """What a model is told of the form of an answer."""
    if structured:
        return _ANSWER_JSON.format(say=_SAY_JSON if speaking else "")
    return _ANSWER.format(say=_SAY if speaking else "")


def value_form(schema: Mapping[str, Any]) -> str:
    """What a model is told of the form of a value."""
    return _VALUE.format(schema=json.dumps(schema, ensure_ascii=False))


def read_value(text: str, schema: Mapping[str, Any]) -> tuple[Any, str]:
    """The value of the JSON object in a reply, and what is wrong with it; what stands around it is let by."""
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        return None, "the answer holds no JSON object"
    try:
        value = json_value(text[start : end + 1], "the answer")
    except UsageError as error:
        return None, str(error)
    fault = schema_fault(value, schema)
    return (None, fault) if fault else (value, "")


def schema_fault(value: Any, schema: Mapping[str, Any], place: str = "the answer") -> str:
    """The first thing in a value that does not follow a JSON schema, in words; empty if it follows.

    Of schemas it knows `type`, `enum`, `properties`, `required`, `additionalProperties`, `items`, `minimum`, `maximum`.
    """
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return f"{place} should be of type {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place} should be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{place} should be from {schema.get('minimum', '-∞')} to {schema.get('maximum', '∞')}"
    inner: list[tuple[Any, Any, str]] = []
    if isinstance(value, list):
        inner = [(each, schema.get("items", {}), f"{place}[{number}]") for number, each in enumerate(value)]
    elif isinstance(value, dict):
        if missing := [name for name in schema.get("required", ()) if name not in value]:
            return f"{place} has no {missing[0]!r}"
        known, further = schema.get("properties", {}), schema.get("additionalProperties", {})
        if further is False and (unknown := [name for name in value if name not in known]):
            return f"{place} has {unknown[0][:40]!r}, which it should not have"
        further = further if isinstance(further, Mapping) else {}
        inner = [(each, known.get(name, further), f"{place}.{name[:40]}") for name, each in value.items()]
    return next(filter(None, (schema_fault(each, shape, where) for each, shape, where in inner)), "")


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS.get(kind, (object,))) and (kind == "boolean" or not isinstance(value, bool))


def _answer_of(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    texts = {name: value.get(name) for name in ("move", "speech", "thought")}
    move, speech, thought = (each.strip() if isinstance(each, str) else "" for each in texts.values())
    lies = value.get("lies")
    lies = [lie for lie in lies if isinstance(lie, str) and lie.strip()] if isinstance(lies, Sequence) else []
    found = {
        "move": move,
        "words": speech,
        "thought": thought,
        "lies": [] if isinstance(value.get("lies"), str) else lies,
    }
    return found, "" if move else "the answer has no move"


def lying_schema(view: View, max_tokens: int) -> dict[str, Any]:
    """The JSON schema of an answer (`lelma.agents.answer_schema`), in which words have a place for declared lies.

    Raises:
        UsageError: if a reply of so many tokens has no room for an answer.
    """
    if not view.speaking or max_tokens < 2 * _ROOM_OF_LIES:
        return answer_schema(view.legal, view.speaking, max_tokens)
    schema = answer_schema(view.legal, view.speaking, max_tokens - _ROOM_OF_LIES)
    lies = {"type": "array", "items": {"type": "string", "maxLength": _LONGEST_LIE}, "maxItems": _MOST_LIES}
    thought, *others = schema["properties"].items()
    properties = dict([thought, ("lies", lies), *others])
    return {**schema, "properties": properties, "required": list(properties)}
