"""What `game.toml` may hold: the shape of every entry that is read anywhere.

A shape is `str` or `int`; `[shape]`, a list; `{"name": shape}`, a table, in which `*` stands for
all names that are not listed, and others are let through; or a tuple of shapes, one of which must fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gdl.errors import GdlError
from gdl.term import read_term

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
    return [*_misshapen(config, GAME_FILE, "")] or [*_strange_parameters(config), *_strange_terms(config)]


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


def _misshapen(value: Any, shape: Any, place: str) -> Iterator[str]:
    if isinstance(shape, tuple):
        if all(any(_misshapen(value, each, place)) for each in shape):
            yield _told(value, shape, place)
    elif isinstance(shape, dict):
        if not isinstance(value, dict):
            yield _told(value, shape, place)
            return
        for name, entry in value.items():
            if name in shape or "*" in shape:
                yield from _misshapen(entry, shape.get(name, shape.get("*")), f"{place}.{name}" if place else name)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield _told(value, shape, place)
            return
        for index, entry in enumerate(value):
            yield from _misshapen(entry, shape[0], f"{place}[{index}]")
    elif not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
        yield _told(value, shape, place)


def _told(value: Any, shape: Any, place: str) -> str:
    shown = repr(value)
    return f"{place} = {shown if len(shown) <= 60 else shown[:59] + '…'} should be {_in_words(shape)}"


def _in_words(shape: Any) -> str:
    match shape:
        case tuple():
            return " or ".join(map(_in_words, shape))
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return {str: "a text", int: "a whole number"}[shape]
