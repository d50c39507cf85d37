"""The gate before talkers, who know what they say wrong: what it finds, what it leaves alone, what it keeps from us."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import pytest

from lelma.agents.roster import MakeAgents, make_agents
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.matches.transcript import Event

GAMES = ("avalon", "spygame", "undercover_v", "werewolf")
ERRING = "history=0.3,rules=0.2,bluff=0.2,hallucinate=0.3,contradict=0.2,break_vote=0.2,announce=0.5"
REFUTABLE = ("history", "rules", "hallucinate", "contradict", "break_vote")
"""Errors that a gate feeds back: all but lies that are meant."""


@dataclass
class Measured:
    """What a gate that only observes found in matches of talkers.

    Attributes:
        made, found: kind of error → how many sentences have one, and how many of them the gate fails.
        clean: sentences without a mistake.
        false: those of them that the gate fails all the same.
    """

    made: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    clean: int = 0
    false: list[str] = field(default_factory=list)


@lru_cache(maxsize=2)
def _seated(name: str, agents: str) -> tuple[Referee, MakeAgents]:
    """Matches one after another share what is loaded of a game, as those of an experiment do."""
    game = Game.load(name)
    referee = Referee(game)
    return referee, make_agents(agents, game, referee.players)


def played(name: str, agents: str, seed: int) -> list[Event]:
    (referee, make), events = _seated(name, agents), list[Event]()
    referee.play(make(), seed=seed, agent_seed=seed, watch=events.append)
    return events


def measured(name: str, seeds: Iterable[int]) -> Measured:
    result = Measured()
    for seed in seeds:
        wrong: dict[tuple[int, str], dict[tuple[str, str], str]] = {}
        announced: list[tuple[str, str]] = []
        liars: set[str] = set()
        events = played(name, f"observed:talker:{ERRING}", seed)
        notes = [event for event in events if event["event"] == "note"]
        for note in (note for note in notes if note["kind"] == "mistakes"):
            of = wrong.setdefault((note["ply"], note["role"]), {})
            of.update({(each["where"], each["sentence"]): each["error"] for each in note["mistakes"]})
        for note in (note for note in notes if note["kind"] == "check"):
            mistakes = wrong.get((note["ply"], note["role"]), {})
            announced += [(note["role"], text) for (_, text), error in mistakes.items() if error == "break_vote"]
            broken = [claim["sentence"] for claim in note["claims"] if claim["where"] == "move" and claim["fails"]]
            for sentence in broken:
                known = [each for each in announced if each[0] == note["role"] and each[1].startswith(sentence)]
                result.found.update(["break_vote"] * bool(known))
                result.false += [] if known else [sentence]
                announced = [each for each in announced if each not in known[-1:]]
            failing = [claim for claim in note["claims"] if claim["fails"] and claim["kind"] != "secret"]
            failed = {(claim["where"], claim["sentence"]) for claim in failing}
            failed -= {("move", sentence) for sentence in broken}
            liars |= {note["role"]} if {"bluff", "contradict"} & set(mistakes.values()) else set()
            if note["role"] in liars:  # the truth contradicts the lie that was told before, in this speech or another
                clashes = [claim for claim in note["claims"] if claim["kind"] == "contradiction"]
                failed -= {(claim["where"], claim["sentence"]) for claim in clashes}
            result.made.update(error for error in mistakes.values())
            result.found.update(error for place, error in mistakes.items() if place in failed)
            said = {(claim["where"], claim["sentence"]) for claim in note["claims"] if claim["where"] != "move"}
            result.clean += len(said - mistakes.keys())
            result.false += [sentence for _, sentence in failed - mistakes.keys()]
    return result


def assert_found(result: Measured) -> None:
    assert result.false == []
    made = sum(result.made[error] for error in REFUTABLE)
    found = sum(result.found[error] for error in REFUTABLE)
    assert made > 10 and found >= 0.95 * made, (result.made, result.found)
    assert result.found["bluff"] == 0, "a lie that is meant is no failure"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spygame"])
def test_a_gate_finds_the_mistakes_and_nothing_else(name: str) -> None:
    assert_found(measured(name, [1]))


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_a_gate_finds_the_mistakes_of_many_matches_and_nothing_else(name: str) -> None:
    assert_found(measured(name, range(50)))


def _published(events: list[Event], error: str) -> int:
    """Sentences with such a mistake, by the talker's own account, that were said aloud."""
    said = {(event["ply"], event["role"]): event.get("words", "") for event in events if event["event"] == "move"}
    return sum(
        each["error"] == error and each["where"] == "speech" and each["sentence"] in said[note["ply"], note["role"]]
        for note in events
        if note["event"] == "note" and note["kind"] == "mistakes" and (note["ply"], note["role"]) in said
        for each in note["mistakes"]
    )


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "error", "share"),
    [*((name, "history", 0.1) for name in GAMES), ("avalon", "slip", 0.05), ("werewolf", "slip", 0.05)],
)
def test_a_strict_gate_keeps_mistakes_from_being_said(name: str, error: str, share: float) -> None:
    seeds = random.Random(name).sample(range(1000), 10)
    talker = f"talker:{error}=0.5,obey=0.7,relapse=0.1"
    before = sum(_published(played(name, talker, seed), error) for seed in seeds)
    after = sum(_published(played(name, f"gated:{talker}", seed), error) for seed in seeds)
    assert before > 10 and after <= share * before, (before, after)
