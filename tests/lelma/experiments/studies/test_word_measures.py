"""Measures of games of an odd word in tables, on three matches written out by hand, and the studies of SpyGame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import Mean
from lelma.experiments.metrics.odd_word import VotedMatch
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.experiments.studies.layout import layout_figures, layout_tables
from lelma.experiments.studies.library import known_studies
from lelma.experiments.studies.measured import Measured
from lelma.experiments.studies.measures import measured_cells

PLAYERS = ("p1", "p2", "p3", "p4", "p5")


def played(
    deal: int, voted: VotedMatch, notes: Sequence[dict[str, Any]] = (), voted_at: tuple[int, ...] = ()
) -> PlayedMatch:
    """A match in which p5 is the spy."""
    rows = [
        PlayerRow("r", "c", "", deal, deal, role, _side(role), _side(role), "a", "won" if _won(role, voted) else "lost")
        for role in PLAYERS
    ]
    return PlayedMatch(f"m{deal}", "c", "", deal, tuple(rows), tuple(notes), {}, voted=voted, voted_at=voted_at)


def _side(role: str) -> str:
    return "spy" if role == "p5" else "civilian"


def _won(role: str, voted: VotedMatch) -> bool:
    return (role == "p5") is voted.odd_won


ALL_FOR_P5 = {"p1": "p5", "p2": "p5", "p3": "p5", "p4": "p5", "p5": "p1"}
TIED = {"p1": "p5", "p2": "p5", "p3": "p1", "p4": "p1", "p5": "p2"}
ONE_OUT = {"p1": "p2", "p2": "p5", "p3": "p2", "p4": "p2", "p5": "p2"}


def note(kind: str, role: str = "p5", **fields: Any) -> dict[str, Any]:
    return {"event": "note", "kind": kind, "role": role, **fields}


def belief(chance: float, **fields: Any) -> dict[str, Any]:
    return note("belief", beliefs={"p5": {"spy": chance}}, **fields)


# A tie and then out in round 2; a match of two rounds in which a civilian goes first; one that the spy wins in round 6.
TIE = VotedMatch("p5", (TIED, ALL_FOR_P5), (None, "p5"), {"p5": ((False,), (True, False)), "p1": ((False,), (False,))})
TWO = VotedMatch("p5", (ONE_OUT, ALL_FOR_P5), ("p2", "p5"), {"p5": ((True,), (True,)), "p1": ((True,), (True,))})
SIX = VotedMatch("p5", (TIED,) * 6, (None,) * 6, {"p5": ((False,),) * 6})
NOTES = (
    belief(0.1, suspects=["p5"], ply=2),
    belief(0.6, suspects=["p5"], ply=6),
    belief(0.1, suspects=["p1", "p5"], ply=7),
    note("fit", own_odd=0.6, guessed="entailed"),
    note("fit", own_odd=0.7, guessed="open"),
    note("fit", own_odd=0.2, guessed="contradicted"),
    note("adherence", task="vote", rules={"self_doubt": "kept", "grounded": "not asked"}),
    note("adherence", task="vote", rules={"self_doubt": "broken"}),
    note("adherence", role="p1", task="vote", rules={"self_doubt": "kept"}),
)
MATCHES = (played(1, TIE, NOTES, (4, 9)), played(2, TWO), played(3, SIX))
MEASURED = Measured([MatchGroup("c", "", MATCHES)], "c", "spy")


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        ("odd_wins", Share(1, 3)),
        ("detected", Share(1, 3)),
        ("detected_ever", Share(2, 3)),
        ("false_alarms", Share(1, 2)),
        ("own_changes", Share(2, 2 + 1 + 5)),
        ("survived:1", Share(3, 3)),
        ("survived:2", Share(1, 3)),
        ("survived:6", Share(1, 3)),
        ("survived_coded:1", Share(3, 3)),
        ("survived_coded:5", Share(1, 3)),
        ("survived_coded:6", Share(0, 3)),
        ("vote_success", Share(1, 10)),
        ("vote_success_coded", Share(1 + 7, 10)),
        ("ties", Share(7, 10)),
        ("vote_accuracy", Share((2 + 4) + (1 + 4) + 6 * 2, 40)),
        ("switched", Share(1 + 1 + 0, 1 + 1 + 5)),
        ("kept:self_doubt", Share(1, 2)),
        ("kept:grounded", None),
        ("denied", Share(1, 2)),
        ("fit:entailed", Share(1, 2)),
        ("fit:contradicted", Share(0, 2)),
    ],
)
def test_shares_are_those_worked_out_by_hand(measure: str, found: Share | None) -> None:
    (cell,) = measured_cells(measure, MEASURED)
    assert cell == found


@pytest.mark.parametrize(
    ("measure", "mean"),
    [
        ("voted_rounds", (2 + 2 + 6) / 3),
        ("pressure", (2 + 4 + 1 + 4 + 6 * 2) / 10),
        ("pressure_coded", ((2 + 4) / 2 + (1 + 4) / 2 + 2) / 3),
        ("first_detection", (2 + 1) / 2),
        ("own_brier", (0.81 + 0.16 + 0.81) / 3),
        ("own_brier:1", 0.81),
        ("own_brier:2", (0.16 + 0.81) / 2),
    ],
)
def test_means_are_those_worked_out_by_hand(measure: str, mean: float) -> None:
    (cell,) = measured_cells(measure, MEASURED)
    assert isinstance(cell, Mean) and cell.mean == pytest.approx(mean)


def test_matches_of_another_kind_have_no_such_figures() -> None:
    plain = [PlayedMatch("m", "c", "", 1, MATCHES[0].rows, (), {})]
    other = Measured([MatchGroup("c", "", tuple(plain))], "c", "spy")
    for measure in ("odd_wins", "pressure", "denied", "fit", "own_brier", "kept:self_doubt", "vote_accuracy"):
        assert measured_cells(measure, other) == [None]


def test_a_curve_goes_along_measures() -> None:
    entry = {"id": "f", "title": "F", "form": "lines", "along": "measures", "measures": ["survived:1", "survived:2"]}
    (figure,) = layout_figures({"figure": [entry]}, MEASURED.groups, "c", "spy")
    assert figure.places == ("1", "2") and figure.series[0].values == (Share(3, 3), Share(1, 3))


@pytest.mark.parametrize(
    ("name", "cells", "ids"),
    [
        ("spygame2026-crossplay", 8, {"table1", "figure2a", "figure2b", "coded"}),
        ("spygame2026-ablation", 7, {"table2", "figure3", "roles", "adherence", "coded"}),
        ("spygame2026-rules", 24, {"rules", "adherence"}),
        ("spygame2026-cheatsheet", 11, {"cheatsheet"}),
    ],
)
def test_the_studies_of_the_paper_have_its_tables(name: str, cells: int, ids: set[str]) -> None:
    study = read_match_experiment(known_studies()[name])
    assert len(study.cells) == cells and study.matches == 50 and study.setup.preset == "paper"
    groups = [MatchGroup(cell.name, "", MATCHES) for cell in study.cells]
    tables = layout_tables(study.layout, groups, study.baseline, study.side)
    figures = layout_figures(study.layout, groups, study.baseline, study.side)
    assert {table.id for table in tables} | {figure.id for figure in figures} == ids
    assert all(len(table.rows) == cells for table in tables)
