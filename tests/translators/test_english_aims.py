"""What safety calls for, what one should choose in answer, and the reasons given for and against a move.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences, verifier

RIGHT = {
    "prisoners_dilemma": """
I won't choose B because it can leave me with nothing.
I won't choose B because it is riskier.
I have no reason to pick B, as it gives me at most 3$.
They have no reason to choose B since B can only ever give them 3$ at most.
If they choose B, they can't get more than 3$.
I think the other player will pick R. If so, I'm better off with R.
I think the other player will pick B. If that is the case, R gives me 5$.
I want to stay clear of the 0$ outcome. To avoid it, they would pick R.
Picking R reduces the chance of ending up with 0$.
Picking R reduces the likelihood of getting the worst outcome.
R ensures a reasonable payoff for me.
If I prioritize safety, I should choose R.
To avoid getting 0$, I'd better not choose B.
B seems safer at first, but it could leave me with 0$.
R is always the better option for them.
R makes it more likely that I get a high payoff.
If I believe that the other player will choose B, then I should choose R.
If they think I'll pick R, they might choose R to maximize their own payoff.
If they expect me to choose B, they might choose R to get a higher payoff.
If I expect B from them, R gives me 5$.
Even if the other player goes for R, I don't come away empty-handed with R.
I consider B to be the fair option. It exposes me to a payoff of 0$, though.
If they are going to pick B, my payoff is maximized by picking R.
Given that B could leave me with nothing, I'd be careful.
They will choose R no matter what I do.
If they choose B, there is no benefit in choosing B.
I won't choose B because, although it gives 3$ if they choose B, it gives 0$ if they choose R.
""",
    "stag_hunt": """
R keeps me clear of the 0$ outcome.
If they pick R, I'm best off with R.
B has the higher maximum.
They are most likely to choose B, given that it can earn them 5$. In that case, B would get me the most money.
If they choose R, R can only give me 1$.
In terms of risk, R is the better option.
With R, there's a 50% chance of 1$ and a 50% chance of 3$, which makes 2$ on average.
A risk-averse person would choose R.
""",
    "hawk_dove": """
If they choose B, they never get less than 1$.
They will choose R because choosing R can give them 5$.
They wouldn't choose B because choosing B can never give them more than 3$.
They won't choose R because it could give them 0$.
I wouldn't pick R, since picking R might give me 0$.
If I choose R, they would prefer to pick B.
Choosing R yields an average of 2.5$ and choosing B yields an average of 2$. So R has the higher average payoff.
Choosing B, I'm sure to make some money.
Each move is equally likely. On average, R brings in more than B.
B promises at least 1$.
R is more of a gamble, and as a cautious person I prefer the safer option.
If they think I will choose R, their best option is to choose B, since 1$ is better than 0$.
""",
}

WRONG = {
    "prisoners_dilemma": """
I won't choose R because it can leave me with nothing.
I won't choose R because it is riskier.
I have no reason to pick R, as it gives me at most 3$.
They have no reason to choose R since R can only ever give them 1$ at most.
If they choose B, they can't get less than 3$.
I think the other player will pick R. If so, I'm better off with B.
I think the other player will pick B. If that is the case, B gives me 5$.
I want to stay clear of the 0$ outcome. To avoid it, they would pick B.
Picking B minimizes the chances of getting nothing.
Picking B reduces the likelihood of getting the worst outcome.
Picking B ensures a reasonable payoff for me.
If I want certainty, I should pick B.
B is always the better option for them.
B makes it more likely that I get a high payoff.
If I believe that the other player will choose B, then I should choose B.
If they think I'll pick R, they might choose B to maximize their own payoff.
If they expect me to choose B, they might choose B to get a higher payoff.
If I expect B from them, B gives me 5$.
On average it does not matter which one I take.
R, by contrast, is a gamble that may leave me with nothing at all.
Even if the other player goes for R, I don't come away empty-handed with B.
I consider R to be the fair option. It exposes me to a payoff of 0$, though.
If they are going to pick R, my payoff is maximized by picking B.
Given that R could leave me with nothing, I'd be careful.
They will choose B no matter what I do.
If they choose B, there is no benefit in choosing R.
I won't choose R because, although it gives 1$ if they choose R, it gives 0$ if they choose B.
""",
    "stag_hunt": """
B keeps me clear of the 0$ outcome.
If they pick R, I'm best off picking B, since we could then share the larger payoff.
R has the higher maximum.
They are most likely to choose B, given that it can earn them 5$. In that case, R would get me the most money.
Choosing B ensures that I receive the highest payoff.
R can only ever give me 1$.
From a risk perspective, B is preferable.
A cautious player would pick B.
B and R are equally good if they choose R.
By choosing B I secure the best result for myself.
""",
    "hawk_dove": """
If they choose R, they never get less than 1$.
They will choose R because choosing R can give them 3$.
They wouldn't choose R because choosing R can never give them more than 1$.
They won't choose B because it could give them 0$.
I wouldn't pick B, since picking B might give me 0$.
If I choose B, they would prefer to pick B.
No matter what they do, B is the best choice.
Choosing R yields an average of 2.5$ and choosing B yields an average of 2$. So B has the higher average payoff.
Choosing R, I'm sure to make some money.
Each move is equally likely. On average, B brings in more than R.
B promises me a steady 3$.
Choosing B has a 50% chance of giving me 5$ and R has a 50% chance of giving me nothing.
In either case, the other player's best response is B.
In case they choose B, there's nothing to be gained from choosing R instead.
""",
}

UNREAD = {
    "prisoners_dilemma": """
B ensures a decent payoff if the other player also picks B.
If they choose B, I might choose B to be fair.
Choosing B can't secure me 3$.
Initially, B looks like the best option no matter what.
Both of us choosing B secures a better outcome for both.
From a risk and reward perspective, B is better.
Even if they choose R, I don't mind getting 0$ with B.
If they think I will choose B, they might choose B too, which is good for both of us.
""",
    "stag_hunt": """
B isn't always better than R.
The other player may avoid B to be safe.
""",
    "hawk_dove": """
It would not be wise to choose R if they choose R.
Choosing R can never give them more than 1$.
I would choose B regardless of what they do.
B and R are equally good if they are equally likely to choose B.
If I want something no matter what, then B is the best choice.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []
    assert verifier(game).check(sentence).claims


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []


@pytest.mark.parametrize(("game", "sentence"), sentences(UNREAD))
def test_vague_sentence_claims_nothing(game: str, sentence: str) -> None:
    assert verifier(game).check(sentence).claims == ()
