"""The gates of observers that are kept: the same as made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.game.game import Game
from lelma.knowledge import observers
from lelma.knowledge.observers import Observers
from lelma.knowledge.rules import Rules, allowing, rules_of
from tests.lelma.knowledge.sheets import POTION, SPIES, SUMS, game


def ground(which: str) -> Rules:
    return rules_of({"potion": game(POTION), "spies": game(SPIES), "sums": game(SUMS)}[which])


@pytest.mark.parametrize("which", ["potion", "spies", "sums"])
def test_what_is_kept_is_what_was_made(which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = ground(which)
    first = Observers(rules)
    monkeypatch.setattr(observers, "_MadeObservers", _never)
    again = Observers(rules)
    for one, other in ((first.step, again.step), (first.guess, again.guess)):
        assert (one.program, one.inputs, one.outputs) == (other.program, other.inputs, other.outputs)
    for observer, gates in first.gates.items():
        other = again.gates[observer]
        assert (gates.circuit.left, gates.circuit.right) == (other.circuit.left, other.circuit.right)
        assert (gates.seen, gates.terms, gates.own, gates.agrees) == (other.seen, other.terms, other.own, other.agrees)
        assert (gates.together, gates.common) == (other.together, other.common)


def test_other_rules_are_not_mixed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    played = Game.load("werewolf")
    move = ("p1", "(vote p1)")
    strict = rules_of(played, refused=[move])
    Observers(rules_of(played)), Observers(strict)
    made: list[Rules] = []
    maker = observers._MadeObservers
    monkeypatch.setattr(observers, "_MadeObservers", lambda rules: made.append(rules) or maker(rules))
    lax = allowing(strict, frozenset([move]))
    Observers(rules_of(played)), Observers(strict)
    assert made == []
    Observers(lax)
    assert made == [lax]


def _never(*_: object) -> None:
    raise AssertionError("they were made again")
