"""Statements said another way than usual, each right sentence beside a wrong one of the same shape."""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences

RIGHT = {
    "hawk_dove": """
With R I would get 5$ against B (and they would get 1$), which beats the 3$ we each get if both of us choose B.
The 5$ that R may bring exceed the 3$ that I get when both of us choose B.
If they choose R, I get 1$ with B, which falls short of the 5$ that R may pay.
I can't count on B from the other player. In (R, B) and (B, R), one of us gets 5$ and the other one 1$.
A smaller but certain payoff is what B offers.
When they switch from R to B, my payoff goes up from 0$ to 5$ if I've chosen R and from 1$ to 3$ if I've chosen B.
I'm willing to give up 2$ in the best case to gain 1$ in the worst case.
B's payoffs (1$ and 3$) lie between those of R (0$ and 5$).
If I choose R and they choose B, I come out ahead with 5$ against their 1$.
If both of us cooperate (B, B), we each get 3$, and neither of us leaves with nothing.
B spares you the worst payoff (0$), whatever they choose.
If they choose R, it pays them 5$ against B. It pays a decent 3$ when the two of us choose B.
To get 5$ with R, the other player would have to choose B.
(B, B) is not an equilibrium, since either player would get 5$ instead of 3$ by switching to R.
(R, R) is unstable, because each player could get 1$ instead of 0$ by switching to B.
At (R, B), I'd get 3$ instead of 5$ by switching to B, and they'd get 0$ instead of 1$ by switching to R.
At (R, B), if I switch to B, I get 3$, and if the other player switches to R, they get 0$.
""",
    "prisoners_dilemma": """
With R, the lowest payoff is 1$ and with B, it's 0$.
The maximum of the minimum payoffs is 1$, and R is what achieves it.
If we exclude the asymmetric outcomes, the highest payoff is 3$.
Nothing guarantees that I get 3$ with B.
The guaranteed payoff of R is higher than that of B, but lower than what B can pay.
If they choose B, choosing R instead of B increases my payoff from 3$ to 5$.
(B, B) pays me more than (R, R), and it also pays me more than (B, R).
If both of us choose R, I have nothing to regret: B would have given me 0$, and I got 1$.
Choosing R rather than B adds 1$ to my payoff if they choose R and 2$ if they choose B.
Compared with B, R improves my payoff if the other player picks B.
R improves my payoff from 3$ to 5$ if they pick B.
If it were R, I'd choose R and get 1$. If it were B, I'd also choose R, because 5$ is better than 3$.
There's no payoff above 3$ with B, and no floor above 0$.
B gives me 3$ if the other player is cooperative too, and 0$ if they're safe players.
I choose B. It pays me 3$ if I've misjudged the other player and 0$ if I haven't.
Picking R against B is better for me, but picking B would mean throwing away 2$.
I can only lose by playing B: 1$ if they play R and 2$ if they play B.
There isn't a case in which B pays me more than R.
In no case does B pay more than R.
My payoff is higher when the other player chooses B, regardless of what I do myself.
If I deviate from (B, B) to R, I get 5$ instead of 3$.
If they deviate from (B, B) to R, they get 5$ and I get 0$.
If they expect B from me, they should play R for 5$.
At even odds, R is worth 3$ and B is worth 1.5$.
If both of us choose B, each of us could get 5$ instead of 3$ by switching to R.
Each of us would be tempted to pick R and get 5$ instead of 3$.
Both players would be tempted to choose R in order to get 5$.
If we both choose B, each of us could pick R instead and get 5$.
If both choose R, neither of us could get more than 1$ by switching to B.
If we both choose R, we get 1$ each, and if we both switch to B, we get 3$ each.
""",
    "stag_hunt": """
I prefer them to play B, as my R gets me 3$ then.
Neither of us gains from playing R if the other one plays B.
The cost of being wrong with B is 1$, the cost of being wrong with R is 2$.
I would regret R if they chose B, since I'd have missed 2$.
I prefer 5$ to earning 1$ with R, and it is also better than one of us earning 3$ and the other one 0$.
If the other player chooses R, my R earns me 1$ but my B earns me nothing.
We would each be better off both choosing B than both choosing R.
What is best depends on what the other player does: R is the best reply to R, and B is the best reply to B.
B could leave me with 0$, whereas the worst R could do is give me 1$.
The gap between the best cases (5$ vs. 3$) is larger than the gap between the worst cases (1$ vs. 0$).
Two B's pay us 5$ each, rather than the 1$ each that two R's pay.
BB gives each of us 5$, and no other outcome gives either of us more than 3$.
Both of us choosing B is great, while the other three scenarios give each player 3$ or less.
Mutual B gives us 5$ each, and none of the other outcomes gives anyone more than 3$.
We can see that choosing B involves the risk of receiving nothing.
We note that choosing R guarantees at least 1$.
I choose B and hope that the other player chooses B too, with the risk of getting 0$.
Let us note that choosing B involves some risk: we could get nothing.
""",
}

