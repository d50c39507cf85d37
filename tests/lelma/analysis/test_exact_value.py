"""Exact values of games whose tree is too large to be shown."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import lelma.analysis.exact_value
import lelma.analysis.solution
from gdl.ground.ground import GroundLimits
from gdl.text.read import fold_case, read_file, read_kif
from gdl.tree.syntax import Description
from lelma.analysis.errors import NotSolved
from lelma.analysis.exact_value import exact_value
from lelma.analysis.solution_json import solution_json
from lelma.engine.network import Network
from lelma.engine.progression import Progression
from lelma.support.errors import GameError
from tests.lelma.engine.test_regression import NIM

DICE = """
(role random) (role me) (init start) (face 1) (face 2) (face 5)
(<= (legal me ?m) (true start) (move ?m)) (move safe) (move throw)
(<= (legal me wait) (not (true start)))
(<= (legal random wait) (not (true thrown)))
(<= (legal random (show ?f)) (true thrown) (face ?f))
(<= (next kept) (does me safe))
(<= (next thrown) (does me throw))
(<= (next (shown ?f)) (does random (show ?f)))
(<= over (true kept))
(<= over (true (shown ?f)))
(<= terminal over)
(<= (goal me 2) (true kept))
(<= (goal me ?f) (true (shown ?f)))
"""
LOOP = (
    "(role a) (init p) (legal a stay) (legal a go) (<= (next p) (does a stay)) (<= (next q) (does a go))\n"
    "(<= terminal (true q)) (<= (goal a 1) (true q)) (<= (goal a 2) (not (true q)))"
)
WAIT = "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))"


def test_nim_is_won_by_who_leaves_a_multiple_of_three() -> None:
    play = Progression(read_kif(NIM))
    found = play.value(states=100)
    assert found.payoffs == (Fraction(100), Fraction(0))
    assert found.play[0] == ("one", "noop")
    assert found.states <= 12
    play.close()


def test_chance_is_averaged_and_the_play_stops_before_it() -> None:
    play = Progression(read_kif(DICE))
    found = play.value(states=100)
    assert found.payoffs == (Fraction(0), Fraction(8, 3))
    assert found.play == (("wait", "throw"),)
    play.close()


def test_goal_values_may_be_negative() -> None:
    play = Progression(read_kif(NIM.replace("(goal ?r 0)", "(goal ?r -100)")))
    assert play.value(states=100).payoffs == (Fraction(100), Fraction(-100))
    play.close()


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (LOOP, "for ever"),
        (NIM.replace(WAIT, "(<= (legal ?r three) (role ?r)) (<= (legal ?r noop) (role ?r))"), "same time"),
        (NIM.replace(WAIT, ""), "no legal move"),
        (NIM.replace("(goal ?r 0) (true", "(goal ?r 50) (true (heap 0)) (role ?r)) (<= (goal ?r 0) (true"), "several"),
    ],
)
def test_a_game_without_a_value_is_refused_with_the_reason(rules: str, why: str) -> None:
    play = Progression(read_kif(rules))
    with pytest.raises(GameError, match=why):
        play.value(states=100)
    play.close()


def test_a_search_of_too_many_states_is_given_up() -> None:
    play = Progression(read_kif(NIM))
    with pytest.raises(GameError, match="size"):
        play.value(states=3)
    play.close()


def test_both_ways_find_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    over_all = exact_value(read_kif(NIM), bridge=None, seconds=20)
    assert over_all.method == "backward induction over all states"
    assert len(over_all.play) > 1 and "noop" not in over_all.play  # of each state the move of who has a choice there

    def refuse(description: Description, end: float) -> None:
        raise GameError("not today")

    monkeypatch.setattr(lelma.analysis.exact_value, "_by_network", refuse)
    from_the_top = exact_value(read_kif(NIM), bridge=None, seconds=20)
    assert from_the_top.method == "minimax with memory"
    assert (over_all.payoffs, over_all.play[0]) == (from_the_top.payoffs, from_the_top.play[0])
    with pytest.raises(NotSolved, match=r"not today; minimax: .* for ever"):
        exact_value(read_kif(LOOP), bridge=None, seconds=5)


def test_the_play_over_all_states_stops_before_chance() -> None:
    pytest.importorskip("numpy")
    found = exact_value(read_kif(DICE), bridge=None, seconds=20)
    assert (found.method, found.play) == ("backward induction over all states", ("throw",))
    assert found.payoffs == {"me": Fraction(8, 3)}


def test_solve_tells_the_value_where_the_states_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "nim.kif"
    file.write_text(NIM)
    monkeypatch.setattr(lelma.analysis.solution, "MAX_JOINT_MOVES", 3)
    found = solution_json(lelma.analysis.solution.solve(file))
    assert found["value"]["payoffs"] == {"a": "100", "b": "0"}
    assert found["value"]["play"][0] == "one"
    assert found["status"].startswith("partly solved")


def test_published_tic_tac_toe_is_a_draw_by_minimax(shared_data: Callable[[str], Path]) -> None:
    play = Progression(fold_case(read_file(shared_data("gdl/rules/ticTacToe.kif"))))
    found = play.value(states=5478)
    assert found.payoffs == (Fraction(50), Fraction(50))
    assert len(found.play) == 9
    play.close()


IN_TURN = """
(role a) (role b) (init (turn a))
(<= (legal a left) (true (turn a))) (<= (legal a right) (true (turn a)))
(<= (legal b up) (true (turn b))) (<= (legal b down) (true (turn b)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn b)) (true (turn a)))
(<= (next (went ?m)) (does a ?m) (true (turn a)))
(<= (next (went ?m)) (true (went ?m)))
(<= (next (ended ?m)) (does b ?m) (true (turn b)))
(<= over (true (ended ?m)))
(<= terminal over)
(<= (wins a) (true (went left)) (true (ended down)))
(<= (goal a 100) (wins a)) (<= (goal a 40) (not (wins a)))
(<= (goal b 0) (wins a)) (<= (goal b 60) (not (wins a)))
"""


def test_a_play_found_by_minimax_has_the_choices_and_no_passes() -> None:
    found = lelma.analysis.exact_value._by_minimax(read_kif(IN_TURN), None, 10.0)
    assert len(found.play) == 2
    assert found.play[0] in ("left", "right") and found.play[1] in ("up", "down")
    assert found.payoffs == {"a": Fraction(40), "b": Fraction(60)}


class Clock:
    """The time, as a test says it."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(("spent", "left"), [(15.0, 25.0), (39.5, 1.0), (50.0, 1.0)])
