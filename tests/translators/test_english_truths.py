"""Written sentences about three shipped games, right and wrong: the verifier tells them apart.

Every sentence stands alone, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences, verifier

RIGHT = {
    "hawk_dove": """
Choosing B means I will never walk away with nothing.
If I go with R and they also go with R, neither of us gets anything.
Playing B protects me against the worst outcome of 0$.
Although R offers the chance of the maximum payoff (5$), it also exposes me to the possibility of ending up with 0$.
With B, my payoff is at least 1$, whatever the other player does.
If I pick B, I'm assured of either 1$ or 3$, whereas R could leave me with nothing.
The minimum I can get with B is 1$, compared to 0$ with R.
B's worst-case payoff (1$) beats R's worst-case payoff (0$).
If they choose R, I do better by choosing B (1$ rather than 0$).
If they choose B, I would do better by choosing R (5$ versus 3$).
There is no dominant strategy, since my best response depends on the other player's choice.
B is a safe choice because it always gives me a positive payoff.
Choosing R is a gamble: it pays 5$ if they choose B but 0$ if they choose R.
If we both choose B, we each end up with a solid 3$.
My payoff for B ranges from 1$ to 3$.
The highest payoff for me is 5$, which occurs when I choose R and they choose B.
To be safe I would choose B, guaranteeing myself at least 1$.
While R has a higher maximum payoff (5$) than B (3$), B has a higher minimum payoff.
I would rather have a sure 1$ than risk getting 0$.
Choosing B secures a payoff of at least 1$ for me.
If the other player thinks I will choose R, they would choose B to get 1$ instead of 0$.
From the other player's perspective, if I choose B, they can get 5$ by choosing R or 3$ by choosing B.
The potential gain of 5$ from R is tempting, but I would risk ending up with nothing.
If I choose R and the opponent picks R as well, the payoff is 0$ for both of us.
Choosing R could yield the highest individual payoff of 5$, provided that the other player chooses B.
Mutual B gives both players 3$, which is better than mutual R, where both get 0$.
In the worst case, I would still get 1$ by choosing B.
If I choose B, the worst outcome is 1$ (when they choose R), and the best outcome is 3$ (when they choose B).
Since I want to avoid getting 0$, B is the better choice.
I will choose B as it minimizes my risk.
The only way to get 5$ is to choose R while the other player chooses B.
If they choose R, then choosing B gives me 1$, which is more than the 0$ I would get from choosing R.
Choosing B is less risky than choosing R, because the lowest payoff is 1$ rather than 0$.
R is riskier because if both of us choose R, we both get 0$, the worst possible outcome.
Even if the other player chooses R, I still receive 1$ with B.
If I choose R, my expected payoff is 2.5$ assuming a 50/50 chance.
If I choose B, I receive 3$ if they cooperate by choosing B, and only 1$ if they don't.
They would get 5$ if I chose B and they chose R.
If both players choose B, both receive 3$ each, giving a combined payoff of 6$.
One possible outcome is (R, B), where I get 5$ and they get 1$.
Picking R is a high-stakes move: the payoff is either the highest (5$) or the lowest (0$).
If I select B, the range of my payoffs is narrower (1$ or 3$) but safer.
Should both of us pick R, we would both walk away empty-handed.
Against R, B yields 1$; against B, it yields 3$.
The risk of both choosing R and getting nothing makes B more attractive.
If I think they'll pick B, I might be tempted to pick R for 5$.
B offers a better worst-case outcome (1$) than R (0$).
My payoff would be 5$ at best and 0$ at worst if I choose R.
At the very least, B gives me 1$.
By picking B, I forgo the chance to get 5$, but I also eliminate the risk of getting 0$.
If the other player is aggressive and picks R, I am better off with B, since 1$ is more than 0$.
If they go with B and I go with R, I'd receive 5$ and they would receive 1$.
When I choose B, they get 5$ if they choose R and 3$ if they choose B.
In summary, choosing B ensures a payoff of at least 1$, while choosing R could result in a payoff of 0$.
Both players choosing R would be the worst outcome for both, since neither would earn anything (0$ each).
B is the maximin strategy because its minimum payoff (1$) is greater than R's minimum payoff (0$).
If I choose R, my payoff could be as high as 5$ or as low as 0$.
The outcome (B, B) yields 3$ for each player.
Cooperation (both choosing B) leads to 3$ each, which is better than the 0$ each from both choosing R.
If the other player chooses B, then R gives me 5$, which is 2$ more than B would.
Avoiding the worst-case scenario of 0$ is important to me, so I choose B.
I would lean towards B because it ensures a non-zero payoff in every scenario.
While the maximum payoff from B is only 3$, it is not possible to get 0$.
Given the payoffs, the safest choice appears to be B.
If they pick R, picking R as well gives me nothing, so B would be the better choice.
I can get 5$ only if they choose B.
R has the potential for the highest payoff, but it is also the riskiest choice.
If we end up choosing differently, the one who chose R gets 5$ and the one who chose B gets 1$.
Considering the possible outcomes, R yields either 0$ or 5$, whereas B yields either 1$ or 3$.
If both of us go for R hoping for 5$, we both end up with 0$.
My opponent faces the same dilemma: if they choose R, they get 0$ or 5$; if they choose B, they get 1$ or 3$.
If the anonymous player thinks I'm going to choose B, they have an incentive to choose R to get 5$.
If the anonymous player anticipates that I will choose R, their best response is B, which gives them 1$ rather than 0$.
There are two pure Nash equilibria: (R, B) and (B, R).
On the other hand, B never gives me 0$; it gives me 1$ in the worst case and 3$ in the best case.
Although I would get less than the other player if they choose R (1$ versus 5$), I would still get something.
In the best-case scenario, R gives me 5$.
Choosing R might earn me 5$, but only if the other player picks B.
If they choose R, choosing B is better for me (1$ > 0$).
If they choose B, choosing R is better for me (5$ > 3$).
So R is only better if they choose B, while B is better if they choose R.
Choosing B guarantees me a positive payoff regardless of the other player's decision.
A 3$ payoff for both of us is possible if we both choose B.
With R, there's the danger of mutual R, which gives 0$ to each of us.
Since the payoff for mutual R is 0$, I want to avoid that outcome.
R is attractive for its 5$ payoff, but the possibility of 0$ makes it a risky choice.
Assuming they are risk-averse, they would choose B, in which case I could get 5$ with R or 3$ with B.
Should they choose R, I would at least receive 1$ by choosing B.
The difference between the best payoffs is 2$ (5$ for R and 3$ for B).
The average payoff of R is (0 + 5) / 2 = 2.5$, and the average payoff of B is (1 + 3) / 2 = 2$.
R has a higher average payoff (2.5$) than B (2$), but it is riskier.
Choosing B eliminates the possibility of the worst outcome, which is 0$.
I'd rather settle for a guaranteed minimum of 1$ with B than gamble on R.
To sum up: R → 0$ or 5$; B → 1$ or 3$.
Both options have merits, but B's guaranteed minimum of 1$ makes it the safer option.
If we both choose B, neither of us gets the maximum payoff of 5$, but we both get a decent payoff of 3$.
The lowest payoff in the game is 0$, and it only happens when both of us choose R.
I believe most people would choose B, so choosing R could give me 5$.
If I'm feeling cooperative, I would choose B, hoping that the other player does the same, so that we each get 3$.
The choice of R is risky, since a payoff of 0$ is possible.
Thus, my strategy is to choose B and get at least 1$.
B protects me from the 0$ outcome.
If they also choose B, then my payoff is 3$, which isn't the highest payoff but is still good.
Choosing R when they choose R is the worst outcome for me (0$).
Choosing R when they choose B is the best outcome for me (5$).
I see two options here: play aggressively with R or cautiously with B.
If I'm aggressive and they aren't, I'll earn 5$ (I choose R, they choose B).
By choosing B I would at worst get 1$ and at best 3$.
The payoff I receive by choosing R depends entirely on the other player: 0$ if they choose R, and 5$ if they choose B.
If I were to choose R and they were to choose R too, the result would be 0$ for each of us.
When they choose R, my payoff is 0$ for R and 1$ for B.
When they choose B, my payoff is 5$ for R and 3$ for B.
If I knew for certain that they would choose B, I would choose R and earn 5$.
But if they choose R instead, I would earn nothing with R.
A cautious player would choose B because it avoids a payoff of 0$.
There's no way for me to get 0$ if I choose B.
B has the advantage of always yielding at least 1$.
The trade-off is between a potential 5$ with R and a guaranteed 1$ with B.
If they think like me, they will also choose B, and then we both earn 3$.
With both players choosing B, the total payoff is 6$.
If one of us chooses R and the other chooses B, the total payoff is also 6$.
If both choose R, the total payoff is 0$.
My minimum payoff is 0$ if I choose R and 1$ if I choose B.
My maximum payoff is 5$ if I choose R and 3$ if I choose B.
Both of us choosing R is clearly the worst scenario since we'd each get 0$.
I might end up with only 1$ if I choose B and the other player takes advantage by choosing R.
Choosing B gives me 1$ more than R would if they choose R.
Choosing R means risking a payoff of 0$ for the chance to get 5$ instead of 3$.
Even though they'd get 5$ and I'd get 1$ if they chose R, that's still better for me than 0$.
I get a higher payoff from B than from R if they choose R.
In the event that they choose B, R would have been the better choice for me, with 5$ as opposed to 3$.
If they choose R: R gives me 0$, B gives me 1$ → B is better.
If they choose B: R gives me 5$, B gives me 3$ → R is better.
I would choose B to guarantee a minimum of 1$ and possibly 3$.
""",
    "prisoners_dilemma": """
