"""Beliefs read from whatever form a model gives them in, and what prompts are told."""

from __future__ import annotations

from typing import Any

import pytest

from lelma.agents.reflecting.beliefs import PlayerBelief, read_beliefs, role_named
from lelma.agents.reflecting.telling import NO_SCORE, RULE_TASKS, switched_rules
from lelma.support.errors import UsageError
from tests.lelma.agents.reflecting.reflecting_play import moment, ply, vote

NAMES = ("spy", "civilian")
TOLD = {"word_guess": "Airport", "role_guess": "spy", "confidence": 0.9, "reason": "It said so."}
SAID = [ply("(described p2)", said={"p2": "It has platforms."})]


@pytest.mark.parametrize(
    "analyses",
    [
        [{"player_id": "Player 2", **TOLD}],
        [{"player_id": 2, **TOLD}],
        {"p2": TOLD},
        {"2": {**TOLD, "confidence": "90%"}},
    ],
)
def test_analyses_come_as_a_list_or_by_player(analyses: Any) -> None:
    own = {"role_guess": "civilian", "role_reason": "All fits.", "confidence": 0.7}
    value = {"player_analyses": analyses, "self_analysis": own}
    found = read_beliefs(value, {}, moment(SAID).moment.view, NAMES)
    assert found == {"p2": PlayerBelief("Airport", 0.9, "It said so."), "p1": PlayerBelief("", 0.3, "All fits.")}


def test_what_is_not_told_stays_and_unknown_is_no_belief() -> None:
    before = {"p2": PlayerBelief("Airport", 0.9, "x"), "p3": PlayerBelief("Desert", 0.2, "y")}
    value = {"player_analyses": {"p2": {"role_guess": "unknown", "word_guess": "unknown"}}, "self_analysis": None}
    found = read_beliefs(value, before, moment(SAID).moment.view, NAMES)
    assert found == {"p2": PlayerBelief("", None, "x"), "p3": before["p3"]}


@pytest.mark.parametrize(("text", "role"), [("p3", "p3"), ("player 3", "p3"), (3, "p3"), ("3 or 4", None), ("x", None)])
def test_players_are_named_in_any_way(text: object, role: str | None) -> None:
    assert role_named(text, moment(SAID).moment.view) == role


def test_the_score_goes_by_guesses_of_those_who_are_in() -> None:
    beliefs = {"p2": {"word": "Airport"}, "p3": {"word": "Turnip"}}
    assert moment(SAID, beliefs=beliefs).score == moment([*SAID, vote("p4", p1="p4")], beliefs=beliefs).score
    assert moment([*SAID, vote("p3", p1="p3")], beliefs=beliefs).score == 0
    assert moment(SAID).score is None and moment(SAID).fields("reflect")["outlier"] == NO_SCORE


def test_what_a_score_speaks_for_goes_by_the_embedder() -> None:
    beliefs = {"p2": {"word": "Turnip"}}

    def hint(**settings: Any) -> str:
        return moment(SAID, beliefs=beliefs, settings=settings).fields("reflect")["hint"]

    assert hint() == "" and moment(SAID, settings={"hint": True}).fields("reflect")["hint"] == ""
    assert hint(hint=True) == "Above 0.85 it speaks for the spy, below 0.5 for a civilian."
    own = "hashed?near=0.7&far=0.4"  # so that it is as the paper has it
    assert hint(hint=True, embedder=own) == "Above 0.6 it speaks for the spy, below 0.3 for a civilian."


def test_what_descriptions_prove_is_told_where_it_is_asked_for() -> None:
    # A railway station has no planes, and an airport no trains.
    plies = [ply(said={"p2": "It has runways."}), ply(said={"p3": "It has planes."})]
    at = moment(plies, word="railway_station", settings={"proof": True})
    assert at.fields("vote")["proof"].splitlines() == [
        "Player 2 can't have your word.",
        "Player 3 can't have your word.",
        "If all descriptions are true, the spy is you.",
    ]
    assert moment(plies, word="airport", settings={"proof": True}).fields("vote")["proof"] == ""
    assert moment(plies, word="railway_station").fields("vote")["proof"] == ""


def test_rules_are_switched_on_one_by_one() -> None:
    def rules(text: str) -> tuple[str, ...]:
        return switched_rules(moment(SAID, settings={"rules": text}).moment)

    assert rules("") == () and rules("all") == tuple(RULE_TASKS)
    assert rules("grounded+self_doubt") == ("self_doubt", "grounded")
    assert set(RULE_TASKS) - set(rules("-grounded")) == {"grounded"}
    with pytest.raises(UsageError, match=r"no rule 'gruonded'.*did you mean grounded"):
        rules("gruonded")


def test_each_rule_is_told_with_the_numbers_it_is_checked_by() -> None:
    told = moment(SAID, settings={"rules": "all"}).fields("reflect")["rules_told"]
    assert [line.partition(")")[0][1:] for line in told.splitlines()] == [
        rule for rule, tasks in RULE_TASKS.items() if "reflect" in tasks
    ]
    assert "at least 0.4" in told and "at most 0.8 sure" in told and "$" not in told
