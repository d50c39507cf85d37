"""Loose phrasings: whose best response, totals after payoffs, averages of cells, names for the two roles."""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed, sentences, verifier

RIGHT = {
    "prisoners_dilemma": """
If I choose B, the best response for the other player is to choose R.
If I choose B, it is best for the other player to choose R (since 5 > 3).
If they choose R, the best response for me is to choose R.
""",
}

WRONG = {
    "prisoners_dilemma": """
If I choose R, the best response for the other player is to choose B.
If I choose B, the opponent's best option is to choose B.
If they choose R, the best response for me is to choose B.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentences_raise_no_alarm(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentences_are_refuted(game: str, sentence: str) -> None:
    assert failed(game, sentence)


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentences_are_read(game: str, sentence: str) -> None:
    assert verifier(game).check(sentence).claims
