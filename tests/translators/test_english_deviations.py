"""What changing a move alone would bring, regret, what another's choice does, and superlatives: right and wrong.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
Once we are at (R, R), neither of us could earn more by moving to B alone.
At (B, B), either of us could improve his payoff by switching to R.
If we both choose R, nobody has an incentive to deviate.
If both of us choose B, each of us could do better by switching to R alone.
Somebody who knows that the other is choosing B can raise their own payoff by choosing R.
If both of us choose R, both of us would gain from moving to B together.
If they choose B, I'd regret choosing B.
If I choose R and they choose B, I'd have nothing to regret, because B would have left me with less.
Choosing R is free of regret whatever happens.
I might regret choosing B.
If I chose R and they chose B, I would regret being greedy.
We could both improve our payoff by moving from (R, R) to (B, B).
I wouldn't regret choosing B even if they choose R, because it is the decent thing to do.
I want to minimize my regret, so I choose R.
They'd earn more if I picked B than if I picked R.
R is always better for them than B.
Even when they don't choose B, I make some profit with R.
If both of us choose B, we get the best payoff we could have reached together.
If both of us choose the same, B gives a higher payoff than R.
If I add them up and divide by two, R has 3$ and B has 1.5$.
Against B, it collects 5$ or 3$, depending on what I choose.
It's true that 3$ is more than 1$, but I only get 1$ if both of us choose R.
I get 3$ with B only when they choose B, and in that situation R would give me 5$.
In both cases I'd lose something by having picked B: 1$ in the first and 2$ in the second.
For every probability, R overtakes B in expected value.
The best outcome for me is to choose R while the other player chooses B.
If I choose B, the best outcome for me is when they choose B.
The best outcome is that both of us choose B.
The best outcome for them is when they choose R and I choose B.
Choosing R maximizes my potential payoff.
The worst that can happen when I choose B is that I get nothing.
The worst that could happen with R is that I get 1$.
Choosing R guarantees me a payoff, whatever they choose.
R guarantees a payoff of 1$ or 5$.
R gives me the highest payoff no matter what the other player chooses.
Choosing B can earn me 3$ at most.
Both players choosing B gives the highest total payoff.
The expected payoffs are: R: 2.5$, B: 1.5$.
Expected values at even odds: R: 3$, B: 1.5$.
B performs well against B, where it earns 3$.
""",
    "stag_hunt": """
At (B, B), neither player can improve his payoff by changing his choice alone.
Both (R, R) and (B, B) are stable: no one would regret their choice there.
If I choose B and they choose R, I could raise my payoff by switching to R.
If they choose R, I'd regret choosing B.
If I choose R and they choose B, B would have left me with more.
They are better off if I choose B than if I choose R.
If I don't match them, R still earns me something.
With R I get some money in both cases.
R has the better worst case.
""",
    "hawk_dove": """
At (R, B), neither of us has a reason to switch.
(R, B) and (B, R) are the two outcomes that nobody would regret.
If both of us choose B, each of us has a temptation to switch to R.
If we clash on R, either of us can raise his payoff by switching to B.
If both of us choose R, I'd regret choosing R, because B would have left me with 1$.
Even if they choose R, B gives me a profit.
B has the better worst case.
The best that can happen with R is that I earn 5$.
Choosing B ensures a payoff, even if they choose R.
R maximizes my possible payoff.
My best outcome is to choose R while they choose B.
If they choose R, I would improve my payoff by switching from R to B.
Even if they choose R, R is tempting because it may earn me something.
Expected payoffs at even odds: R: 2.5$, B: 2$.
R can win me 5$ at most.
The sum of our payoffs is 6$ if both choose B, the highest total payoff.
They'd be better off if I chose B than if I chose R.
""",
}

WRONG = {
    "prisoners_dilemma": """
Once we are at (B, B), neither of us could earn more by moving to R alone.
At (R, R), either of us could improve his payoff by switching to B.
If we both choose B, nobody has an incentive to deviate.
If both of us choose R, each of us could do better by switching to B alone.
Somebody who knows that the other is choosing R can raise their own payoff by choosing B.
If they choose B, I'd regret choosing R.
If I choose B and they choose B, I'd have nothing to regret.
If I choose B and they choose R, R would have left me with less.
Choosing B is free of regret whatever happens.
I might regret choosing R.
They'd earn more if I picked R than if I picked B.
B is always better for them than R.
Even when they don't choose B, I make some profit with B.
If both of us choose R, we get the best payoff we could have reached together.
If both of us choose the same, R and B give the same payoff.
If I add them up and divide by two, R has 2.5$ and B has 1.5$.
I get 3$ with B only when they choose B, and in that situation R would give me nothing.
For a high probability of B, B overtakes R in expected value.
The best outcome for me is to choose B while the other player chooses R.
The best outcome for them is when they choose B and I choose R.
Choosing B maximizes my potential payoff.
The worst that can happen when I choose B is that I get 1$.
Choosing B guarantees me a payoff, whatever they choose.
B gives me the highest payoff no matter what the other player chooses.
Choosing B can earn me 5$ at most.
Both players choosing R gives the highest total payoff.
Expected values at even odds: R: 2.5$, B: 1.5$.
B performs well against R, where it earns 3$.
R fares badly against B, where it earns nothing.
""",
    "stag_hunt": """
At (B, B), either player can improve his payoff by changing to R.
At (R, B), no one would regret their choice.
If I choose R and they choose R, I could raise my payoff by switching to B.
If they choose B, I'd regret choosing B.
If I choose R and they choose B, B would have left me with less.
They are better off if I choose R than if I choose B.
With B I get some money in both cases.
It also has the better worst case, so I choose B.
If both of us choose the same, R and B give the same payoff.
""",
    "hawk_dove": """
At (R, R), neither of us has a reason to switch.
(B, B) is the outcome that nobody would regret.
If both of us choose B, neither of us could gain by moving to R.
If both of us choose R, I'd have nothing to regret there, because B would have left me with less.
Even if they choose R, R gives me a profit.
Whatever they choose, R pays me something.
It has a higher average than B, and R has the better worst case.
They'd be better off if I chose R than if I chose B.
The worst that can happen with R is that I earn 1$.
Choosing R ensures a payoff, even if they choose R.
B maximizes my possible payoff.
My best outcome is to choose B while they choose B.
If they choose B, I would improve my payoff by switching from R to B.
Expected payoffs at even odds: R: 2.5$, B: 3$.
B can win me 5$ at most.
Choosing R gives me the highest payoff regardless of what they choose.
Both of us choosing R brings the highest total payoff.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []
