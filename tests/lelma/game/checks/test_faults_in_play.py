"""Faults that only show when a game is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.engine.progression import Progression, Survey
from lelma.game.checks.all_faults import check_game
from lelma.game.checks.faults_in_play import STATES, faults_in_play

STEPS = """(role a)
(role b)
(init (s 0))
(next_s 0 1) (next_s 1 2)
(<= (legal ?r go) (role ?r))
(<= (next (s ?n)) (true (s ?m)) (next_s ?m ?n))
(<= terminal (true (s 2)))
(<= (goal ?r 50) (role ?r) (true (s 2)))
"""


def faults(rules: str) -> list[tuple[int, str, str]]:
    """Line, code and severity of what shows in play."""
    description = read_kif(rules)
    play = Progression(description)
    try:
        found, _ = faults_in_play(play, description, well_formed=True)
    finally:
        play.close()
    return [(fault.line, fault.code, fault.severity) for fault in found]


def message(rules: str) -> str:
    description = read_kif(rules)
    play = Progression(description)
    try:
        (found,), _ = faults_in_play(play, description, well_formed=True)
    finally:
        play.close()
    return found.message


def survey(rules: str, *, states: int = STATES, seconds: float = 4.0) -> Survey:
    play = Progression(read_kif(rules))
    try:
        return play.survey(states=states, seconds=seconds)
    finally:
        play.close()


def test_a_sound_game_has_none() -> None:
    assert faults(STEPS) == []
    found = survey(STEPS)
    assert (found.visited, found.complete, found.ended) == (3, True, True)


def test_a_role_without_a_legal_move_is_told_with_the_way_there() -> None:
    rules = STEPS.replace("(<= (legal ?r go) (role ?r))", "(legal a go) (<= (legal b go) (true (s 0)))")
    assert faults(rules) == [(5, "no-legal-move", "error")]
    assert message(rules) == "role b has no legal move after a go, b go, in a state that is not terminal"


def test_a_fault_is_put_at_the_first_rule_about_its_role() -> None:
    rules = STEPS.replace("(<= (goal ?r 50) (role ?r) (true (s 2)))", "(goal a 100)\n(<= (goal b 0) (true (s 1)))")
    assert faults(rules) == [(9, "missing-goal", "error")]


def test_several_goal_values_are_a_warning_that_names_them() -> None:
    rules = STEPS + "(<= (goal b 70) (true (s ?n)))\n(goal a 50)"
    assert faults(rules) == [(8, "several-goals", "warning")]
    assert "b has the goal values 50 and 70 after a go, b go; a go, b go" in message(rules)


def test_one_number_in_two_spellings_is_one_goal_value() -> None:
    assert faults(STEPS + "(goal a 050)") == []


def test_a_goal_value_that_turns_out_to_be_a_word_is_named() -> None:
    rules = STEPS.replace("(goal ?r 50) (role ?r)", "(goal ?r ?v) (role ?r) (worth ?r ?v)")
    assert faults(rules + "(worth a 10) (worth b much)") == [(8, "goal-not-a-number", "error")]
    assert "of role b is much" in message(rules + "(worth a 10) (worth b much)")


def test_a_game_none_of_whose_states_is_terminal_never_ends() -> None:
    rules = STEPS.replace("(<= terminal (true (s 2)))", "(<= terminal (true (s 1)) (true (s 2)))")
    assert faults(rules) == [(7, "never-ends", "warning")]


CHOICES = """(role p1) (role p2)
(init (step 1))
(<= (legal ?p a) (role ?p))
(<= (legal ?p b) (role ?p))
(<= (next (did ?p ?m)) (does ?p ?m))
(<= terminal (true (did p1 ?m)))
(<= (goal p1 100) (true (did p1 a)))
(<= (goal p1 0) (true (did p1 b)))
(<= (goal p1 50) (true (did p1 c)))
(<= (goal ?p 7) (role ?p) (true (did ?p c)))
(<= (goal p2 100) (true (step 1)))
(worth a 1) (worth b 2) (worth c 3)
(<= (goal p2 ?n) (true (did p2 ?m)) (worth ?m ?n))
"""


def test_a_goal_value_that_no_end_has_is_told_at_its_rule() -> None:
    assert faults(CHOICES) == [(line, "goal-never-reached", "warning") for line in (9, 10, 11)]
    assert dict(survey(CHOICES).goals) == {"p1": {"100", "0"}, "p2": {"1", "2"}}
    only = CHOICES.replace("(<= (goal ?p 7) (role ?p) (true (did ?p c)))", "").replace(
        "(<= (goal p2 100) (true (step 1)))", ""
    )
    assert message(only) == (
        "role p1 never has the goal value 50 at the end: "
        "it holds in no terminal state of the 5 states that can be reached"
    )


def test_a_value_that_another_rule_or_role_reaches_is_no_fault() -> None:
    again = CHOICES.replace("(goal p1 50)", "(goal p1 100)").replace("(goal ?p 7)", "(goal ?p 2)")
    assert faults(again) == [(11, "goal-never-reached", "warning")]


def test_of_a_game_that_was_not_visited_whole_no_value_is_told() -> None:
    found = survey(CHOICES, states=2)
    assert not found.complete
    long = "".join(f"(succ {n} {n + 1}) " for n in range(STATES + 1))
    rules = f"""(role a) (init (s 0)) {long}
