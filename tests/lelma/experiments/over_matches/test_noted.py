"""Beliefs and checks that agents noted, from events written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lelma.experiments.metrics.beliefs import FLOOR
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.over_matches.beliefs_noted import noted_beliefs
from lelma.experiments.over_matches.checks_noted import checked_answers, count_checks
from lelma.experiments.over_matches.noted_tables import by_round_table
from lelma.experiments.over_matches.paired_table import paired_table
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow, rounds_begun
from lelma.experiments.over_matches.tables import match_groups

SIDES = {"merlin": "good", "servant": "good", "morgana": "evil", "assassin": "evil"}
DEAL = {"p1": "merlin", "p2": "servant", "p3": "morgana"}


def belief(ply: int, beliefs: Any, role: str = "p1") -> dict[str, Any]:
    return {"event": "note", "ply": ply, "role": role, "kind": "belief", "beliefs": beliefs}


def test_a_belief_is_scored_by_identity_and_by_side() -> None:
    (found,) = noted_beliefs([belief(3, {"p3": {"morgana": 0.5, "assassin": 0.2, "servant": 0.3}})], DEAL, SIDES)
    assert (found.identity, found.side, found.own, found.last, found.right) == ("morgana", "evil", False, True, True)
    assert found.sides == pytest.approx({"evil": 0.7, "good": 0.3})
    assert found.side_brier == pytest.approx(0.09)
    assert found.identity_brier == pytest.approx(0.25 + 0.04 + 0.09)


def test_what_a_belief_leaves_over_goes_to_the_sides_that_it_does_not_name() -> None:
    (found,) = noted_beliefs([belief(3, {"p2": {"evil": 0.2}})], DEAL, SIDES)
    assert found.sides == pytest.approx({"evil": 0.2, "good": 0.8}) and found.right
    assert found.identity_brier is None and not found.names_identities
    (sure,) = noted_beliefs([belief(3, {"p2": {"morgana": 1.0}})], DEAL, SIDES)
    assert sure.identity_log_loss == pytest.approx(13.8155, abs=1e-3) and FLOOR == 1e-6


def test_equal_sides_are_not_right_and_only_the_last_is_the_last() -> None:
    events = [belief(1, {"p2": {"good": 0.5, "evil": 0.5}}), belief(4, {"p2": {"good": 0.9, "evil": 0.1}})]
    first, last = noted_beliefs(events, DEAL, SIDES, run="a")
    assert (first.right, first.last, last.right, last.last) == (False, False, True, True)


def test_what_is_no_probability_is_unsound_and_what_is_no_belief_is_passed_over() -> None:
    events = [
        belief(1, {"p2": {"good": 0.8, "evil": 0.8}}),
        belief(1, {"p2": {"good": -1}}),
        belief(1, {"p9": {"good": 1.0}, "p3": "evil", "p2": {}, "p1": {"good": True}}),
        belief(1, None),
        {"event": "note", "ply": 1, "role": "p1", "kind": "trust", "trust": {}},
    ]
    assert [found.sound for found in noted_beliefs(events, DEAL, SIDES)] == [False, False]


def match(deal: int, cell: str, *chances: float) -> PlayedMatch:
    """A match of three rounds, begun after joint moves 2, 5 and 8, with a belief in p3 in each of the last two."""
    rows = tuple(
        PlayerRow(f"{cell}{deal}", cell, "", deal, deal, role, identity, SIDES[identity], "x", outcome="won")
        for role, identity in DEAL.items()
    )
    told = [belief(ply, {"p3": {"evil": chance}}) for ply, chance in zip((7, 9), chances, strict=True)]
    return PlayedMatch(f"{cell}{deal}", cell, "", deal, rows, tuple(told), SIDES, rounds_begun=(2, 5, 8))


def test_beliefs_are_told_and_tested_round_by_round() -> None:
    state = [
        {"event": "state", "ply": ply, "added": [f"(round {number})", "(alive p1)"]} for number, ply in ((1, 2), (2, 5))
    ]
    assert rounds_begun([*state, {**state[0], "ply": 9}], "(round ?n)") == (2, 5) and rounds_begun(state, "") == ()
    played = [match(deal, "ours", 0.5, 0.9) for deal in range(1, 7)]
    played += [match(deal, "theirs", 0.5, 0.5) for deal in range(1, 7)]
    groups = match_groups(played)
    table = by_round_table(groups)
    assert table is not None
    assert [row[2:5] for row in table.rows if row[0] == "ours"] == [("good", 2, 6), ("good", 3, 6)]
    paired = paired_table(groups, "theirs")
    assert paired is not None
    assert [row[2] for row in paired.rows] == ["side Brier", "side Brier, round 3"]
    assert by_round_table(match_groups([replace(each, rounds_begun=()) for each in played])) is None


def check(ply: int, attempt: int, claims: Any, feedback: Any = (), role: str = "p1", **more: Any) -> dict[str, Any]:
    told = [dict(zip(("where", "kind", "query", "sentence", "verdict"), claim, strict=True)) for claim in claims]
    note = {"event": "note", "ply": ply, "role": role, "kind": "check", "task": "say"}
    return {**note, "attempt": attempt, "claims": told, "feedback": list(feedback), **more}


FALSE = ("speech", "history", "voted(p1)", "P1 voted.", "false")
TRUE = ("speech", "history", "voted(p2)", "P2 voted.", "true")
DREAM = ("thought", "identity", "is(p3)", "P3 is good.", "false")
OPEN = ("thought", "identity", "is(p2)", "P2 is good.", "unknown")


def test_attempts_at_one_answer_belong_together_and_feedback_is_obeyed_or_not() -> None:
    events = [
        check(5, 1, [FALSE, TRUE, DREAM, OPEN], ["no"]),
        check(5, 2, [FALSE, TRUE], ["no"]),
        check(5, 3, [TRUE], ended="ok"),
        check(7, 1, [TRUE]),
        check(5, 1, [TRUE], role="p2"),
    ]
    answers = checked_answers(events)
    assert [(each.role, each.ply, len(each.attempts)) for each in answers] == [("p1", 5, 3), ("p2", 5, 1), ("p1", 7, 1)]
    counts = count_checks(answers)
    assert counts.refuted == {("speech", "history"): Share(1, 4), ("thought", "identity"): Share(1, 1)}
    assert counts.open["thought", "identity"] == Share(1, 2)
    assert counts.published == {("speech", "history"): Share(0, 3)}
    assert (counts.given, counts.lines, counts.obeyed) == (Share(1, 3), 2, Share(1, 2))
    assert counts.alarms == Share(0, 0)


def test_meant_lies_are_counted_apart() -> None:
    event = check(5, 1, [FALSE])
    event["claims"][0]["lie"] = True
    counts = count_checks(checked_answers([event]))
    assert counts.refuted == {("speech", "history"): Share(0, 0)} and counts.lies == Share(1, 1)


def mistake(ply: int, where: str, sentence: str) -> dict[str, Any]:
    told = [{"where": where, "sentence": sentence, "error": "history"}]
    return {"event": "note", "ply": ply, "role": "p1", "kind": "mistakes", "mistakes": told}


def test_who_knows_its_mistakes_shows_false_alarms() -> None:
    counts = count_checks(checked_answers([mistake(5, "thought", "P3 is good."), check(5, 1, [FALSE, DREAM])]))
    assert counts.alarms == Share(1, 2)


def test_a_broken_announcement_is_a_mistake_of_the_words_before() -> None:
    broken = ("move", "commitment", "votes(p1)", "I will approve.", "false")
    events = [mistake(3, "speech", "I will approve. Trust me."), check(5, 1, [broken]), check(6, 1, [FALSE])]
    assert count_checks(checked_answers(events)).alarms == Share(1, 2), "an answer without a mistake counts as well"


def test_sentences_that_were_cut_out_were_not_said() -> None:
    counts = count_checks(checked_answers([check(5, 1, [FALSE, TRUE], ["no"], said="P2 voted.")]))
    assert counts.published == {("speech", "history"): Share(0, 1)}


def test_of_nothing_nothing_is_counted() -> None:
    assert checked_answers([]) == [] and count_checks([]).given == Share(0, 0)
