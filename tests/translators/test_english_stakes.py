"""What is at stake with a move: extremes named with it, what it alone may bring, what is given up for it."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
If both of us choose R, we get 1$ each, although 3$ each was available.
The danger of B is that they take advantage of me. I'd be left with 0$ then, while they would earn the maximum of 5$.
Suppose they pick R. With B I would earn 0$, so I would have preferred R, which would have earned me 1$.
R has the better worst case and the better best case: I earn 1$ at minimum and 5$ at most.
They know that R earns 5$ instead of 3$ against my B.
I don't want to end up with 0$. Choosing R achieves this, since it pays 1$ or 5$.
If both of us choose B, each gets 3$, but if only I do, I get 0$.
If both of us choose B, each gets 3$. If only they choose B, I get 5$.
Choosing R avoids the risk of being exploited, with 1$ being the least I can get.
Choosing R avoids this danger, since its lowest payoff is 1$.
What I miss with R is the chance of the 3$/3$ outcome.
R rules out 0$ and 3$.
The payoff of 0$ can only happen to me with B.
If they choose R after all, my payoff falls from an expected 3$ to 0$.
""",
    "stag_hunt": """
I choose R and they choose B: I get 3$, they get 0$. This is my best payoff with R.
R is for the cautious, because the minimum of 1$ is better than the minimum of 0$ with B.
The maximum of 5$ is better than the maximum of 3$ with R, so B has the higher potential.
The highest payoff of 3$ with R is lower than that of B.
What I risk with B is 1$, namely what R would give me if they choose R.
B can earn me more (5$) than R, where the most I can get is 3$.
With B, I cannot secure more than 0$. R can't guarantee me more than 1$.
""",
    "hawk_dove": """
I get 1$ rather than 0$ with B against their R.
If they choose R, I get 1$ rather than 0$ with B.
B can't guarantee me more than 1$ if they choose R.
B guarantees me no more than 1$.
Both get 0$ if both pick R. If they alone pick R, they get 5$ and I get 1$.
My best payoff of 3$ with B needs their B as well.
""",
}

WRONG = {
    "prisoners_dilemma": """
If both of us choose R, we get 3$ each, although 5$ each was available.
The danger of B is that they take advantage of me. I'd be left with 1$ then, while they would earn the maximum of 3$.
Suppose they pick R. I would have preferred R, which would have earned me 3$.
R has the better worst case: I earn 3$ at minimum.
They know that R earns 3$ instead of 0$ against my R.
If both of us choose B, each gets 3$, but if only I do, I get 5$.
If both of us choose B, each gets 3$. If only they choose B, I get 0$.
Choosing B avoids the risk of 0$, with 3$ being the least I can get.
R rules out 1$ and 3$.
The payoff of 0$ can only happen to me with R.
The payoff of 5$ only occurs with B.
""",
    "stag_hunt": """
I choose R and they choose R: I get 1$, they get 1$. This is my best payoff with R.
R is for the cautious, because the minimum of 3$ is better than the minimum of 0$ with B.
The maximum of 5$ is better than the maximum of 1$ with R.
The highest payoff of 5$ with R is attractive.
B can earn me more (5$) than R, where the most I can get is 1$.
With R, I cannot secure more than 0$.
""",
    "hawk_dove": """
If both pick R, both get 0$. If I alone pick R, I get 3$.
If they choose R, I get 3$ rather than 0$ with B.
B won't give me more than 0$ if they choose R.
My best payoff of 1$ with B requires that they pick R.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_what_is_right_is_not_refuted(game: str, sentence: str) -> None:
    assert not failed(game, sentence)


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_what_is_wrong_is_refuted(game: str, sentence: str) -> None:
    assert failed(game, sentence)
