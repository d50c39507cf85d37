"""Undercover-V and SpyGame by their rules, against the same games told as plain procedures."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.parameters import texts_of
from tests.games.procedures import Course, check_match
from tests.games.word_games import spygame, undercover_v

PROCEDURES: dict[str, Callable[[Mapping[str, Any]], Course]] = {"undercover_v": undercover_v, "spygame": spygame}
PAIRS = [["Tea", "Coffee"], ["Tea", "Earl Grey Tea"], ["River", "Lake"]]
VARIANTS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("undercover_v", None, {}),
    ("undercover_v", "prompt", {"players": 5, "first_speaker": 3, "spy_word": "first"}),
    ("undercover_v", "shuffled", {"players": 4, "ties_to_lose": 2}),
    ("undercover_v", None, {"players": 3, "first_speaker": 2}),
    ("spygame", None, {}),
    ("spygame", "paper", {"first_speaker": 4, "rounds": 8}),
    ("spygame", "skytliang", {}),
    ("spygame", "skytliang", {"players": 7, "rounds": 9, "end_at_two": False}),
    ("spygame", "code", {"players": 6, "order": "shuffled", "rounds": 3}),
]


def check_matches(variant: tuple[str, str | None, dict[str, Any]], matches: int, *, seed: int) -> None:
    name, preset, changed = variant
    game = Game.load(name, preset=preset, parameters={"pairs": PAIRS, **changed})
    constants = {text: constant for constant, text in texts_of(game.parameters).items()}
    words = [[constants[word] for word in pair] for pair in PAIRS]
    play = Progression(game.description)
    for number in range(matches):
        check_match(play, PROCEDURES[name]({**game.parameters, "words": words}), random.Random(seed + number))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: f"{variant[0]}-{variant[1]}")
def test_random_matches_go_as_the_rules_are_told(variant: tuple[str, str | None, dict[str, Any]]) -> None:
    check_matches(variant, 4, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROCEDURES)
def test_a_thousand_random_matches_go_as_the_rules_are_told(name: str) -> None:
    variants = [variant for variant in VARIANTS if variant[0] == name]
    for index, variant in enumerate(variants):
        check_matches(variant, 1000 // len(variants), seed=1000 * (index + 1))
