"""Whose a move or an amount is, where the words that say so stand after it."""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
If they go for B and I go for R, 5$ is mine and 0$ is theirs.
If I choose B and they choose R, nothing is left for me, and 5$ is theirs.
If they pick R and I pick B, 5$ goes to them.
If both pick B, 3$ goes to each of us.
If I choose R and they choose B, 5$ is what I get and 0$ is what they get.
R from me and B from the other player: 5$ for me, 0$ for them.
R for me and B for them: 5$ for me and 0$ for them.
When B is my pick and R is theirs, nothing (0$) goes to me and 5$ goes to them.
When B is picked by both players, each earns 3$.
If R is chosen by the other player, I get 1$ with R and 0$ with B.
With R on both sides, 1$ goes to each of us.
If B is what they choose, I get 5$ with R.
Nothing is better for me than R, whatever they choose.
""",
}
WRONG = {
    "prisoners_dilemma": """
If I choose R and they choose B, 0$ is mine and 5$ is theirs.
If I choose R and they choose B, nothing would be left for me.
If they pick R and I pick B, 5$ goes to me.
If I choose R and they choose B, 5$ is what they get.
R from me and B from the other player: 0$ for me, 5$ for them.
When B is my pick and R is theirs, 5$ goes to me.
When R is picked by both players, each earns 3$.
With B on both sides, 1$ goes to each of us.
If R is what they choose, I get 5$ with R.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_a_true_sentence_fails_nothing(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_a_false_sentence_fails(game: str, sentence: str) -> None:
    assert failed(game, sentence)
