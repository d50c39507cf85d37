"""What the other move would have brought, motives that are denied, and whose payoff goes on after a choice.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed_of_decided, sentences

RIGHT = {
    "hawk_dove": """
If they choose R, choosing B gives me a higher payoff (1$ vs. 0$).
If they choose B, I should choose R to get 5$ instead of 3$.
If I choose R, they would prefer B (1$ vs 0$).
If I choose R, they will choose B, earning 1$ rather than nothing.
If I choose R, they will choose B, earning me 5$.
If I choose B and they choose R, I get 1$ instead of 3$.
If they choose R, I have no incentive to choose R.
If I choose B, they have no reason to choose B.
3$ is fine, although it is less than the 5$ I could get if they choose B.
With B I always get more than the 0$ I could get with R.
I do not want the 0$ I would get if we both choose R.
""",
    "prisoners_dilemma": """
Regardless of what they choose, neither of us has an incentive to choose B.
There is no incentive for either player to choose B, whatever the other does.
There is always an incentive to choose R.
I have no reason to believe that they choose B, no matter what I do.
""",
}

WRONG = {
    "hawk_dove": """
If they choose R, choosing B gives me a higher payoff (1$ vs. 3$).
If they choose B, I should choose R to get 5$ instead of 1$.
If I choose R, they would prefer B (1$ vs 3$).
If I choose R, they will choose B, earning 5$.
If they choose R, I have no incentive to choose B.
If I choose B, they have no reason to choose R.
There is no incentive for me to choose B regardless of what the other player does.
3$ is fine, although it is less than the 5$ I could get if they choose R.
3$ is not as good as the 5$ I could get if they choose R.
I do not want the 0$ I would get if we both choose B.
""",
    "stag_hunt": """
There is always an incentive to choose R.
Choosing B gives me 5$ instead of 1$ if they choose B.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []
