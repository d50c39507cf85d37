"""Written sentences about three shipped games, right and wrong: the verifier tells them apart.

Every sentence stands alone, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

from functools import cache

import pytest

from lelma.verifier import Verifier

RIGHT = {
    "hawk_dove": """
Choosing B means I will never walk away with nothing.
If I go with R and they also go with R, neither of us gets anything.
Playing B protects me against the worst outcome of 0$.
Although R offers the chance of the maximum payoff (5$), it also exposes me to the possibility of ending up with 0$.
With B, my payoff is at least 1$, whatever the other player does.
If I pick B, I'm assured of either 1$ or 3$, whereas R could leave me with nothing.
The minimum I can get with B is 1$, compared to 0$ with R.
B's worst-case payoff (1$) beats R's worst-case payoff (0$).
If they choose R, I do better by choosing B (1$ rather than 0$).
If they choose B, I would do better by choosing R (5$ versus 3$).
There is no dominant strategy, since my best response depends on the other player's choice.
B is a safe choice because it always gives me a positive payoff.
Choosing R is a gamble: it pays 5$ if they choose B but 0$ if they choose R.
If we both choose B, we each end up with a solid 3$.
My payoff for B ranges from 1$ to 3$.
The highest payoff for me is 5$, which occurs when I choose R and they choose B.
To be safe I would choose B, guaranteeing myself at least 1$.
While R has a higher maximum payoff (5$) than B (3$), B has a higher minimum payoff.
I would rather have a sure 1$ than risk getting 0$.
Choosing B secures a payoff of at least 1$ for me.
If the other player thinks I will choose R, they would choose B to get 1$ instead of 0$.
From the other player's perspective, if I choose B, they can get 5$ by choosing R or 3$ by choosing B.
The potential gain of 5$ from R is tempting, but I would risk ending up with nothing.
If I choose R and the opponent picks R as well, the payoff is 0$ for both of us.
Choosing R could yield the highest individual payoff of 5$, provided that the other player chooses B.
Mutual B gives both players 3$, which is better than mutual R, where both get 0$.
In the worst case, I would still get 1$ by choosing B.
If I choose B, the worst outcome is 1$ (when they choose R), and the best outcome is 3$ (when they choose B).
Since I want to avoid getting 0$, B is the better choice.
I will choose B as it minimizes my risk.
The only way to get 5$ is to choose R while the other player chooses B.
If they choose R, then choosing B gives me 1$, which is more than the 0$ I would get from choosing R.
Choosing B is less risky than choosing R, because the lowest payoff is 1$ rather than 0$.
R is riskier because if both of us choose R, we both get 0$, the worst possible outcome.
Even if the other player chooses R, I still receive 1$ with B.
If I choose R, my expected payoff is 2.5$ assuming a 50/50 chance.
If I choose B, I receive 3$ if they cooperate by choosing B, and only 1$ if they don't.
They would get 5$ if I chose B and they chose R.
If both players choose B, both receive 3$ each, giving a combined payoff of 6$.
One possible outcome is (R, B), where I get 5$ and they get 1$.
""",
    "prisoners_dilemma": """
Regardless of what the other player does, R gives me a higher payoff than B.
R is the dominant strategy: it gives me 1$ instead of 0$ if they choose R and 5$ instead of 3$ if they choose B.
If they choose B, I can get 5$ by choosing R, which is higher than the 3$ I would get by choosing B.
By choosing R, I avoid the risk of getting nothing.
Choosing B carries the risk of getting 0$ if the other player chooses R.
The best mutual outcome is for both of us to choose B, giving us 3$ each.
Choosing R guarantees that I get at least 1$, and possibly 5$.
The worst-case scenario for B is 0$, and for R it is 1$.
If I choose B, I risk getting nothing, because they might choose R.
R is the safest option as my minimum payoff is 1$.
If the other player chooses R, my best response is R, as 1$ > 0$.
If we both choose R, we both end up with only 1$, which is lower than the 3$ we would get if both chose B.
Both choosing B would give a better outcome for both (3$ each) than both choosing R (1$ each).
I can never get less than 1$ if I choose R.
If I choose R, I either get 1$ or 5$; if I choose B, I either get 0$ or 3$.
The highest individual payoff (5$) comes from choosing R when the other player chooses B.
Choosing B maximizes our joint payoff if the other player also chooses B.
The lowest possible payoff for me is 0$, which happens when I choose B and they choose R.
R yields a higher payoff no matter what they choose.
If I trust them to choose B, I could choose B to get 3$, but R would give me 5$.
B has a lower guaranteed payoff than R.
Picking R ensures that I don't end up with 0$.
They also have an incentive to choose R, since it gives them 5$ if I choose B.
Nash equilibrium is (R, R), where each gets 1$.
If they choose R, I get 1$ with R and 0$ with B.
If the other player chooses B, then I get 5$ if I choose R or 3$ if I choose B.
My opponent gets 0$ if I choose R and they choose B.
I would regret choosing B if they choose R, as I would get 0$ while they get 5$.
The maximum payoff with B is 3$.
R is better than B in both cases.
""",
    "stag_hunt": """
