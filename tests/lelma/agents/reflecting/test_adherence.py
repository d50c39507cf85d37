"""Rules of cognitive regularization, checked over answers: by hand, and reasons against labels of ours."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.reflecting.adherence import (
    description_checks,
    joined_majority,
    reflection_checks,
    shown_of,
    vote_checks,
)
from lelma.agents.reflecting.beliefs import PlayerBelief
from lelma.agents.reflecting.vote_reasons import reason_categories
from lelma.agents.word_games.heard import VoteRound
from tests.lelma.agents.reflecting.reflecting_play import moment, ply, vote

SAID = [ply(said={"p2": "It has platforms."}), ply(said={"p3": "It is a transport hub."})]
GUESSED = {"p2": {"word": "Railway station"}}
VOTED = vote(p1="p2", p2="p3", p3="p2", p4="p2", p5="p2")


def kept(rule: str, own: float, *, rounds: int = 0, **value: Any) -> bool | None:
    at = moment([*SAID, *[VOTED] * rounds], beliefs=GUESSED)
    told = {"self_analysis": {"role_reason": value.pop("said", "")}, **value}
    (check,) = reflection_checks(
        [rule], at, told, {"p1": PlayerBelief(odd=own), "p2": PlayerBelief(odd=0.9, reason="x")}
    )
    return check.kept


def test_probabilities_have_bounds() -> None:
    assert kept("self_doubt", 0.4) and not kept("self_doubt", 0.39)
    assert kept("overconfidence", 0.2) and not kept("overconfidence", 0.19)
    assert kept("overconfidence", 0.0, rounds=2) is None


def test_the_score_is_cited_as_it_is_and_makes_no_identity() -> None:
    score = moment(SAID, beliefs=GUESSED).score
    assert score is not None and kept("grounded", 0.5, outlier_score_used=score)
    assert kept("grounded", 0.5, outlier_score_used=f"{score:.2f}")
    assert not kept("grounded", 0.5, outlier_score_used=score + 0.1) and not kept("grounded", 0.5)
    said = f"My outlier score is {score}, which means that I am the spy."
    assert not kept("grounded", 0.5, outlier_score_used=score, said=said)
    said = f"My score is {score}, but that never means that I am the spy."
    assert kept("grounded", 0.5, outlier_score_used=score, said=said)


@pytest.mark.parametrize(
    ("reason", "categories"),
    [
        ("Their clue was too vague and generic.", {"vagueness"}),
        ("It is not vague at all, but it stands out from the rest.", {"uniqueness"}),
        ("He contradicts his own first description.", {"inconsistency"}),
        ("She switched her vote and is framing Player 2.", {"shifting", "framing"}),
        ("He was just following the majority.", {"manipulation"}),
        ("I have no real evidence, so I pick at random.", {"no evidence"}),
        ("I like Player 2.", set()),
        ("In round one she said that it is cold, and in round two that it is warm.", {"inconsistency"}),
        ("She first voted for Player 1 and then for Player 4, to follow the crowd.", {"shifting", "manipulation"}),
        ("He is pushing everyone to vote for Player 5.", {"manipulation"}),
        ("Nobody stands out, so my vote is basically a guess.", {"no evidence"}),
        ("All clues match except that of Player 3.", {"uniqueness"}),
        ("It was about food while the others talked about travel.", {"uniqueness"}),
    ],
)
def test_reasons_are_read(reason: str, categories: set[str]) -> None:
    assert reason_categories(reason) == categories


def right_of(reasons: str) -> tuple[int, int]:
    """Of written reasons, how many are read as they are labelled, and how many there are."""
    rows = tomllib.loads((Path(__file__).parent / "written_reasons.toml").read_text("utf-8"))[reasons]
    return sum(reason_categories(text) - {"no evidence"} == set(label) for text, label in rows), len(rows)


@pytest.mark.parametrize("reasons", ["first", "second", "third", "fourth"])
def test_reasons_that_patterns_were_mended_by_are_read(reasons: str) -> None:
    assert right_of(reasons) == (30, 30)


def test_reasons_that_no_pattern_was_written_for_are_mostly_read() -> None:
    right, all_ = right_of("fifth")
    assert right / all_ >= 0.85


def votes(rule: str, reason: str, plies: list[Any], target: str = "p2", **further: Any) -> bool | None:
    (check,) = vote_checks([rule], moment(plies, **further), target, reason)
    return check.kept


def test_a_vote_needs_a_reason_that_the_record_does_not_refute() -> None:
    assert votes("anti_outlier", "It stands out.", SAID) is False
    assert votes("anti_outlier", "It stands out, and it is framing others.", SAID)
    assert votes("anti_outlier", "I like it.", SAID) is None  # in the first round nothing happened yet
    assert votes("anti_outlier", "I like it.", [*SAID, VOTED]) is False
    assert votes("anti_outlier", "Player 2 switched its vote.", [*SAID, VOTED]) is False
    switched = [*SAID, VOTED, vote(p1="p2", p2="p4", p3="p2", p4="p3", p5="p3")]
    assert votes("anti_outlier", "Player 2 switched its vote.", switched)
    assert votes("anti_vague", "Player 2 is vague.", SAID) is False and votes("anti_vague", "Hm.", SAID)


def test_an_inconsistency_is_shown_by_the_lexicon() -> None:
    at = moment([ply(said={"p2": "It has runways."}), VOTED, ply(said={"p2": "It does not have runways."})])
    assert shown_of("inconsistency", "p2", at) is True and shown_of("inconsistency", "p3", at) is False
    assert shown_of("framing", "p2", at) is None


def test_a_believed_spy_spreads_its_votes_and_joins_no_majority() -> None:
    odd = {"p1": {"odd": 0.9}}
    assert votes("spy_offense", "", SAID, beliefs=odd) is None
    assert votes("spy_offense", "", [*SAID, VOTED], beliefs=odd) is False
    assert votes("spy_offense", "", [*SAID, VOTED], "p3", beliefs=odd)
    assert votes("spy_offense", "", [*SAID, VOTED], beliefs={"p1": {"odd": 0.3}}) is None
    assert joined_majority(VoteRound(VOTED_BY, ()), "p1") and not joined_majority(VoteRound(VOTED_BY, ()), "p2")


VOTED_BY = {"p1": "p2", "p2": "p3", "p3": "p2", "p4": "p2", "p5": "p2"}


def strategy(strategy: str, content: str, *, rounds: int, guess: str) -> bool | None:
    at = moment([*SAID, *[VOTED] * rounds], beliefs={"p2": {"word": guess}})
    (check,) = description_checks(["strategy_first"], at, {"strategy": strategy, "content": content})
    return check.kept


def test_descriptions_blend_in_and_then_have_a_second_reading() -> None:
    assert strategy("blend_in", "It is a transport hub.", rounds=0, guess="Railway station")
    assert not strategy("second_reading", "It is a transport hub.", rounds=0, guess="Railway station")
    assert strategy("Second reading", "It is a transport hub.", rounds=2, guess="Railway station")
    assert not strategy("second_reading", "It has runways.", rounds=2, guess="Railway station")


def test_reasons_in_logs_agree_with_our_labels(shared_data: Callable[[str], Path]) -> None:
    labels = tomllib.loads((Path(__file__).parent / "vote_reasons.toml").read_text("utf-8"))["labels"]
    right = {"uniqueness": 0, "vagueness": 0, "other": 0}
    for name, number, player, label in labels:
        log = json.loads((shared_data("spygame_logs") / f"sk-{name}.json").read_text("utf-8"))
        rounds = next(each for each in log["rounds"] if each["round"] == number)
        read = reason_categories(rounds["private_before_vote"][player]) - {"no evidence"}
        right[label] += read == ({label} - {"other"})
    assert len(labels) == 29 and sum(right.values()) / len(labels) >= 0.85, right
