"""Sentences that can be read in more than one way, and words that belong to one part of a sentence only.

A sentence counts as wrong only if no reading of it is right.
"""

from __future__ import annotations

import pytest

from tests.translators.sentences.families import failed, sentences, verifier
from translators.claim import Claim, Translation

RIGHT = {
    "prisoners_dilemma": """
Whatever the other person does, R leaves me with more: 5 beats 3, and 1 beats 0.
B offers the highest mutual potential (3$ each if both choose B) but risks ending with nothing.
The worst case for R is better than the worst case for B (1$ vs. 0$).
The difference between R and B is 2$ if they choose B (5$ vs 3$) and 1$ if they choose R (1$ vs 0$).
They have nothing to lose by choosing R, since it gives them more whatever I do.
Although R would give me more in either case, I hope that both of us choose B and earn 3$.
I have two options: R, which yields 1$ or 5$, and B, which yields 0$ or 3$.
Although mutual B is tempting, I can't be sure that the other player will not choose R, so with B I'd risk getting 0$.
If one player picks R while the other picks B, it results either in a gain (5$) or in a complete loss (0$).
If both players choose B, the mutual outcome is optimal ($3 each).
Choice R is the safer strategy, for it avoids the worst outcome (walking away with nothing).
If both players choose R, each gets only 1$, whereas both could have gotten 3$ by choosing B.
If one cooperates and the other defects (chooses R), the cooperator gets 0$ and the defector gets 5$.
B would only be rational if I could trust the other player to choose B, and even so R would pay me 2$ more.
R offers the highest possible payoff.
Risk-seeking approach: choosing R because it has a higher potential payoff than B.
With B, on the other hand, I could get 0$.
If we cooperate (choose B), we each get 3$. If I cooperate and they betray me (choose R), I get nothing.
They will choose the option with the higher minimum payoff, which is R.
The option with the higher minimum payoff (1$) is R.
If they choose R, I lose nothing by choosing R.
I can't get 3$ by choosing R.
Choosing B yields a minimum of 0$ and a maximum of 3$.
If they choose R, I can choose R and get 1$ or choose B and get 0$.
If they choose B, their payoff is lower if I choose R.
I don't want to get 0$, so I will not choose B.
If they choose B, choosing B maximizes our payoff.
""",
    "stag_hunt": """
I would rather have a guaranteed payoff of 1 with R than risk getting 0 if the other player chooses R.
If I choose B, I risk getting nothing if the other player chooses R, but the potential reward is the highest (5$).
(B, B) is the outcome we should both want, because it gives each of us the maximum of 5$.
Mutual R choices give each player only 1$, which is the lowest payoff combination.
If I choose B and am wrong, I walk away with 0$; if I choose R, I never get less than 1$.
When I choose B, I'm betting on the other player choosing B too: success means 5$, failure means 0$.
I would get 5$ instead of 3$ by choosing B when the other player chooses B, but 0$ instead of 1$ when they choose R.
If I take R and they take B, I walk away with 3$ and they with nothing; in the reverse case I get nothing.
Cons of B: a risk of 0$.
R caps my payoff at 3$; B on the other hand leaves open the possibility of 5$.
B has the potential for 5$ if both players cooperate, yet there is also a chance that they choose R.
Both of us choosing B is a Nash equilibrium, and both of us choosing R is one too. In the first one I get 5$.
Nothing can go wrong with R: I always get at least 1$.
R guarantees me 1$, while the lowest payoff I can get is 0$.
If I choose R, I get 1$ or 3$, whereas the lowest payoff I can get is 0$.
With R I get at least 1$, although the worst payoff in the game is 0$.
I choose R to be safe, even though the most I could get is 5$.
My payoff is either 5$ or 0$ for B and either 3$ or 1$ for R.
R gives me 3$ or 1$, but I could also get 5$ or 0$ by choosing B.
If they choose B, I'd get 3$ with R and 5$ with B. But I don't know what they will do. So R is the better choice for me.
If they choose B, choosing R yields 3$, which is lower than what I would get from B.
""",
    "hawk_dove": """
B has lower variance (1$ to 3$) than R (0$ to 5$).
In expectation, if the other is equally likely to choose either option, R gives me 2.5$ and B gives me 2$.
I would prefer the safety of B: even in the worst case I still leave with 1$.
R has both the best and the worst payoffs for me (5$ and 0$).
If one player chooses R and the other one B, the player who chose R gets 5$ and the player who chose B gets 1$.
A cautious opponent knows that R against R is a disaster, so they might lean towards B; then R would net me 5$.
With B, I'd regret 2$ if they choose B, since R pays 5$ and B pays 3$.
Against B, I make 5$ with R; against R, I make 1$ with B.
If I choose R and they choose R, I won't earn anything.
If both choose R, nobody gets anything.
B yields 3$ for both of us, but each of us is tempted by R, which would give 5$ to the defector.
If they choose R, I am worse off with R.
They will choose R if they believe that I will choose B, since 5$ is better than 3$.
I can't get 3$ by choosing B if they don't choose B.
I won't get 5$ with R unless they choose B.
If I choose R and am unlucky, I don't get 5$.
If they choose B, it's best for both of us if I choose B.
I choose B, they choose B. The highest payoff in the game is 5$, though.
R gives me up to 5$, and B up to 3$.
(R, B) gives me 5$, (R, R) gives me 0$. The best outcome for me is (R, B), while the worst outcome for me is (R, R).
If the other player is careful and chooses B, I'd have been better off with R, but 3$ is still fine.
If they choose R, R gives me 0$ and B 1$. If they choose B, R gives me 5$ and B 3$. So B is the better choice.
""",
}

