"""What a word of a sentence is said of, and what goes on from one sentence to the next: right and wrong.

Every line is about a shipped game, in the games' `paper` naming (R, B); ` // ` parts the lines of a text.
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences

RIGHT = {
    "prisoners_dilemma": """
Choice B does not give me the highest guaranteed payoff.
B doesn't offer the highest possible guaranteed payoff.
If I choose B and they choose B, I get 3$. This is more than the guaranteed payoff of 1$ for choosing R.
If I choose B and they choose R, I get 0$. So B gives me (3 + 0) / 2 = 1.5$, which is higher than 1$.
If I choose B, I get 0$ if they choose R. It is true that payoff 5 is higher than payoff 3.
Even in the worst case for choosing B (when they choose R), I would be better off choosing R.
The highest payoff they can get is 5, which they can get by choosing R if I choose B.
If they choose B, B gives me 3$, which is less than what I'd get if I chose R (5$ if they choose B, but 1$ if not).
Choosing R gives me a guaranteed minimum of 1$.
Choice R gives the highest guaranteed minimum payoff.
R guarantees at least 1$. // - This strategy is safer and lets me use the other player's choice of B for a payoff of 5$.
I see that the payoff to me for both players choosing R is 1$.
B guarantees me either 3$ or 0$.
They may believe that picking B leads to 3$ or 0$, while picking R leads to 1$ or 5$.
They are probably choosing B, and then choosing R gives me 5$.
If they pick R: My payoffs are 1 (if I choose R) and 0 (if I choose B).
I choose R to maximize my expected payoff.
R against B gives me 5$. They could just as easily choose R, in which case I would only get 1$.
With B, I am not sure of 3$. If the other player also chooses B, we both get 3$.
The mutual payoff is 6$ if both choose B, and 2$ if both choose R.
If they choose R, I am not indifferent between R and B.
The best choice for me is R because it guarantees me a payoff of at least 1$.
If I choose R, I am guaranteed to get at least 1$ if they choose R, and at least 3$ if they choose B.
If I pick B, I am guaranteed at least 3$ assuming the other player does the same.
Both get 1$ for R. This means that I am guaranteed at least 1$ if I choose R, more than 0$ if I chose B.
2. **I pick R, they pick B (RB):** // - I get 5$ // - They get 0$
**Scenario 2: I choose R, they choose B** // - I get 5$ // - They get 0$
Case 2 - I pick R, they pick B: // - My payoff is 5$
R against R: 1$; R against B: 5$.
I forgot that choosing B and B gives us the highest mutual payoff.
B vs. B guarantees 3$ each.
1. **I pick R, they pick B:** // - I get 5$ // - They get 0$
The best payoff of R is 5$. // // The worst payoff of B is 0$, if they choose R. However, if they choose B, I get 3$.
Both players choosing B yields a higher overall payoff than both players choosing R.
If both choose B, the combined payoff is higher than if I choose R and they choose B.
The mutual payoff is higher if both players choose B.
If they choose R, I risk ending up with 0$.
The potential payoff for choosing R is higher, and its guaranteed payoff is higher too.
Getting a 0$ payoff is the absolute worst outcome for me.
Given that choosing R guarantees a payoff of at least 1$, I choose R.
While 3$ is guaranteed if both choose B, this is not the highest payoff.
Choosing B would give us both 3$ if we aim for the highest mutual benefit.
I choose R, otherwise I might get 0$.
**If I choose B:** // - If they choose B, I get 3$. Otherwise, I get 0$.
While choice B offers a higher mutual payoff, I would rather minimize my risk.
Although B could give me 3$, I prefer to secure at least 1$.
I understand B has a higher mutual payoff, but I want to minimize my losses and choose R.
While B offers a chance of 3$, I am more interested in avoiding the worst outcome.
B gives me up to 3$, and I would rather get at least 1$ with R.
Although both choosing B yields 3$ each, I cannot rely on them, so I prefer a guaranteed 1$.
My main concern is avoiding 0$, which can only happen if I choose B.
If I choose B, the best I can do is to get 3$ when they choose B.
Each of us could get 5$ by choosing R if the other chooses B.
**Best responses:** // - If they choose R: R (1$ > 0$) // - If they choose B: R (5$ > 3$)
Range for R: 1$ to 5$.
If they expect I will choose B and choose R, they get 5$.
I choose B and hope that the other player also chooses B, with the risk of getting 0$.
Choosing B means hoping that they choose B as well, and risking 0$.
Both of us could pick B, with the risk that one of us gets 0$.
If both choose R, each gets 1$, and a player who moved to B alone would get 0$.
When both choose B, each gets 3$, but a player who chose R instead would get 5$.
I prefer that both of us play B and get 3$ rather than both of us play R and get 1$.
It is better if we both play B and get 3$ than if we both play R and get 1$.
If they play B, I play R instead of playing B and get 5$.
If I choose R, they get 1$ when choosing R and 0$ by choosing B.
R results in either 1$ (if both of us choose it) or 5$ (if they choose B).
B is cooperative. I go with the strategy that does better against either choice.
If both of us choose B, we get 3$ each. Together this is 6$, the highest total of the four combinations.
R is always better: the gain is 1$ when they choose R and 2$ when they choose B.
R and B pays 5$ to me and 0$ to them.
No matter which of the two they choose, the amount in line 1 is larger than the amount in line 2.
B risks 0$, so I play the option that results in the larger payoff in each case.
""",
    "stag_hunt": """
