"""Who gets what where something is done to somebody, shared, or left open; amounts in lists and brackets.

Every sentence is about a shipped game, in the games' `paper` naming (R, B).
"""

from __future__ import annotations

import pytest

from tests.translators.sentences import failed_of_decided, sentences

RIGHT = {
    "prisoners_dilemma": """
If they choose B, I can exploit them and get 5$.
If they choose B, I can take advantage of them by choosing R and get 5$.
If I choose B, they could exploit me by choosing R (5$).
If I choose B, they can exploit me and get 5$.
If I choose R and they choose B, I beat them with 5$ against 0$.
If they choose B, I could either choose B as well (3$) or exploit them with R (5$).
If I trust them and choose B, I get 3$ or 0$.
If I trust the other player and choose B, I get 3$ or 0$.
""",
    "hawk_dove": """
If they choose B, R earns me 5$ and B only 3$.
With B I earn at least 1$. If I knew for certain that they choose B, I could get 5$ instead.
If I pick B, I'm safe from walking away with nothing.
B: It gives me 3$ if the other player is peaceful, and 1$ if not.
The choice is between 0$ each (both R) and 3$ each (both B).
If we both choose B, we share 6$.
If one chooses R and the other B, it is split 5 to 1.
With q = 0.5, R gives 2.5$ and B gives 2$.
I let them get 5$ if I choose B and they choose R.
""",
}

WRONG = {
    "prisoners_dilemma": """
If they choose R, I can exploit them and get 5$.
If they choose B, I can take advantage of them by choosing R and get 3$.
If I choose B, they can exploit me and get 1$.
If I trust them and choose B, I get 3$ or 1$.
""",
    "hawk_dove": """
If they choose B, R earns me 5$ and B only 1$.
If I pick R, I'm safe from walking away with nothing.
The choice is between 0$ each (both R) and 5$ each (both B).
""",
}


@pytest.mark.parametrize(("game", "sentence"), sentences(RIGHT))
def test_right_sentence_holds(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) == []


@pytest.mark.parametrize(("game", "sentence"), sentences(WRONG))
def test_wrong_sentence_is_caught(game: str, sentence: str) -> None:
    assert failed_of_decided(game, sentence) != []
