"""The English reader knows no game: it follows renamed moves, swapped rows, scaled payoffs and other roles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from translators.english import translate
from translators.language.vocabulary import Naming, Vocabulary


def vocabulary(
    mine: Mapping[str, Sequence[str]],
    theirs: Mapping[str, Sequence[str]] | None = None,
    names: Mapping[str, Sequence[str]] | None = None,
) -> Vocabulary:
    theirs = theirs or mine
    moves = {move: tuple(words) for move, words in {**mine, **theirs}.items()}
    return Vocabulary(
        game="written",
        roles=("one", "two"),
        moves={"one": tuple(mine), "two": tuple(theirs)},
        namings=(Naming("game", moves),),
        role_names={role: tuple(words) for role, words in (names or {}).items()},
    )


def queries(text: str, game: Vocabulary, role: str = "one") -> list[str]:
    return [claim.query for claim in translate(text, game, role=role).claims]


def cell(who: str, payoff: str, mine: str, theirs: str) -> str:
    return f"finally(goal({who}, {payoff}), do(choice(them, '{theirs}'), do(choice(you, '{mine}'), s0)))"


STORY = """Let me think about the outcomes:

1. If I choose {x}:
   - If the other player also chooses {x}, we both get 1$.
   - If they choose {y}, I get 5$ and they get 0$.

2. **Choosing {y}:**
   - If they pick {x}: I get nothing, and they get 5$.
   - If we both pick {y}, we each earn 3$.

Choosing {x} guarantees me at least 1$, so {x} is the safer option, while choosing {y} risks getting 0$.
If they choose {y}, my best response is {x}, because 5$ is better than 3$. The highest possible payoff is 5$.

My final choice: {{{x}}}
"""


def story(x: str, y: str) -> str:
    return STORY.format(x=x, y=y)


BASE = vocabulary({"x": ["R"], "y": ["B"]})


def test_a_story_is_read_in_full() -> None:
    found = queries(story("R", "B"), BASE)
    assert found[:4] == [
        cell("you", "1", "x", "x"),
        cell("them", "1", "x", "x"),
        cell("you", "5", "x", "y"),
        cell("them", "0", "x", "y"),
    ]
    assert {
        cell("you", "0", "y", "x"),
        cell("them", "5", "y", "x"),
        cell("you", "3", "y", "y"),
        cell("them", "3", "y", "y"),
        "guarantees_at_least(1, 'x')",
        "higher_guaranteed_payoff('x', 'y')",
        "possible_individual_payoff_for_choice(0, 'y')",
        "best_response('x', 'y')",
        "higher(5, 3)",
        "highest_possible_individual_payoff(5)",
    } <= set(found)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("hawk", "dove"),
        ("cooperate", "defect"),
        ("Swerve", "Straight"),
        ("stay home", "go out"),
        ("A", "B"),
        ("X", "I"),
        ("left", "right"),
        ("Action 1", "Action 2"),
        ("go", "stop"),
        ("green button", "blue button"),
        ("naïve", "élan"),
    ],
)
def test_renaming_the_moves_renames_the_claims(x: str, y: str) -> None:
    renamed = vocabulary({"x": [x], "y": [y]})
    assert queries(story(x, y), renamed) == queries(story("R", "B"), BASE)
    assert translate(story(x, y), renamed, role="one").choice == "x"


def test_swapping_the_moves_swaps_the_claims() -> None:
    swapped = vocabulary({"y": ["B"], "x": ["R"]})
    assert queries(story("R", "B"), swapped) == queries(story("R", "B"), BASE)
    exchanged = [
        re.sub(r"'([xy])'", lambda match: "'y'" if match[1] == "x" else "'x'", query)
        for query in queries(story("R", "B"), BASE)
    ]
    assert queries(story("B", "R"), BASE) == exchanged


@pytest.mark.parametrize(("factor", "shift"), [(10, 0), (1, -7), (Fraction(1, 2), 0), (-3, 2)])
def test_scaling_the_payoffs_scales_the_claims(factor: Fraction, shift: int) -> None:
    def scaled(match: re.Match[str]) -> str:
        return str(float(int(match[1]) * factor + shift)).removesuffix(".0") + "$"

    def scaled_query(query: str) -> str:
        places = (
            r"(?<=goal\(you, )\d|(?<=goal\(them, )\d|(?<=least\()\d|(?<=choice\()\d"
            r"|(?<=payoff\()\d|(?<=higher\()\d(?=,)|(?<=, )\d(?=\)$)"
        )
        return re.sub(places, lambda match: str(float(int(match[0]) * factor + shift)).removesuffix(".0"), query)

    text = story("R", "B").replace("nothing", "0$")
    scaled_text = re.sub(r"(\d)\$", scaled, text)
    assert queries(scaled_text, BASE) == [scaled_query(query) for query in queries(text, BASE)]


def test_swapping_the_players_names_swaps_whose_payoff_it_is() -> None:
    game = vocabulary({"x": ["R"], "y": ["B"]}, names={"one": ["Alice"], "two": ["Bob"]})
    text = "If Alice chooses R and Bob chooses B, Alice gets 5$ and Bob gets 0$."
    swapped = text.replace("Alice", "#").replace("Bob", "Alice").replace("#", "Bob")
    assert queries(text, game) == [cell("you", "5", "x", "y"), cell("them", "0", "x", "y")]
    assert queries(swapped, game) == [cell("them", "5", "y", "x"), cell("you", "0", "y", "x")]


def test_the_second_role_reads_the_same_text_from_its_side() -> None:
    text = "If Player 1 chooses R and Player 2 chooses B, Player 1 gets 5$."
    assert queries(text, BASE, "one") == [cell("you", "5", "x", "y")]
    assert queries(text, BASE, "two") == ["finally(goal(them, 5), do(choice(you, 'y'), do(choice(them, 'x'), s0)))"]


def test_moves_that_only_one_role_has_say_whose_choice_they_are() -> None:
    game = vocabulary({"audit": ["audit"], "trust": ["trust"]}, {"comply": ["comply"], "evade": ["evade"]})
    assert queries("If I audit and they evade, I get 4$ and they get -2.5$.", game) == [
        cell("you", "4", "audit", "evade"),
        cell("them", "-2.5", "audit", "evade"),
    ]
    assert queries("(trust, evade): I get 0$, the taxpayer, my opponent, gets 2.5$.", game) == [
        cell("you", "0", "trust", "evade"),
        cell("them", "2.5", "trust", "evade"),
    ]


THREE = vocabulary({"rock": ["rock"], "paper": ["paper"], "scissors": ["scissors"]})


def test_three_moves() -> None:
    text = """If I play rock and they play scissors, I win 1$. If they play paper, I get -1$.
