"""Numbers and moves that right texts name without claiming a payoff, beside sentences that do claim a wrong one."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences, verifier

RIGHT = {
    "hawk_dove": """
What changes if I choose R instead of B: +2$ if they choose B, -1$ if they choose R.
Unless both choose R, everything adds up to 6$. If I take B, the 6$ are safe.
If they believe that I'm very likely to choose B, R is better for them: they'd probably get 5$.
If they think that I choose R, then B is better for them: 1$ is certain or even 3$.
My gut feeling says R because nothing beats 5$, but B is safer.
Most people choose B. That would make R profitable: 5$ for me, 1$ for them.
With B, my payoff is never below 1$ and never above 3$.
Case A (they choose R): R → 0$, B → 1$.
Nobody can be made worse off than 0$, and nobody can be made better off than 5$.
I could never bear the thought of 0$, so R is not for me and I choose B.
With a 50 % chance of each of their choices, R is worth 2.5$ on average and B is worth 2$.
B is worth 1$ if they choose R and R is worth 5$ if they choose B.
If they choose B with probability p, R is worth 5p and B is worth 1 + 2p.
I can't claim that B is the option with the greater payoff in every case.
One might think that B always pays more, but it doesn't.
If I choose B, the other player can choose R and get 5$.
If I choose B, they would choose R and earn 5$, or choose B and earn 3$.
Choosing B means that I might miss the 5$, yet it also means that I won't go home with nothing.
If one of us chooses R and the other B: 5$ for the one with R and 1$ for the one with B.
B pays 3$ or 1$, R pays 5$ or 0$. The chance speaks for R, but the lower risk speaks for B.
If they choose B, R beats B by 2$. If they choose R, B beats R by 1$.
B beats R by just 1$, and this only if they choose R.
Switching to R against B raises my payoff by 2$.
The spread between my payoffs is 5$ for R but just 2$ for B.
If they pick B and I pick B too, we have 6$ between us.
Together we make 6$ unless both of us choose R.
If both of us choose B, we share a total of 6$.
With B I have nothing to fear: 1$ is the least I can get.
If I counted on them choosing B and they surprised me with R, my R would earn 0$.
If I choose R: the other player gets 0$ with R, and 1$ with B. So they should choose B.
I choose B, which steers me clear of the 0$.
They choose B because they dread earning 0$.
Whoever moves from B to R climbs from 3$ to 5$.
I could choose B and spare myself the 0$.
I can't be sure that they choose B, and nothing is worse than being left with 0$.
If I choose B, 3$ is the highest payoff I can get, and 1$ is the lowest payoff I can get.
I choose B, because 1$ is the highest payoff I can get if they choose R.
The highest payoff is 5$. The lowest payoff is 0$, and it happens if both choose R.
Whether R or B pays more for me depends on the other player.
With B the least I can get is 1$, while with R it could be nothing.
If both choose R, I get 0$. In that case, I would have been better off with B, which would have given me 1$.
If I choose R and they play it safe with B, I get 5$ and they get 1$.
If both of us only protect ourselves or go for the 5$, we both choose R and get 0$.
The only risk with B is that they play it safe and pick B as well, so that R would have paid 5$.
They may choose R, which I accept because of the possible reward of 5$.
With even chances, R has a higher expected payoff than B and gives me the chance to get 5$.
I get my highest payoff by choosing R while they choose B.
If I think that the other player is cautious, then my best response is R.
If I choose R and they choose R, I get 0$. They may choose B as well, and in that case both of us get 3$ with B.
If they think I choose R, they choose B. It makes sense to pick the choice with the better worst-case outcome.
In all other cells the total is 6$ or lower: 0$ if both of us choose R.
To keep my risk as low as possible, I choose B.
If I choose B, choosing R (5$) is better for the other player than choosing B (3$).
If I choose R and I'm wrong about them, I'd lose the 1$ that B would have given me and receive nothing.
My best reply is always the opposite of what they choose: R against B and B against R.
Certainty is more important to me than the possibility of earning 5$.
Case 1: both choose R, and both get 0$. Choosing R might lead to Case 1.
In case 3 I choose B and they choose R, so that I get 1$.
But if they see it coming, they may play R too, and I would get 0$.
I cannot tell whether they like to play it safe.
That option is B, because its lowest payoff is 1$, while the lowest payoff for R is 0$.
If we both choose R to get the 5$, we both end up with 0$.
R has a wider range of outcomes, from 0$ up to 5$.
B gives me anything between 1$ and 3$.
If they choose R with probability 2/3, both R and B give me an expected payoff of about 1.67$.
If R and B are equally likely, R gives me an average of 2.5$, which is more than the average I get from B.
""",
    "prisoners_dilemma": """
