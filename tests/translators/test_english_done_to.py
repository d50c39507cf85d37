"""Who gets what where something is done to somebody, shared, or left open; amounts in lists and brackets.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences

RIGHT = {
    "prisoners_dilemma": """
If they choose B, I can exploit them and get 5$.
If they choose B, I can take advantage of them by choosing R and get 5$.
If I choose B, they could exploit me by choosing R (5$).
If I choose B, they can exploit me and get 5$.
If I choose R and they choose B, I beat them with 5$ against 0$.
If they choose B, I could either choose B as well (3$) or exploit them with R (5$).
I'd rather not choose B, which gives me 0$ if they choose R.
Except for the case in which both choose R, someone gets at least 3$.
R is better vs. R (1$ > 0$) and better vs. B (5$ > 3$).
If they believed I'd choose R, they'd rather choose R and get 1$ than choose B and get 0$.
Both choosing B is the socially best outcome with 3$ each.
If they choose B, I'll get either 3$ or 5$, depending on whether I choose B or R.
I'd be giving up something with B: 2$ if they choose B (3$ instead of 5$) and 1$ if they choose R (0$ instead of 1$).
Mutual defection pays 1$, and the sucker's payoff is 0$.
They would choose R if they thought I choose B, as that would increase their payoff.
Choosing R protects me from that: in the worst case I end up with 1$.
If I trust them and choose B, I get 3$ or 0$.
If I trust the other player and choose B, I get 3$ or 0$.
""",
    "hawk_dove": """
With B, I don't get as much as 5$, but I don't get as little as 0$ either.
They'd rather get 1$ from B than 0$ from R if I choose R.
If they choose B, R earns me 5$ and B only 3$.
With B I earn at least 1$. If I knew for certain that they choose B, I could get 5$ instead.
If I pick B, I'm safe from walking away with nothing.
B: It gives me 3$ if the other player is peaceful, and 1$ if not.
The choice is between 0$ each (both R) and 3$ each (both B).
If we both choose B, we share 6$.
On average, R gives me 2.5$. If they calculate the same average, they choose R, and against R I should choose B.
By maximin, I compare the minimum of R (0$) with the minimum of B (1$) and choose B.
If one chooses R and the other B, it is split 5 to 1.
With q = 0.5, R gives 2.5$ and B gives 2$.
I let them get 5$ if I choose B and they choose R.
I get 5$ for (R, B), 3$ for (B, B), 1$ for (B, R) and 0$ for (R, R).
There's no risk of getting 0$ as long as I choose B.
Against players who pick B, I'd earn 5$ by choosing R.
In both cases, the higher amount is what I get if the other player chooses B.
I can only collect the 5$ if the other player leaves it to me by choosing B.
If the other player picks R too, I get 0$.
""",
    "stag_hunt": """
They get more from B than from R if I choose B.
They'd be better off with R than with B if I choose R.
Instead of the safe 1$ or more with R, I go for the risky 5$ with B.
The most I can get with R is 3$, and that requires them to choose B and get nothing.
I can't get less than 1$ with R.
It's impossible to get more than 3$ with R.
With R, I get less on average, as half of the players choose R.
The more certain I am that they choose B, the more attractive B becomes.
My payoff is highest when both of us choose B.
The expected payoff of R with a 50/50 chance is 2$.
""",
}

WRONG = {
    "prisoners_dilemma": """
If they choose R, I can exploit them and get 5$.
If they choose B, I can take advantage of them by choosing R and get 3$.
If I choose B, they can exploit me and get 1$.
If I trust them and choose B, I get 3$ or 1$.
My payoff is highest when both of us choose B.
If they believed I'd choose R, they'd rather choose R and get 1$ than choose B and get 5$.
They would choose B if they thought I choose B, as that would increase their payoff.
""",
    "stag_hunt": """
They get more from R than from B if I choose B.
They'd be better off with B than with R if I choose R.
I can't get less than 3$ with B.
It's impossible to get more than 3$ with B.
""",
    "hawk_dove": """
If they choose B, R earns me 5$ and B only 1$.
If I pick R, I'm safe from walking away with nothing.
The choice is between 0$ each (both R) and 5$ each (both B).
I get 5$ for (R, B), 3$ for (B, B), and 1$ for (R, R).
There's no risk of getting 0$ as long as I choose R.
If the other player picks R too, I get 1$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []
