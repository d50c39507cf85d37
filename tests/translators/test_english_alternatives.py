"""What the other move would have brought, motives denied, advice, and what goes on after a choice or a verdict.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences

RIGHT = {
    "hawk_dove": """
If they choose R, choosing B gives me a higher payoff (1$ vs. 0$).
If they choose B, I should choose R to get 5$ instead of 3$.
If I choose R, they would prefer B (1$ vs 0$).
If I choose R, they will choose B, earning 1$ rather than nothing.
If I choose R, they will choose B, earning me 5$.
If I choose B and they choose R, I get 1$ instead of 3$.
If they choose R, I have no incentive to choose R.
There's no choice that is best in both cases.
By choosing B, I'm hedging against the possibility of getting nothing.
If I choose R, they get more by choosing B, because 1$ is more than what R would give them.
B is better because its minimum payoff is higher.
I don't know whether they choose R or B, so B gives me 1$ or 3$.
If they choose R, the best I can do is to choose B.
If I choose B, they have no reason to choose B.
3$ is fine, although it is less than the 5$ I could get if they choose B.
With B I always get more than the 0$ I could get with R.
I do not want the 0$ I would get if we both choose R.
I should choose R only if I am sure that they will choose B.
If they choose B, I should choose R; otherwise, I should choose B.
I should choose B, and if they choose R I get 1$.
""",
    "stag_hunt": """
The best choice for me is R because it guarantees me at least 1$.
The rational choice is R, since with B I could get 0$.
The best choice is B because I can get 5$ if they choose B.
The safest option is R, but the highest payoff I can get is 5$.
If they choose R, I should choose R as well.
""",
    "prisoners_dilemma": """
Choosing R instead of B gives me 5$ if they choose B.
If they choose B, choosing R over B increases my payoff.
Choosing R rather than B guarantees me at least 1$.
No matter what they pick, picking R instead of B makes me better off.
With R I get at least as much as with B in both cases.
Choosing R never results in the lowest payoff.
The pair (R, R) gives each of us 1$, which isn't much but is more than 0$.
They'd gain 2$ by choosing R if I choose B.
If I trust them to choose B, I should choose B.
If they think I will choose B, they should choose R.
If they choose B, I get 5$ while they get 0$, which is the best outcome for me.
If I choose B, it's in their best interest to choose R.
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
Choosing R is optimal regardless of the other player's decision.
By choosing R, I'm hedging against the possibility of getting nothing.
I prefer R because its minimum payoff is higher.
If they choose R, the best I can do is to choose R.
If I go with B, there's a chance that I go home with nothing.
If I choose B, they have no reason to choose R.
There is no incentive for me to choose B regardless of what the other player does.
3$ is fine, although it is less than the 5$ I could get if they choose R.
3$ is not as good as the 5$ I could get if they choose R.
I do not want the 0$ I would get if we both choose B.
""",
    "prisoners_dilemma": """
If I choose B, it's in their best interest to choose B.
If they choose R, I get 1$ while they get 1$, which is the best outcome for me.
The best choice to maximize my points is B.
I should only choose B if I am certain that they will choose R.
I should choose B if they choose B.
""",
    "stag_hunt": """
The best choice for me is B because it guarantees me a payoff of at least 3$.
B earns me 5$ whether or not the other player chooses it.
Whether they choose R or B, I get more with R.
With B, it's impossible for me to get nothing.
The safest option is B, which guarantees me 1$.
If they choose R, I should choose B.
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
