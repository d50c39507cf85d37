"""Plain sentences as people write them about three shipped games: none that is right fails, the wrong ones do.

Every sentence stands alone, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
R guarantees me at least 1$, whereas B could leave me with nothing.
If I could be sure that they would choose B, I would still earn more with R.
Both players would be better off with B than with R.
If the other player cooperates by choosing B, we would each receive 3$.
There is a trade-off between the safety of R and the mutual benefit of B.
I could get as much as 5$ with R, but only if they choose B.
Choosing B carries more risk, because the payoff could be 0$.
The joint payoff of B and B is 6$, compared to 2$ for R and R and 5$ for the mixed outcomes.
If we both try to exploit each other, we end up with 1$ each.
Assuming that they are rational, they will choose R and I will get 1$ by choosing R.
If I trust them, B could give both of us 3$.
I'm willing to risk getting 0$ for the chance of getting 3$.
With R I never walk away empty-handed.
The other player also has a safe option, R, which guarantees them 1$.
Even if they choose R, I'd still get 1$ with R.
If they choose R, my only way of getting anything is to choose R.
If the other player chooses B, choosing R increases my payoff from 3$ to 5$.
B is attractive only if I believe that they will also choose B, and even then R would pay 5$.
If I had to guess, I'd say that they choose R, and so I'd get 1$.
The payoff of 3$ for mutual B is better for both than the 1$ for mutual R.
The best I can do if they choose R is 1$.
Choosing B would be a gamble: 3$ or nothing.
By choosing R, I make sure that they can't take advantage of me.
My payoff from choosing R is 1$ or 5$, and from choosing B it is 0$ or 3$.
If they choose B, they get 3$ or 0$ depending on what I choose.
They would get 5$ if they chose R and I chose B.
R is optimal for me whatever they do, but mutual R leaves both of us with only 1$.
If only one of us chooses R, that player gets 5$ and the other gets nothing.
I want to avoid the outcome in which I get 0$.
A payoff of 1$ is guaranteed with R; anything beyond that depends on them.
The risk of B is not worth it, because R gives me more in either case.
I prefer a guaranteed 1$ over a possible 3$.
I choose B because I want both of us to get 3$, even though R would be better for me.
It would be best for me if they chose B while I chose R.
It would be worst for me if I chose B and they chose R.
If both of us are selfish, we get 1$ each instead of 3$ each.
Cooperating only pays off if the other one cooperates as well.
R gives me more than B against R (1$ instead of 0$), and also more than B against B (5$ instead of 3$).
If we both choose B, we are both better off than with the 1$ from both picking R.
If both of us choose B, it is better for both of us than the 1$ from choosing R together.
If they choose R, it would still be better for both of us to get 3$ by choosing B.
If I choose R, I get 1$ in the worst case (they choose R) and 5$ in the best case (they choose B).
R has both the higher minimum (1$ against 0$) and the higher maximum (5$ against 3$).
Given the risk of getting 0$ with B, it is rational to choose the option that gives me the higher payoff in each case.
If both choose R, we are stuck at 1$, which is a pity when 3$ each was available.
Two players who both choose B do better than two players who both choose R (3$ each compared to 1$ each).
(R, R) is an equilibrium, because a player who changes their choice alone would get 0$ instead of 1$.
If both choose R, a player who switches to B alone would go from 1$ down to 0$.
If I choose R, they get 1$ with R and 0$ when choosing B.
Both choosing B is no equilibrium, since either player could move from 3$ to 5$ by choosing R instead.
Both the risk and the reward speak for the same option, so I choose R.
B makes sense if they choose B too.
Choosing R makes sure that I do not leave with empty hands.
""",
    "stag_hunt": """
If I choose B, I get 5$ as long as they choose B as well.
R pays at most 3$, and at least 1$.
B is only worthwhile if I think they'll choose B too, because otherwise I get nothing.
If both of us want the most, we both choose B and get 5$ each.
The downside of B is the 0$ I get when they choose R.
If I'm unsure about them, R is safer since it gives me at least 1$.
I'd give up 2$ by choosing R if they choose B.
Since 5$ is more than 3$, I should choose B if they do.
If they also reason like this, we both get 5$.
With R my payoff can be 1$ or 3$, but never 5$.
The most they can get is 5$, when both of us choose B.
They'd rather have me choose B, no matter what they choose.
If they choose R, it doesn't matter to them much, as they get 1$ or 3$.
I can't lose with R: the minimum is 1$.
B and B is best for both of us.
If they expect me to choose B, they would not gain anything by switching to R.
If I pick R and they pick B, I get 3$, and this is the best result I can have with R.
If they choose R, neither of us has to settle for a lower payoff such as the 1$ that R brings us.
R avoids this risk, but then the most I can get is 3$.
With R, I would have at least 1$. However, if they want the highest payoff as well, they can only get it by choosing B.
If both choose B, the combined payoff is 10$. If both choose R, it's only 2$.
What I can gain with B (2$) is larger than what I can lose with B (1$).
They would earn 5$ by choosing B together with me, compared to 3$ if they choose R while I choose B.
What I lose by choosing B against R is only 1$, and what I gain by choosing B against B is 2$.
My best reply is to match the other player: R if they choose R, and B if they choose B.
If both of their choices were equally likely, I would get 2$ on average from R and 2.5$ on average by choosing B.
R is the more cautious option with a lowest payoff of 1$.
If both choose B, each of us gets 5$, and this is the highest payoff that a player can get in this game.
If both choose B, I get 5$. This is the highest payoff that either of us can get in this game.
""",
    "hawk_dove": """
If they choose B, R gives me 5$ and B gives me 3$; if they choose R, R gives me 0$ and B gives me 1$.
R is best against B, and B is best against R.
The safe choice is B, with a minimum of 1$.
If both of us play it safe, we each get 3$.
I could earn 5$ with R if the other player plays it safe with B.
B limits me to 3$.
The worst outcome is a clash of two Rs, which pays nothing to anybody.
They may choose R hoping that I choose B, in which case they'd get 5$ and I'd get 1$.
If I choose B, the other player's best response is R, which gives them 5$.
A total of 6$ is shared unless we both choose R.
R beats B only if they choose B.
By choosing B I give the other player the chance to get 5$.
I'm happy with 1$ or 3$, so I don't need R.
If they expect me to choose R, they will choose B to get 1$ instead of 0$.
If I choose B, my lowest possible payoff is 1$.
If I choose B, the least I can get is 1$, and my highest possible payoff is 3$.
R gives me more than B when they choose B (5$ instead of 3$), but B gives me more when they choose R (1$ against 0$).
If they believe I will choose R, they would prefer B (1$ is better than 0$).
There is a real risk of both of us choosing R, so I would prefer the choice which has the better worst case.
B brings me a positive payoff in every case, and if both players choose it, both get 3$.
R is a gamble between 5$ and nothing.
If I go for the 5$ and they do the same, we both end up with 0$.
I choose R or B, and I prefer the option whose worst outcome is 1$.
Choosing B would give me 1$ or 3$. Next, I look at my best response in each case.
R becomes the more attractive option if you expect the other player to choose B.
So B works well for me when I expect the other player to choose R.
If they choose B, I can't improve on R.
If I choose B, their payoff is 5$ for R and 3$ for B.
""",
}