If both play rock, both get 0$.
Paper is the safest move. Paper is safer than rock. Choosing rock risks getting -1$.
If they choose rock, my best response is paper."""
    found = queries(text, THREE)
    assert found == [
        cell("you", "1", "rock", "scissors"),
        cell("you", "-1", "rock", "paper"),
        cell("you", "0", "rock", "rock"),
        cell("them", "0", "rock", "rock"),
        "highest_guaranteed_payoff_choice('paper')",
        "higher_guaranteed_payoff('paper', 'rock')",
        "possible_individual_payoff_for_choice(-1, 'rock')",
        "best_response('paper', 'rock')",
    ]


def test_a_text_uses_one_naming_and_says_which() -> None:
    game = Vocabulary(
        game="two namings",
        roles=("one", "two"),
        moves={"one": ("D", "C"), "two": ("D", "C")},
        namings=(
            Naming("game", {"D": ("defect", "D"), "C": ("cooperate", "C")}),
            Naming("paper", {"D": ("R",), "C": ("B",)}),
        ),
    )
    claims = translate("If I choose R and they choose B, I get 5$; I would rather cooperate.", game, role="one").claims
    assert [(claim.naming, claim.query) for claim in claims] == [("paper", cell("you", "5", "D", "C"))]
    claims = translate("If I defect while they cooperate, I get 5$.", game, role="one").claims
    assert [(claim.naming, claim.query) for claim in claims] == [("game", cell("you", "5", "D", "C"))]


@pytest.mark.parametrize(
    "text",
    [
        "If they defect, defecting gives me 1$.",
        "If both players are defecting, we both get 1$.",
        "Mutual defection gives each player 1$.",
    ],
)
def test_moves_that_are_verbs_are_bent(text: str) -> None:
    game = vocabulary({"D": ["defect"], "C": ["cooperate"]})
    assert cell("you", "1", "D", "D") in queries(text, game)


def test_common_words_are_moves_only_where_they_are_marked() -> None:
    game = vocabulary({"stay": ["left"], "move": ["right"]})
    assert queries("The right choice leaves me with 5$; I am left with nothing.", game) == []
    assert queries("If I choose left and they choose right, I am left with 2$.", game) == [
        cell("you", "2", "stay", "move")
    ]
    letters = vocabulary({"a": ["A"], "i": ["I"]})
    assert queries("A player who waits gets 3$. I get 3$ in a while.", letters) == []
    assert queries("If I choose A and they choose I, I get 3$.", letters) == [cell("you", "3", "a", "i")]


def test_only_the_choice_is_read_of_a_game_that_has_not_two_roles() -> None:
    game = Vocabulary(
        "three",
        ("a", "b", "c"),
        dict.fromkeys("abc", ("x", "y")),
        namings=(Naming("game", {"x": ("X",), "y": ("Y",)}),),
    )
    translation = translate("If I choose X, I get 5$. {X}", game, role="a")
    assert (translation.claims, translation.choice) == ((), "x")


NUMBERED = vocabulary({"1": ["1"], "2": ["2"]})


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("If I choose 1 and they choose 2, I get 5$.", cell("you", "5", "1", "2")),
        ("If I choose 2 and they choose 1, I get 0.", cell("you", "0", "2", "1")),
        ("(1, 2): 5, 0", cell("them", "0", "1", "2")),
        ("Choosing 1 guarantees me at least 1$.", "guarantees_at_least(1, '1')"),
        ("Option 1 is safer than option 2.", "higher_guaranteed_payoff('1', '2')"),
        ("I get 1$ or 5$ by choosing 1.", "possible_individual_payoff_for_choice(5, '1')"),
    ],
)
def test_numbers_may_be_moves(text: str, query: str) -> None:
    assert query in queries(text, NUMBERED)