WRONG = {
    "hawk_dove": """
With R I would get 1$ against B (and they would get 5$), which beats the 3$ we each get if both of us choose B.
The 3$ that B may bring exceed the 5$ that I get when I choose R and they choose B.
If they choose R, I get 1$ with B, which falls short of the 0$ that R pays.
A smaller guaranteed payoff is what B offers.
If I choose R and they choose B, I come out ahead with 5$ against their 0$.
R spares you the worst payoff (0$), whatever they choose.
If they choose R, it pays them 5$ against B. It pays a decent 3$ when the two of us choose R.
(R, R) is unstable, because each player could get 3$ instead of 0$ by switching to B.
At (R, B), if I switch to B, I get 3$, and if the other player switches to R, they get 1$.
""",
    "prisoners_dilemma": """
With R, the lowest payoff is 0$ and with B, it's 1$.
If they choose B, choosing B instead of R increases my payoff.
(R, R) pays me more than (B, R), and it also pays me more than (B, B).
If both of us choose R, then B would have given me 1$, and I got 0$.
Compared with R, B improves my payoff if the other player picks B.
R improves my payoff to 3$ if they pick B.
If it were R, I'd choose R and get 5$.
There's no payoff above 3$ with R.
There isn't a case in which R pays me more than B.
In no case does R pay more than B.
My payoff is higher when the other player chooses R, regardless of what I do myself.
If I deviate from (B, B) to R, I get 3$ instead of 5$.
If they deviate from (B, B) to R, they get 5$ and I get 1$.
If they expect B from me, they should play R for 3$.
At even odds, R is worth 2.5$ and B is worth 1.5$.
If both of us choose B, each of us could get 1$ instead of 3$ by switching to R.
If both of us want to choose R, each of us gets 3$.
Both players are tempted to choose R, and then we would both get 3$.
Both of us choose R and get 5$.
I choose R and hope that the other player chooses B, despite the risk of getting 0$.
If we both choose R, we get 1$ each, and if we both switch to B, we get 5$ each.
""",
    "stag_hunt": """
If they expect B from me, they should play R for 5$.
Both of us gain from playing B if the other one plays R. I get 1$ with B then.
I prefer 1$ to 0$, and 3$ is also better than the 5$ I get if both of us choose B.
If the other player chooses R, my R earns me 0$ but my B earns me 3$.
We would each be better off both choosing R than both choosing B.
What is best depends on what the other player does: R is the best reply to B, and B is the best reply to R.
B could leave me with 0$, whereas the worst R could do is give me 0$.
Two B's pay us 3$ each, rather than the 1$ each that two R's pay.
If both choose B, I get 5$, and the other gets 3$.
We can see that choosing R involves the risk of receiving nothing.
We can say that choosing R gives 0$ if the other player chooses R.
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


SUM = "If we both choose B, our combined payoff is 10$. "


@pytest.mark.parametrize(
    "after",
    [
        "This is more than the 2$ we get together if we both choose R, or the 3$ if we choose differently.",
        "If we both choose R, it is 2$.",
        "This is the highest total, as the other totals are 2$ and 3$.",
        "It is 5$ for me and 5$ for the other player.",
    ],
)
def test_what_goes_on_about_a_sum_is_no_payoff(after: str) -> None:
    assert failed("stag_hunt", SUM + after) == []


def test_a_share_of_a_sum_is_a_payoff() -> None:
    assert len(failed("stag_hunt", SUM + "It is 3$ for me and 3$ for the other player.")) == 2


MOVES = "R gives me 1$ or 5$, and B gives me 0$ or 3$. "


@pytest.mark.parametrize(
    ("after", "wrong"),
    [
        ("Although R would be the selfish choice, I want to trust them, even with the risk of getting 0$.", False),
        ("Although R is safer, I am willing to take the risk of ending up with nothing.", False),
        ("Although R looks tempting, it comes with the risk of getting 0$.", True),
        ("Although R looks tempting, I could end up with 0$.", True),
    ],
)
def test_the_risk_of_what_is_done_instead(after: str, *, wrong: bool) -> None:
    assert bool(failed("prisoners_dilemma", MOVES + after)) == wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("**Total payoffs:**\n- (R, R): 2$\n- (R, B): 3$\n- (B, B): 10$", False),
        ("Total payoffs:\n- (R, R): 1$ each\n- (B, B): 3$ each", True),
        ("To sum up the payoffs:\n- R gives me at least 0$, as I get 1$ or 3$.\n- If both choose B, I get 3$.", True),
        ("Combined payoffs:\n- R and R: 1 + 1 = 2\n- B and B: 5 + 5 = 11", True),
    ],
)
def test_a_list_of_sums(text: str, *, wrong: bool) -> None:
    assert bool(failed("stag_hunt", text)) == wrong