WRONG = {
    "prisoners_dilemma": """
Choosing B is the cautious option: it never leaves me with less than 1$.
Suppose the other player chooses R. Then I'm choosing between 0$ (R) and 1$ (B).
I would choose R. With this choice I will get either 3$ or 5$.
The option with the higher minimum payoff is B.
I can't get 3$ by choosing B.
The payoff of choosing B when the other player chooses R is 1$.
With B, I'd get 3$ for sure.
The player who chooses R is left with nothing if the other chooses B.
Choosing B yields a minimum of 0$ and a maximum of 5$.
No matter what the other player chooses, my payoff is higher if I choose B.
I don't want to risk getting nothing, so I choose B.
I don't want to get 0$, so I will not choose R.
If they choose B, the most profitable option for me is B.
By choosing B I can maximize my payoff if the other player also chooses B.
If we collude (choose B), we each get 3$. If I collude while they fight me (choose R), I get 5$.
""",
    "stag_hunt": """
Against R, I make 3$ with B.
If I choose R, the highest payoff I can get is 3$, but the lowest payoff I can get is 0$.
If they choose B, choosing R yields 3$, which is higher than what I would get from B.
If they choose B, choosing R is better than choosing B.
The highest payoff R can give me is 5$.
Both options have the same minimum payoff.
I could get as much as 5$ with R, but I could also get as little as 1$.
R gives me the highest payoff of 5$.
I prefer R because it has the highest possible payoff for me.
B has a lower potential payoff than choosing R.
Choosing R has the potential for a gain (3$) and for a total loss (0$).
Cons of R: a risk of 0$.
By choosing R, I guarantee myself at least 1$ and increase my chances of getting the highest possible payoff of 5$.
R is the option with the highest potential payoff.
R gives me more than B only if the other player chooses B.
R gives me more than B against either choice.
Even in the least favorable case B leaves me with 1$.
If they choose B, I get 3$ with R and 5$ with B, so R is better.
If they choose B, then R is the better choice.
If I take R and they take B, I walk away with 3$; in the reverse case I get 3$ and they get nothing.
If one player chooses R and the other one chooses B, the player who chose R gets 0$ and the one who chose B gets 3$.
If I choose R and they choose R, the player choosing R gets 3$.
""",
    "hawk_dove": """
I would prefer the safety of R: even in the worst case I still leave with 1$.
In expectation, if the other is equally likely to choose either option, R gives me 2.5$ and B gives me 3$.
If we both choose B, neither of us gets anything.
If they choose R, I get 0$ with R and 1$ with B. Thus, choosing R is better for me.
If they choose B, R gives me 5$ while B only 1$.
If they choose R, I do better with R.
I can never get 3$ if I choose B.
It would be best for me to choose B if they choose B.
If the other player picks R, then I'm going to get 1$ no matter what I pick.
I choose R, they choose R. We both get 1$.
With B the possible payoffs are 0$ and 3$.
(R, B) gives me 5$, (B, R) gives me 1$. The best outcome for me is (R, B), while the worst outcome for me is (B, R).
If they choose R, I get 0$ with R and 1$ with B. In that case, my best option is R.
The minimum payoff is the same for both options.
If they choose each option with a 50% chance, the expected reward for choosing R is 3$.
I'd choose R as it is the option which minimizes my maximum loss.
With equal chances R yields 2.5$ on average and B yields 3$ on average.
If the other player picks each option with a 50% chance, the expected value of both choices is the same.
""",
}

