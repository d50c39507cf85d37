"""What a text says beside its case: what it said before, what one fears, what a change of moves brings, and means.

Every right sentence has a wrong one of the same form.
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
R keeps me away from the outcome in which I get 0$.
Being careful means choosing R to rule out the possibility of getting 0$.
They would rather have 1$ than 0$ if I choose R, and they would rather have 5$ than 3$ if I choose B.
Choosing R is tempting: its payoffs are 1$ and 5$, whereas the payoffs of B are 0$ and 3$.
R can't leave me with nothing. The lowest I can get is 1$.
Let's look at R. The highest payoff I can get is 5$, and the lowest is 1$.
Once at (R, R), neither of us could earn more by switching to B alone.
If they are about to choose B, I profit from choosing R, which would raise my payoff from 3$ to 5$.
R is safe. It avoids the worst outcome for me, i.e. 0$.
If they choose R, I would rather have 1$ with R than 0$ with B.
I could choose B to be kind, but the goal is to maximize my own payoff.
There is no belief about the other player under which B would maximize my expected payoff.
When they pick R, my picking B raises the total from 2$ to 5$.
When they pick R, my picking R raises my payoff from 0$ to 1$.
I know that the other player could exploit me by choosing R. In that case they would get 5$.
Payoff 1 is the lowest payoff I can get by choosing R, and 0 is the lowest payoff I can get by choosing B.
If they choose R, I'm better off with R, as I get 1$ instead of 0$. It's better than nothing.
The best outcome for both of us is (B, B), with 3$ each.
The best we can both do is 3$ each.
By choosing R, I protect myself from being exploited and getting 0$.
They're better off with R as well: 5$ instead of 3$ if I choose B, 1$ instead of 0$ if I choose R.
Whoever chooses B while the other chooses R gets nothing.
If we both choose B, we both get 3$. This is the best outcome.
Both choosing B is the best outcome (3$ each).
Choosing B could lead to the best outcome if the other player chooses B too.
Both players would do better by choosing B.
The worst outcome for both of us is (R, R), with 1$ for each.
Suppose they choose R. I'd prefer 1$, so R is what I want to choose.
Choosing B is a gift: it costs me 1$ or 2$, and it's worth 4$ or 3$ to the other player.
If I choose R and they choose B, I have 5$, and there is nothing for me to regret.
If I choose B and they choose R, I'd have nothing, although I could have had 1$.
If I choose R, I'd feel sorry for the other player, who could be left with 0$.
There is nothing that would stop the other player from choosing R and getting 5$ while I choose B.
Against someone who chooses B, I could share, earning 3$, or take advantage of them, earning 5$.
""",
    "stag_hunt": """
I said that B is safe, but it isn't.
My earlier reasoning stated that choosing B guarantees me 5$.
If they choose R because they are afraid of getting 0$, I would be the one who gets 0$.
Whoever leaves (B, B) for R sees the payoff drop from 5$ to 3$.
If I choose R and they choose B, I'd regret not having chosen B.
If they choose B, I get 5$ with B, but if they don't trust me, I get 0$ with B.
(B, B) pays us 5$ each, and I would have to live with 0$ if my trust were misplaced.
Even with a 50% chance that they choose B, my expected payoff is 2.5$ for B and 2$ for R.
B rules nothing out, but R rules out the top payoff of 5$.
(B, B) is better for both than (R, R): 5$ each rather than 1$ each.
With a 50/50 chance, I can expect 2$ from R and 2.5$ from B.
B risks 1$ to gain 2$.
Even if it's more likely that they choose R than that they choose B, B could still be the better choice.
If each choice of theirs has probability 1/2, B yields 2.5$ on average, while R yields 2$.
""",
    "hawk_dove": """
The best reply to R is B and the best reply to B is R.
They get 3$ or 5$ if I choose B, and only 0$ or 1$ if I choose R.
They are better off with me choosing B, regardless of what they do.
I am better off if they choose B.
Each of us could earn 5$ by moving to R while the other sticks to B.
Of all outcomes with equal payoffs, (B, B) is the best: we'd each receive 3$.
It's true that R's worst case is worse than B's. It's also true that R's best case is better.
The other player is more likely to choose B because they fear getting 0$.
If the probability of the other player choosing B is 70%, the expected payoff of R is 3.5 and that of B is 2.4.
The payoff of B ranges from 1$ to 3$.
The 5$ is out of reach if I choose B.
If one of us deviates from (B, B), that player gets 5$ and the other gets 1$.
The (R, R) outcome must be avoided, since nobody gets anything.
If I choose B, I might regret it when they choose B, since I could have had 5$.
If the chance of them choosing B is low, I should choose B.
If they are unlikely to choose B, I should choose B.
I should choose B if I believe that the probability of them choosing B is less than 1/3.
If there's a low chance that the other player picks R, picking R is better for me.
If I don't expect them to choose R, R is the better choice.
If I choose R, choosing B is better for the other player than choosing R.
If they pick R, I get 0$ with R. I'd have made the right choice with B, because R would have left me with nothing.
If they pick R, I'd rather pick B and have 1$ than pick R and have 0$.
B never leaves the other player with less than 3$.
With even odds, my expected payoff is 2.5$ if I choose R, and 2$ if I choose B.
They prefer a low risk, so I will choose R.
min(R) = 0, min(B) = 1. E(R) = 1/2 * 0 + 1/2 * 5 = 2.5 and E(B) = 1/2 * 1 + 1/2 * 3 = 2.
""",
}

