"""What a text says without a list of cells: nothing got, extremes told of in a relative clause, every case at once."""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed, sentences

RIGHT = {
    "hawk_dove": """
If I go with R, there is a possibility that I will not get any money.
There is a 50% chance that R leaves me with nothing.
The highest payoff that is available to me is 5$, and the lowest payoff that I can get by choosing B is 1$.
B is the only option where I am guaranteed to get 1$ or more.
""",
    "prisoners_dilemma": """
R gives me a higher payoff in each of the possible situations.
""",
}
WRONG = {
    "hawk_dove": """
If I go with B, there is a possibility that I will not get any money.
There is a 50% chance that B leaves me with nothing.
The highest payoff that is available to me is 3$.
The lowest payoff that I can get by choosing B is 3$.
B is the only choice where I am guaranteed to get 3$ or more.
R gives me a higher payoff in each of the possible situations.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
