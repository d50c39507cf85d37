"""Nobody's prompts tell of others' words: with other words dealt to them and the same talk, they are the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lelma.matches.transcript import Event
from tests.lelma.agents.undercover.undercover_play import match_of, small

SAID: Mapping[str, tuple[str, ...]] = {
    "p2": ("It is a bird.", "It has wings."),
    "p3": ("It can fly.", "It is an animal."),
    "p4": ("It is nocturnal.", "It is alive."),
}
VOTES = {"p2": "(vote p4)", "p3": "(vote p4)", "p4": "(vote p2)"}


def calls(events: list[Event]) -> list[Any]:
    return [event["messages"] for event in events if event["event"] == "call"]


def own(events: list[Event]) -> list[Any]:
    """What p1 did, said and noted."""
    kept = ("move", "words", "kind", "beliefs", "truths", "guess")
    events = [event for event in events if event.get("role") == "p1" and event["event"] in ("move", "note")]
    return [{name: event[name] for name in kept if name in event} for event in events]


def cards(events: list[Event]) -> dict[str, str]:
    dealt = [fact.strip("()").split() for event in events if event["event"] == "state" for fact in event["added"]]
    return {fact[1]: fact[2] for fact in dealt if fact[0] == "card"}


@pytest.mark.nightly
@pytest.mark.parametrize(("spy_word", "seed"), [("second", 1), ("first", 4)])
@pytest.mark.parametrize("agent", ["nli:formalizer", "att_nli:formalizer", "neuro:formalizer", "abducer"])
def test_prompts_are_the_same_for_other_words_of_the_others(
    agent: str, spy_word: str, seed: int, tmp_path: Path
) -> None:
    """p1 has the owl, as a citizen or as the spy; whoever has another word has the bat in one deal, the hare in one."""
    for role, said in SAID.items():
        lines = [line for words in said for line in (f"describe | {words}", VOTES[role])]
        (tmp_path / role).write_text("\n".join(lines) + "\n")
    others = ",".join(f"{role}=scripted:{tmp_path / role}" for role in SAID)
    played = []
    for other in ("Bat", "Hare"):
        game = small(spy_word=spy_word, pairs=[["Owl", other]], honesty="off")
        played.append(match_of(f"p1={agent},{others}", game, seed))
    one, two = played
    assert cards(one)["p1"] == cards(two)["p1"] == "owl" and cards(one) != cards(two)
    assert calls(one) == calls(two) and bool(calls(one)) == (":" in agent)
    assert own(one) == own(two) != []


@pytest.mark.nightly
def test_the_same_match_asks_the_same() -> None:
    game = small()
    one, other = (match_of("p1=neuro:describer,plain", game, seed=5) for _ in range(2))
    assert calls(one) == calls(other) != []