WRONG = {
    "prisoners_dilemma": """
By choosing B, I ensure that I will not be the one who ends up with nothing.
Choosing B gives me the best possible outcome no matter what the other player does.
If I choose R, there is a risk that I will end up with 0$.
If the other player picks B, then picking B maximizes my payoff.
No matter what the other player chooses, I am better off with B.
Choosing B means I will get at least 3$.
Even if the other player chooses R, I still get 3$ with B.
B is a win-win: I get 3$ either way.
The payoff of B is always higher than the payoff of R.
If I choose R and the other player chooses B, then I get nothing and they get everything (5$).
I cannot do worse than 3$ by choosing B.
Choosing B eliminates the risk of getting nothing.
R is riskier because I could end up with 0$.
With R the most I can hope for is 3$.
If the other player is selfish and chooses R, my best option is B.
In both scenarios, choosing B gives me at least as much as choosing R.
The worst possible outcome for me is 1$, which happens if both choose R.
Choosing R exposes me to the worst possible outcome.
By choosing B I secure myself a payoff of 3$.
B dominates R, since it pays more whatever the other player picks.
The expected value of B is (3 + 0)/2 = 2$.
On average, B pays 2.5$ and R pays 3$.
Both choices have the same expected payoff.
Both choices carry the same risk.
Choosing R would give me 5$ if they choose R too.
If I choose B, my payoff will be either 3$ or 5$.
I get a payoff of 5$ when I pick B and my opponent picks R.
The other player gets 5$ if I pick R and they pick B.
If they play B, they get 5$ when I play R.
Choosing R might result in the lowest payoff for me.
With B, the lowest I could get is 3$.
B has less downside than R.
If both players choose R, they each get 3$, and if both choose B they each get 1$.
The highest combined payoff is when one chooses R and the other chooses B.
Picking B leads to 5$ or 3$ depending on what they do.
If the other player chooses R, then B gives me 1$ more than R.
R yields less than B if they choose R.
This option guarantees that I get 3$ if I choose B.
If I choose B, then regardless of what the other player does I will receive 3$.
If Player 2 chooses R, Player 1's best choice is B.
Player 1 should choose B, because it is the strategy with the highest guaranteed payoff.
The only way to avoid getting 0$ is to choose B.
R has a chance of leaving me with no payoff at all.
If they choose B and I choose R, then I'd lose everything.
The payoffs for B are 3$ and 5$.
For R, the possible payoffs are 0$ and 5$.
B's payoffs (3$ or 1$) are better than R's payoffs (1$ or 0$).
I can get at most 3$ by choosing R.
B is the option that minimizes my maximum loss.
If I pick R, my payoff is 1$ whatever the other player does.
R will always give me 5$.
Whichever option the other player picks, B is at least as good as R for me.
They will get 3$ if they choose R and I choose B.
In the worst case of choosing B, I still get 1$.
I get either 3$ or 5$ if I choose B.
The lowest payoff of B is greater than the lowest payoff of R.
If my opponent goes with R, going with B is the best response.
Player 2 gets 0$ if both of us choose R.
The dominant strategy is B because it always yields the better payoff.
Each player gets 3$ when one picks R and the other picks B.
B gives me more than R against R (1$ instead of 0$), and also more than R against B (5$ instead of 3$).
If we both choose B, we are both better off than with the 3$ from both picking R.
If both of us choose B, it is better for both of us than the 0$ from choosing R together.
If they choose R, it would still be better for both of us to get 5$ by choosing B.
If I choose R, I get 1$ in the worst case (they choose B) and 5$ in the best case (they choose R).
B has both the higher minimum (1$ against 0$) and the higher maximum (5$ against 3$).
If I choose R, they get 1$ with R and 3$ when choosing B.
So B works well for me when I expect the other player to choose R.
Choosing B makes sure that I do not leave with empty hands.
""",
    "stag_hunt": """
Choosing B guarantees me the highest payoff.
R can leave me empty-handed.
If the other player chooses R, B would still give me 3$.
No matter what they choose, B pays at least as much as R.
B is the dominant choice because 5$ and 3$ are greater than 3$ and 1$.
If they choose B, R gives me more.
Choosing R gives me a chance to earn the highest payoff of the game.
The worst-case payoff for both options is 1$.
R and B have the same worst case.
The safest way to avoid getting nothing is to choose B.
I would rather choose B, because with R I risk ending up with nothing.
I get the same payoff from R whatever they choose.
The minimum payoff of B is higher than the minimum payoff of R.
When I choose B, my payoff is never 0$.
If the other player doesn't cooperate and picks R, picking B gives me a higher payoff than picking R.
R is the choice with the highest possible payoff.
By picking R, I make sure that I get 3$.
If the other player chooses B and I choose R, I end up with 5$.
Regardless of the other player's choice, B gives me a better payoff.
With R I'm guaranteed 3$.
R only gives me 1$ or 0$.
The safest choice is B since both players benefit.
R and R is the best outcome for both of us.
If I choose R and they choose B, they get 3$.
By choosing B, I guarantee that I get something.
If both of us choose R, we get the best outcome of 5$ each.
B has the lower risk.
If I want to be safe, I should go with B.
If I pick R and they pick R, I get 1$, and this is the best result I can have with R.
They would earn 3$ by choosing B together with me, compared to 5$ if they choose R while I choose B.
My best reply is to do the opposite: B if they choose R, and R if they choose B.
If both of their choices were equally likely, I would get 2.5$ on average from R and 2$ on average by choosing B.
B is the bolder option with a lowest payoff of 1$.
If both choose R, each of us gets 1$, and this is the lowest payoff that a player can get in this game.
If I choose R and they choose B, I get 3$. This is the highest payoff that I can get in this game.
""",
    "hawk_dove": """
Choosing R guarantees that I will get at least 1$.
If the other player chooses B, then my best choice is B as well.
B is riskier than R, since it could leave me with 0$.
If we both choose R, each of us gets 5$.
If they choose R, I get 0$ with B and 1$ with R.
R is a dominant choice: it gives me more in both cases.
B always gives me a higher payoff than R.
The most I can get with B is 5$.
R offers the higher minimum.
Choosing B could leave me with nothing.
The worst case for B is worse than the worst case for R.
With R, I get 5$ no matter what.
If the other player is aggressive and picks R, I should pick R too, as this gives me the higher payoff.
Both players choosing B gives a higher total payoff than any other combination.
If they choose B, choosing B earns me more than choosing R.
The lowest payoff is 1$, so R can't hurt me.
If they pick R, I get nothing by picking B.
If I choose R, they get 5$ by choosing B.
R is a low-risk choice.
With B, I get 3$ regardless of the other's choice.
R guarantees me more than B.
Two players choosing R share 6$, 3$ for each.
By choosing R, I avoid getting 0$.
If I choose R, my lowest possible payoff is 1$.
If I choose B, my lowest possible payoff is 1$, while the highest possible payoff is 5$.
R gives me more than B when they choose B (5$ instead of 3$), but R also gives me more than B when they choose R.
If both of us choose B, I would not gain anything by switching to R.
If they believe I will choose R, they would prefer B (3$ is better than 0$).
R brings me a positive payoff in every case, and if both players choose it, both get 0$.
R is a gamble between 5$ and 1$.
R becomes the more attractive option if you expect the other player to choose R.
If they choose B, I cannot improve on choosing B myself.
If I choose B, their payoff is 3$ for R and 5$ for B.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