BLOCKS = {
    "right": "### Step 1: Evaluate choice R\n- Worst case: they pick R: $0.\n1. They pick R: 0$\n2. They pick B: 5$",
    "wrong": "### Step 2: Evaluate choice B\n- Worst case: the other player picks R, and I earn $0.",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_in_one_reading(game: str, sentence: str) -> None:
    assert failed(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_in_every_reading(game: str, sentence: str) -> None:
    assert failed(game, sentence) != []


def test_a_numbered_heading_governs_its_list() -> None:
    assert failed("hawk_dove", BLOCKS["right"]) == []
    assert failed("hawk_dove", BLOCKS["wrong"]) != []


LIST = """
| My choice | Their choice | My payoff | Their payoff |
|---|---|---|---|
| R | B | {} | 1$ |
| B | B | 3$ | 3$ |
"""


def test_a_table_with_a_row_for_each_cell() -> None:
    assert len(verifier("hawk_dove").check(LIST.format("5$")).claims) == 4
    assert failed("hawk_dove", LIST.format("5$")) == []
    assert failed("hawk_dove", LIST.format("3$")) == [
        "finally(goal(you, 3), do(choice(them, 'dove'), do(choice(you, 'hawk'), s0)))"
    ]


def check_claim(*ways: str) -> tuple[str, str]:
    claim = Claim("So it is.", (0, 9), ways[0], otherwise=ways[1:])
    (item,) = verifier("hawk_dove").report(Translation((claim,))).claims
    return item.claim.query, item.verdict.truth


def test_a_claim_is_false_only_in_all_its_readings() -> None:
    assert check_claim("higher(1, 2)", "higher(1, 3)", "higher(3, 2)") == ("higher(3, 2)", "true")
    assert check_claim("higher(1, 2)", "higher(1, 3)") == ("higher(1, 2)", "false")
    assert check_claim("higher(2, 1)", "higher(1, 3)") == ("higher(2, 1)", "true")


def test_what_an_earlier_paragraph_said_may_no_longer_hold() -> None:
    text = "So I might choose R.\n\nIf they choose B, then we both get a payoff of 3$."
    (first, second) = verifier("prisoners_dilemma").translate(text).claims
    assert first.otherwise and second.otherwise
    assert failed("prisoners_dilemma", text) == []


def test_what_i_can_get_is_not_said_of_the_subject_before_while() -> None:
    text = "So hare has the highest guaranteed payoff, while the highest payoff I can get is 5."
    assert failed("stag_hunt", text) == []
    assert failed("stag_hunt", "If I choose hare, I get at least 1, while the highest payoff I can get is 3.") == []


def test_an_extreme_without_a_move_is_of_the_move_that_its_own_paragraph_speaks_of() -> None:
    text = "If they choose R, choosing B gives me nothing.{}The highest payoff I can get is 3."
    assert failed("prisoners_dilemma", text.format(" ")) == []
    assert failed("prisoners_dilemma", text.format("\n\n")) == ["highest_possible_individual_payoff(3)"]


def test_it_may_be_what_any_clause_of_the_sentence_before_spoke_of() -> None:
    text = "Both choosing B is no equilibrium, since I could get 5$ by switching to R. Still, it gives {} to each."
    assert failed("hawk_dove", text.format("3$")) == []
    assert failed("hawk_dove", text.format("1$")) == [
        "finally(goal(you, 1), do(choice(them, 'dove'), do(choice(you, 'hawk'), s0)))"
    ]


def test_a_conclusion_hands_no_scene_down_to_the_list_after_it() -> None:
    text = (
        "Therefore, R has the better worst case.\n\n2. **What they might do**:\n   - They choose B, hoping for {} each."
    )
    assert failed("stag_hunt", text.format("5$")) == []


def test_a_heading_tells_whose_payoffs_a_list_of_my_choices_gives() -> None:
    text = "They see the same:\n\n- Their payoffs if they choose R:\n   - I choose R: 0$\n   - I choose B: {}"
    assert failed("hawk_dove", text.format("5$")) == []
    assert failed("hawk_dove", text.format("1$")) != []


def test_an_item_that_begins_with_a_condition_hands_it_down() -> None:
    text = "- If I choose R, I get 1$ or 5$, as it turns out.\n  - This is safer for me, since the lowest payoff is {}."
    assert failed("prisoners_dilemma", text.format("1$")) == []
    assert failed("prisoners_dilemma", text.format("0$")) == ["lowest_individual_payoff_for_choice(0, 'D')"]


def test_a_heading_of_maximin_tells_no_move() -> None:
    text = "4. **Maximin consideration**:\n   - The lowest payoff I can get by choosing R is 0$."
    assert failed("hawk_dove", text) == []


def test_a_sum_that_is_spoken_of_goes_on_into_the_sentence_after_it() -> None:
    text = (
        "Let's compare the outcomes by their combined payoff. It is 2$ when both choose R, and 10$ when both choose B."
    )
    assert failed("stag_hunt", text) == []


def test_bullets_after_a_list_of_numbers_do_not_hang_under_the_last_number() -> None:
    text = "1. Both choose R: 1$ each.\n2. Both choose B: 5$ each.\n\n- {} has the better minimum (1$)."
    assert failed("stag_hunt", text.format("R")) == []
    assert failed("stag_hunt", text.format("B")) != []


def test_what_is_not_possible_is_not_gone_on_from() -> None:
    text = "I would suggest that we both choose B. {} I could get 0$ if they are careful."
    assert failed("stag_hunt", text.format("Since this is not possible,")) == []
    assert failed("stag_hunt", text.format("However, that can't be arranged, and")) == []
    text = "We could both choose R. This is not the best outcome, as we both get {}."
    assert failed("stag_hunt", text.format("1$")) == []
    assert failed("stag_hunt", text.format("5$")) != []


def test_a_list_of_extremes_tells_no_choice_of_the_heading_above_it() -> None:
    text = "If I wanted to maximize my possible payoff:\n- The most I can get with R is 3$.\n- The most with B is 5$."
    assert failed("stag_hunt", text) == []


def test_the_lower_of_two_means_is_of_the_move_that_is_not_chosen() -> None:
    text = "They choose at random. An expected payoff of 3$ is better than an expected payoff of 1.5$, so I choose {}."
    assert failed("prisoners_dilemma", text.format("R")) == []


def test_an_extreme_held_against_that_of_another_move_is_of_the_move_before() -> None:
    text = "If I choose B, I earn 3$ or 1$. So the lowest amount I can end up with is {}, compared with 0$ for R."
    assert failed("hawk_dove", text.format("1$")) == []
    assert failed("hawk_dove", text.format("3$")) != []
