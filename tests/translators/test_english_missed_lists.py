"""What a text says without a list of cells: nothing got, extremes told of in a relative clause, every case at once."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "hawk_dove": """
If I go with R, there is a possibility that I will not get any money.
There is a 50% chance that R leaves me with nothing.
The highest payoff that is available to me is 5$, and the lowest payoff that I can get by choosing B is 1$.
B is the only option where I am guaranteed to get 1$ or more.
Against R, the best I can do is B: I would earn 1$, with 5$ going to the other player.
There is no guarantee that I will get anything if I choose R. A payoff of 0$ is not possible if I choose B.
R does not guarantee me any money, whereas B is certain to give me a positive payoff.
B does not guarantee me anything above 1$.
With B, I do not have to worry about getting 0$.
Worst-case scenario for B: My opponent chooses R.
No matter what I choose, I get at least 0$ and at most 5$.
The best possible outcome for me is to choose R while the other player chooses B.
The best possible outcome is for me to choose R while they choose B.
The best outcome for them is if I choose B and they choose R.
My best response is to do the opposite of the other player.
Although R could give me 5$, it is not guaranteed that I get anything from it.
If they choose B, I would lose money by choosing B instead of R.
In order to get 5$, they need to choose R while I choose B.
Suppose they choose B. R is then the option with the higher payoff.
If they choose B, I have two options. R gives me 5$ and B gives me 3$.
B would never give me 0$.
R does not guarantee me any positive payoff. The best outcome for me is to choose B if they choose R.
""",
    "prisoners_dilemma": """
R gives me a higher payoff in each of the possible situations.
Whichever option I choose, I can be sure that I never get less than 0$.
They will avoid B, because it could leave them with 0$.
I choose R. Either they also pick R and I get 1$, or they pick B and I get 5$.
I prefer R. In exchange, I no longer have to worry about getting 0$.
Neither option can give me more than 5$.
""",
    "stag_hunt": """
If they choose B, my payoff is not the same with R as with B.
It is best for me to do the same thing as my opponent, whichever choice they make.
If I choose B, they choose B. They have nothing to gain from choosing R in this case.
The outcome (B, B) is the best one for both of us.
Neither of the two options guarantees me a payoff of 5$.
If we make different choices, the one who chose R gets 3$.
There is no lower payoff than 0$ in this game. If they choose R, I get 1$ with R. There is no higher payoff than 1$.
""",
}
WRONG = {
    "hawk_dove": """
If I go with B, there is a possibility that I will not get any money.
There is a 50% chance that B leaves me with nothing.
The highest payoff that is available to me is 3$.
The lowest payoff that I can get by choosing B is 3$.
B is the only choice where I am guaranteed to get 3$ or more.
R gives me a higher payoff in each of the possible situations.
B does not guarantee me any money.
There is no guarantee that I will get anything if I choose B.
R is certain to give me a positive payoff.
A payoff of 0$ is not possible if I choose R.
With R, I no longer have to worry about getting 0$.
Worst-case scenario for B: My opponent chooses B.
No matter which of the two options I go for, I run the risk of ending up with 0$.
They might choose B. In this case, my payoff is 3$ regardless of whether I choose R or B.
If I choose B, the other player gets the same payoff from R as from B.
With B, I get exactly the same amount whether they go for R or for B.
The best possible outcome for me is to choose B while the other player chooses R.
The best possible outcome is for me to choose B while they choose B.
My worst outcome is when I choose B and they choose R.
It is always best to match the other player's choice.
Although B could give me 3$, it is not guaranteed that I get anything from it.
If they choose B, I would lose money by choosing R instead of B.
They will avoid B, because it could leave them with 0$.
In order to get 5$, I have to choose B while they choose R.
To get 5$, I need to choose B.
Suppose they choose B. B is then the option with the higher payoff.
If they choose B, I have two options. B is the better one because it pays me more than R.
R would never give me 0$.
Neither option can give me more than 3$.
Neither of the two choices can leave me with 0$.
Both options guarantee me a positive payoff.
Neither option guarantees me any money.
I have no assurance of a positive payoff with B.
Choosing B fails to guarantee me any positive payoff.
""",
    "stag_hunt": """
My best response is to do the opposite of the other player.
If we make different choices, the one who chose B gets 3$.
There is no lower payoff than 1$ in the game.
""",
    "prisoners_dilemma": """
If I choose B, they choose B. They have nothing to gain from choosing R in this case.
I choose R. Either they also pick R and I get 1$, or they pick B and I get 3$.
I prefer B. In exchange, I no longer have to worry about getting 0$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
