"""What is said of a move at large: its prospects, worst cases by what brings them, sameness, and bare comparisons.

Every sentence is about a shipped game, in the games' own names or in the `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences, verifier

RIGHT = {
    "prisoners_dilemma": """
Defecting gives me a higher expected payoff than cooperating.
Whatever I believe about them, the expected payoff of R exceeds that of B: R has the higher expected payoff.
Defecting maximizes my own payoff.
They will probably defect to maximize their own payoff.
Both of us have an incentive to defect regardless of what the other does.
The potential payoff of R is higher than the potential payoff of B.
The worst-case scenario for R is not as bad as the worst-case scenario for B.
The worst case for R is when they choose R, in which case I get 1$.
The worst-case scenario of cooperating is that the other player defects, in which case I get nothing.
The best case for R is when they choose B.
R never pays me less than B does.
B can't earn me more than R.
If they cooperate, cooperating does not give me more than defecting.
In both cases I'm at least as well off with R as I would be with B.
My best reply to either move is R.
If they choose B, the move that earns me the most is R.
The payoff for B depends on what they choose.
I get 5$ by choosing R while they choose B.
There is a chance that they choose R, in which case I'd get 0$ by choosing B.
(B, B) gives the two of us 6$ to split, (R, R) only 2$.
The joint result of (B, B) is worth 6$, more than any other.
R beats B by 1$ if they choose R and by 2$ if they choose B.
My second-best result would be 3$.
Most people would want to get 3$ each and not 1$ each.
If we both choose B we get 3$ each, which is more than the 1$ each for both choosing R.
If they think that I'm going to take B, they could earn 5$ by taking R, or settle for 3$ by taking B.
I can't say that B is the safer choice.
I admit that B isn't the choice which maximizes my own payoff.
The highest payoff is 5$, but I only get it if I choose R and they choose B.
B and R: 0$ for me and 5$ for them.
R (me) and B (them): 5$ for me, 0$ for them.
(R, B): 5$ / 0$
The mutual payoff is higher for choosing B than for choosing R.
If I choose B and they take advantage of it, they have nothing to lose.
(R, R): (1, 1). (R, B): (5, 0).
R, B: 5$, 0$
Me: B, them: R: 0$, 5$
RR: 1$ each. RB: 5$ for me, 0$ for them.
R-R: 1$ each; R-B: I get 5$; B-R: I get 0$.
R & R = 1$ each
If we choose R and B respectively, I get 5$.
I think that they will choose R. If they do, I get 0$ with B.
I hope that they choose B. If they don't, I get 0$ by choosing B.
If I choose B and they don't match my choice, I get 0$.
If I pick R and they pick the other option, I get 5$.
The highest payoff is 5$, which happens when I choose R and they choose B.
The lowest payoff is 0$. This only happens if I choose B and they choose R.
If I choose B, my expected payoff is 3 * P(B) + 0 * P(R).
The sum is higher when both of us choose B than in any other outcome.
My payoff is lower when I choose B and they choose R than in any of the other outcomes.
If they choose R, B makes my payoff drop below what I'd get with R.
They have an incentive to choose R if I choose B.
R dominates B, since it pays more whatever the other player picks.
In both scenarios, choosing R gives me at least as much as choosing B.
Choosing B exposes me to the worst possible outcome.
Choosing B might result in the lowest payoff for me.
On average, R pays 3$ and B pays 1.5$.
By choosing R I secure myself a payoff of 1$.
Picking B could secure 3$.
If I choose R and so do they, I get 1$.
If I choose B and the other player too, we each get 3$.
R gives me a chance to earn the highest payoff of the game.
B gives me 3$ in some cases and 0$ in the others.
Both players choosing B gives a higher total payoff than any other combination.
If the other player is greedy and picks R, I should pick R too, as this gives me the higher payoff.
R gives me the best chance of getting a high payoff.
They will choose R because it gives them a higher payoff.
The worst-case scenario for R is not that bad.
The worst case of R is still a positive payoff.
Based on the guaranteed payoff, R is the better choice.
""",
    "stag_hunt": """
Hunting stag gives me a better chance of getting a higher payoff.
The best case for stag is when the other player hunts stag too.
The worst-case scenario for stag is that they hunt hare, in which case I walk away with nothing.
Stag has a higher potential payoff than hare.
The worst case of hare is better than the worst case of stag.
Hare never gives me less than 1$.
The worst-case payoff for both players is not the same as the best one.
If they expect me to hunt stag, they have nothing to gain from hunting hare, because they would get 3$ instead of 5$.
The potential payoff for B is higher than the guaranteed payoff for R.
If they hunt hare, stag does not pay me more than hare.
""",
    "hawk_dove": """
Playing dove makes sure that I don't end up with less than 1$.
They'd notice that hawk can leave them with zero while dove gives them 1$ or 3$.
The worst-case scenario for hawk is when they play hawk as well.
Hawk has the higher potential payoff.
Dove has a higher minimum.
They get 5$ if they pick R against my B, 3$ if we both pick B, and 0$ if we clash on R.
It is in my best interest to choose B, regardless of what the other player chooses.
R is the reckless option and B is the timid option. If I'm timid and they are reckless, I get 1$ and they get 5$.
""",
    "chicken": """
