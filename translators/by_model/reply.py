"""What a model replied: the claims it proposes, read from JSON wherever it stands, or from plain lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from gdl.values import dataclass
from translators.by_model.prompt import MOST_CLAIMS

MAX_REPLY = 200_000
"""What of a longer reply is read, in characters."""
_MAX_FAILURES = 200
"""How many brackets may begin nothing before the search for JSON ends: each costs up to the rest of the reply."""

_LONGEST_LINE = 5_000
_NUMBERED = re.compile(r"[\s>*\-]{0,20}(\d{1,4})\s?[.):]\s?(.*)")
_OPENING = re.compile(r"[{\[]")
_DENIED = ("denied", "false", "not", "negative", "no")


@dataclass(frozen=True)
class Proposal:
    """A claim as a model wrote it; sentence 0 is none, an empty span the whole sentence."""

    sentence: int
    formula: str
    denied: bool = False
    span: str = ""


@dataclass(frozen=True)
class Proposed:
    """A reply as read; `readable` is false where no claims were found in any form."""

    proposals: tuple[Proposal, ...]
    choice: str
    readable: bool


def read_reply(text: str) -> Proposed:
    """The proposals of a reply, at most `MOST_CLAIMS`, without repetition. Reads anything."""
    text = _whole(text[:MAX_REPLY])
    values = list(_json_values(text))
    proposals = [proposal for value in values for proposal in _proposals(value)]
    choice = next((value["choice"] for value in values if isinstance(value, dict) and _is_text(value, "choice")), "")
    readable = any(isinstance(value, dict) and isinstance(value.get("claims"), list) for value in values)
    if not readable and not proposals:
        proposals = list(_plain(text))
    kept = tuple(dict.fromkeys(proposals))[:MOST_CLAIMS]
    return Proposed(kept, _whole(choice).strip(), readable or bool(proposals))


def _whole(text: str) -> str:
    """A text without halves of surrogate pairs, which JSON can spell and nothing can print."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(text: str) -> Iterator[Proposal]:
    """Proposals in lines: the number of a sentence, and a formula."""
    for line in text.splitlines():
        found = _NUMBERED.match(line) if len(line) <= _LONGEST_LINE else None
        if found and "(" in found[2]:
            yield Proposal(int(found[1]), found[2].strip(" \t`*"))


def _json_values(text: str) -> Iterator[Any]:
    """The objects and lists of a text, outermost first; of one that is cut off, what is whole inside it."""
    decoder = json.JSONDecoder()
    failures, at = 0, 0
    while failures < _MAX_FAILURES and (match := _OPENING.search(text, at)):
        try:
            value, at = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            failures, at = failures + 1, match.start() + 1
        else:
            yield value


def _proposals(value: Any) -> Iterator[Proposal]:
    """The claims of an answer, of a list of claims, or the one claim that a value is."""
    claims = value.get("claims") if isinstance(value, dict) else value
    for item in claims if isinstance(claims, list) else [value]:
        if isinstance(item, dict) and _is_text(item, "formula"):
            denied = str(item.get("polarity", "")).strip().lower() in _DENIED
            span = _whole(item["span"]) if _is_text(item, "span") else ""
            yield Proposal(_number(item.get("sentence")), _whole(item["formula"]).strip(), denied, span)


def _number(value: Any) -> int:
    """The number of a sentence, as a number or as its digits; 0 for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,4}\s*", value) else 0


def _is_text(value: dict[str, Any], key: str) -> bool:
    return isinstance(value.get(key), str)
