"""What a sentence is said of where the text before it spoke of something else."""

from __future__ import annotations

from tests.translators.sentences.families import failed


def test_a_wish_to_be_protected_is_said_of_no_move() -> None:
    text = "I would gladly play B.\n\nSince I don't know them, {} against the 0$ payoff."
    assert failed("prisoners_dilemma", text.format("I prefer to be protected")) == []


def test_the_best_against_a_move_is_not_that_of_the_move_in_the_heading() -> None:
    text = (
        "Each player has an incentive to go with R:\n\n- Against R, the best payoff I can get is {}, by going with R."
    )
    assert failed("prisoners_dilemma", text.format("1$")) == []
    assert failed("prisoners_dilemma", text.format("3$")) != []
    text = "2. Choosing B:\n- Against R, the best I can get is {}."
    assert failed("prisoners_dilemma", text.format("0$")) == []
    assert failed("prisoners_dilemma", text.format("3$")) != []


def test_a_paragraph_about_other_moves_ends_a_topic() -> None:
    text = "So I am tempted to go with R.\n\nTwo B choices bring more than two R choices.\n\nThis is not a safe choice."
    assert failed("prisoners_dilemma", text) == []


def test_what_we_cannot_agree_on_leaves_the_scene_before() -> None:
    text = "If both choose R, we get 1$ each. It is a pity that we can't agree on B, as this would bring us 3$ each."
    assert failed("prisoners_dilemma", text) == []


def test_a_sum_with_other_chances_is_not_of_those_told_before() -> None:
    text = "With a 50% chance of each, R has an expected payoff of 3$.\n\nIf B is 80% likely, R has one of {}."
    assert failed("prisoners_dilemma", text.format("1 * 0.2 + 5 * 0.8 = 4.2$")) == []
    assert failed("prisoners_dilemma", text.format("1 * 0.2 + 5 * 0.8 = 4$")) == ["equal(1*0.2+5*0.8, 4)"]


def test_what_we_cannot_commit_to_leaves_the_scene_before() -> None:
    text = "If both choose R, we get 1$ each. We cannot commit to B, which would bring us {} each."
    assert failed("prisoners_dilemma", text.format("3$")) == []
