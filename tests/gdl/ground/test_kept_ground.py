"""Groundings that are kept: the same as made anew, for every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gdl.ground import kept_ground
from gdl.ground.ground import DoesNotGround, GroundLimits, ground
from gdl.ground.kept_ground import ground_kept
from lelma.game.game import Game

GAMES = ("stag_hunt", "sequential_prisoners_dilemma", "tax_inspection", "avalon", "spygame", "werewolf")
LIMITS = GroundLimits(seconds=60.0)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_what_was_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = Game.load(name).description
    found = ground(rules, LIMITS, percepts=True, sentences=True)
    first = ground_kept(rules, LIMITS, "rules")
    monkeypatch.setattr(kept_ground, "ground", _never)
    again = ground_kept(rules, LIMITS, "rules")
    assert replace(first, seconds=0.0) == replace(again, seconds=0.0) == replace(found, seconds=0.0)
    assert list(again.fluents) == list(found.fluents) and list(again.sentences) == list(found.sentences)


def test_other_limits_are_not_met_by_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = Game.load("werewolf").description
    ground_kept(rules, LIMITS, "rules")
    with pytest.raises(DoesNotGround):
        ground_kept(rules, replace(LIMITS, instances=100), "rules")


def _never(*_: object, **__: object) -> None:
    raise AssertionError("it was found again")