The safest plan for the two of us would be to coordinate on B.
They may choose R, hoping to get 5$.
They have no reason to choose B if they think that I choose R, because they would get 0$ instead of 1$.
R beats B whatever the other one does: 1$ is more than 0$ if they choose R, and 5$ is more than 3$ if they choose B.
With R, my lowest possible payoff is 1$ and my highest possible payoff is 5$.
Both of us prefer (B, B) to (R, R), because 3$ is more than 1$.
Both choosing B brings each of us more than both choosing R, and it has the highest total.
If I chose B and they R, I'd get 0$. I prefer the option that gives me at least 1$, and maybe 5$ if they choose B.
R gives me the potential for the highest payoff of 5$.
If they decide in my favour (B), it's 3$ or 5$. If they decide against me (R), it's 0$ or 1$.
If they turn out to be nice (B), I get 5$ with R.
And should the stranger surprise me with B, I'd get 5$ instead of 3$ thanks to R.
Choosing R gives me 1$ plus 0.2 of their 1$ if they choose R, and 5$ plus nothing if they choose B.
The sum of the payoffs would be 6$ if we both chose B. It would be minimal (2$) if we both chose R.
Choosing B adds 4$ to the sum if they choose B and 3$ if they choose R.
Suppose I tell myself that they'll choose B. Then I get 5$ by choosing R, which beats 3$.
B can't guarantee me anything above 0$.
There's nothing to be gained by choosing B, whatever they do.
If both of us choose R, we both get 1$, even though there was a way for both of us to get 3$.
If the other player picks R, I can pick R for 1$ or B for nothing.
There's an outcome that's best for them: (B, R), with 5$ for them and nothing for me.
Mutual R is a pity, since both of us could have had 3$ instead of 1$.
If we both defect by choosing R, we earn 1$ each; if just one of us defects, the other earns nothing.
I'm not saying that B gives me more than R.
R gives me a bonus of 2$ over B if they choose B, and a bonus of 1$ if they choose R.
Mutual R costs each of us 2$ relative to mutual B.
Two players who both choose R have 2$ between them, which is far less than 6$.
The gain from R against B is 2$ (5$ rather than 3$), whereas the gain against R is 1$ (1$ rather than 0$).
There is nothing wrong with B as such, but R pays more in both cases.
In the top row I get 1$ or 5$, in the bottom row I get 0$ or 3$.
If they choose R, B costs me 1$.
The possibility of getting 3$ tempts me less than the possibility of getting 0$ scares me.
R is the better reply: it gives me 1$ instead of 0$ against R, and 5$ instead of 3$ against B.
The only equilibrium is R for both, although both of us would be better off with B and B.
It would be better for both of us if we both chose B.
""",
    "stag_hunt": """
If they choose B half of the time, all or nothing is the better deal: at 50 % it's worth 2.5$, while R is worth 2$.
A person without confidence would choose R and get 1$ or 3$.
(B, B) is better than (R, R) for both of us: 5$ versus 1$.
They go for R, because 1$ is certain with R and 3$ is a nice surprise.
If they choose B in 7 of 10 cases, B gives me 3.5$ on average and R gives me 2.4$.
I can't stand the idea of getting nothing, and this can only happen to me with B.
With R, I get 1$ for sure and maybe 3$.
I'd lose 2$ by playing R against B and 1$ by playing B against R.
Playing R, I would earn 2$ less than with B if they choose B, but I would be protected from getting 0$.
They can't gain from betraying me: if I choose B, R earns them 3$ and B earns them 5$.
My ranking: 5$ (both B), 3$ (I choose R, they choose B), 1$ (both R), 0$ (I choose B, they choose R).
The lowest payoff with R is 1$ and the highest is 3$. The lowest payoff with B is 0$ and the highest is 5$.
With R there's no scenario where I'd get 0$ or 5$.
If they choose B in 6 of 10 cases, B gives me 3$ on average and R gives me 2.2$ on average.
If they choose R, I lose just 1$ by choosing B; if they choose B, I gain 2$ by choosing B.
With B, I stand to gain 2$ over R if they choose B, and to lose 1$ if they choose R.
The most I can lose by choosing B instead of R is 1$, while the most I can gain is 2$.
Mutual B gives us 10$ together, mutual R just 2$, and a mix of R and B gives 3$ in total.
If they trust me to choose B, they will choose B too, as 5$ beats the 3$ they'd get from R.
If they doubt that I choose B, they might settle for R, which guarantees them 1$.
The other player has nothing to gain by choosing R if they expect B from me: 3$ is less than 5$.
If they expect me to choose B, they have nothing to gain from R, because they would get 3$ instead of 5$.
The possibility of 0$ worries me more than the possibility of 5$ tempts me.
R has the better worst case (1$ as against 0$), B has the better best case (5$ as against 3$).
Scenario 2 (R, B): I get 3$ and they get 0$. If I choose B, I end up in scenario 3 or 4.
If I choose R, we end up either with result 1 or with result 2.
""",
    "battle_of_the_sexes": """
