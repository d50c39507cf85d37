"""What a model replied: the claims it proposes, read from JSON wherever it stands, or from plain lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from translators.by_model.prompt import MOST_CLAIMS

MAX_REPLY = 200_000
"""What of a longer reply is read, in characters."""
_MAX_FAILURES = 200
"""How many brackets may begin nothing before the search for JSON ends: each costs up to the rest of the reply."""

_LONGEST_LINE = 5_000
_LABELLED = re.compile(r"[\s>*\-\d.)\"]{0,20}(sentence|query)[\"*`\s]{0,9}:(.*)", re.IGNORECASE)
_BULLET = re.compile(r"^\s{0,20}(?:[-*•]|\d{1,3}[.)])\s")
_ARROWS = ("=>", "->", "→", "|")
_OPENING = re.compile(r"[{\[]")


@dataclass(frozen=True)
class Proposal:
    """A claim as a model wrote it."""

    sentence: str
    query: str


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
    kept = dict.fromkeys(Proposal(_whole(item.sentence), _whole(item.query)) for item in proposals)
    return Proposed(tuple(kept)[:MOST_CLAIMS], _whole(choice).strip(), readable or bool(proposals))


def _whole(text: str) -> str:
    """A text without halves of surrogate pairs, which JSON can spell and nothing can print."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(text: str) -> Iterator[Proposal]:
    """Proposals in lines: `sentence: …` above `query: …`, or both on one line with an arrow between."""
    sentence = ""
    for line in text.splitlines():
        if len(line) > _LONGEST_LINE:
            continue
        if labelled := _LABELLED.match(line):
            said = labelled[2].strip(' \t"`*,')
            if labelled[1].lower() == "query":
                yield Proposal(sentence, said)
            else:
                sentence = said
            continue
        for arrow in _ARROWS:
            left, found, right = line.rpartition(arrow)
            if found and left.strip() and re.match(r"[ \t`]*[a-z]\w*", right):
                yield Proposal(_BULLET.sub("", left).strip(' \t"`*'), right.strip(" \t`"))
                break


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
        if isinstance(item, dict) and _is_text(item, "query"):
            yield Proposal(item["sentence"] if _is_text(item, "sentence") else "", item["query"])


def _is_text(value: dict[str, Any], key: str) -> bool:
    return isinstance(value.get(key), str)
