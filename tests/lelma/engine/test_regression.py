"""The stepper `regression` gives the answers of the other two."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.engine.dynamics import JointMove
from lelma.engine.progression import Progression
from lelma.engine.regression import Regression
from lelma.support.errors import GameError

NIM = """
(role a) (role b) (init (heap 4)) (init (turn a))
(less 4 3) (less 3 2) (less 2 1) (less 1 0) (then a b) (then b a)
(<= (legal ?r one) (true (turn ?r)))
(<= (legal ?r two) (true (turn ?r)) (true (heap ?n)) (distinct ?n 1))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (heap ?m)) (does ?r one) (true (heap ?n)) (less ?n ?m))
(<= (next (heap ?m)) (does ?r two) (true (heap ?n)) (less ?n ?k) (less ?k ?m))
(<= (next (turn ?s)) (true (turn ?r)) (then ?r ?s))
(<= terminal (true (heap 0)))
(<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (role ?r) (not (true (turn ?r))))
"""


def test_what_holds_after_a_history_is_the_state_that_progression_comes_to() -> None:
    play, regression = Progression(read_kif(NIM)), Regression(read_kif(NIM))
    assert regression.roles == play.roles
    state = play.initial
    history: list[JointMove] = []
    for own, other in (("one", "noop"), ("noop", "two"), ("one", "noop")):
        there = regression.situation(history)
        assert (there.state, there.look.terminal, there.look.legal) == (state, False, play.legal(state))
        history.append({"a": own, "b": other})
        state = play.next(state, history[-1])
    there = regression.situation(history)
    assert (there.state, there.look.terminal) == (state, True) == (("(heap 0)", "(turn b)"), True)
    play.close()
    regression.close()


def test_no_term_contains_itself() -> None:
    """`(same ?z (g ?z))` meets a rule for `(same ?x ?x)`, which asks a recursive relation for its ?x."""
    regression = Regression(
        read_kif(
            "(role a) (node 1) (init (at 1)) (up 1 2) (<= (node ?y) (node ?x) (up ?x ?y)) (<= (same ?x ?x) (node ?x))\n"
            "(<= odd (same ?z (g ?z))) (<= (legal a go) (not odd)) (<= (legal a stay) odd)\n"
            "(<= (next (at 2)) (does a go)) (<= terminal (true (at 2))) (goal a 50)"
        )
    )
    assert regression.situation([]).look.legal == {"a": ("go",)}
    regression.close()


def test_counts_are_those_of_progression() -> None:
    play, regression = Progression(read_kif(NIM)), Regression(read_kif(NIM))
    assert regression.perft(5) == play.perft(5)
    play.close()
    regression.close()


def test_the_clock_ends_playouts_and_questions() -> None:
    regression = Regression(read_kif(NIM.replace("(<= terminal (true (heap 0)))", "(<= terminal (true (heap 9)))")))
    found = regression.playouts(0.3)
    assert found.states > found.playouts == 0
    assert found.seconds < 5
    with pytest.raises(GameError, match="time"):
        regression.situation([{"a": "noop", "b": "noop"}] * 40, limits=Limits(seconds=0.3, inferences=10**12))
    regression.close()


def test_small_visible_sheets_are_counted_alike(shared_data: Callable[[str], Path]) -> None:
    for name in ("blocker", "pennies", "roshambo2", "x_or"):
        description = read_kif(shared_data(f"gdl/rules/{name}.kif").read_text("utf-8"))
        play, regression = Progression(description), Regression(description)
        assert regression.perft(1) == play.perft(1), name
        play.close()
        regression.close()
