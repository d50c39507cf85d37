"""The temperature of the abducer, fitted on deals that are known."""

from __future__ import annotations

import pytest

from lelma.agents.undercover.temperature import TEMPERATURES, KnownDeal, fitted_temperature, temperature_loss
from lelma.game.game import Game
from lelma.words.word_facts import WordFacts

PLAYERS = ("p1", "p2", "p3", "p4")
SAID = {"p2": ["It is a bird."], "p3": ["It is a mammal."], "p4": ["It has a beak."]}


@pytest.fixture(scope="module")
def facts() -> WordFacts:
    found = WordFacts.of(Game.load("undercover_v"))
    assert found is not None
    return found


def test_where_costs_tell_the_truth_a_low_temperature_is_best(facts: WordFacts) -> None:
    told = [KnownDeal("p1", "owl", SAID, PLAYERS, spy="p3")]
    assert fitted_temperature(facts, told) == min(TEMPERATURES)
    assert temperature_loss(facts, told, 0.25) < temperature_loss(facts, told, 4.0) < 1.4  # less than of four at random


def test_where_they_mislead_it_a_high_one_is_best(facts: WordFacts) -> None:
    misled = [KnownDeal("p1", "owl", SAID, PLAYERS, spy="p2")]
    assert fitted_temperature(facts, misled) == max(TEMPERATURES)
    with pytest.raises(ValueError, match="no deal"):
        fitted_temperature(facts, [])
