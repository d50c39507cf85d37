"""Knowledge of a match that went on with a move the rules refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.game.game import Game
from lelma.knowledge import Knowledge, NothingPossible

RULES = """
(role p1) (role p2) (init (round 1))
(follows 1 2) (follows 2 3) (follows 3 4)
(<= (legal ?r (pick a)) (chooser ?r))
(<= (legal ?r (pick b)) (chooser ?r) (true (round 2)))
(<= (legal p2 (guess ?x)) (thing ?x))
(chooser p1) (thing a) (thing b)
(<= (next (round ?m)) (true (round ?n)) (follows ?n ?m))
(<= (next (picked ?n ?x)) (does p1 (pick ?x)) (true (round ?n)))
(<= (next (picked ?n ?x)) (true (picked ?n ?x)))
(<= (sees p1 (took ?x)) (does p1 (pick ?x)))
(<= terminal (true (round 4)))
(goal p1 0) (goal p2 0)
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file: Path = tmp_path_factory.mktemp("rules") / "picks.kif"
    file.write_text(RULES)
    return Game.load(file)


@pytest.mark.parametrize("thing", ["b", "c"])
def test_a_refused_move_is_possible_at_its_step_and_at_no_other(game: Game, thing: str) -> None:
    """`(pick b)` is legal later on, `(pick c)` never."""
    refused = [("p1", f"(pick {thing})")]
    watching = Knowledge(game, "p2", refused=refused)
    watching.observe("(guess a)", [], refused=refused)
    assert {fact for fact in watching.fluents if watching.possible(f"(true {fact})")} == {
        "(picked 1 a)",
        f"(picked 1 {thing})",
        "(round 2)",
    }
    watching.observe("(guess a)", [])
    assert watching.states == 4 and not watching.possible("(true (picked 2 c))")
    watching.observe("(guess b)", [])
    assert watching.states == 4 and watching.knows("(true (picked 3 a))")


def test_who_made_a_refused_move_knows_that_it_was_made(game: Game) -> None:
    own = Knowledge(game, "p1", refused=[("p1", "(pick c)")])
    with pytest.raises(NothingPossible):
        own.observe("(pick c)", ["(took c)"])
    own.observe("(pick c)", ["(took c)"], refused=[("p1", "(pick c)")])
    assert own.knows("(true (picked 1 c))")
    with pytest.raises(NothingPossible):
        own.observe("(pick c)", ["(took c)"])
    own.observe("(pick b)", ["(took b)"])
    assert own.states == 1


def test_an_illegal_move_of_another_kind_stays_impossible(game: Game) -> None:
    refused = [("p1", "(guess a)")]
    with pytest.raises(NothingPossible):
        Knowledge(game, "p1", refused=refused).observe("(guess a)", [], refused=refused)
