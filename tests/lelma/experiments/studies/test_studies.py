"""Studies: experiment files that begin with one, and the tables and figures in form that they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.tables import PValue, TableNumber
from lelma.experiments.metrics.attribution import self_location
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.intervals import wilson
from lelma.experiments.metrics.means import Mean
from lelma.experiments.over_matches.plan import experiment_kind, instead, read_match_experiment
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow, sought_hit
from lelma.experiments.over_matches.tables import MatchGroup, match_groups
from lelma.experiments.run import MATCHES
from lelma.experiments.statistics.power import two_cell_power
from lelma.experiments.statistics.two_by_two import barnard
from lelma.experiments.studies.layout import layout_figures, layout_tables
from lelma.experiments.studies.library import known_studies, study_file
from lelma.experiments.studies.measures import MEASURE_HEADS, STUDY_MEASURES, Measured, measured_cells
from lelma.interfaces.views.experiment_files import figure_csv
from lelma.interfaces.views.experiment_plots import drawing

DEALT = {"p1": "merlin", "p2": "assassin", "p3": "percival"}
FEW = """
kind = "matches"
game = "avalon"
[[cell]]
name = "one"
agents = "plain"
[[cell]]
name = "two"
agents = "random"
"""


def groups(**wins: list[bool]) -> list[MatchGroup]:
    """Of matches of two sides that good won or lost, by cell."""
    found = list[PlayedMatch]()
    for cell, results in wins.items():
        for deal, won in enumerate(results, 1):
            rows = tuple(
                PlayerRow(f"{cell}{deal}", cell, "", deal, deal, role, side, side, "plain", outcome, plies=9)
                for role, side, outcome in (
                    ("p1", "good", "won" if won else "lost"),
                    ("p2", "evil", "lost" if won else "won"),
                )
            )
            found.append(PlayedMatch(f"{cell}{deal}", cell, "", deal, rows, (), {"good": "good", "evil": "evil"}))
    return match_groups(found)


PLAYED = groups(cot=[True] * 3 + [False] * 17, recon=[True] * 15 + [False] * 3)


@pytest.mark.parametrize("name", [name for name, file in known_studies().items() if experiment_kind(file) == MATCHES])
def test_every_study_can_be_read_and_every_cell_and_measure_is_there(name: str) -> None:
    found = read_match_experiment(known_studies()[name])
    assert found.name == name or found.name
    assert found.source and (any(found.layout.get(key) for key in ("table", "figure", "by_agent")))


def test_who_was_sought_is_named_or_not() -> None:
    rows = [PlayerRow("x", "c", "", 1, 1, role, identity, "", "plain") for role, identity in DEALT.items()]
    sought = {"by": "assassin", "identity": "merlin", "move": "(shoot ?p)"}
    events = [{"event": "move", "role": "p2", "move": "(vote approve)"}]
    assert sought_hit(events, rows, sought) is None and sought_hit(events, rows, {}) is None
    for target, hit in (("p1", True), ("p3", False)):
        assert sought_hit([*events, {"event": "move", "role": "p2", "move": f"(shoot {target})"}], rows, sought) is hit


def test_what_agents_know_to_be_wrong_is_counted_as_found_or_not() -> None:
    def check(ply: int, sentence: str, kind: str, *, fails: bool) -> dict[str, Any]:
        claim = {"where": "speech", "kind": kind, "query": "q", "sentence": sentence, "verdict": "true", "fails": fails}
        return {"event": "note", "kind": "check", "ply": ply, "role": "p1", "claims": [claim], "feedback": []}

    def wrong(ply: int, *errors: str) -> dict[str, Any]:
        told = [{"where": "speech", "sentence": "I am Merlin.", "error": error} for error in errors]
        return {"event": "note", "kind": "mistakes", "ply": ply, "role": "p1", "mistakes": told}

    notes = (
        wrong(1, "slip"), check(1, "I am Merlin.", "secret", fails=True),
        wrong(2, "slip"), check(2, "I am Merlin.", "identity", fails=False),
        wrong(3, "history"), check(3, "I am Merlin.", "history", fails=True),
        check(4, "He is good.", "secret", fails=True), check(5, "He is good.", "identity", fails=False),
    )  # fmt: skip
    row = PlayerRow("x", "c", "", 1, 1, "p1", "merlin", "good", "talker", outcome="won")
    measured = Measured(match_groups([PlayedMatch("x", "c", "", 1, (row,), notes, {})]), "", "good")
    cells = {name: measured_cells(name, measured)[0] for name in ("found:slip", "found", "alarms:secret", "alarms")}
    assert cells == {
        "found:slip": Share(1, 2), "found": Share(2, 3), "alarms:secret": Share(1, 2), "alarms": Share(1, 2),
    }  # fmt: skip


def test_what_a_gate_cut_out_was_not_said() -> None:
    claims = [
        {"where": "speech", "kind": "history", "sentence": "It failed.", "verdict": "false", "fails": True},
        {"where": "speech", "kind": "secret", "sentence": "I am Merlin.", "verdict": "true", "fails": True},
        {"where": "speech", "kind": "history", "sentence": "I went.", "verdict": "true", "fails": False},
    ]
    check = {"event": "note", "kind": "check", "ply": 1, "role": "p1", "claims": claims, "feedback": ["No."]}
    row = PlayerRow("x", "c", "", 1, 1, "p1", "merlin", "good", "recon", outcome="won")
    names = ("false_history", "false_history_drafted", "leaks")
    for said, expected in (("I went.", (0, 0)), ("It failed. I am Merlin. I went.", (1, 1))):
        notes = ({**check, "said": said},)
        measured = Measured(match_groups([PlayedMatch("x", "c", "", 1, (row,), notes, {})]), "", "good")
        (history,), (drafted,), (leaks,) = (measured_cells(name, measured) for name in names)
        assert (history, leaks) == (Share(expected[0], 1 + expected[0]), Share(expected[1], 1))
        assert drafted == Share(1, 2)


def test_what_is_called_certain_is_counted_as_so_or_not_and_as_fed_back_or_not() -> None:
    def belief(role: str, **certain: list[str]) -> dict[str, Any]:
        return {"event": "note", "kind": "belief", "ply": 1, "role": role, "certain": certain}

    def check(ply: int, attempt: int, *kinds: str) -> dict[str, Any]:
        claims = [{"where": "belief", "kind": kind, "verdict": "false", "fails": True} for kind in kinds]
        told = ["REFUTED"] if kinds else []
        return {"event": "note", "kind": "check", "ply": ply, "role": "p1", "claims": claims, "feedback": told}

    notes = (
        belief("p1", p2=["assassin", "morgana"], p3=["servant"]), belief("p2", p1=["servant"]),
        check(1, 1, "certain", "history"), check(1, 2), check(2, 1, "certain"),
    )  # fmt: skip
    dealt = {"p1": ("merlin", "good"), "p2": ("assassin", "evil"), "p3": ("percival", "good")}
    rows = tuple(PlayerRow("x", "c", "", 1, 1, role, *held, "recon", outcome="won") for role, held in dealt.items())
    measured = Measured(match_groups([PlayedMatch("x", "c", "", 1, rows, notes, {})]), "", "good")
    names = ("certain", "certain:evil", "certain_told", "certain_told:evil")
    assert [measured_cells(name, measured)[0] for name in names] == [Share(1, 2), Share(0, 1), Share(1, 2), None]


def test_every_measure_has_words() -> None:
    assert MEASURE_HEADS.keys() == STUDY_MEASURES.keys()


def test_a_table_has_the_measures_and_what_was_printed() -> None:
    entry = {
        "id": "table7", "title": "T", "measures": ["wins", "wins:evil", "barnard", "barnard_holm", "joint_moves"],
        "cells": ["recon"], "heads": ["Printed"], "printed": {"recon": ["3.48e-5"]},
    }  # fmt: skip
    (table,) = layout_tables({"table": [entry]}, PLAYED, "cot", "good")
    assert table.columns[2:] == ("Wins", "Wins, evil", "Barnard", "Barnard, Holm", "Joint moves", "Printed")
    ((_, _, won, lost, p, q, moves, printed),) = table.rows
    assert won == Share(15, 18) and lost == Share(3, 18) and printed == "3.48e-5"
    assert isinstance(p, PValue) and isinstance(q, PValue) and p.value == q.value == barnard(15, 18, 3, 20)
    assert moves is not None


def test_a_figure_is_drawn_with_intervals_and_told_as_a_table() -> None:
    for form in ("bars", "lines", "points"):
        entry = {"id": "f", "title": "Success & failure", "form": form}
        (figure,) = layout_figures({"figure": [entry]}, PLAYED, "cot", "good")
        assert figure.places == ("cot", "recon") and figure.percent and figure.axis == "Wins of good"
        svg = drawing(figure, alone=True)
        assert svg.count('class="whisker"') == 2 and "Success &amp; failure" in svg
        assert "83.3 %, 60.8 to 94.2 %" in svg
    assert figure_csv(figure).splitlines()[2].startswith("Wins,recon,83.3333,60.7")


def test_a_file_begins_with_a_study_and_changes_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('study = "recon2024-good"\nmatches = 3\n[[model]]\nname = "Claude"\nspec = "simulated"\n', "utf-8")
    found = read_match_experiment(file)
    assert found.matches == 3 and found.models["Claude"] == "simulated" and found.models["ChatGPT"] != "simulated"
    assert found.name == "mine" and len(found.cells) == 8
    other = instead(found, models=["ChatGPT=simulated"], matches=1)
    assert other.models["ChatGPT"] == "simulated" and len(other.runs) == 16
    with pytest.raises(ExperimentError, match="did you mean ChatGPT"):
        instead(found, models=["ChatGTP=simulated"])


def test_cells_may_name_models(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    models = '[[model]]\nname = "weak"\nspec = "simulated"\n'
    file.write_text(FEW.replace('"plain"', '"cot:{weak}"') + models, "utf-8")
    found = read_match_experiment(file)
    assert found.cells[0].agents("", found.models) == {"*": "cot:simulated"} and len(found.runs) == 20
    file.write_text(FEW.replace('"plain"', '"cot:{waek}"') + models, "utf-8")
    with pytest.raises(ExperimentError, match=r"no model 'waek' .did you mean weak"):
        read_match_experiment(file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[table]]\nid = "a"\ntitle = "A"\nmeasures = ["winns"]', "no measure 'winns'.*did you mean wins"),
        ('[[table]]\nid = "a b"\ntitle = "A"', "id: expected letters, digits and _, got 'a b'"),
        ('[[table]]\nid = "a"', "title is missing"),
        ('[[table]]\nid = "a"\ntitle = "A"\ncells = ["onne"]', "no cell 'onne'.*did you mean one"),
        ('[[figure]]\nid = "a"\ntitle = "A"\nform = "pie"', "form: there is no 'pie'; there are: bars, lines"),
        ('[[figure]]\nid = "a"\ntitle = 3', "should be a text"),
        ('[[figure]]\nid = "a"\ntitle = "A"\n[[table]]\nid = "a"\ntitle = "B"', "have the id 'a'"),
        ('[[table]]\nid = "a"\ntitle = "A"\nprinted = { one = ["1"] }', "'one' has 1 entries, and there are 0 heads"),
    ],
)
def test_faults_of_layouts_are_told(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FEW + text, "utf-8")
    with pytest.raises(ExperimentError, match=fault):
        read_match_experiment(file)


def test_a_study_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"no file and no study 'recon2024-god'.*did you mean recon2024-good"):
        study_file("recon2024-god")
    assert study_file(str(tmp_path / "missing.toml")).name == "missing.toml"


def measured(side: str, deals: dict[int, tuple[str, dict[str, float]]], cell: str = "nli") -> list[PlayedMatch]:
    """Matches of words: deal → the cards, and what was measured of `p1`, which is on the side and lost."""
    found = []
    for deal, (cards, numbers) in deals.items():
        row = PlayerRow(f"{cell}{deal}", cell, "", deal, deal, "p1", side, side, "plain", "lost", plies=9)
        dealt = tuple(cards.split())
        found.append(PlayedMatch(row.run, cell, "", deal, (row,), (), {side: side}, {"p1": numbers}, dealt))
    return found


def test_who_always_takes_itself_for_a_citizen_detects_itself_never() -> None:
    """Of a model that says `citizen` whatever it hears, as a spy."""
    beliefs = [{"spy": 0.1, "citizen": 0.9}] * 3
    own = self_location(beliefs, "spy")
    assert own is not None and not own.ever
    numbers = {"self_final": float(own.final), "self_ever": float(own.ever)}
    groups_of = match_groups(measured("spy", dict.fromkeys(range(1, 11), ("owl bat", numbers))))
    (found,) = measured_cells("self_final:spy", Measured(groups_of, "nli", "spy"))
    assert found == Share(0, 10) and wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert measured_cells("self_ever:citizen", Measured(groups_of, "nli", "spy")) == [None]


def test_gains_and_power_are_those_against_the_baseline() -> None:
    found = Measured(PLAYED, "cot", "good")
    none, gain = measured_cells("gain", found)
    assert none is None and isinstance(gain, TableNumber) and gain.interval is not None
    assert gain.value == pytest.approx((15 / 18) / (3 / 20) - 1)
    _, power = measured_cells("power:0.4", found)
    assert isinstance(power, TableNumber) and power.value == round(two_cell_power(0.15, 0.55, 18), 3)


def test_a_figure_along_cards_has_a_place_for_each_deal_of_words() -> None:
    deals = {1: ("bat owl", {"rank": 2.0}), 2: ("cow_milk soy_milk", {"rank": 4.0}), 3: ("bat owl", {"rank": 4.0})}
    content = {"figure": [{"id": "f", "title": "F", "measure": "rank:spy", "along": "cards"}]}
    (figure,) = layout_figures(content, match_groups(measured("spy", deals)), "nli", "spy")
    assert figure.places == ("bat / owl", "cow milk / soy milk") and [series.name for series in figure.series] == [
        "nli"
    ]
    first, second = figure.series[0].values
    assert isinstance(first, Mean) and isinstance(second, Mean) and (first.mean, second.mean) == (3.0, 4.0)