If I choose R, I am guaranteed at least 1$, but B offers the chance of 5$.
B is riskier, since I get nothing if the other player chooses R.
R is the safer choice, while B has the higher potential payoff.
The best outcome for both players is when both choose B, since each gets 5$.
If they choose B, I should also choose B to get 5$ instead of 3$.
If they choose R, I should also choose R to get 1$ instead of 0$.
Both (R, R) and (B, B) are Nash equilibria.
Choosing B could give me either 5$ or nothing.
If I choose R, I get 1$ or 3$ depending on their choice.
Both of us choosing B results in the highest payoff of 5$ for each of us.
The risk with B is that I might get 0$ if they choose R.
Choosing R limits my payoff to at most 3$.
There is a risk that they choose R, which would leave me with 0$ if I choose B.
My best response to R is R, and my best response to B is B.
If we both pick B, we both receive the maximum payoff of 5$.
The highest payoff I can get is 5$, which requires both of us to choose B.
If I choose B and they choose R, I end up with nothing while they get 3$.
Choosing B is the best option if I believe the other player will also choose B.
The worst outcome is getting 0$, which can only happen if I choose B.
If the other player picks B, I get 3$ for picking R and 5$ for picking B.
""",
}

WRONG = {
    "hawk_dove": """
Choosing R guarantees me at least 1$.
R is the safer option.
If they choose B, I get more by choosing B.
Choosing B gives me a higher payoff no matter what the other player does.
If both of us choose R, we each get 3$.
If I choose B and they choose R, I get 5$ and they get 1$.
My best response to B is B.
The lowest possible payoff is 1$.
The highest possible payoff is 3$.
If they choose R, choosing R gives me more than choosing B.
Choosing B ensures that I get 3$.
If I choose B, I always get 3$.
I get 3$, which is better than 5$.
By choosing R, I avoid the worst possible outcome.
R minimizes my risk.
""",
    "prisoners_dilemma": """
Choosing B guarantees me 3$.
B is the safest choice.
If I choose B, I will not get 0$.
To avoid getting nothing, I should choose B.
If they choose R, I can get 5$ by choosing B.
B protects me from the worst-case scenario.
If the other player chooses B, choosing B gives me a higher payoff than choosing R.
If they choose B and I choose R, I get nothing.
By choosing B, I make sure I get at least 3$.
Choosing B is less risky than choosing R.
Both choosing R gives the highest combined payoff.
R risks getting 0$.
Choosing R could leave me with nothing.
The worst I can get with B is 3$.
B provides a guaranteed payoff of 3$.
With B I get a higher guaranteed payoff.
If I choose R, the other player gets 5$ by choosing B.
Choosing B maximizes my minimum payoff.
My best response to B is B.
Choosing B always gives me a higher payoff than R.
""",
    "stag_hunt": """
Choosing B guarantees me 5$.
B is the safer choice.
Choosing B ensures the highest guaranteed payoff.
If they choose R, I get 3$ by choosing B.
R could leave me with 0$.
B avoids the risk of getting 0$.
If they choose R, my best response is B.
B gives me a higher payoff regardless of what they choose.
Choosing R is riskier than choosing B.
If I choose R and they choose B, I get 0$ and they get 3$.
The worst-case payoff of B is 5$.
The highest possible payoff is 3$.
If both choose R, both get 3$.
B minimizes the risk of a low payoff.
""",
}


@cache
def verifier(game: str) -> Verifier:
    return Verifier.load(game)


def failed(game: str, sentence: str) -> list[str]:
    checked = verifier(game).check(sentence).claims
    assert all(item.verdict.truth in ("true", "false") for item in checked)
    return [item.claim.query for item in checked if item.verdict.truth == "false" and item.verdict.severity == "payoff"]


def sentences(texts: dict[str, str]) -> list[tuple[str, str]]:
    return [(game, line) for game, text in texts.items() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


def test_nine_in_ten_sentences_are_read() -> None:
    everything = sentences(RIGHT) + sentences(WRONG)
    unread = [sentence for game, sentence in everything if not verifier(game).check(sentence).claims]
    assert len(unread) <= len(everything) // 10
