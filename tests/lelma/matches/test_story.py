"""What the story of a match tells of its votes and goal values."""

from __future__ import annotations

from pathlib import Path

from lelma.agents.players.random_agent import RandomAgent
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.matches.replay import read_match
from lelma.matches.story import tell, votes_among
from tests.lelma.matches.panel import panel


def test_votes_that_follow_one_another_are_one_vote_and_the_next_vote_is_another() -> None:
    one, other, third = ({role: "(vote p1)"} for role in ("p1", "p2", "p3"))
    none = {"p1": "noop", "p2": "noop", "p3": "noop"}
    voting = frozenset(["vote"])
    assert votes_among([one, other, third, none], voting) == [((1, 2, 3), {**one, **other, **third})]
    assert votes_among([one, other, one, third], voting) == [((1, 2), {**one, **other}), ((3, 4), {**one, **third})]
    assert votes_among([one, none, other], voting) == [((1,), one), ((3,), other)]
    assert votes_among([none, {**one, **other}, {**other, **third}], voting)[1:] == [((3,), {**other, **third})]
    assert votes_among([none], voting) == votes_among([], voting) == []


def test_a_vote_without_a_choice_is_a_vote_and_goals_are_written_as_in_the_rules(tmp_path: Path) -> None:
    game, file = Game.load(panel(tmp_path)), tmp_path / "match.jsonl"
    referee = Referee(game)
    referee.play({role: RandomAgent() for role in referee.players}, transcript=file)
    story = tell(read_match(file), game)
    [vote] = story.votes
    assert vote.plies == (1,) and list(vote.choices) == ["ann", "bob", "cyd"] and vote.choices["cyd"] == "ann"
    assert [player.goal for player in story.players] == ["2.50"] * 3