Choosing B while they choose B gives me 5$, which is higher than R but not guaranteed.
I want to get something, even if it is the smallest amount (1$), so I choose R.
The most likely case is that they will also choose R, in which case I will get 1$.
If they choose B, I get a lower payoff (3$) than if I had chosen B (5$).
It would be great if both chose B, but I would rather be safe.
If I believe there is a good chance of them choosing B, B is worth the risk of 0$.
If both players pick R, we each get 1$, which is less than the 5$ we'd each get by picking B.
If both pick B, nobody has an incentive to deviate, as they would get 3$ instead of 5$.
The difference between the worst cases is 1$ (1$ for R and 0$ for B).
(B, B) is best for us both, and nobody gains by picking R when they pick B. So neither of us has a reason to leave it.
I choose R because B could leave me with nothing. Its worst case is 1$.
I expect them to pick B and pick B myself, although this comes with a risk of getting nothing.
B is the choice for anyone who wants 5$, because 5$ cannot be reached in any other way.
The best response is always to match the other player, and both of us prefer matching on B over matching on R.
If they think I will choose R, their best response is R, because it gives them 1$ and B would give them 0$.
I choose B. It is different with R, where I would earn 1$ in the worst case.
I choose B. I am better off with R, where I get 3$ if they choose B.
If I choose R and they choose B, I get 3$. This is the best result I can have when choosing R.
If they choose B, R gives me 3$ against B's 5$.
If I choose R and they choose B, I earn 3$ against 0$ for them.
""",
    "hawk_dove": """
They would notice that choosing B guarantees them a positive payoff regardless of my choice, either 1$ or 3$.
They know that choosing B guarantees them 1$, while choosing R could result in 0$.
If I choose B, I reduce my risk of getting 0$.
I choose B. There is no choice that is better in both cases.
My worst case with B is 1$. None of my options gives me more in every case.
I choose B. Nothing I can do is better in both cases.
I choose B. So my best choice is not the same in both cases.
A player who wants a positive payoff in every case should choose B.
The points do not change this, because they show that B gives me 1$ when the other player picks R.
R is the right choice, because 5$ is not possible with B.
R is the right choice, since 5$ can't be reached with B.
I prefer B, since 0$ is possible with R.
They may pick R, hoping that I pick B, with the risk of getting 0$.
They could pick R and hope that I pick B, but they risk getting nothing.
B is safer because R would leave me with 0$ if they picked R. In the best case, it gives me 3$.
The highest payoff (5$) is not available to me with B, but the lowest one (0$) isn't either.
When they pick R, B is better for me ($1 against $0).
When they pick B, R is better for me (5$ against just 3$).
If I choose R and they choose B, I get more than they do (5$ against 1$).
If they are thinking about the 5$ as well, we would both choose R and leave with 0$.
If the other player is drawn by the same 5$ and goes for R as I do, we both get 0$.
R against B: 5$ for me, 1$ for my counterpart.
If they choose B, I choose R, since 5$ is better than the 3$ I would make with B.
Choosing B protects me from that result: in the worst case I still receive 1$.
B has the better worst case, and it leaves the door open for the 3$ outcome.
The most important thing for me is to avoid the clash where both of us choose R.
They may try R for the 5$, or they may choose B.
B has a lower maximum payoff (3$), although it secures that I get at least 1$.
If they choose B, R gives me 5$ and B gives me 3$, so I am better off when choosing R.
The choice B offers less at the top (3$), but I would still get 1$ if they choose R.
""",
}

WRONG = {
    "prisoners_dilemma": """