If they choose football, football is better for me than opera by $2.
Going to the opera together brings us $5 in total, which is $5 more than we make apart.
Outcome 4 is the one in which both of us choose football.
""",
}


WRONG = {
    "hawk_dove": """
Everything adds up to 6$ unless both choose R. If I take B, I get 5$ or nothing.
With R, my payoff is never below 1$.
If I choose R, 3$ is the highest payoff I can get.
With R the least I can get is 1$.
If I choose R and they play it safe with B, I get 3$.
I get my highest payoff by choosing B while they choose B.
I choose B, because 3$ is the highest payoff I can get if they choose B.
To keep my risk as low as possible, I choose R.
With B, my payoff is never above 1$.
Case A (they choose R): R → 0$, B → 3$.
I could never bear the thought of 0$, and with R I always get at least 1$.
With a 50 % chance of each of their choices, R is worth 2$ on average and B is worth 2.5$.
If I choose B, the other player can choose R and get 3$.
If one of us chooses R and the other B: 1$ for the one with R and 5$ for the one with B.
B pays 3$ or 1$, R pays 5$ or 0$. The lower risk speaks for R.
If they choose R, R beats B by 2$.
If they choose B, B is better for me than R by 2$.
If both of us choose B, we share a total of 6$, so each of us gets 5$.
If they choose R, I end up with 1$ extra by choosing R instead of B, since I get 1$ with R.
Case 1: both choose R, and both get 1$.
With R I have nothing to fear: 1$ is the least I can get.
But if they see it coming, they may play R too, and I would get 1$.
That option is R, because its lowest payoff is 1$, while the lowest payoff for B is 1$.
If we both choose R to get the 5$, we both end up with 1$.
B has a wider range of outcomes, from 0$ up to 3$.
B gives me anything between 1$ and 5$.
If they choose R with probability 2/3, both R and B give me an expected payoff of about 2$.
If they choose R or B with equal probability, B gives me an average of 2$, which is more than the average I get from R.
""",
    "prisoners_dilemma": """
The safest plan is to choose B.
They may choose B, hoping to get 5$.
With R, my lowest possible payoff is 0$.
B gives me the potential for the highest payoff of 5$.
B gives me the potential for the highest payoff.
If they turn out to be nice (B), I get 3$ with R.
And should the stranger choose B, I'd get 3$ with R.
The sum of the payoffs would be 6$ if we both chose B. I would get 5$ if we both chose B.
There's nothing to be gained by choosing R: it always pays less than B.
If the other player picks R, I can pick R for 1$ or B for 3$.
If we both defect by choosing R, we earn 3$ each.
I'm not saying that B is bad, but B always gives me more than R.
If they choose R, B pays 1$ more than R.
If they choose B, B beats R by 2$.
There is nothing wrong with B: it gives me more in both cases.
B is the better reply: it gives me 1$ instead of 0$ against R, and 5$ instead of 3$ against B.
Both of us would be better off with R and R.
We would both be better off if we both chose R.
""",
    "stag_hunt": """
If they let me down (R), I get 5$ with B.
With R, either 3$ or 5$ is certain for me.
Suppose they'll choose B. Then I get 5$ by choosing R, which beats 3$.
I can't stand the idea of getting nothing, so I choose B, which always gives me 1$ or more.
With R, I get 3$ for sure.
My ranking: 5$ (both B), 3$ (both R), 1$ (I choose R, they choose B).
The lowest payoff with R is 1$ and the highest is 5$.
If I choose B, R earns them 5$.
R has the better worst case (1$ as against 0$), and B always pays more.
Scenario 2 (R, B): I get 0$ and they get 3$.
If they choose B, I gain 2$ by choosing R, since I get 5$ with R.
If they doubt that I choose B, R guarantees them 3$.
""",
}


@pytest.mark.parametrize(("game", "text"), sentences(RIGHT))
def test_right_text_holds(game: str, text: str) -> None:
    assert failed(game, text) == []


@pytest.mark.parametrize(("game", "text"), sentences(WRONG))
def test_wrong_text_is_caught(game: str, text: str) -> None:
    assert failed(game, text) != []


def test_numbers_beside_each_other_are_no_sum() -> None:
    assert not verifier("hawk_dove").check("1%1%- 5 3 - 2").claims