Regardless of what the other player does, R gives me a higher payoff than B.
R is the dominant strategy: it gives me 1$ instead of 0$ if they choose R and 5$ instead of 3$ if they choose B.
If they choose B, I can get 5$ by choosing R, which is higher than the 3$ I would get by choosing B.
By choosing R, I avoid the risk of getting nothing.
Choosing B carries the risk of getting 0$ if the other player chooses R.
The best mutual outcome is for both of us to choose B, giving us 3$ each.
Choosing R guarantees that I get at least 1$, and possibly 5$.
The worst-case scenario for B is 0$, and for R it is 1$.
If I choose B, I risk getting nothing, because they might choose R.
R is the safest option as my minimum payoff is 1$.
If the other player chooses R, my best response is R, as 1$ > 0$.
If we both choose R, we both end up with only 1$, which is lower than the 3$ we would get if both chose B.
Both choosing B would give a better outcome for both (3$ each) than both choosing R (1$ each).
I can never get less than 1$ if I choose R.
If I choose R, I either get 1$ or 5$; if I choose B, I either get 0$ or 3$.
The highest individual payoff (5$) comes from choosing R when the other player chooses B.
Choosing B maximizes our joint payoff if the other player also chooses B.
The lowest possible payoff for me is 0$, which happens when I choose B and they choose R.
R yields a higher payoff no matter what they choose.
If I trust them to choose B, I could choose B to get 3$, but R would give me 5$.
B has a lower guaranteed payoff than R.
Picking R ensures that I don't end up with 0$.
They also have an incentive to choose R, since it gives them 5$ if I choose B.
Nash equilibrium is (R, R), where each gets 1$.
If they choose R, I get 1$ with R and 0$ with B.
If the other player chooses B, then I get 5$ if I choose R or 3$ if I choose B.
My opponent gets 0$ if I choose R and they choose B.
I would regret choosing B if they choose R, as I would get 0$ while they get 5$.
The maximum payoff with B is 3$.
R is better than B in both cases.
R leaves me with 1$ or 5$, while B leaves me with 0$ or 3$.
If I cooperate with B and they betray me with R, I get nothing.
Choosing R ensures that the worst I can do is 1$.
The temptation is to choose R, since 5$ is more than 3$ if they choose B.
For me, R beats B in every case: 1$ > 0$ and 5$ > 3$.
If they choose B, then choosing B gives me 3$, which is less than the 5$ from choosing R.
Even though (B, B) would give us both 3$, each of us has an incentive to deviate to R and get 5$.
The risk of B is that I may end up with 0$ if they choose R.
If I choose B hoping that they also choose B, I could get 3$, but I might also get 0$.
The other player would get 5$ if they chose R while I chose B.
Choosing B is only good for me if they choose B too, and even then R would pay more.
By choosing R, I can secure at least 1$ and avoid 0$.
If I choose R, I get either 1$ or 5$, both of which are better than what I would get with B in the same case.
The sum of payoffs is highest when both of us choose B (6$ in total).
If they pick B, I gain an extra 2$ by picking R rather than B.
Regardless of whether they choose R or B, choosing R gives me a better payoff.
B can give me 3$ at most, and R can give me 5$ at most.
B exposes me to the risk of getting 0$ while they get 5$.
R is better for me if they choose R (1$ vs. 0$) and also if they choose B (5$ vs. 3$).
If both of us follow this logic, we end up with 1$ each, although 3$ each would be possible with mutual B.
""",
    "stag_hunt": """
