"""What longer reasoning holds beside payoffs: hypothetical people, repeated play, splits, views of the other role."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "hawk_dove": """
When one of us picks R and the other picks B, the split is quite unequal, 5$ against 1$. B is safer.
Both of us choosing B gives us the same amount, 3$.
If both of us go for R in the hope of earning 5$, nobody earns anything.
None of the two options is always superior: if they choose R, I'm better off with B, and if they choose B, with R.
For them, R is worth 5$ if I select B. B is worth 3$ if I select B and 1$ if I select R.
If I choose R and they choose B, they earn 1$, which is less than they would earn if both of us picked B.
Someone who always gives in with B earns 1$ every time, while two people who fight with R earn 0$ every time.
If the other player chooses B, R is optimal.
If they choose R, B is the best I can do, since it gives me 1$ instead of the 0$ I would receive otherwise.
They'd rather see me choose B, whatever they do themselves: this way they get 5$ instead of 0$ with R.
I prefer them to choose B irrespective of my own choice: this gives me 5$ rather than 0$ with R.
My regret with B would be 2$ if they chose B, and there would be no regret if they chose R.
R pays 0$ or 5$ and B pays 1$ or 3$, so the spread of R (5$) is much wider than that of B (2$).
If I pick B and they pick R, I earn 1$; had I insisted on R as well, it would have been 0$ for both of us.
B assures them of a positive payoff no matter what I do (1$ or 3$). They may choose B.
R may bring more. I believe that avoiding the 0$ is more important than the chance of getting 5$.
5$ is the most they can get when I choose B.
Many people prefer to play it safe, and that makes R the better choice for me, even though I might end up with 0$.
If they expect B, they could be tempted by R, but they would face a 0$ outcome if they turn out to be wrong about me.
They'd notice that B always leaves them with a positive amount, either 1$ or 3$, while R might leave them with nothing.
If they pick R too, we both leave without any money, and there's no worse outcome for either of us. B is safer.
B never leaves me with 0$. It is the choice with the higher guaranteed payoff, while R is tempting.
B has the better worst case and doesn't depend as much on a correct guess about the other player.
The guaranteed minimum of B is more important to me than a high amount, as they could also be tempted by R.
If both of us go for the 5$ by picking R, we both end up with nothing.
If I choose R because I expect B and this turns out to be wrong, I get nothing.
The best choice is B because the lowest payoff I can get from it is 1$, no matter what the other player picks.
With B, my earnings are 1$ against R (they earn 5$) and 3$ against B (they also earn 3$).
With R I get anything from 0$ (minimum) to 5$ (maximum).
If they choose R and I choose B, B is the better option for me, even though they come out ahead.
If the other player goes for R, I should choose B (1$ is better than 0$).
""",
    "prisoners_dilemma": """
An opponent with R would receive 5$ against my B, and I'd be left with 0$.
They would probably stop choosing B, and from then on I could earn 1$ per round at most. R is safer.
R is optimal for me irrespective of the other player's decision.
If both of us pick R, we each get 1$, even though both of us would be better off at 3$ each under (B, B).
Whether I go with R or B, they do better by picking R (1$ vs. 0$ in the first case, 5$ vs. 3$ in the second).
They'd prefer R, since they get 5$ instead of 3$ when I choose B and 1$ instead of 0$ when I choose R.
R is safe. This is something that B cannot offer, as its lowest payoff is 0$.
R pays 3$ on average. The expected payoff of B is 1.5$, because I get 0$ when they pick R and 3$ when they pick B.
If R and B are equally likely, R has the higher expected payoff, and it is also the option where I cannot get 0$.
The best choice for me is R, even though we would both get more (3$ instead of 1$) if we both chose B.
R is best for me whether they choose R or B.
I choose R and the other player chooses B: My payoff is 5$, the other player's is 0$.
R also beats B against each individual choice of the other player: 1$ versus 0$ if they choose R.
If I choose B and they choose R (which is what their own best response suggests), I get nothing.
I pick B despite the lower potential (at most 3$, while R could pay 5$) and the possibility of earning nothing.
Choosing B involves a sacrifice in either case: 1$ if they choose R, and 2$ if they choose B.
My B is worth a lot to them: it raises their payoff from 1$ to 5$ if they choose R.
If I choose R, my minimum payoff is 1$, which I get if they choose R, and my maximum payoff is 5$.
If they choose R and I choose B, I get 0$. This is the outcome I want to avoid.
R has both the higher minimum and the higher maximum payoff, and there is no good reason for me to choose B.
If they are equally likely, R pays more on average, and the lowest payoff I can get with R (1$) is above that of B.
R pays me more than B if they choose R (1$ compared to 0$), and R also pays me more than B if they choose B.
If the other player chose randomly, I would expect to get 3$ with R and 1.5$ with B.
Mutual B creates 6$ for the pair of us, a mismatch creates 5$, and mutual R creates only 2$.
Even though choosing B could lead to a fair result, I would feel safer with R.
For each choice of the other player, I do better with R than with B.
My payoff with R will always be higher, no matter what the other player does.
""",
    "stag_hunt": """
