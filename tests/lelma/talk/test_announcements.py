"""Ways to say in a match whom one will vote for, and has voted for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from lelma.game.game import Game
from lelma.talk.engine import TalkEngine


@pytest.fixture(scope="module")
def said() -> Iterator[Callable[[str, str], list[str]]]:
    engines = {name: TalkEngine(Game.load(name)) for name in ("avalon", "spygame", "werewolf")}

    def read(game: str, text: str) -> list[str]:
        return [claim.query for claim in engines[game].read(text, "p1").translation.claims]

    yield read
    for engine in engines.values():
        engine.close()


@pytest.mark.parametrize("game", ["spygame", "werewolf"])
@pytest.mark.parametrize(
    ("text", "queries", "presupposed"),
    [
        ("Player 3 gets my vote.", ["will_vote_for(p1, p3)"], ["can_be_struck(p3)"]),
        ("My vote will be Player 3.", ["will_vote_for(p1, p3)"], ["can_be_struck(p3)"]),
        ("I'm sticking with Player 3.", ["will_vote_for(p1, p3)"], []),
        ("Player 3 won't get my vote.", ["will_not_vote_for(p1, p3)"], []),
        ("Player 2 went for Player 4.", ["has_voted_for(p2, p4)"], []),
    ],
)
def test_votes_are_read(
    said: Callable[[str, str], list[str]], game: str, text: str, queries: list[str], presupposed: list[str]
) -> None:
    assert said(game, text) == [*(presupposed if game == "werewolf" else ()), *queries]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("My vote on this team is a yes.", ["will_approve(p1)"]),
        ("I will turn this down.", ["will_reject(p1)"]),
        ("You won't get my approval.", ["will_reject(p1)"]),
        ("Player 4 was the one and only yes.", []),
        ("Suppose Player 4 is Merlin; then Player 2 has to be Morgana.", []),
        ("At most one of Players 2, 4 and 6 can be evil.", []),
    ],
)
def test_ballots_are_read(said: Callable[[str, str], list[str]], text: str, queries: list[str]) -> None:
    assert said("avalon", text) == queries


def test_who_begins_another_clause_is_in_no_list(said: Callable[[str, str], list[str]]) -> None:
    assert said("spygame", "Player 2 voted for Player 4, and Player 5 for Player 2.") == ["has_voted_for(p2, p4)"]


def test_a_player_may_be_named_with_himself(said: Callable[[str, str], list[str]]) -> None:
    assert said("spygame", "Everyone but Player 3 himself voted for Player 3 in the last round.") == said(
        "spygame", "Everyone but Player 3 voted for Player 3 in the last round."
    )