def test_minimax_has_what_backward_induction_leaves_of_the_time(
    spent: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, given = Clock(), list[float]()

    def fail(*_: object) -> None:
        clock.now += spent
        raise GameError("too large")

    monkeypatch.setattr(lelma.analysis.exact_value, "time", clock)
    monkeypatch.setattr(lelma.analysis.exact_value, "_by_network", fail)
    monkeypatch.setattr(lelma.analysis.exact_value, "_by_minimax", lambda _, __, seconds: given.append(seconds))
    exact_value(read_kif(NIM), bridge=None, seconds=40.0)
    assert given == [left]


TOGETHER = (
    "(role a) (role b) (init start) (move x) (move y) (<= (legal ?r ?m) (role ?r) (move ?m) (true start))\n"
    "(<= terminal (not (true start))) (<= (next over) (does a ?m)) (<= (goal ?r 1) (role ?r))"
)


@pytest.mark.parametrize(("rules", "share"), [(NIM, 20.0), (TOGETHER, 40.0)], ids=["in turn", "together"])
def test_backward_induction_has_half_of_the_time_and_all_where_minimax_has_nothing_to_say(
    rules: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, limits, proceeding = Clock(), list[float](), list[Callable[[], None]]()
    build = Network.build

    def built(description: Description, limit: GroundLimits) -> Network:
        limits.append(limit.seconds)
        return build(description)

    def solve(_: Network, *, most: int, proceed: Callable[[], None]) -> None:
        proceeding.append(proceed)
        raise GameError("not solved")

    monkeypatch.setattr(lelma.analysis.exact_value, "time", clock)
    monkeypatch.setattr(Network, "build", built)
    monkeypatch.setattr("lelma.engine.network.solve_network", solve)
    for seconds in (40.0, 1.0):
        with pytest.raises(GameError, match="not solved"):
            lelma.analysis.exact_value._by_network(read_kif(rules), seconds)
    assert limits == [20.0, 1.0]
    clock.now += share - 0.1
    proceeding[0]()
    clock.now += 0.2
    with pytest.raises(GameError, match="can't all be listed in the time there is"):
        proceeding[0]()