If I choose R, I am guaranteed at least 1$, but B offers the chance of 5$.
B is riskier, since I get nothing if the other player chooses R.
R is the safer choice, while B has the higher potential payoff.
The best outcome for both players is when both choose B, since each gets 5$.
If they choose B, I should also choose B to get 5$ instead of 3$.
If they choose R, I should also choose R to get 1$ instead of 0$.
Both (R, R) and (B, B) are Nash equilibria.
Choosing B could give me either 5$ or nothing.
If I choose R, I get 1$ or 3$ depending on their choice.
Both of us choosing B results in the highest payoff of 5$ for each of us.
The risk with B is that I might get 0$ if they choose R.
Choosing R limits my payoff to at most 3$.
There is a risk that they choose R, which would leave me with 0$ if I choose B.
My best response to R is R, and my best response to B is B.
If we both pick B, we both receive the maximum payoff of 5$.
The highest payoff I can get is 5$, which requires both of us to choose B.
If I choose B and they choose R, I end up with nothing while they get 3$.
Choosing B is the best option if I believe the other player will also choose B.
The worst outcome is getting 0$, which can only happen if I choose B.
If the other player picks B, I get 3$ for picking R and 5$ for picking B.
The safest strategy is R: no matter what the other player does, I'd walk away with at least 1$.
B has the highest upside (5$), although its downside is 0$.
If I pick R, the other player gets 1$ by picking R and 0$ by picking B.
If I'm confident that they will choose B, choosing B is my best option, as it gives me 5$ rather than 3$.
If both cooperate by choosing B, both get the best possible payoff of 5$.
R gives me 1$ if they also pick R, and 3$ if they don't.
By choosing B I could lose out, as I'd get 0$ if they choose R.
Choosing B yields the maximum payoff only if the other player also chooses B.
The mutual payoff of (B, B) is higher than that of (R, R).
Neither R nor B is dominant.
If they're going to choose R, it's better for me to choose R too, since I'd get 1$ instead of nothing.
If they're going to choose B, it's better for me to choose B too, since I'd get 5$ instead of 3$.
Even in the worst case, R would give me 1$.
There's a potential for 5$ with B, but there's no guarantee.
I want to maximize my payoff, and the highest payoff of 5$ is reached when both of us choose B.
Choosing R is the risk-free option since my payoff is never lower than 1$.
If I deviate to R while they choose B, I'd get 3$ instead of 5$.
If either of us chooses R, the one choosing B gets 0$.
R guarantees 1$, but the most I can get from it is 3$.
Playing B pays off only if they play B too: then I get 5$, otherwise 0$.
From a risk perspective, R has a minimum of 1$ and B has a minimum of 0$.
When the other player chooses R, I get 1$ by choosing R, which is better than the 0$ from choosing B.
Since (B, B) gives us the highest payoff of 5$ each, I think the other player will choose B.
If the other player is cautious and picks R, B leaves me with 0$.
Mutual B is better for both of us than mutual R.
If I choose B and they choose R, I lose out with 0$ while they get 3$.
R would give me 1$ or 3$; B would give me 0$ or 5$.
The payoff-dominant outcome is both choosing B (5$ each), while the risk-dominant choice is R.
If I expect them to choose B, B is the better option (5$ vs. 3$).
If I expect them to choose R, R is the better option (1$ vs. 0$).
The other player can also guarantee themselves at least 1$ by choosing R.
They get 3$ if they choose R while I choose B.
It's better to both choose B (5$ each) than to both choose R (1$ each).
If they choose B, then I'm better off with B than with R.
The maximum I can get by choosing R is 3$, which is lower than the 5$ from both choosing B.
""",
}


WRONG = {
    "hawk_dove": """
