"""Claims that range over moves, cases or both roles, names that a text gives the moves: right and wrong.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences

RIGHT = {
    "prisoners_dilemma": """
R is better in both cases.
R is better in both cases: 5$ is more than 3$ and 1$ is more than 0$.
Both players have an incentive to deviate from (B, B).
Neither has an incentive to move away from (R, R).
Both players have an incentive to switch to B together.
If both choose R, we both get the lowest payoff.
R gives me 1$ or 5$ without any risk of getting nothing.
I can't get the 3$ of B without risk.
Comparing the worst cases, R is the better choice.
Comparing the worst cases, R is better, but B is the better choice for both of us.
R is ahead of B in the worst case.
R is ahead of B both in the best and in the worst case.
B stands for cooperation and R stands for defection. If the other player defects, I get 1$ by defecting.
B represents cooperating and R represents defecting. If both cooperate, each gets 3$.
The other player should choose R in both cases.
I should not choose B in both cases.
I think they should choose B in both cases, because it is fair.
My payoff would be 5$ or 3$ with either R or B if they choose B.
If I choose B, the worst that could happen is that the other player chooses R. I would get 0$ in that case.
If I choose B, their best response is R.
""",
    "stag_hunt": """
If both choose B, we both get the highest payoff.
Neither has an incentive to deviate from (B, B).
R is better in the worst case: 1$ is more than 0$.
R gives me a payoff without risk.
If they choose R, I get 1$ with R and 0$ with B.
B is better in one case and worse in the other.
If I choose R, the worst that could happen is that the other player chooses R.
If I choose R, their best answer is R.
1. They believe I pick R. Their best answer would be R.
1. I believe they pick R. I could earn 1$ with R or 0$ with B.
1. I believe they pick B. Then my best reply is B.
R is better if they choose R and B is better if they choose B.
Based on the worst cases, R is the better choice.
""",
    "hawk_dove": """
At (R, R), both have an incentive to deviate.
If both choose R, both get the lowest payoff.
B gives me a payoff without any risk.
If I choose R, their best response is B.
If I choose B, their best reply would be R.
B is better when they choose R and R is better when they choose B.
If I choose B, the worst that could happen is that they choose R. I would get 1$ in that case.
R corresponds to defection and B corresponds to cooperation. If both players defect, each gets 0$.
I would choose B: it's better in one case and worse in the other one.
If I pick B, their best answer is R, which pays them 5$.
""",
}

WRONG = {
    "prisoners_dilemma": """
B is better in both cases.
B is better in both cases: 3$ is more than 1$ and 5$ is more than 0$.
If both choose R, both get the highest payoff.
Both players have an incentive to deviate from (R, R).
Neither has an incentive to move away from (B, B).
Choosing B gives me 3$ without any risk.
Comparing the worst cases, B is the better choice.
B is ahead of R in the worst case.
B represents cooperating and R represents defecting. If both cooperate, each gets 5$.
They should pick B in both cases.
I should end up with B in both situations.
If they choose R, I get 1$ with both R and B.
If they choose B, I get 5$ either way.
If I choose B, the worst that could happen is that the other player chooses B. I would get 0$ in that case.
If I choose B, their best response is B.
I choose B: it's better in one case and equal in the other one.
""",
    "stag_hunt": """
Both players have an incentive to deviate from (B, B).
If both choose R, we both get the highest possible payoff.
B gives me 5$ without any risk.
B gives me 5$ without risk of getting nothing.
The other player should end up with B in both situations.
If they choose R, I get 0$ with either R or B.
B is better in both cases, so I choose B.
B is ahead of R both in the best and in the worst case.
Comparing these two worst cases, B is the better choice.
If I choose R, the worst that could happen is that the other player chooses B.
If I choose R, their best answer is B.
1. They believe I pick R. Their best answer would be B.
R is better if they choose B and B is better if they choose R.
So I would choose R: it's better in one case and the same in the other.
""",
    "hawk_dove": """
Neither has an incentive to deviate from (B, B).
R gives me a chance of 5$ without any risk.
If both choose B, we both get the lowest payoff.
If they choose B, my payoff would be 3$ with both R and B.
If they choose R, I get 0$ either way.
I would choose B: it's better in one case and equal in the other one.
R corresponds to defection and B corresponds to cooperation. If both players defect, each gets 1$.
B stands for cooperation and R stands for defection. If the other player defects, you get 1$ by defecting.
If I choose R, the worst that could happen is that the other player chooses B.
R is better when they choose R and B is better when they choose B.
If I choose R, their best response is R.
Judging by the worst cases, R is the better option.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []
