"""clingo plays the visible sheets as we do: states, legal moves, goal values, over seeded playouts."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.checks.check import check, is_sound
from gdl.text.read import fold_case, read_file, read_kif
from gdl.tree.numbers import exact
from gdl.tree.syntax import Description
from lelma.engine.progression import Progression
from tests.gdl.random_sheets import random_sheet

pytest.importorskip("clingo")

SMALL = (
    "base_ticTacToe base_test_case_5c base_test_case_5e blocker connectFour gt_prisoner hanoi maze nim1 pennies "
    "switches x_functions x_number_tokens x_or x_recursion x_symbols x_goal_anomalies x_no_legal_move x_empty_start"
).split()


def _agree(description: Description, *, seed: int, plies: int, seconds: float) -> int:
    """Plies of one random playout in which both engines were compared; stops after some seconds.

    They are those of this process, so that what else runs takes nothing away.
    """
    from tests.gdl.asp import Oracle

    oracle, play = Oracle(description), Progression(description)
    choose = random.Random(seed)
    end = time.process_time() + seconds
    try:
        state = play.initial
        assert oracle.initial() == state
        for ply in range(plies):
            terminal, legal, goals = oracle.look(state)
            look = play.look(state)
            assert (look.terminal, dict(look.legal)) == (terminal, legal)
            numbers = {role: sorted(exact(value) or Fraction(0) for value in values) for role, values in goals.items()}
            assert {role: list(values) for role, values in play.goals(state).items()} == numbers
            if terminal or not all(legal.values()) or time.process_time() > end:
                return ply
            move = {role: choose.choice(moves) for role, moves in legal.items()}
            expected = oracle.next(state, move)
            state = play.next(state, move)
            assert state == expected
        return plies
    finally:
        play.close()


@pytest.mark.parametrize("game", SMALL)
def test_clingo_and_prolog_agree_on_small_sheets(game: str, shared_data: Callable[[str], Path]) -> None:
    description = fold_case(read_file(shared_data(f"gdl/rules/{game}.kif")))
    assert _agree(description, seed=7, plies=15, seconds=1.0) >= 1


@pytest.mark.nightly
def test_clingo_and_prolog_agree_on_every_visible_sheet(shared_data: Callable[[str], Path]) -> None:
    compared = {}
    for line in shared_data("gdl/conformance.jsonl").read_text("utf-8").splitlines():
        file = line.split('"file":"', 1)[1].split('"', 1)[0]
        description = fold_case(read_file(shared_data(f"gdl/rules/{file}")))
        compared[file] = _agree(description, seed=11, plies=40, seconds=0.15)
    assert len(compared) == 74
    assert sum(compared.values()) > 150


@pytest.mark.slow
def test_clingo_and_prolog_agree_on_random_sheets() -> None:
    compared = 0
    for seed in range(40):
        description = read_kif(random_sheet(seed))
        if is_sound([fault for fault in check(description) if fault.code != "case-clash"]):
            compared += _agree(description, seed=seed, plies=5, seconds=5.0)
    assert compared > 70


def test_clingo_and_prolog_agree_on_recursion_both_ways() -> None:
    description = read_kif(
        "(role a) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)\n"
        "(<= (below ?x ?y) (succ ?x ?y))\n"
        "(<= (below ?x ?z) (succ ?x ?y) (below ?y ?z))\n"
        "(<= (above ?x ?y) (above ?x ?z) (succ ?y ?z))\n"
        "(<= (above ?x ?y) (succ ?y ?x))\n"
        "(<= (legal a (to ?y)) (true (at ?x)) (below ?x ?y) (above ?y ?x))\n"
        "(<= (legal a stay) (true (at ?x)))\n"
        "(<= (next (at ?x)) (does a (to ?x)))\n"
        "(<= (next (at ?x)) (does a stay) (true (at ?x)))\n"
        "(<= terminal (true (at 4))) (<= (goal a 100) (true (at 4)))"
    )
    assert _agree(description, seed=3, plies=20, seconds=5.0) >= 1
