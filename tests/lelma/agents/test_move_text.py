"""Moves as models write them."""

from __future__ import annotations

import tomllib

import pytest

from lelma.agents.move_text import read_move
from lelma.game.file_format import game_file
from lelma.game.wording import Wording

WORDS = """
[words.names]
"p{}" = "Player {}"

[[words.moves]]
term = "(vote you)"
says = "votes for you"
imperative = "vote for yourself"

[[words.moves]]
term = "(vote ?p)"
says = "votes for {p}"
imperative = "vote for {p}"
"""
LEGAL = ("(vote p1)", "(vote p5)", "(vote p6)", "noop")


def read(text: str) -> str | None:
    return read_move(text, LEGAL, Wording(game_file(tomllib.loads(WORDS)).words), to="p1")


@pytest.mark.parametrize(
    "text",
    [
        "vote p6: vote for Player 6",
        "(vote p6): vote for Player 6",
        "(vote p6): vote for Player 6.",
        "- (vote p6): vote for Player 6",
        "* vote p6: vote for Player 6",
        "3. (vote p6): vote for Player 6",
        "`(vote p6): vote for Player 6`",
        "`(vote p6)`: vote for Player 6",
        "**(vote p6)**: vote for Player 6",
        "**(vote p6):** vote for Player 6",
        "- **`(vote p6)`: vote for Player 6**",
        '"vote p6: vote for Player 6"',
        "\N{LEFT DOUBLE QUOTATION MARK}(vote p6): vote for Player 6\N{RIGHT DOUBLE QUOTATION MARK}",
        "vote(p6): Vote for player 6",
        "- vote for Player 6",
        "**(vote p6)**",
        "_(vote p6)_",
    ],
)
def test_a_line_as_it_is_listed_is_that_move(text: str) -> None:
    assert read(text) == "(vote p6)"


def test_a_line_may_address_its_reader() -> None:
    assert read("(vote p1): vote for yourself") == read("vote for yourself") == "(vote p1)"
    assert read("noop: noop") == "noop"


@pytest.mark.parametrize(
    "text",
    [
        "(vote p6): vote for Player 5",
        "(vote p7): vote for Player 7",
        "(vote p6): because Player 6 is evil",
        "(vote p6): vote for Player 6 or (vote p5): vote for Player 5",
        "vote: vote for Player 6",
        ": vote for Player 6",
        "**",
        "-",
    ],
)
def test_what_is_no_listed_line_is_no_move(text: str) -> None:
    assert read(text) is None
