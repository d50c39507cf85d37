"""Whose a move or an amount is where it is said late or left out, and amounts that are said to be avoided."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "prisoners_dilemma": """
If they go for B and I go for R, 5$ is mine and 0$ is theirs.
If I choose B and they choose R, nothing is left for me, and 5$ is theirs.
If they pick R and I pick B, 5$ goes to them.
If both pick B, 3$ goes to each of us.
If I choose R and they choose B, 5$ is what I get and 0$ is what they get.
R from me and B from the other player: 5$ for me, 0$ for them.
R for me and B for them: 5$ for me and 0$ for them.
When B is my pick and R is theirs, nothing (0$) goes to me and 5$ goes to them.
When B is picked by both players, each earns 3$.
If R is chosen by the other player, I get 1$ with R and 0$ with B.
With R on both sides, 1$ goes to each of us.
If B is what they choose, I get 5$ with R.
Nothing is better for me than R, whatever they choose.
They may want to be safe, and may therefore turn to R in order to make sure of some gain.
They might pick R, because it secures 1$ for sure.
With R, 1$ is guaranteed.
I'd respond to B with R for 5$ and to R with R for 1$.
Both of us choosing R leaves us with 1$ each, even though 3$ each was possible.
If they are selfish, they choose R, and I get 1$ with R.
With R, I can count on at least 1$.
I can count on 3$ with B if they choose B.
They will respond to B with R and earn 5$.
R is optimal regardless of the other player's move.
R minimizes my exposure to the worst outcome.
The only risk of R is that the other player chooses R, in which case I get just 1$.
No matter what they do, I am better off choosing R: 1$ instead of 0$ and 5$ instead of 3$.
The most I can lose by choosing B instead of R is 2$.
With R, I end up with 1$ at worst (when they go for R) and with 5$ at best (when they go for B).
When picking R, they may think that I could pick R, which would earn them 1$, or B, which would earn them 5$.
A player who expects me to go for R would pick R and get 1$.
R is my best choice. In doing so, I make sure of the highest guaranteed payoff there is.
R might be their pick, because it secures a higher payoff (1$) for sure.
If both choose B, 3$ is guaranteed for both.
I can choose R, which gives me 1$ or 5$, or B, which gives me 0$ or 3$.
R (Red) and B (Blue): they may be careful, and may therefore turn to Red to make sure of some gain.
""",
    "hawk_dove": """
B is the safest choice, because the worst case (0$) is ruled out.
If they pick B, switching from B to R would raise my payoff from 3$ to 5$.
The gap between the best and the worst outcome is larger for R (5$ and 0$) than for B (3$ and 1$).
Their payoff is 5$ when they choose R and I choose B, and 1$ when it is the other way around.
Going for B means that I stay clear of the worst case (0$).
With B, I am better protected in the worst case (1$).
If we both choose B, the outcome of 0$ is ruled out.
If they think I will choose R, B is attractive to them too, because it gives them 1$ rather than 0$.
With B, a higher payoff is guaranteed to me whatever they decide: no less than 1$ and up to 3$.
If the two players choose B, each gets 3$.
A choice of R from them would leave me with 1$ if I choose B.
What I like about B is that 0$ never occurs.
If the other player selects B, I do best by selecting R.
If I anticipate B from them, R is the right answer for me.
""",
    "stag_hunt": """
If both choose B, we avoid 0$.
If I'm wrong about them picking B, I get 0$.
A cautious player may pick R to make sure of 1$. But if they trust me, they pick B, which earns them 5$.
I earn 3$ with R, should the other player choose B, and 1$ otherwise.
If they pick R, perhaps to take advantage of me and earn 3$, I get 0$ with B.
B yields the highest guaranteed payoff if both players cooperate.
""",
}
WRONG = {
    "prisoners_dilemma": """
If I choose R and they choose B, 0$ is mine and 5$ is theirs.
If I choose R and they choose B, nothing would be left for me.
If they pick R and I pick B, 5$ goes to me.
If I choose R and they choose B, 5$ is what they get.
R from me and B from the other player: 0$ for me, 5$ for them.
When B is my pick and R is theirs, 5$ goes to me.
When R is picked by both players, each earns 3$.
With B on both sides, 1$ goes to each of us.
If R is what they choose, I get 5$ with R.
They may want to be safe, and may therefore turn to B in order to make sure of some gain.
They might pick B, because it secures 3$ for sure.
With B, 3$ is guaranteed to me.
If the other player is rational, they choose R, and B earns me 3$.
With B, I can count on 3$.
The other player would reply to R with B, because it earns them 5$.
B is optimal regardless of the other player's move.
B minimizes my exposure to the worst outcome.
With R, I end up with 0$ at worst (when they go for B) and with 5$ at best (when they go for B).
When picking R, they may think that I could pick R, which would earn them 1$, or B, which would earn them 0$.
A player who expects me to go for R could pick B, and then nothing would be left for me.
B is my best choice. In doing so, I make sure of the highest guaranteed payoff there is.
B might be their pick, because it secures a higher payoff (3$) for sure.
I can choose R, which gives me 1$ or 5$, or B, which gives me 5$.
R (Red) and B (Blue): they may be careful, and may therefore turn to Blue to make sure of some gain.
Against B, B is once more my best reply.
""",
    "hawk_dove": """
With R, the worst case (0$) is ruled out.
If they pick R, switching from B to R would raise my payoff.
Their payoff is 5$ when they choose R and I choose B, and 3$ when it is the other way around.
Going for R means that I stay clear of the worst case (0$).
With B, 0$ can't be ruled out.
If they think I will choose R, R is attractive to them, because it gives them 1$ rather than 0$.
If the two players choose R, each gets 3$.
A choice of R by the other player would leave me with 3$ if I choose B.
If the other player selects B, I do best by selecting B as well.
If I anticipate B from them, B is again the right answer for me.
""",
    "stag_hunt": """
With B, the risk of 0$ is eliminated.
If I am mistaken and they pick R, I get 5$ with B.
B lets me avoid 0$.
There is a risk of losing everything when R is picked.
I earn 5$ with R, should the other player choose B.
B yields the highest guaranteed payoff.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_a_true_sentence_fails_nothing(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_a_false_sentence_fails(game: str, sentence: str) -> None:
    assert failed(game, sentence)
