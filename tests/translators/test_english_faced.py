"""Moves that another is played against, and choices that one reckons with.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences, verifier

RIGHT = {
    "hawk_dove": """
With R, I collect 5$ against B and nothing against R.
R pays me 5$ against a player who picks B, but 0$ against a player who picks R.
Playing R against their B leaves me with 5$.
Playing R against my B would earn them 5$.
They get 1$ with B against my R.
My B against their R earns me 1$ and them 5$.
Facing R, my B still pays me 1$.
A player who picks B against someone picking R walks away with 1$.
If I expect R, B pays me 1$.
Against B, R is better than B.
If they pick B, I prefer R (5$) to B (3$).
The outcome where I pick R and they pick B gives me 5$.
If I pick R but they do not, I get 5$.
I pick R and they pick R, and we get nothing. In this situation, switching to B would bring them 1$.
I play B and they play R. In this situation, switching to B would bring them 3$.
R pays me more against B than against R.
""",
    "prisoners_dilemma": """
* **I expect R:** I answer with R, as this earns me the highest payoff of 1$.
* **They play B:** Each of us receives 3$ for sure if I play B.
If they play B, each of us gets 3$ for sure.
""",
}

WRONG = {
    "hawk_dove": """
With R, I collect 5$ against R and nothing against B.
R pays me 5$ against a player who picks R, but 0$ against a player who picks B.
Playing R against their B leaves me with 1$.
Playing B against my R would earn them 5$.
They get 1$ with R against my B.
My B against their R earns me 5$ and them 1$.
Facing B, my B pays me 1$.
A player who picks B against someone picking R walks away with 5$.
If I expect R, B pays me 3$.
Against B, B is better than R.
If they pick B, I prefer R (3$) to B (5$).
The outcome where I pick R and they pick B gives me 3$.
If I pick R but they do not, I get 0$.
I am sure to get 1$ or more with R.
I play B and they play R. In this situation, switching to B would bring them 5$.
R pays me more against R than against B.
""",
    "prisoners_dilemma": """
* **I expect B:** I answer with R, as this earns me the highest payoff of 3$.
If I expect R, R brings me 5$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentences_pass(game: str, sentence: str) -> None:
    assert not failed_of_decided(game, sentence)


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentences_are_refuted(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence)


def test_a_heading_is_not_said_of_the_move_that_a_condition_tells() -> None:
    claims = verifier("hawk_dove").check("**Less risk:** When the other player picks R, I get 0$.").claims
    assert not any("guaranteed" in item.claim.query for item in claims)
