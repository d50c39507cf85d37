"""Who is meant, and of which move or cell it is said: players named by their move, hopes, means, what is secured."""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed, sentences

RIGHT = {
    "hawk_dove": """
R vs. B: 5$ for the R player, 1$ for the B player.
The R player earns 5$, the B player earns 1$.
(B, R): 1, 5 - poor for me, great for the R player.
(R, B) → 5, 1: good for me, bad for the other player.
Whoever picks R hopes that the other one picks B. If both share this hope, both end up with 0$.
At 50/50, the average of R is 2.5$. But this average hides that R brings me 0$ half of the time.
Their most profitable outcome is (B, R), where they would get 5$.
If both of us pick B, neither of us gets less than the 1$ that B secures.
B brings a more stable payoff, irrespective of the other player's decision.
""",
}

WRONG = {
    "hawk_dove": """
R vs. B: 1$ for the R player, 5$ for the B player.
The R player earns 1$, the B player earns 5$.
(R, B) → 1, 5: bad for me, good for the other player.
At 50/50, the average of R is 0$.
Their most profitable outcome is (B, B).
If both of us pick B, neither of us gets less than the 3$ that B secures.
B brings a higher payoff, irrespective of the other player's decision.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
