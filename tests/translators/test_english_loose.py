"""Loose phrasings: whose best response, totals after payoffs, averages of cells, names for the two roles."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences, verifier

RIGHT = {
    "prisoners_dilemma": """
If I choose B, the best response for the other player is to choose R.
If I choose B, it is best for the other player to choose R (since 5 > 3).
If they choose R, the best response for me is to choose R.
If both of us choose B, each gets 3$. That is a total of 6$ for both.
\\[ E(R) = \\left(\\frac{1}{2} \\times 1\\right) + \\left(\\frac{1}{2} \\times 5\\right) = 0.5 + 2.5 = 3 \\]
The expected payoff of choosing B: \\(\\frac{0 + 3}{2} = 1.5\\)
The EV of R is 0.5(1) + 0.5(5) = 3.
With equal chances, E(R) = 3 and E(B) = 1.5, so E(R) > E(B).
With equal chances, the expected value of R isn't the same as that of B, but EV(R) = 3.
If both of us choose B, the expected value is (3 + 3) / 2 = 3.
If I choose R and they choose B, the expected value is (5 + 0) / 2 = 2.5.
The probability that both of us choose R is \\(\\frac{1}{2}\\), and then we both get 1$.
If they choose B, the payoff of R is equal to 5.
{B, R} -> I get 0$, they get 5$.
If Player A chooses R and Player B chooses B, Player A gets 5$ and Player B gets 0$.
If they choose B, my payoffs are 5 (if I choose R) and 3 (if I choose B).
If both of us choose B, we each get 3$. This way, we avoid the risk of getting 1$ by choosing R.
With equal chances, the expected value of R is 3 and the expected value of B is 1.5.
Both of us get a total of 2$ if we choose R. With equal chances, the expected value of R is 3.
If I choose R and they choose B, I get 5$ and they get 0$, which is better than 1$ each.
If I choose B and they choose R, they get 5$ and I get 0$, which is worse than 1$.
If I choose R and they choose B, I get 5$, which is more than anything B can give me.
If both of us choose B, I get 3$, but I could get 5$ by double-crossing them.
If they choose B, R gives me 5$. B: 5$ is off the table.
We'd agree on B if we could talk, since 3$ each beats 1$ each.
(B, B) would give us 6$ in total, compared with just 2$ for (R, R). R gives me at least 1$.
Comparing outcome by outcome, 1$ is more than 0$ and 5$ is more than 3$.
My outcomes from best to worst: 5$ (I pick R, they pick B), 3$ (both pick B), 1$ (both pick R).
If both of us pick R, I could do no better by deviating.
Choosing R makes sure that I walk away with at least something.
If they pick B, I'd earn the most by picking R.
They are 3$ or 4$ poorer if I pick R rather than B. R gives me at least 1$.
By choosing B, we can get a mutual payoff of 3$ each.
I'd rather take R than hope for the mutual payoff of 3$ each, since R guarantees 1$.
Choosing B leads to higher payoffs for both players. If both players choose R, this is a lower payoff for both.
""",
    "stag_hunt": """
If both of us choose B, we each get 5$, which is better than any gain possible by choosing R.
With a coin flip, B gives me 5$ half of the time and 0$ half of the time, so 2.5$ on average.
If they choose B, I gain 2$ by choosing B rather than R. B promises 5$ if they trust me.
I choose B. If they choose B, my decision is between 5$ and 3$, and if they choose R, it's between 0$ and 1$.
Neither of us has anything to gain by choosing R if the other chooses B.
If both of us choose B, we get 5$. So my choice, assuming that they want much while minimizing risk, is B.
If they do choose B, my payoff is 5$ with B and only 3$ with R.
""",
    "hawk_dove": """
If both of us choose B, we each get 3$. This is fine, even though there's a risk of losing everything by choosing R.
If I could commit to R, they'd have to choose B, because 1$ is better for them than 0$.
If they choose B, R gives me 5$. But if I say B is 70% likely, I'd expect 3.5$ from R and 2.4$ from B.
B guarantees 1$. I follow the rule of avoiding the worst: the worst is 0$, and only R can lead to it.
Minimizing regret leads me to R, while maximizing the minimum payoff leads me to B.
If I choose R and they choose R, I get 0$ and I could have had 1$.
(B, B) wouldn't last: each of us could gain 2$ by breaking the deal (5$ instead of 3$). B guarantees 1$.
If I choose R and they choose B, I get 5$. I wouldn't want to trade 5$ for 3$.
**Maximin**: min(R) = 0$, min(B) = 1$, so B.
I can choose B to be safe and get at least 1$, or R to try for 5$.
The regret is larger for B (2$) than for R (1$). B never leaves me with nothing.
""",
}

WRONG = {
    "prisoners_dilemma": """
If I choose R, the best response for the other player is to choose B.
If I choose B, the opponent's best option is to choose B.
If they choose R, the best response for me is to choose B.
If both of us choose B, that is a payoff of 6$ for both.
\\[ E(B) = \\frac{1}{2} \\times 0 + \\frac{1}{2} \\times 3 = 2.5 \\]
The expected payoff of choosing B: \\(\\frac{1 + 3}{2} = 2\\)
With equal chances, E(R) = 3 and E(B) = 2.5.
With equal chances, E(B) > E(R).
With equal chances, the expected value of choosing R is equal to that of choosing B.
With equal chances, both options have the same expected payoff.
If I choose R and they choose B, the expected payoff is 3.
If they choose B, the payoff of R is equal to 3.
Choosing R leads to higher payoffs for both players.
I pick B to ensure the highest mutual payoff of 5$ each.
We both choose R, because 1$ each is better than 3$ each.
If both of us pick B, I could do no better by deviating.
Choosing B makes sure that I walk away with at least something.
If they pick B, I'd earn the most by picking B.
If they choose R, it makes no difference what I choose.
If both of us choose B, neither of us would want to change our choice.
I can choose R to be safe and get at least 1$, or B to try for 5$.
Neither of us has anything to gain by choosing R if the other chooses B.
If both of us choose B, I get 5$, but I could get 1$ by double-crossing them.
If both players choose R, we each get 1$. This is a higher payoff for both of us.
{B, R} -> I get 5$, they get 0$.
If Player A chooses R and Player B chooses B, Player A gets 0$ and Player B gets 5$.
If they choose B, my payoffs are 5 (if I choose R) and 0 (if I choose B).
With equal chances, the expected value of R is 3 and the expected value of B is 2.
Both options result in 3$ or 0$, which are not as good as 5$.
Either option can lead to 5$.
Both of us get a total of 2$ if we choose R. With equal chances, the expected value of R is 2.
If I choose B and they choose R, I get 0$ and they get 5$, which is better than 3$ each.
If they choose R, I can only choose between 3$ and 1$.
With a coin flip, R gives me 5$ half of the time and 1$ half of the time, so 2$ on average.
If both of us choose B, we each get 3$, which is better than any gain possible by choosing R.
""",
    "hawk_dove": """
If both of us choose B, we each get 3$. This is fine, even though there's a risk of losing everything by choosing B.
""",
    "stag_hunt": """
If they do choose B, my payoff is 5$ with B and only 1$ with R.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentences_raise_no_alarm(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentences_are_refuted(game: str, sentence: str) -> None:
    assert failed(game, sentence)


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentences_are_read(game: str, sentence: str) -> None:
    assert verifier(game).check(sentence).claims
