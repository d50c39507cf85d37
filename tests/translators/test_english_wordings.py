"""Many wordings of a few claims: each is wrong of one move and right of the other, where the one dominates the other.

Every sentence is about the prisoner's dilemma, in the game's `paper` naming (R, B), where R dominates B.
"""

from __future__ import annotations

import re

import pytest

from tests.translators.sentences.families import failed, verifier

GAME = "prisoners_dilemma"

WRONG = """
There is no risk of getting nothing if I choose B.
By choosing B, I don't run the risk of getting nothing.
R puts me at risk of getting nothing.
B provides more certainty.
As a cautious person, I'd go with B.
If I am risk-averse, B is the better choice.
For a risk-averse player, B is the best choice.
The maximin strategy here is B.
In order to secure at least some payoff, I'd choose B.
It's in my interest to choose B whatever the other player does.
R is never the better choice.
There's no scenario in which R pays more than B.
A rational player would never choose R.
If they pick R, B is the way to go.
If they pick R, I benefit more from B.
If they pick R, it would be in my best interest to pick B.
If I think they will choose R, choosing B would be wise.
If they believe I'll choose R, they would benefit from choosing B.
In response to R, I should choose B.
It's better to choose B if I think they'll choose R.
B gives me a better chance of a high payoff.
B has the greater upside.
I earn more by choosing B.
B is the more profitable option.
B is objectively better for me than R.
Choosing B is more beneficial to me than choosing R.
The other player can avoid getting nothing by choosing B.
The worst outcome for me is when I choose R and they choose B.
If they pick R, then B maximizes what I earn.
There is no situation in which R would have been the better choice.
The payoffs of B are higher than those of R in any event.
B offers a dependable payoff.
R is more of a gamble than B.
Against R, B is better as well.
If they assume that I will go for R, they could exploit this by choosing B.
The other player has a temptation to choose B if I choose R.
They may well pick R, and in that event B is my most profitable answer.
They'd probably pick R. In that case I'd be wise to pick B as well, in order to maximize what I earn.
My payoff is maximized by choosing B no matter what they do.
To get the highest payoff, I should choose B.
If they pick R, switching from R to B would increase my payoff.
B has the higher ceiling.
The best move is B. No matter how the other player decides, I'm bound to make a profit.
"""

WITH_AMOUNTS = {
    "If I choose B, 3$ is the minimum I'd earn.": "If I choose R, 1$ is the minimum I'd earn.",
    "B sets a floor of 3$ on my earnings.": "R sets a floor of 1$ on my earnings.",
    "R limits me to 3$.": "B limits me to 3$.",
    "If they choose R, I should pick B to get 3$.": "If they choose R, I should pick R to get 1$.",
    "They each choose at random, so B brings me 2$ on average.": "Each has a 50% chance, so B brings 1.5$ on average.",
    "I'd pick B. It doesn't matter what they do, as I would still make 3$.": (
        "I'd pick R. It doesn't matter what they do, as I would still make 1$ or more."
    ),
    "The minimum I can earn with B is equal to the minimum I can earn with R.": (
        "The minimum I can earn with B is lower than the minimum I can earn with R."
    ),
    "R is bold, given that it may well leave me with 0$.": "B is bold, given that it may well leave me with 0$.",
    "R and B give me the same payoff if they choose R.": "R and B give me different payoffs if they choose R.",
}


def _swapped(sentence: str) -> str:
    return re.sub(r"\b[RB]\b", lambda found: "B" if found[0] == "R" else "R", sentence)


@pytest.mark.parametrize("sentence", WRONG.strip().splitlines())
def test_a_wrong_sentence_is_caught_and_its_twin_holds(sentence: str) -> None:
    assert failed(GAME, sentence) != []
    assert verifier(GAME).check(_swapped(sentence)).claims
    assert failed(GAME, _swapped(sentence)) == []


@pytest.mark.parametrize(("wrong", "right"), WITH_AMOUNTS.items())
def test_a_wrong_amount_is_caught(wrong: str, right: str) -> None:
    assert failed(GAME, wrong) != []
    assert failed(GAME, right) == []


def test_dominance_is_said_of_the_role_it_is_for() -> None:
    (claim,) = verifier(GAME).check("B is the dominant strategy for the other player.").claims
    assert claim.claim.query == "strictly_dominant(them, 'C')"