The worst case for going straight is when they go straight too.
Swerving never gives me the worst payoff.
""",
}

WRONG = {
    "prisoners_dilemma": """
Cooperating gives me a higher expected payoff than defecting.
The expected payoff for choosing B is higher than the expected payoff for choosing R.
I think that the expected payoff of R is lower than that of B.
Choosing B gives me a better chance of getting a higher payoff.
Cooperating makes it more likely to get a higher payoff than defecting.
Cooperating maximizes my own payoff.
They will cooperate in order to maximize their payoff.
Both players have an incentive to cooperate, regardless of what the other one does.
The optimal choice for me is B, no matter what they choose.
The potential payoff of B is higher than the potential payoff of R.
The worst-case scenario for B is not as bad as the worst-case scenario for R.
The worst case for B is when they choose B.
The worst-case scenario of defecting is that the other player cooperates, in which case I get 1$.
B never pays me less than R does.
R can't earn me more than B.
If they cooperate, defecting does not give me more than cooperating.
In both cases I'm at least as well off with B as I would be with R.
My best reply to either move is B.
If they choose B, the move that earns me the most is B.
The payoff for R is the same regardless of what the other player chooses.
My payoff from B does not depend on what they choose.
With B I get the same payoff no matter what they do.
I get 5$ by choosing B while they choose R.
There is a chance that they choose B, in which case I'd get 5$ by choosing B.
Both R and B guarantee me at least 1$.
By picking B, I make sure that I don't end up with less than 1$.
B has a higher minimum.
3$ is what I get from B in any case.
When they suspect me of choosing R, they'd be better off with B.
The highest payoff is 5$, and I only get it if I choose B and they choose R.
B and R: 5$ for me and 0$ for them.
R (me) and B (them): 0$ for me, 5$ for them.
(R, B): 0$ / 5$
The mutual payoff is higher for choosing R than for choosing B.
(R, R): (1, 1). (R, B): (0, 5).
R, B: 0$, 5$
Me: B, them: R: 5$, 0$
RR: 1$ each. RB: 0$ for me, 5$ for them.
R-R: 3$ each; R-B: I get 5$.
R & R = 3$ each
If we choose R and B respectively, I get 0$.
I think that they will choose R. If they do, I get 3$ with B.
I hope that they choose B. If they don't, I get 3$ by choosing B.
If I choose B and they don't match my choice, I get 3$.
If I pick R and they pick the other option, I get 1$.
The highest payoff is 5$, which happens when I choose B and they choose R.
The lowest payoff is 0$. This only happens if I choose R and they choose B.
If I choose B, my expected payoff is 3 * P(R) + 0 * P(B).
The sum is higher when both of us choose R than in any other outcome.
My payoff is lower when I choose R and they choose B than in any of the other outcomes.
When I choose B, my payoff can't drop below what I'd get with R.
They have an incentive to choose B if I choose R.
B dominates R, since it pays more whatever the other player picks.
In both scenarios, choosing B gives me at least as much as choosing R.
Choosing R exposes me to the worst possible outcome.
Choosing R might result in the lowest payoff for me.
On average, B pays 3$ and R pays 1.5$.
By choosing B I secure myself a payoff of 3$.
If I choose R and so does the other player, I get 3$.
If I choose B and they do too, I get 5$.
B gives me a chance to earn the highest payoff of the game.
Both options have the same expected payoff.
Both choices carry the same risk.
Both players choosing R gives a higher total payoff than any other combination.
If the other player is greedy and picks R, I should pick B, as this gives me the higher payoff.
Cooperating gives me the best chance of getting a good payoff.
They will choose B because it gives them a higher payoff.
The worst-case scenario for B is not that bad.
The worst case of B is still a relatively high payoff.
Based on the guaranteed payoff, B is the better choice.
Choosing R or B makes no difference to my expected payoff.
If they choose R, nothing is lost because I still get the same as with R.
""",
    "stag_hunt": """
The best case for hare is when the other player hunts hare too.
The worst-case scenario for hare is that they hunt stag, in which case I walk away with nothing.
Hare has a higher potential payoff than stag.
The worst case of stag is better than the worst case of hare.
Stag never gives me less than hare.
Hunting stag guarantees me the highest payoff.
No matter what they hunt, stag pays at least as much as hare.
The worst-case payoff for both options is 1$.
Stag and hare have the same worst case.
If they hunt hare, hare does not pay me more than stag.
The payoff of hare is the same whatever they hunt.
If they suspect me of hunting hare, they'd be better off with stag.
""",
    "hawk_dove": """
Playing hawk makes sure that I don't end up with less than 1$.
The worst-case scenario for hawk is when they play dove.
Dove has the higher potential payoff.
Hawk has a higher minimum.
Hawk can't earn me less than dove does.
My best response to either of their moves is dove.
Both hawk and dove guarantee me a payoff of at least 1$.
R is the reckless option and B is the timid option. If I'm timid and they are reckless, I get nothing.
""",
    "chicken": """
The worst case for going straight is when they swerve.
Going straight never gives me less than swerving.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


def test_all_wrong_sentences_have_a_right_twin() -> None:
    """A sentence that is caught whatever it says would prove nothing."""
    read = [line for game, line in sentences(RIGHT) if verifier(game).check(line).claims]
    assert len(read) > 0.7 * len(sentences(RIGHT))
