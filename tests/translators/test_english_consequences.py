"""What follows from choices told before, how one does in a cell, and payoffs that the other role cannot change.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed_of_decided, sentences

RIGHT = {
    "hawk_dove": """
If I play R, the other player would choose B to get 1$. I would then get 5$.
I choose B. This way I end up with at least 1$.
I go with B because that way I can't end up with less than 1$.
My favourite outcome is 5$. The only way to achieve this is to pick R while they pick B.
I pick B. It secures 1$ or more.
We get nothing if both of us pick R. I do worst when both of us pick R.
The other player's choice does affect my payoff if I choose B.
R vs. B: 5$ for R, 1$ for B.
I gain nothing by switching to R if they choose R.
If I'm the only one who picks R, I get 5$ and they get 1$.
I can't do worse than 1$ if I pick B.
I pick R. At worst I get nothing, at best I get 5$.
The maximin rule favors B, and the average payoff favors R.
If they pick R, switching from R to B would give me 1$.
If we both pick R, I could switch from R to B and get 1$.
If they pick B, I get 5$ with R. With B, I would get 3$.
R pays me 5$, but only if they pick B.
I would rather protect myself from the worst-case scenario, in which we both pick R and earn nothing.
To avoid the worst case, where both of us pick R, I pick B.
Everyone would get 3$ by choosing B.
If they pick R, I come out ahead with B.
If I pick R and they pick B, I get more than the other player (5$ vs. 1$).
If they pick R, playing B gives me 1$. Playing R would only give me 0$.
B is my choice. It protects me from the worst outcome, which is to pick R while the other player picks R.
By choosing B, we could secure 3$ each.
In either case I won't be as sorry as if I had picked R and got nothing.
""",
    "prisoners_dilemma": """
Both the guaranteed payoff and the potential payoff are thus higher for R than for B.
My minimum payoff is therefore higher with R than with B.
Both players picking R is the Nash equilibrium: no other outcome pays me more than zero.
Both picking B gives each of us a higher payoff than both picking R.
If I pick B, I need the other player to pick B too, otherwise I walk away with nothing.
""",
    "stag_hunt": """
B vs. R: 3$ for R, 0$ for B.
The worst outcome is to pick B while the other player picks R and get 0$.
(B, B) is stable: anyone who switches to R gets 3$ instead of 5$.
The sum is 10$ at (B, B), 3$ when exactly one of us picks B, and 2$ at (R, R).
If that is so likely, B is worth 3.5$ and R is worth 2.4$.
Neither of us gains anything by playing R if the other plays B.
""",
}

WRONG = {
    "hawk_dove": """
If I play R, the other player would choose B to get 1$. I would then get 1$.
I choose B. This way I end up with at least 3$.
I go with R because that way I can't end up with less than 1$.
My favourite outcome is 5$. The only way to achieve this is to pick B while they pick R.
I pick R. It secures 1$ or more.
We get 3$ if both of us pick B. I do best when both of us pick B.
B comes with a payoff that the other player cannot affect.
The other player's choice has no effect on my payoff if I choose B.
R vs. B: 1$ for R, 5$ for B.
If I'm the only one who picks R, I get 1$ and they get 5$.
I can't do worse than 3$ if I pick B.
I pick R. At worst I get 1$, at best I get 5$.
The maximin rule favors R, and the average payoff favors B.
If they pick R, switching from R to B would give me 3$.
If we both pick R, I could switch from R to B and get 5$.
If they pick B, I get 5$ with R. With B, I would get 1$.
R pays me 5$, but only if they pick R.
To avoid the worst case, where both of us pick R, I pick R.
Everyone would get 3$ by choosing R.
Whatever they pick, I come out ahead with B.
I earn more with R in each of the two cases.
If I pick R and they pick B, I get less than the other player (1$ vs. 5$).
R is my choice. It protects me from the worst outcome, which is to pick R while the other player picks R.
The worst outcome is to pick B while the other player picks R and get 0$.
By choosing R, we could secure 3$ each.
""",
    "prisoners_dilemma": """
Both the guaranteed payoff and the potential payoff are thus higher for B than for R.
My minimum payoff is therefore higher with B than with R.
Both picking R gives each of us a higher payoff than both picking B.
If I pick B, I need the other player to pick B too, otherwise I walk away with 5$.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []
