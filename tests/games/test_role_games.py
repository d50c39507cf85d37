"""Avalon and Werewolf by their rules, against the same games told as plain procedures."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from lelma.engine.progression import Progression
from lelma.game.game import Game
from tests.games.procedures import Course, check_match
from tests.games.role_games import avalon, werewolf

PROCEDURES: dict[str, Callable[[Mapping[str, Any]], Course]] = {"avalon": avalon, "werewolf": werewolf}
Variant = tuple[str, str | None, dict[str, Any], int]

VARIANTS: list[Variant] = [  # game, preset, other parameters, share of a thousand matches
    ("avalon", None, {}, 300),
    ("avalon", "log", {}, 200),
    ("avalon", "paper", {"fails_needed": [1, 2, 1, 2, 1]}, 150),
    ("avalon", "avalonbench", {}, 150),
    ("avalon", "board", {}, 100),
    ("avalon", "board", {"losing_attempt": 2, "leader_votes": False}, 100),
    ("werewolf", None, {"day_limit": 4}, 400),
    ("werewolf", "gratr", {"day_limit": 3}, 150),
    ("werewolf", "base", {}, 200),
    ("werewolf", "arena", {}, 150),
    ("werewolf", "ten", {"reveals": "every_night", "wolves_win": "parity"}, 60),
    ("werewolf", "twelve", {"wolves_tie": "nobody", "day_limit": 3}, 40),
]


def check_matches(variant: Variant, matches: int, *, seed: int) -> None:
    name, preset, changed, _ = variant
    game = Game.load(name, preset=preset, parameters=changed)
    play = Progression(game.description)
    for number in range(matches):
        check_match(play, PROCEDURES[name](game.parameters), random.Random(seed + number))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: f"{variant[0]}-{variant[1]}")
def test_random_matches_go_as_the_rules_are_told(variant: Variant) -> None:
    check_matches(variant, 3, seed=1)


def _check_share(variant: Variant) -> int:
    check_matches(variant, variant[3], seed=1000)
    return variant[3]


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROCEDURES)
def test_a_thousand_random_matches_go_as_the_rules_are_told(name: str) -> None:
    variants = [variant for variant in VARIANTS if variant[0] == name]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert sum(pool.map(_check_share, variants)) >= 1000
