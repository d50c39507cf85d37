"""What `game.toml` may hold: the shape (`lelma.support.shape`) of every entry that is read anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gdl.errors import GdlError
from gdl.tree.term import read_term
from lelma.support.shape import misshapen

TEXTS = [str]
NAMES = (str, [str])
WORDING = [{"term": str, "says": str, "unless": str, "imperative": str}]

GAME_FILE = {
    "title": str,
    "summary": str,
    "source": str,
    "kind": str,
    "query_sets": TEXTS,
    "pass_moves": TEXTS,
    "goal_range": [int],
    "facts": {},
    "roles": {"*": {"names": TEXTS}},
    "naming": {"*": {"*": TEXTS}},
    "seats": {"count": str, "name": str, "deal": str},
    "parameters": {},
    "presets": {"*": {}},
    "choices": {"*": TEXTS},
    "ranges": {"*": [(int, str)]},
    "rows": {"*": TEXTS},
    "knowledge": {"identity": NAMES, "secret": NAMES, "facts": TEXTS, "assumptions": {"*": str}},
    "speech": {"moves": TEXTS, "card": str, "fallback": str, "levels": TEXTS, "lexicon": str},
    "fallback": {"moves": TEXTS},
    "report": {"votes": TEXTS, "parts": {"*": str}},
    "disguise": {"*": TEXTS},
    "words": {
        "names": {"*": str},
        "terms": WORDING,
        "moves": WORDING,
        "percepts": WORDING,
        "fluents": WORDING,
        "relations": WORDING,
    },
}


def file_faults(config: Mapping[str, Any]) -> list[str]:
    """Entries that have not their shape, such as `knowledge.identity = 5 should be a text or a list`.

    If all have it: those that name a parameter there is not, and texts that are no terms.
    """
    return [*misshapen(config, GAME_FILE, "")] or [*_strange_parameters(config), *_strange_terms(config)]


def _strange_parameters(config: Mapping[str, Any]) -> Iterator[str]:
    known = config.get("parameters", {})
    seats, ranges = config.get("seats"), config.get("ranges", {})
    if seats is not None and not {"count", "name"} <= seats.keys():
        yield "seats should have count and name"
    named = [(f"seats.{entry}", seats[entry]) for entry in ("count", "deal") if seats and entry in seats]
    named += [(entry, name) for entry in ("rows", "choices", "ranges") for name in config.get(entry, ())]
    named += [(f"ranges.{name}", bound) for name in ranges for bound in ranges[name] if isinstance(bound, str)]
    named += [("speech.levels", name) for name in config.get("speech", {}).get("levels", ())]
    yield from (f"{place}: there is no parameter {name!r}" for place, name in named if name not in known)
    if seats and "deal" in seats and not isinstance(known.get(seats["deal"]), dict):
        yield f"seats.deal: the parameter {seats['deal']} should be a table"
    for name, bounds in ranges.items():
        values = [known.get(bound) if isinstance(bound, str) else bound for bound in (name, *bounds)]
        if len(values) != 3 or not all(type(value) is int for value in values):
            yield f"ranges.{name} should be two whole numbers, or parameters that are, for one that is"


def _strange_terms(config: Mapping[str, Any]) -> Iterator[str]:
    speech = config.get("speech", {})
    terms = [("speech.card", speech["card"])] if "card" in speech else []
    terms += [("fallback.moves", move) for move in config.get("fallback", {}).get("moves", ())]
    for place, text in terms:
        try:
            read_term(text)
        except GdlError as error:
            yield f"{place}: {error}"
