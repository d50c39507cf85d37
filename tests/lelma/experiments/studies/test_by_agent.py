"""Tables by agent: win rates with the parts it held, and action scores worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import Mean
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerDeed, PlayerRow
from lelma.experiments.over_matches.tables import MatchGroup, match_groups
from lelma.experiments.studies.by_agent import agent_of
from lelma.experiments.studies.layout import layout_faults, layout_figures, layout_tables

SIDES = {"werewolf": "wolves"} | dict.fromkeys(("seer", "witch", "villager"), "village")
DEAL = {"p1": "werewolf", "p2": "seer", "p3": "villager", "p4": "witch", "p5": "villager"}
PARTS = {"wolves": ["werewolf"], "leaders": ["seer", "witch"]}


def played(
    deal: int, wolves: str, leaders: str, winner: str, deeds: list[tuple[str, str]], **further: Any
) -> PlayedMatch:
    held = {"p1": wolves, "p3": wolves, "p2": leaders, "p4": leaders, "p5": leaders}
    rows = tuple(
        PlayerRow(
            "r", "cell", "m", deal, deal, role, identity, SIDES[identity], f"{held[role]}:m",
            outcome=("won" if SIDES[identity] == winner else "lost") if winner else "",
        )
        for role, identity in DEAL.items()
    )  # fmt: skip
    done = tuple(PlayerDeed(ply, role, move, told=("(victim p3)",)) for ply, (role, move) in enumerate(deeds, 1))
    return PlayedMatch("r", "cell", "m", deal, rows, further.get("notes", ()), SIDES, deeds=done)


DEEDS = [("p1", "(vote p2)"), ("p1", "(vote p1)"), ("p2", "(vote p1)"), ("p2", "(vote p3)"), ("p4", "(vote pass)"),
         ("p4", "save"), ("p2", "(check p1)"), ("p2", "(check p3)")]  # fmt: skip


def groups() -> list[MatchGroup]:
    return match_groups(
        [
            played(1, "ours", "theirs", "wolves", DEEDS),
            played(2, "theirs", "ours", "village", []),
            played(3, "ours", "theirs", "village", []),
            played(4, "ours", "theirs", "", []),
        ]
    )


def entry(**further: Any) -> dict[str, Any]:
    return {"game": "werewolf", "by_agent": [{"id": "t", "title": "T", "parts": PARTS, **further}]}


def cells(content: Mapping[str, Any]) -> dict[str, list[Any]]:
    (table,) = layout_tables(content, groups(), "", "")
    return {str(row[0]): list(row[2:]) for row in table.rows}


def test_an_agent_wins_with_the_part_it_holds() -> None:
    found = cells(entry(measures=["held", "held:wolves", "held:leaders", "unfinished"]))
    assert found["ours"] == [Share(2, 3), Share(1, 2), Share(1, 1), 1]
    assert found["theirs"] == [Share(1, 3), Share(0, 1), Share(1, 2), 1]


def score(**further: Any) -> dict[str, Any]:
    deeds = [{"move": "(vote ?p)"}]
    weights = {"werewolf": 0.5, "seer": 1.5, "witch": 1.5, "villager": 1.0}
    return entry(
        measures=["score:werewolf", "score:seer", "score:witch"], score={"weights": weights, "deeds": deeds, **further}
    )


def value(cell: object) -> float | None:
    return cell.mean if isinstance(cell, Mean) else None


def test_votes_score_their_weight_and_winning_five() -> None:
    found = cells(score())
    # match 1: the werewolf votes right once and wrong once and wins, 5; match 3 it loses without votes, 0.
    assert value(found["ours"][0]) == 2.5
    # the seer of match 1 the same and loses, 0; of match 3 it wins, 5.
    assert value(found["theirs"][1]) == 2.5
    assert value(found["theirs"][2]) == 2.5  # a pass counts nothing


def test_deeds_of_the_night_count_where_they_are_asked_for() -> None:
    deeds = [
        {"move": "(check ?p)", "only_right": True},
        {"move": "save", "target": "(victim ?p)", "against": False},
    ]
    found = cells(score(deeds=deeds, win=0))
    assert value(found["theirs"][1]) == 0.75 and value(found["theirs"][2]) == 0.75
    assert value(found["ours"][0]) == 0


def test_bars_draw_the_same_numbers() -> None:
    content = score()
    content["by_agent"][0]["bars"] = True
    (figure,) = layout_figures(content, groups(), "", "")
    assert figure.places == ("werewolf", "seer", "witch")
    assert {each.name: value(each.values[0]) for each in figure.series} == {"ours (m)": 2.5, "theirs (m)": 0.0}


def test_thoughts_are_classed_by_what_the_gate_found() -> None:
    claim = {"where": "thought", "kind": "identity", "query": "q", "sentence": "s", "fails": True}
    notes = tuple(
        {"event": "note", "kind": "check", "ply": ply, "role": "p1", "task": "vote", "attempt": 1, "feedback": [],
         "claims": [{**claim, "verdict": verdict}]}
        for ply, verdict in ((1, "false"), (2, "true"), (3, "unknown"))
    )  # fmt: skip
    match = played(1, "ours", "theirs", "wolves", [], notes=notes)
    deeds = tuple(PlayerDeed(ply, "p1", "(vote p2)", "", "Hm.") for ply in (1, 2, 3))
    match = PlayedMatch(
        *[getattr(match, name) for name in ("run", "cell", "model", "deal", "rows", "notes", "sides")], deeds=deeds
    )
    content = entry(measures=["thoughts:right", "thoughts:hallucination:wolves", "thoughts:deception", "thoughts:open"])
    (table,) = layout_tables(content, match_groups([match]), "", "")
    assert list(table.rows[0][2:]) == [Share(1, 2), Share(1, 2), Share(0, 2), Share(1, 3)]


def test_made_up_thoughts_of_those_who_know_are_told_apart() -> None:
    claim = {"where": "thought", "kind": "identity", "query": "q", "sentence": "s"}
    planted = {1: True, 2: True, 3: False, 4: False}
    notes = tuple(
        {"event": "note", "kind": "check", "ply": ply, "role": "p1", "task": "vote", "attempt": 1, "feedback": [],
         "claims": [{**claim, "verdict": verdict}]}
        for ply, verdict in ((1, "false"), (2, "true"), (3, "unknown"), (4, "false"))
    ) + tuple(
        {"event": "note", "kind": "mistakes", "ply": ply, "role": "p1",
         "mistakes": [{"where": "thought" if made_up else "speech", "sentence": "s", "error": "hallucinate"}]}
        for ply, made_up in planted.items()
    )  # fmt: skip
    deeds = tuple(PlayerDeed(ply, "p1", "(vote p2)", "", "Hm.") for ply in planted)
    match = replace(played(1, "ours", "theirs", "wolves", [], notes=notes), deeds=deeds)
    content = entry(measures=["told_apart", "told_apart:planted", "told_apart:clean"])
    (table,) = layout_tables(content, match_groups([match]), "", "")
    assert list(table.rows[0][2:]) == [Share(2, 4), Share(1, 2), Share(1, 2)]


@pytest.mark.parametrize(
    ("further", "fault"),
    [
        ({"measures": ["hold"]}, "did you mean held"),
        ({"measures": ["held:wolfs"]}, "no part 'wolfs'.*did you mean wolves"),
        ({"measures": ["thoughts:good"]}, "right, hallucination, deception, open"),
        ({"score": {"weights": {"seer": "much"}}}, "should be a number"),
        ({"printed": {"ours": ["1"]}}, "there are 0 heads"),
    ],
)
def test_faults_are_told(further: dict[str, Any], fault: str) -> None:
    import re

    assert any(re.search(fault, each) for each in layout_faults(entry(**further), []))


def test_an_agent_is_what_stands_before_its_model() -> None:
    specs = ["gated:gratr:openai:gpt-4o", "plain", "steps:gratr:x", "talker:history=0.2"]
    assert [agent_of(spec) for spec in specs] == ["gratr", "plain", "gratr", "talker"]
