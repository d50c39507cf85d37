"""Totals, lists of cells, replies of the other role, and what denial and `always` do not reach."""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed, sentences

RIGHT = {
    "hawk_dove": """
No matter which option I pick, I'm better off if they choose B: with R I get 5$ instead of 0$, with B I get 3$ instead of 1$.
(B, B) isn't an equilibrium: each player could raise their payoff from 3$ to 5$ by switching to R.
R is the better reply in that case, although B leads to a more equal distribution. If they choose R, B is better.
If they choose R, I get 0$ with R, but R would not have given me anything more. Against B, I get 5$ with R.
R is the only option with 5$. It's also my best response if they choose B, since B would then bring me just 3$.
If they choose B, switching to B does not make me better off.
""",
    "prisoners_dilemma": """
As a pair, we earn 6$ with mutual B but only 2$ with mutual R.
When both of us choose B the sum is 6$, whereas it's 5$ when our choices differ and 2$ when both of us choose R.
If they expect me to play R, they do better with R (1$) than with B (0$). If they expect me to play B, R brings them 5$.
The ranking for me is: R against B (5$), B against B (3$), R against R (1$), B against R (0$).
Although mutual B is better for both than mutual R, it isn't stable: each player could raise their payoff by moving to R.
They will choose R as well, because R gives them more than B whatever I do.
R is never worse than B.
""",
    "stag_hunt": """
Neither option is always better: R is the better reply to R, and B is the better reply to B.
The gain is considerable: 5$ is far above the 1$ we'd each get from mutual R.
I value the security of R more than the possible gain from B.
The two of us get the highest total payoff from (B, B).
""",
}
WRONG = {
    "hawk_dove": """
If they choose B, I don't get more by choosing R.
If the other player chooses R, choosing B would not have given me anything more.
R is never worse than B.
R gives me 5$ if they choose R. It's also my best response if they choose R.
""",
    "prisoners_dilemma": """
As a pair, we earn 6$ with mutual B, and I earn 2$ with mutual R.
If they expect me to play R, they do better with R (3$) than with B (0$).
The ranking for me is: R against B (5$), B against B (3$), R against R (1$), B against R (2$).
If they expect me to play R, B would bring them 5$ while R would bring them 1$.
""",
    "stag_hunt": """
R is the better reply to B, and B is the better reply to R.
The 1$ that we each get from mutual R is above the 5$ from mutual B.
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
