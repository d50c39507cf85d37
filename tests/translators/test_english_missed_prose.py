"""Extremes that a cell reaches, replies, deviations, guarantees and what holds only in some cases, in prose."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "hawk_dove": """
If I choose R and they choose B, I reach the best possible outcome, while they face 1$.
If they pick R while I pick R, I face the worst outcome of the game.
If we both choose B, we earn 3$ each. Each of us could improve their payoff by switching to R.
(R, R) pays nobody anything. But I would gain something by switching to B.
Suppose we are both about to choose R, with 0$ each. Then either of us would gain something by moving to B.
If the other player settles on R, I would be left with just 1$ by choosing B.
If I decide on B, the 1$ is mine for sure.
The most anyone can get in this game is 5$.
Choosing B is a way for them to make sure that they earn no less than 1$.
Of the two options, B is the one with the higher minimum for me.
R offers no guarantee of a positive payoff.
As long as I stick with B, a zero payoff is off the table for me.
Their best choice depends on mine: B if I choose R, R if I choose B.
(B, B) is not stable because each player has an incentive to deviate to R.
R is only better if the other player chooses B.
My payoff from B ranges from 1$ to 3$.
The highest payoff (5$) is achieved when I choose R and they choose B.
The highest payoff (5$) goes to whoever insists: it occurs when they choose R and I choose B.
Their highest payoff (5$) occurs when they choose R and I choose B.
B guarantees me more than 0$.
If they choose B, R gives me the highest possible payoff.
If we both choose R, we get 0$ each. If they choose B, I could improve my payoff by switching from B to R.
By choosing B, the other player would allow me to earn 5$.
By choosing B, they give me the chance to earn 5$ with R.
While both get 3$ with mutual B, the one who deviates to R gets 5$ and the one who stays with B gets 1$.
B doesn't guarantee that they get anything.
""",
    "prisoners_dilemma": """
My best move doesn't depend on theirs: R is best against R, and R is best against B.
R is better against B, and it's better against R.
There's no move that wins in every case, since B is worse against R.
Neither of us would gain anything from moving away from (R, R).
If they choose R, choosing R would allow me to maximize my payoff.
R is what spares me the possibility of getting 0$.
Committing to R removes any danger of me finishing with 0$.
By choosing R, they can ensure that they get at least 1$.
By choosing B, the other player would let me exploit them with R.
While B may bring 3$, it fails to guarantee me any positive amount.
The one who plays R walks away with 5$, while the one who plays B gets nothing.
Matching choices pay each of us the same; otherwise, whoever chose R gets 5$ and whoever chose B gets nothing.
R is at least as good for me as B in each case.
(B, B) is not an equilibrium, since each player could improve their payoff by switching to R.
If both choose R, each could do no better by changing to B.
R gives me the higher payoff of 5$ only if they choose B.
Choosing R maximizes my payoff no matter what they do.
R ensures that I get a positive payoff.
In both cases, choosing R is more profitable.
If both of us choose R, each can gain if we both switch to B.
The best payoff for both (3$ each) is achieved when both choose B.
""",
    "stag_hunt": """
Both of us picking B produces the highest payoff I can ever obtain.
If I choose B and they choose R, I end up with the worst possible payoff.
If they choose R and I choose R as well, I get the best possible payoff.
When they are convinced that I will play R, their most lucrative response is R.
If they expect me to choose B, they can get their maximum of 5$ by choosing B.
Neither option wins every time: R is better against R, and B is better against B.
The least I can make in this game is 0$, and that happens when I choose B while they choose R.
The bold option is B, and the cautious option is R.
The bold option is B and the safest one is R.
A cautious person, who wants to be certain of something, would lean toward R rather than B.
My best response depends on theirs: R if they choose R, B if they choose B.
Somebody who knows that I'm going for B would go for B every time, as it earns them 5$.
B is better than R only if they choose B.
I can't get less than 0$ in this game.
By choosing R, they could leave me with 0$ or 1$.
""",
}
WRONG = {
    "hawk_dove": """
If they pick B while I pick R, I face the worst outcome of the game.
If I choose B and they choose R, I end up with the worst possible payoff.
If we both choose B, we earn 3$ each. Neither of us would gain anything from switching to R.
(R, R) pays nobody anything. And I would gain nothing by switching to B.
Mutual B pays 3$ to each. I cannot improve my own payoff by moving away to R.
If the other player settles on B, I would be left with just 1$.
If I decide on B, the 3$ are mine for sure.
Choosing B is a way for them to make sure that they earn no less than 3$.
It pays to match the other player: R if they choose R, B if they choose B.
My payoff from B ranges from 0$ to 3$.
Choosing R maximizes my payoff no matter what they do.
The highest payoff (5$) is achieved when I choose B and they choose R.
R guarantees me more than 0$.
R ensures that I get a positive payoff.
In both cases, choosing R is more profitable.
If they choose R, R gives me the highest possible payoff.
If they choose R, both options pay me the same.
""",
    "prisoners_dilemma": """
Mutual B gives me the highest possible payoff.
R is best against R, but B is best against B.
B is better against R.
Committing to B removes any danger of me finishing with 0$.
If they choose R, choosing B would allow me to maximize my payoff.
B spares them the possibility of getting 0$.
By choosing B, they can ensure that they get at least 1$.
Of the two options, B is the one with the higher minimum for me.
In terms of the minimum I might receive, the cautious choice is B.
With R, I have no assurance of earning anything at all.
The one who plays B walks away with 5$, while the one who plays R gets nothing.
My best response depends on theirs: R if they choose R, B if they choose B.
B is at least as good for me as R in each case.
If both choose B, each could do no better by changing to R.
R is only better if the other player chooses B.
If both of us choose the same option, we each get 3$.
The worst outcome for me is 0$, which can happen whether I choose R or B.
If both choose R, I could improve my payoff by switching from R to B.
""",
    "stag_hunt": """
(R, B) gives me the highest payoff I can ever get.
Mutual R is the worst possible outcome for me.
When they are convinced that I will play B, their most lucrative response is R.
If they anticipate R from me, choosing B would allow them to maximize their payoff.
If they expect me to choose B, they can get their maximum of 3$ by choosing R, since B would bring them less.
The most anyone can get in this game is 3$.
A cautious person, who wants to be certain of something, would lean toward B rather than R.
As long as I stick with B, a zero payoff is off the table for me.
(B, B) is not stable because each player has an incentive to deviate to R.
The worst outcome (0$) only happens if both of us choose R.
I can't get less than 1$ in this game.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence)