B may leave me with 0$. R does not have this problem, since its lowest possible payoff is 1$.
The total payoff when both pick B is 10$.
If they choose B, I earn more by choosing B (5$) than by choosing R (3$).
I'd like the other player to choose B, whatever I do: it raises my earnings from 1$ to 3$ with R.
At 50%, the numbers would be 2$ for R and 2.5$ for B.
Someone who answers B with R gets 3$, which is less than the 5$ they would have gotten with B.
A success with B could lead to 5$ in the following rounds as well.
If they are equally likely, B is better on average: it is ahead of R whenever they pick B with a probability above 1/3.
What speaks against B: it pays nothing if they pick R. In that case, I'd have been better off with R.
The higher guaranteed amount belongs to R, whereas the higher average at 50/50 odds belongs to B.
The downside of B relative to R is 1$ if they choose R, and the upside is 2$ if they choose B. B is riskier.
B has the higher average under equal odds, but it does not protect me from 0$.
If I pick B, the other player's payoff is at least 3$. If I pick R, it is 1$ or 0$.
I would regret choosing B if they chose R, and I would regret choosing R if they chose B.
If R and B were equally likely, my expected payoff would be 2$ with R and 2.5$ with B.
If they think that I will pick R, R is their best response to it.
B is risky because it leads to 0$ if they choose R, but it is the only way to reach 5$.
Between these two, (B, B) is better for both of us, since each gets 5$ instead of 1$.
To decide between R and B, I consider which choice would give me the better payoff in each case.
(B, B) has a combined payoff of 10$ (5+5), compared with 3$ when our choices differ and 2$ when we both pick R.
If they expect R, R is the better reply for them, since it pays 1$ and B would pay nothing.
R never leaves me empty-handed, but whichever way they decide, I stay below the maximum of 5$.
Although R means that I may end up with only 1$, it is safe in the sense that my payoff is always positive.
The total is highest when both pick B (10$ in total, compared with 2$ when both pick R).
If I pick R, I can be sure of receiving at least 1$, but I give up the chance to earn more than 3$.
With R, even in the best case my payoff stays 2$ below the maximum of 5$.
If they think that I'm going to choose B, choosing R would make them worse off, as they would get 3$ rather than 5$.
They may choose the safer option, which would leave me with nothing if I picked B.
If they choose B, I should choose B too, because I would get 5$ and not just the 3$ I would get from choosing R.
There's a big reward if both of us cooperate (B), and a smaller but more reliable reward for acting alone (R).
""",
}
WRONG = {
    "hawk_dove": """
For them, R is worth 5$ if I select B. B is worth 3$ if I select B and 0$ if I select R.
If I choose R and they choose B, they earn 1$, which is more than they would earn if both of us picked B.
If the other player chooses B, B is optimal.
B is optimal for me irrespective of the other player's decision.
If they choose B, B is the best I can do, since it gives me 3$ instead of the 1$ I would receive otherwise.
If I pick B and they pick R, I earn 1$; had I insisted on R as well, it would have been 1$ for both of us.
3$ is the most they can get when I choose B.
They'd notice that R always leaves them with a positive amount, either 1$ or 3$, while B might leave them with nothing.
R may leave me with 0$. It is the choice with the higher guaranteed payoff, while B is tempting.
R is bold. The lowest payoff I can get from it is 1$.
With B, my earnings are 1$ against R (they earn 5$) and 3$ against B (they also earn 5$).
With R I get anything from 0$ (minimum) to 3$ (maximum).
If the other player goes for B, I should also choose B (3$ is better than 1$).
My payoff with R will always be higher, no matter what the other player does.
""",
    "prisoners_dilemma": """
An opponent with R would receive 3$ against my B.
If both of us pick R, we each get 1$, even though both of us would be better off at 4$ each under (B, B).
They'd prefer R, since they get 3$ instead of 1$ when I choose B and 1$ instead of 0$ when I choose R.
R pays 3$ on average. The expected payoff of B is 1.5$, because I get 1$ when they pick R and 3$ when they pick B.
I choose R and the other player chooses B: My payoff is 5$, the other player's is 5$.
B has both the higher minimum and the higher maximum payoff, and there is no good reason for me to choose R.
B pays me more than R if they choose R (1$ compared to 0$), and R pays me more than B if they choose B.
Even though choosing R could lead to a fair result, I would feel safer with B.
""",
    "stag_hunt": """
B may leave me with 0$. R does not have this problem, since its lowest possible payoff is 3$.
If they choose B, I earn more by choosing B (3$) than by choosing R (3$).
The higher guaranteed amount belongs to R, and the higher average at 50/50 odds belongs to R, too.
If I pick B, the other player's payoff is at least 3$. If I pick R, it is 5$.
I would regret choosing B if they chose B.
B is best for me whether they choose R or B.
If the other player chooses B, you get 5$ by choosing B, but you get even more by choosing R.
If R and B were equally likely, my expected payoff would be 2.5$ with R and 2$ with B.
If they think that I will pick R, B is their best response to it.
R is safe because it leads to 1$ if they choose R, and it is the only way to reach 5$.
If they expect R, B is the better reply for them, since it pays 3$ and R would pay nothing.
If they think that I'm going to choose B, choosing R would make them better off, as they would get 3$ rather than 1$.
If they choose B, I should choose R, because I would get 5$ and not just the 3$ I would get from choosing B.
There's a big reward if both of us cooperate (R), and a smaller but more reliable reward for acting alone (B).
For each choice of the other player, I do better with R than with B.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


def test_a_heading_tells_whose_payoffs_a_list_holds() -> None:
    text = "**Payoffs for the anonymous player:**\n- (R, B): {}$\n- (B, R): 5$\n"
    assert failed("hawk_dove", text.format(1)) == []
    assert failed("hawk_dove", text.format(5)) != []


@pytest.mark.parametrize("opener", ["Here's why:", "This is how I came to my decision:", "My reasoning is as follows:"])
def test_a_choice_announced_first_is_not_the_scene_of_the_reasons(opener: str) -> None:
    reasons = "When I choose R and they pick B, I get 5$. But when they pick R as well, I get {}$."
    text = f"I choose B. {opener}\n\n{reasons}\n"
    assert failed("hawk_dove", text.format(0)) == []
    assert failed("hawk_dove", text.format(1)) != []
