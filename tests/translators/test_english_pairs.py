"""Totals, lists of cells, replies of the other role, and what denial and `always` do not reach."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "hawk_dove": """
Whatever I pick, I'm better off if they choose B: with R I get 5$ instead of 0$, with B I get 3$ instead of 1$.
(B, B) isn't an equilibrium: each player could raise their payoff from 3$ to 5$ by switching to R.
R is the better reply in that case, although B leads to a more equal distribution. If they choose R, B is better.
If they choose R, I get 0$ with R, but R would not have given me anything more. Against B, I get 5$ with R.
R is the only option with 5$. It's also my best response if they choose B, since B would then bring me just 3$.
If they choose B, switching to B does not make me better off.
If both of us try to grab the 5$ by choosing R, neither of us gets anything.
They'd probably choose B to avoid the 0$, and my best response to that would be R.
Whichever choice I make, I'm better off when they pick B.
I might wish I had picked R rather than B if they turn out to have picked B (5$ instead of 3$).
I don't want to choose R if they choose R, because then neither of us would get anything.
Each player has an incentive to switch to R, because this raises their payoff as long as the other one stays with B.
My payoff from B is 3$ if they choose B and drops to 1$ if they choose R.
If they choose B, it is better for them if I choose B.
If the other player is afraid of getting 0$, they may choose B, and then R pays off for me.
If they expect me to choose R, they are better off with B, because 1$ is more than 0$.
R pays more on average. It is the riskier option, as I get 0$ if they also pick R, while B brings at least 1$.
If I choose R and they choose B, I get 5$. This is the highest payoff I can achieve.
If I choose B and they choose R, I get 1$. This is the highest payoff I can get against R.
""",
    "prisoners_dilemma": """
As a pair, we earn 6$ with mutual B but only 2$ with mutual R.
When both of us choose B the sum is 6$, whereas it's 5$ when our choices differ and 2$ when both of us choose R.
If they expect R, they do better with R (1$) than with B (0$). If they expect me to play B, R brings them 5$.
The ranking for me is: R against B (5$), B against B (3$), R against R (1$), B against R (0$).
Although mutual B is better for both than mutual R, it isn't stable: each could raise their payoff by moving to R.
They will choose R as well, because R gives them more than B whatever I do.
R is never worse than B.
If they choose B, I get 5$ by picking R, while matching their B brings me only 3$.
In terms of total payoff, (B, B) comes out on top with 6$ overall, compared to 2$ when we both go for R.
If I pick R, nothing: B would have paid me less against either choice of theirs.
My picking B would not make them want to pick B, since R gives them 5$ and B only 3$.
I cannot make sure that they choose B, and my choosing B alone would leave me with 0$.
If my opponent expects this, they can choose R and take 5$, leaving me with nothing. That is the risk of B.
What B gives me depends on what the other player does: 0$ if they choose R, 3$ if they choose B.
I don't want to choose B, because I could end up with the lowest payoff, 0$.
R pays me more than B both when they choose R and when they choose B.
If we both play R, I get 1$. When they choose B, I get 5$ instead of 3$ by switching to R, and they get nothing.
""",
    "stag_hunt": """
Neither option is always better: R is the better reply to R, and B is the better reply to B.
The gain is considerable: 5$ is far above the 1$ we'd each get from mutual R.
I value the security of R more than the possible gain from B.
The two of us get the highest total payoff from (B, B).
With equal probabilities, my expected payoff is 2$ for R, i.e. (1+3)/2, and 2.5$ for B, i.e. (0+5)/2.
Neither strategy dominates the other: R does better against R, and B does better against B.
There is no temptation to defect from mutual B, because the 3$ I'd get for it is less than 5$.
The most I can miss out on by picking R instead of B is 2$.
B doesn't guarantee me anything more than 0$.
At 50%, for example, it is 2.5$ for B and 2$ for R.
The only reason for them to choose R is the fear that I choose R and leave them with 0$. B needs trust.
They choose B, because this is the only way for them to get 5$.
The best outcome for both players is to choose B.
""",
}
WRONG = {
    "hawk_dove": """
If they choose B, I don't get more by choosing R.
If the other player chooses R, choosing B would not have given me anything more.
R is never worse than B.
R gives me 5$ if they choose R. It's also my best response if they choose R.
They'd probably choose R to avoid the 0$, and my best response to that would be B.
I don't want to choose B if they choose R, because then neither of us would get anything.
My payoff from B is 3$ if they choose B and drops to 0$ if they choose R.
If they choose B, it is better for them if I choose R.
R could pay 5$. It is the safer option, as I get 0$ if they also pick R, while B brings at least 1$.
If both players choose B, each of us gets 3$, and this is the highest payoff that I can achieve.
B pays me more than R both when they choose R and when they choose B.
""",
    "prisoners_dilemma": """
As a pair, we earn 6$ with mutual B, and I earn 2$ with mutual R.
If they expect me to play R, they do better with R (3$) than with B (0$).
The ranking for me is: R against B (5$), B against B (3$), R against R (1$), B against R (2$).
If they expect me to play R, B would bring them 5$ while R would bring them 1$.
If they choose B, I get 5$ by picking R, while matching their B brings me only 1$.
My picking B would not make them want to pick B, since R gives them 4$ and B only 3$.
My choosing B alone would leave me with 3$.
""",
    "stag_hunt": """
R is the better reply to B, and B is the better reply to R.
The 1$ that we each get from mutual R is above the 5$ from mutual B.
With equal probabilities, my expected payoff is 2$ for R, i.e. (1+3)/2, and 3$ for B, i.e. (0+5)/2.
They choose R, because this is the only way for them to get 5$.
The risk of ending up with 0$ is present with either option.
The best outcome for both players is to choose R.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


def test_labelled_paragraphs_hang_under_the_label_above_them() -> None:
    text = "**Move R**\n\n*Pros:* It may bring 5$, unlike B.\n\n*Cons:* If they pick R too, I get {}$.\n"
    assert failed("hawk_dove", text.format(0)) == []
    assert failed("hawk_dove", text.format(1)) != []
