"""Who is meant, and of which move or cell it is said: players named by moves, `its`, preferred and avoided cells."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

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
R is risky. Its lowest payoff is 0$, whereas that of B is 1$.
B is safe. Its lowest payoff is 1$, whereas R may bring 0$.
R is superior since its best case pays 5$ and that of B pays 3$.
I can avoid the outcome where both get 0$ by choosing B.
By choosing B, I avoid the situation where they choose R and I get 0$.
I choose B to avoid the outcome where we both choose R and get 0$.
By choosing B, I avoid the case where both of us choose R, and I get at least 1$.
We would both prefer (B, B) to (R, R), as it gives us 3$ each rather than 0$.
They'd prefer (B, R) to (B, B), since they get 5$ instead of 3$.
I get 5$ with R if they don't choose R, and 0$ if they do.
I choose R. I get 5$ if they don't choose R. If they do, I get 0$.
I won't choose R. If they do, they get 5$.
If neither of us chooses R, we both get 3$. If both do, we both get 0$.
If I pick B, the other player exploits me and I get 1$.
""",
    "stag_hunt": """
Worst payoff: 1$ (R) against 0$ (B), so R is safer.
Highest payoff: 3$ with R, 5$ with B.
They would go for B, accepting that it brings nothing if the other player goes for R.
""",
    "prisoners_dilemma": """
Picking R avoids the outcome in which I get 0$. It is my dominant strategy.
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
R is superior since its best case pays 5$ and that of B pays 1$.
R is risky. Its lowest payoff is 1$, whereas that of B is 0$.
I choose B to avoid the outcome where we both choose R and get 1$.
By choosing B, I avoid the case where both of us choose R, and I get at least 3$.
We would both prefer (R, R) to (B, B), as it gives us 3$ each rather than 0$.
I prefer (R, B) to (B, B), since it gives me 3$.
I get 5$ with R if they don't choose R, and 3$ if they do.
I choose B. If they don't choose B, I get 1$. If they do, I get 5$.
The other player would not choose R if I choose B, because they get 5$ if they choose B.
If they pick R and I pick B, they exploit me and I get 5$.
""",
    "stag_hunt": """
Highest payoff: 5$ with R, 3$ with B.
Best payoff: 5$ (B) vs. 1$ (R).
""",
    "prisoners_dilemma": """
Choosing R has a higher risk than choosing B, because its lowest payoff is 0$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