Choosing R guarantees me at least 1$.
R is the safer option.
If they choose B, I get more by choosing B.
Choosing B gives me a higher payoff no matter what the other player does.
If both of us choose R, we each get 3$.
If I choose B and they choose R, I get 5$ and they get 1$.
My best response to B is B.
The lowest possible payoff is 1$.
The highest possible payoff is 3$.
If they choose R, choosing R gives me more than choosing B.
Choosing B ensures that I get 3$.
If I choose B, I always get 3$.
I get 3$, which is better than 5$.
By choosing R, I avoid the worst possible outcome.
R minimizes my risk.
R is the least risky option.
I choose R to be safe.
R ensures that I get something.
If they pick R, I should pick R to get the best payoff.
If they choose B, I get 3$ by choosing R.
With B I could end up with nothing.
B always gives me 3$.
Whatever they pick, R pays more.
The worst outcome for me is getting 1$.
If I choose R, the minimum I get is 1$.
""",
    "prisoners_dilemma": """
Choosing B guarantees me 3$.
B is the safest choice.
If I choose B, I will not get 0$.
To avoid getting nothing, I should choose B.
If they choose R, I can get 5$ by choosing B.
B protects me from the worst-case scenario.
If the other player chooses B, choosing B gives me a higher payoff than choosing R.
If they choose B and I choose R, I get nothing.
By choosing B, I make sure I get at least 3$.
Choosing B is less risky than choosing R.
Both choosing R gives the highest combined payoff.
R risks getting 0$.
Choosing R could leave me with nothing.
The worst I can get with B is 3$.
B provides a guaranteed payoff of 3$.
With B I get a higher guaranteed payoff.
If I choose R, the other player gets 5$ by choosing B.
Choosing B maximizes my minimum payoff.
My best response to B is B.
Choosing B always gives me a higher payoff than R.
I choose B because it is the least risky option.
Picking B prevents the worst outcome for me.
Choosing B ensures a decent payoff of 3$.
R carries the risk of leaving me with 0$.
B gives me the best guaranteed outcome.
If they choose B, my best move is B, as it gives me 3$.
Picking B would give me at least 3$ in any case.
I would get 5$ if I chose B and they chose R.
If we both choose R, we each get 0$.
If they choose R, choosing B gives me 1$.
""",
    "stag_hunt": """
Choosing B guarantees me 5$.
B is the safer choice.
Choosing B ensures the highest guaranteed payoff.
If they choose R, I get 3$ by choosing B.
R could leave me with 0$.
B avoids the risk of getting 0$.
If they choose R, my best response is B.
B gives me a higher payoff regardless of what they choose.
Choosing R is riskier than choosing B.
If I choose R and they choose B, I get 0$ and they get 3$.
The worst-case payoff of B is 5$.
The highest possible payoff is 3$.
If both choose R, both get 3$.
B minimizes the risk of a low payoff.
Picking B means that I can't end up with nothing.
B is a safe bet.
By going with B I'm sure to get 5$.
In the worst case, B still gives me 5$.
If they go with R, I'm better off with B.
Picking R might leave me with nothing.
I choose B because it minimizes potential losses.
If I choose R and they choose B, they get 3$.
R guarantees me 3$.
The lowest payoff from R is 0$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []


def test_most_sentences_are_read() -> None:
    everything = sentences(RIGHT) + sentences(WRONG)
    unread = [sentence for game, sentence in everything if not verifier(game).check(sentence).claims]
    assert len(unread) <= len(everything) // 9
