"""The round that the paper on Undercover-V prints: who is found out by explaining it, and its scores by letters."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lelma.agents.undercover.abducer import rank_words, weighed_deals
from lelma.experiments.metrics.attribution import attribution_scores
from lelma.experiments.over_matches.attribution_noted import read_meanings
from lelma.game.game import Game
from lelma.models.embeddings import Hashed
from lelma.words.word_facts import WordFacts

PLAYERS = [f"P{number}" for number in range(1, 7)]


@pytest.fixture
def said(shared_data: Callable[[str], Path]) -> dict[str, str]:
    lines = (shared_data("undercover_v") / "case_study.jsonl").read_text("utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    return {event["speaker"]: event["text"] for event in events if event["type"] == "description"}


def test_everybody_finds_the_spy_and_the_spy_itself(said: dict[str, str]) -> None:
    """All citizens vote for P6, who holds the other word."""
    facts = WordFacts.of(Game.load("undercover_v"))
    assert facts is not None
    descriptions = {player: [text] for player, text in said.items()}
    for player in PLAYERS:
        word = "Ceylon Tea" if player == "P6" else "Earl Grey Tea"
        spies = weighed_deals(facts, player, word, descriptions, PLAYERS).spies
        assert max(spies, key=lambda each: spies[each]) == "P6"
        assert spies["P6"] > (0.99 if player == "P6" else 0.35)
    ranked = rank_words(facts, [text for player, text in said.items() if player != "P6"], facts.words)
    assert ranked[0].word == "earlgreytea"


def test_its_scores_by_letters(said: dict[str, str]) -> None:
    """The score of P1 once more, by hand; and the spy's soundness is the least."""
    meanings = read_meanings(Game.load("undercover_v").folder / "meanings.toml")
    citizens, spys = meanings["earlgreytea"], meanings["ceylontea"]
    texts = [citizens, spys, *said.values()]
    rows = dict(zip(texts, Hashed().embed(texts).astype(np.float64), strict=True))

    def alike(one: str, other: str) -> float:
        return float(rows[one] @ rows[other])

    scores = attribution_scores({1: said}, citizens, spys, alike)
    first = said["P1"]
    soundness = max(0.05, alike(first, citizens)) / max(0.05, alike(first, spys))
    alignment = sum(alike(first, said[player]) for player in PLAYERS[1:]) / 5
    assert scores["P1"].value == pytest.approx(soundness * alignment, rel=1e-6)
    assert min(PLAYERS, key=lambda player: scores[player].soundness or 0.0) == "P6"
