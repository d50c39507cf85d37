"""Agents that infer who is what: one call, beliefs that agree with each other, and the own identity of Eq. 3."""

from __future__ import annotations

from typing import Any

import pytest

from lelma.agents.steps.plan import known_plans, read_plan
from lelma.agents.undercover.attribution import attributed, disagreement, likelier
from lelma.game.game import Game
from tests.lelma.agents.undercover.undercover_play import Replies, match_of, moment_of, small

OPTIONS = {"out": "(out ?p)"}


@pytest.fixture(scope="module")
def game() -> Game:
    return small()


def told(own: float, **others: float) -> dict[str, Any]:
    """Probabilities of being the spy, told as a model tells them."""
    return {
        "own": {"identity": "spy", "p": own},
        "others": {role: {"identity": "citizen", "p": 1 - chance} for role, chance in others.items()},
        "plan": "Blend in.",
        "description": "It is sour.",
    }


def test_it_answers_in_one_call_and_notes_what_it_believes(game: Game) -> None:
    ask = Replies(attribution=told(0.4, p2=0.1, p3=0.2, p4=0.3))
    found = attributed(moment_of(game), OPTIONS, ask)
    assert ask.prompts == ["attribution"]
    assert found.value["move"] == "describe" and found.value["words"] == "It is sour."
    beliefs = found.notes[0]["beliefs"]
    assert {role: round(each["spy"], 6) for role, each in beliefs.items()} == {
        "p1": 0.4,
        "p2": 0.1,
        "p3": 0.2,
        "p4": 0.3,
    }


def test_the_own_identity_is_the_likelier_of_the_own_two_and_not_of_anybody_elses(game: Game) -> None:
    """Equation 3 prints the argmax over θ_j."""
    assert likelier({"identity": "spy", "p": 0.4}) == "citizen"
    ask = Replies(attribution=told(0.45, p2=0.55, p3=0.0, p4=0.0))
    assert attributed(moment_of(game), OPTIONS, ask).kept == {"own_identity": "citizen"}


def test_a_vote_is_one_of_the_moves(game: Game) -> None:
    value = {**told(0.4, p2=0.6, p3=0.0, p4=0.0), "vote": "(vote p2)"}
    value.pop("description")
    found = attributed(moment_of(game, legal=["(vote p2)", "(vote p3)"]), OPTIONS, Replies(attribution=value))
    assert found.value["move"] == "(vote p2)" and found.value["words"] == ""


def test_numbers_that_disagree_are_asked_for_once_more_with_the_reason(game: Game) -> None:
    wrong, right = told(0.9, p2=0.9, p3=0.2, p4=0.3), told(0.4, p2=0.1, p3=0.2, p4=0.3)
    ask = Replies(attribution=[wrong, right])
    found = attributed(moment_of(game), {**OPTIONS, "verified": True}, ask)
    assert ask.prompts == ["attribution"] * 2 and "add up to 2.30" in ask.asked[1][1]["disagreement"]
    assert found.notes[0]["beliefs"]["p1"]["spy"] == 0.4
    once = Replies(attribution=[wrong, right])
    attributed(moment_of(game), OPTIONS, once)
    assert once.prompts == ["attribution"]


def test_whoever_is_out_while_the_game_goes_on_is_no_spy(game: Game) -> None:
    said = disagreement(told(0.1, p2=0.5, p3=0.2, p4=0.2), ("p2", "p3", "p4"), ["p2"])
    assert said.startswith("p2 is out")
    assert disagreement(told(0.5, p3=0.2, p4=0.3), ("p2", "p3", "p4"), ["p2"]) == ""
    assert disagreement(told(0.5, p3=0.2, p4=0.3), ("p2", "p3", "p4"), []).startswith("there is none for p2")


def test_an_unreadable_reply_is_no_move(game: Game) -> None:
    assert attributed(moment_of(game), OPTIONS, Replies(attribution=None)).value["move"] == ""


def test_nli_asks_once_and_att_nli_once(game: Game) -> None:
    for agents in ("nli", "att_nli"):
        events = match_of(f"p1={agents}:formalizer,plain", game)
        moves = [event for event in events if event["event"] == "move" and event["role"] == "p1"]
        calls = [event for event in events if event["event"] == "call"]
        assert len(calls) == len([move for move in moves if move["legal"] > 1 or move.get("words")]) > 1
        assert not [event for event in events if event["event"] in ("refused", "fallback", "trouble")]


def test_verified_changes_nothing_but_the_switch(game: Game) -> None:
    plans = known_plans(game.folder)
    one, other = (read_plan(plans[name]) for name in ("att_nli", "att_nli_verified"))
    assert {**one.step[0].options, "verified": True} == other.step[0].options
    assert [step.name for step in one.step] == [step.name for step in other.step]
