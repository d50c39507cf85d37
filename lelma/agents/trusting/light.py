"""A small light retrieval: entities and relations of each message, found again by low and by high keywords.

After Guo et al., "LightRAG" (arXiv 2410.05779), sections 3.1 and 3.2, with one message for a chunk: the published
package needs an old client, and the network for its tokenizer. Names of the same entity are merged by letters alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from gdl.values import dataclass
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.trusting.messages import asked_of, visible_messages, within_budget
from lelma.agents.trusting.retrieving import BUDGET
from lelma.models.embeddings import Embedder, nearest, open_embedder

MOST_FOUND = 10
"""Entities, and relations, that keywords find; 60 in the paper, whose chunks are as long as many messages."""

_TEXT: Mapping[str, Any] = {"type": "string", "maxLength": 200}
_WORDS: Mapping[str, Any] = {"type": "array", "items": _TEXT, "maxItems": 8}
EXTRACT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entities": {
            "type": "array",
            "maxItems": 8,
            "items": {
                "type": "object",
                "properties": {"name": _TEXT, "kind": _TEXT, "description": _TEXT},
                "required": ["name", "kind", "description"],
            },
        },
        "relations": {
            "type": "array",
            "maxItems": 8,
            "items": {
                "type": "object",
                "properties": {
                    "source": _TEXT,
                    "target": _TEXT,
                    "description": _TEXT,
                    "keywords": _TEXT,
                    "strength": {"type": "number", "minimum": 0, "maximum": 10},
                },
                "required": ["source", "target", "description", "keywords", "strength"],
            },
        },
    },
    "required": ["entities", "relations"],
}
KEYWORDS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"low": _WORDS, "high": _WORDS},
    "required": ["low", "high"],
}


@dataclass(frozen=True)
class _Found:
    """What was extracted of all messages: entity → its descriptions, and relations, in order of time."""

    entities: Mapping[str, str]
    relations: Sequence[Mapping[str, Any]]


def light_extracted(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Entities and relations of what was seen and heard with the last joint move, by the step's prompt `light_extract`,
    whose further field is `message`: one call for each message, kept as `light_N`.
    """
    number = len(moment.view.plies)
    fresh = [each.text for each in visible_messages(moment) if each.number == number]
    found: list[Any] = []
    for text in fresh:
        value = ask("light_extract", {"message": text}, schema=EXTRACT_SCHEMA)
        if value is not None:
            found.append(value)
    return StepResult(None, (), {f"light_{number}": found} if found else {})


def light_retrieved(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """What low and high keywords find, as text: one call, by the step's prompt `light_keywords` with the field `query`.

    Low keywords find entities, with their relations; high ones find relations, with their entities; both are told in
    turn, until the budget is used (hybrid). Options: `top`, `budget`, `embedder`. Notes: `retrieved`, `keywords`.
    """
    embedder, top = open_embedder(str(options.get("embedder", "hashed"))), int(options.get("top", MOST_FOUND))
    query = "\n".join(asked_of(moment))
    value = ask("light_keywords", {"query": query}, schema=KEYWORDS_SCHEMA) or {"low": [], "high": []}
    found = _merged(moment)
    low = list(_by_entities(found, _near(value["low"] or [query], list(found.entities), embedder, top)))
    told = [f"{each['keywords']} {each['description']}" for each in found.relations]
    high = list(_by_relations(found, _near(value["high"] or [query], told, embedder, top)))
    lines = dict.fromkeys(line for pair in zip_longest(low, high) for line in pair if line is not None)
    texts = within_budget(list(lines), int(options.get("budget", BUDGET)))
    notes = [
        {"kind": "retrieved", "texts": texts, "scores": []},
        {"kind": "keywords", "low": list(value["low"]), "high": list(value["high"])},
    ]
    return StepResult("\n".join(texts), notes)


def _merged(moment: StepMoment) -> _Found:
    entities: dict[str, list[str]] = {}
    relations: list[Mapping[str, Any]] = []
    for number in range(1, len(moment.view.plies) + 1):
        for value in moment.state.get(f"light_{number}") or ():
            for entity in value["entities"]:
                known = entities.setdefault(_key(entity["name"]), [])
                known += [entity["description"]] if entity["description"] not in known else []
            relations += [{**each, "number": number} for each in value["relations"]]
    return _Found({name: "; ".join(told) for name, told in entities.items() if name}, relations)


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _near(queries: Sequence[str], texts: Sequence[str], embedder: Embedder, top: int) -> list[int]:
    """The texts nearest to one of some queries, best first."""
    if not texts:
        return []
    rows, best = embedder.embed(list(texts)), dict[int, float]()
    for query in embedder.embed(list(queries)):
        for number, score in nearest(np.asarray(query), rows, top):
            best[number] = max(score, best.get(number, -2.0))
    return sorted(best, key=lambda number: (-best[number], number))[:top]


def _by_entities(found: _Found, chosen: Iterable[int]) -> Iterator[str]:
    names = list(found.entities)
    for number in chosen:
        yield f"{names[number]}: {found.entities[names[number]]}"
        of = [each for each in found.relations if names[number] in (_key(each["source"]), _key(each["target"]))]
        yield from (_relation(each) for each in sorted(of, key=lambda each: -each["strength"])[:3])


def _by_relations(found: _Found, chosen: Iterable[int]) -> Iterator[str]:
    for number in chosen:
        relation = found.relations[number]
        yield _relation(relation)
        for name in dict.fromkeys((_key(relation["source"]), _key(relation["target"]))):
            if name in found.entities:
                yield f"{name}: {found.entities[name]}"


def _relation(each: Mapping[str, Any]) -> str:
    return f"{each['number']}. {each['source']} – {each['target']}: {each['description']}"