WRONG = {
    "prisoners_dilemma": """
B keeps me away from the outcome in which I get 0$.
Being careful means choosing B to rule out the possibility of getting 0$.
They would rather have 5$ than 0$ if I choose R, and they would rather have 5$ than 3$ if I choose B.
Choosing R is tempting: its payoffs are 1$ and 5$, whereas the payoffs of B are 1$ and 3$.
Let's look at B. The highest payoff I can get is 5$, and the lowest is 1$.
Once at (B, B), neither of us could earn more by switching to R alone.
If they are about to choose B, I profit from choosing B, which would raise my payoff from 3$ to 5$.
B is safe. It avoids the worst outcome for me, i.e. 0$.
If they choose R, I would rather have 1$ with B than 0$ with R.
I know that the other player could exploit me by choosing R. In that case they would get 3$.
Payoff 0 is the lowest payoff I can get by choosing R.
The best outcome for both of us is (R, R), with 1$ each.
The best outcome for me is (B, B), where I get 3$.
The highest payoff each player can get is 3$.
Whoever chooses R while the other chooses B gets nothing.
If we both choose R, we both get 1$. This is the best outcome.
If we both choose B, we both get 3$, which is the highest payoff.
When they pick R, my picking B raises my payoff.
If I choose B and they choose R, I'd have 1$, although I could have had 3$.
There is nothing that would stop the other player from choosing R and getting 3$ while I choose B.
Against someone who chooses B, I could share, earning 1$.
I choose B to maximize my own payoff.
""",
    "stag_hunt": """
I said that B is safe, but R guarantees me 3$.
As I said, choosing B guarantees me 5$.
If they choose R because they are afraid of getting 0$, I would be the one who gets 5$.
If I choose R and they choose R, I'd regret not having chosen B.
If they choose B, I get 3$ with B, but if they don't trust me, I get 0$ with B.
Even with a 50% chance that they choose B, my expected payoff is 2$ for B and 2.5$ for R.
B rules out the top payoff of 5$.
""",
    "hawk_dove": """
If they pick R, I'd rather pick R and have 1$ than pick B and have 0$.
If the chance of them choosing B is high, I should choose B.
If I expect them to choose R, R is the better choice.
If I choose R, choosing R is better for the other player than choosing B.
They prefer a low risk, so they will choose R.
The best reply to R is R and the best reply to B is B.
They get 3$ or 5$ if I choose R, and only 0$ or 1$ if I choose B.
They are better off with me choosing R, regardless of what they do.
I am better off if they choose R.
Each of us could earn 1$ by moving to R while the other sticks to B.
It's true that R's worst case is better than B's.
I fear getting 1$ if both of us choose R.
If the probability of the other player choosing B is 70%, then the expected payoff of R is 2.4.
The payoff of B ranges from 0$ to 3$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_fails(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


FENCED = """
```
               They choose R    They choose B
I choose R        0, 0             5, 1
I choose B        {}             3, 3
```
"""


def test_tables_between_fences_are_read() -> None:
    assert failed("hawk_dove", FENCED.format("1, 5")) == []
    assert len(failed("hawk_dove", FENCED.format("5, 1"))) == 2


OWN = """
| | Other player chooses R | Other player chooses B |
|---|---|---|
| I choose R | 0$ | {}$ |
| I choose B | 1$ | 3$ |
"""


def test_a_table_may_hold_own_payoffs_only() -> None:
    assert failed("hawk_dove", OWN.format(5)) == []
    assert len(failed("hawk_dove", OWN.format(1))) == 1


def test_chances_that_are_taken_back_are_forgotten() -> None:
    text = "Assume a 20% chance of them choosing B. {} B maximizes my expected payoff."
    belief = "But I believe that the chance of the other player choosing B is well above a third."
    assert failed("stag_hunt", text.format(belief)) == []
    assert failed("stag_hunt", text.format("So")) != []


def test_a_list_may_tell_what_the_other_role_gets() -> None:
    text = "The other player's payoffs:\n\n- (R, B): {}$\n- (B, B): 3$"
    assert failed("hawk_dove", text.format(1)) == []
    assert len(failed("hawk_dove", text.format(5))) == 1
    ambiguous = "Here's what the other player would get:\n\n- R against B: {}$"
    assert failed("hawk_dove", ambiguous.format(1)) == failed("hawk_dove", ambiguous.format(5)) == []
