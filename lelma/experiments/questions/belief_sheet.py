"""What a character takes to be so after some events, by a GDL-II sheet of false belief, and which option says so.

A reading of a story, as people, a model or `story_reader` give it, is an object:

    {"values": ["full", "empty"],
     "events": [{"changes": "full", "sees": true}, {"changes": "empty", "sees": false}],
     "options": {"The jar is full.": "full", "The jar is empty.": "empty"}}

Of the thing that is asked about, `values` are what it may be. An event has one of:

- `changes`, what it becomes (null of what changes nothing of it), with `sees`, whether the character perceives it (null
  where the story doesn't say), or a list of who does, or `at`, whether the character is there;
- `believes` or `tells`, what the character is said to believe, or is told;
- `acts`, the value for which the character acts as it does.

`options` says for each option the value for which it is right; `character` is the name that lists of names have it by.

The character knows what GDL-II lets it know, and takes for granted that nothing changes unnoticed and that what it is
told is so (`violates` of the sheet); an assumption that it perceived to be wrong is dropped. Where the story does not
say what was perceived both is tried, and what the character then does (`acts`) decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from gdl.values import dataclass
from lelma.game.game import Game
from lelma.knowledge import Knowledge, KnowledgeError
from lelma.support.paths import data_folder

ASSUMED = ("nothing_unnoticed", "told_is_so")
_VALUES = ("v1", "v2", "v3", "v4")
_MOST_EVENTS = 12
_MOST_OPEN = 4
"""Events of which it is not told whether they were perceived."""


class ReadingFault(ValueError):
    """A reading that has not its form; the message says what was expected."""


@dataclass(frozen=True)
class TakenBelief:
    """What comes of a reading.

    Attributes:
        answer: the option that is right; empty where the events leave it open.
        belief: what the character takes the thing to be; empty where that is open.
        truth: what it is in fact, by the events.
        reason: in a sentence.
    """

    answer: str = ""
    belief: str = ""
    truth: str = ""
    reason: str = ""


def taken_from(reading: Mapping[str, Any], options: Sequence[str]) -> TakenBelief:
    """What the character of a reading takes to be so, and which of some options says it.

    Raises:
        ReadingFault: if it has not its form.
    """
    values, events = _checked(reading)
    named = {str(text).strip(): value for text, value in _table(reading, "options").items()}
    outcomes: dict[str, str] = {}
    for seen in _views(events):
        belief = _belief(tuple(_percepts(events, seen, values)))
        acts = [event["acts"] for event in events if "acts" in event]
        if belief and all(values[_VALUES.index(belief)] == act for act in acts):
            outcomes.setdefault(values[_VALUES.index(belief)], _reason(events, seen))
    if len(outcomes) != 1:
        return TakenBelief(truth=_truth(events))
    belief, reason = next(iter(outcomes.items()))
    answers = [option for option in options if named.get(option.strip()) == belief]
    return TakenBelief(answers[0] if len(answers) == 1 else "", belief, _truth(events), reason)


def _checked(reading: Mapping[str, Any]) -> tuple[list[str], list[dict[str, Any]]]:
    values, events = reading.get("values"), reading.get("events")
    if not isinstance(values, list) or not 1 <= len(values) <= len(_VALUES) or not all(_is_value(v) for v in values):
        raise ReadingFault(f"values: expected a list of 1 to {len(_VALUES)} texts, got {values!r}")
    if not isinstance(events, list) or len(events) > _MOST_EVENTS or not all(isinstance(e, dict) for e in events):
        raise ReadingFault(f"events: expected a list of at most {_MOST_EVENTS} objects")
    character = reading.get("character")
    found = []
    for number, event in enumerate(events):
        told = [key for key in ("changes", "believes", "tells", "acts") if event.get(key) is not None]
        unknown = [event[key] for key in told if event[key] not in values]
        if unknown:
            raise ReadingFault(f"events[{number}]: {unknown[0]!r} is none of the values {values}")
        sees, there = (_whether(event.get(key), character, f"events[{number}].{key}") for key in ("sees", "at"))
        kept = {key: event[key] for key in told}
        if "changes" in kept:
            kept |= {"sees": sees if "sees" in event or there is None else there}
        found.append(kept)
    if sum("sees" in event and event["sees"] is None for event in found) > _MOST_OPEN:
        raise ReadingFault(f"events: of more than {_MOST_OPEN} it is not told whether they were perceived")
    return [str(value) for value in values], found


def _is_value(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _whether(told: object, character: object, place: str) -> bool | None:
    if told is None or isinstance(told, bool):
        return told
    if isinstance(told, list) and isinstance(character, str):
        return character in told
    raise ReadingFault(f"{place}: expected true, false, null, or a list of names beside a character, got {told!r}")


def _table(reading: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = reading.get(key)
    if not isinstance(value, dict):
        raise ReadingFault(f"{key}: expected an object, option → value")
    return value


def _views(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[bool, ...]]:
    """Ways in which the character may have perceived the changes, one truth a change."""
    changes = [event["sees"] for event in events if "changes" in event]
    yield from product(*((True, False) if seen is None else (bool(seen),) for seen in changes))


def _percepts(events: Sequence[Mapping[str, Any]], seen: Sequence[bool], values: Sequence[str]) -> Iterator[str]:
    """What the character perceives at each event; nothing where it is empty."""
    perceived = iter(seen)
    for event in events:
        if "changes" in event:
            yield f"(became {_VALUES[values.index(event['changes'])]})" if next(perceived) else ""
        for key in ("believes", "tells"):
            if key in event:
                yield f"(told {_VALUES[values.index(event[key])]})"


@cache
def _sheet() -> Game:
    return Game.load(data_folder("games") / "_sets" / "false_belief.gdl")


@cache
def _belief(percepts: tuple[str, ...]) -> str:
    """The value that the character knows the thing to have, given what it takes for granted; empty if none."""
    for assumed in (ASSUMED, ASSUMED[1:], ASSUMED[:1], ()):
        known = Knowledge(_sheet(), "character", assumptions=assumed)
        try:
            for percept in ("", *percepts):
                known.observe("noop", [percept] if percept else [])
        except KnowledgeError:
            continue
        return next((value for value in _VALUES if known.knows(f"(true (is {value}))")), "")
    return ""


def _truth(events: Sequence[Mapping[str, Any]]) -> str:
    changes = [str(event["changes"]) for event in events if "changes" in event]
    return changes[-1] if changes else ""


def _reason(events: Sequence[Mapping[str, Any]], seen: Sequence[bool]) -> str:
    perceived = iter(seen)
    told = list[str]()
    for event in events:
        if "changes" in event:
            told.append(f"it became {event['changes']!r}, " + ("seen" if next(perceived) else "unseen"))
        told += [f"said to believe {event['believes']!r}"] if "believes" in event else []
        told += [f"told {event['tells']!r}"] if "tells" in event else []
        told += [f"acts as if {event['acts']!r}"] if "acts" in event else []
    return "; ".join(told)