Choice R does not give me the highest guaranteed payoff.
If I choose R and they choose B, I get 5$. This is more than the guaranteed payoff of 1$ for choosing B.
Even in the best case for choosing R (when they choose R), I would be better off choosing B.
The highest payoff they can get is 5, which they can get by choosing B if I choose R.
Choosing R gives me a guaranteed minimum of 5$.
Choice B gives the highest guaranteed minimum.
If I choose B, the worst case is 0$, the same as if I chose R. I might also get 5$ if they choose R.
If they pick R: My payoffs are 1 (if I choose R) and 3 (if I choose B).
By choosing B, I am maximizing my expected payoff.
By choosing B, I am reducing my risk of getting 0$.
R against B gives me 5$. They could just as easily choose R, in which case I would get 3$.
With B, I am not sure of 3$. If the other player also chooses B, we both get 1$.
They know that choosing R may lead to 0$, while choosing B leads to 3$.
If they choose R, I am indifferent between R and B.
If they choose B, I would be indifferent between choosing R and choosing B.
The best choice for me is B because it guarantees me a payoff of at least 1$.
If I choose R, I am guaranteed to get at least 3$ if they choose R.
If I choose R and they choose B, I get at most 3$.
If I pick B, I am guaranteed at least 5$ assuming the other player does the same.
2. **I pick R, they pick B (RB):** // - I get 0$
**Scenario 2: I choose R, they choose B** // - I get 3$
Case 2 - I pick B, they pick R: // - My payoff is 5$
R against R: 1$; R against B: 3$.
Choosing R and R gives us the highest mutual payoff.
R vs. R guarantees 3$ each.
1. **I pick R, they pick B:** // - I get 3$
Both players choosing R yields a higher overall payoff than both players choosing B.
If both choose R, the combined payoff is higher than if both choose B.
Both choosing R results in a better collective payoff.
The mutual payoff is higher if both players choose R.
If they choose B, I risk ending up with 0$.
I understand that the potential payoff for choosing B is higher.
The minimum payoff for B is higher.
Getting a 1$ payoff is the absolute worst outcome for me.
Given that choosing B guarantees a payoff of at least 1$, I choose B.
While 5$ is guaranteed if both choose B, this is not the highest payoff.
Choosing B would give us both 5$.
**If I choose B:** // - If they choose B, I get 3$. Otherwise, I get 1$.
I choose B because I want to minimize my risk.
I would choose B since I prefer a guaranteed payoff of at least 1$.
While R looks selfish, I want to minimize my risk, so I choose B.
**Best responses:** // - If they choose R: B (1$ > 0$)
Range for R: 0$ to 5$.
If they expect I will choose B and choose R, they get 3$.
I choose R and hope that the other player also chooses R, with the risk of getting 0$.
When both choose B, each gets 3$, but a player who chose R instead would get 1$.
I prefer that both of us play B and get 3$ instead of both playing R and getting 0$.
If I choose R, they get 1$ when choosing R and 3$ by choosing B.
R results in either 1$ (if both of us choose it) or 3$ (if they choose B).
B and R leads to 5$ for me and 0$ for them.
Both R and B give me 5$.
""",
    "stag_hunt": """
Each case is equally likely, so choosing R is maximizing my expected payoff.
Choosing R while they choose B gives me 3$, which is higher than B but not guaranteed.
The payoff to me for both players choosing B is 3$.
If they choose B, I get a higher payoff (3$) than if I had chosen B (0$).
We would each get 3$ by choosing B.
If they choose B, the best I can do is to choose R.
If they think I will choose R, their best response is R, because it gives them 1$ and B would give them 3$.
I choose B. It is different with R, where I would earn 0$ in the worst case.
If they choose B, R gives me 3$ against B's 1$.
If I choose R and they choose B, I earn 3$ against 1$ for them.
""",
    "hawk_dove": """
They know that choosing R guarantees them a positive payoff.
They know that choosing R guarantees them 1$, while choosing B could result in 0$.
I choose B. It is better in both cases.
A player who wants the higher payoff should choose R in every case.
The points do not change this, because they show that B gives me 3$ when the other player picks R.
R is the right choice, because 3$ is not possible with B.
R is a bad choice, since 0$ is possible with B.
B is the right choice, since 5$ can't be reached with R.
I could pick B and hope that they pick B, but I risk getting nothing.
B is safer because it never leaves me with 0$. In the best case, it gives me 5$.
When they pick B, R is better for me (5$ against 1$).
When they pick R, B is better for me ($1 against $5).
If I choose R and they choose B, I get more than they do (3$ against 1$).
If they are thinking about the 5$ as well, we would both choose R and leave with 1$.
If we both choose R and get 5$, nobody is worse off.
R against B: 5$ for me, 3$ for my counterpart.
If they choose B, I choose R, since 5$ is better than the 1$ I would make with B.
B has a lower maximum payoff (3$), although it secures that I get at least 3$.
If they choose B, R gives me 5$ and B gives me 3$, so I am better off when choosing B.
The choice B offers less at the top (1$), but I would still get 1$ if they choose R.
""",
}


@pytest.mark.parametrize(("game", "text"), sentences(RIGHT))
def test_right_text_holds(game: str, text: str) -> None:
    assert failed_of_decided(game, text.replace(" // ", "\n")) == []


@pytest.mark.parametrize(("game", "text"), sentences(WRONG))
def test_wrong_text_is_caught(game: str, text: str) -> None:
    assert failed_of_decided(game, text.replace(" // ", "\n")) != []