(legal a go)
(<= (next (s ?n)) (true (s ?m)) (succ ?m ?n))
(<= terminal (true (s 3)) (true (s 4)))
(<= terminal (true (s {STATES + 1})))
(<= (goal a 100) (true (s 1)))
(<= (goal a 0) (true (s {STATES + 1})))
"""
    assert faults(rules) == []


def test_the_role_random_needs_no_goal_value() -> None:
    rules = STEPS.replace("(role b)", "(role random)").replace("(goal ?r 50) (role ?r)", "(goal a 50)")
    assert faults(rules) == []


def test_what_happens_at_the_start_is_told_so() -> None:
    assert "has no legal move at the start" in message(STEPS.replace("(role ?r))", "(role ?r) (distinct ?r b))"))


def test_states_with_many_joint_moves_are_visited_in_part() -> None:
    numbers = " ".join(f"(number {n})" for n in range(60))
    rules = (
        STEPS.replace("(<= (legal ?r go) (role ?r))", "(<= (legal ?r (say ?n)) (role ?r) (number ?n))")
        + numbers
        + "(<= (next (said ?r ?n)) (does ?r (say ?n)))"
    )
    found = survey(rules)
    assert (found.visited, found.complete) == (STATES, False)
    assert survey(rules, states=10).visited == 10
    assert not survey(rules, seconds=0.0).complete


def test_a_game_that_cannot_be_played_is_no_reason_to_stop(tmp_path: Path) -> None:
    sheet = tmp_path / "grows.kif"
    chain = " ".join(f"(d {n})" for n in range(10))
    digits = [f"?{letter}" for letter in "abcdefghij"]
    rule = f"(<= (init (n {' '.join(digits)})) {' '.join(f'(d {digit})' for digit in digits)})"
    sheet.write_text(STEPS + chain + rule)
    checked = check_game(sheet, limits=Limits(seconds=5.0, inferences=100_000))
    assert checked.ok and checked.visited == 0
    assert [fault.code for fault in checked.faults][-1] == "not-played"


@pytest.mark.parametrize(
    ("value", "codes"),
    [("0", []), ("100", []), ("101", ["unusual-goal"]), ("-1", ["unusual-goal"]), ("1/2", ["unusual-goal"])],
)
def test_unusual_goal_values_of_a_bare_sheet_are_a_warning(tmp_path: Path, value: str, codes: list[str]) -> None:
    sheet = tmp_path / "steps.kif"
    sheet.write_text(STEPS.replace("50", value))
    checked = check_game(sheet)
    assert checked.ok
    assert [fault.code for fault in checked.faults] == codes


@pytest.mark.parametrize(("name", "ok"), [("steps.kif", True), ("steps", False)])
def test_a_game_that_is_not_well_formed_is_wrong_only_in_a_folder_of_its_author(
    tmp_path: Path, name: str, ok: bool
) -> None:
    rules = STEPS.replace("(goal ?r 50) (role ?r)", "(goal a 50)") + "(<= (goal b 50) (true (s 1)))"
    if ok:
        (tmp_path / name).write_text(rules)
    else:
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.gdl").write_text(rules)
        (tmp_path / name / "game.toml").write_text('title = "Steps"\n')
    checked = check_game(tmp_path / name)
    assert checked.ok == ok
    assert [fault.code for fault in checked.faults] == ["missing-goal"]


def test_a_number_may_be_a_function_of_the_state(tmp_path: Path) -> None:
    sheet = tmp_path / "numbers.kif"
    sheet.write_text(STEPS + "(init (12 3.5 -1))\n(<= (next (12 ?x ?y)) (true (12 ?x ?y)))\n")
    assert check_game(sheet).visited == 3
