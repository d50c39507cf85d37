"""Experiments on the time of provers: planned, run, gone on with, reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.prover_times import (
    ISABELLE,
    chained_theory,
    prover_report,
    read_prover_experiment,
    read_prover_rows,
    run_prover_experiment,
)
from lelma.experiments.studies.library import known_studies
from lelma.prover import read_theory

SMALL = 'kind = "provers"\naxioms = [4, 6]\ntheories = 1\nprovers = ["prolog"]\n'


def test_theories_have_as_many_axioms_as_are_asked_for() -> None:
    for size in (4, 5, 20):
        assert len(read_theory(chained_theory(size, entailed=True)).axioms) == size
    assert chained_theory(8, entailed=True, seed=1) != chained_theory(8, entailed=True, seed=2)


def test_the_study_of_figure_9_can_be_read() -> None:
    found = read_prover_experiment(known_studies()["attnli2026-prover"])
    assert max(found.axioms) == 160 and found.provers == ("prolog", "eprover") and found.source


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")
def test_rows_are_kept_and_reported(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    experiment = read_prover_experiment(file)
    folder = tmp_path / "results"
    assert run_prover_experiment(experiment, folder).finished
    rows = read_prover_rows(folder)
    assert [(row.axioms, row.goal, row.found) for row in rows] == [
        (size, goal, goal) for size in (4, 6) for goal in ("entailed", "open")
    ]
    run_prover_experiment(experiment, folder)
    assert read_prover_rows(folder) == rows
    report = prover_report(folder)
    assert report.headline[1] == "No answer was wrong." and report.tables[0].note == ISABELLE
    assert [series.name for series in report.figures[0].series] == ["prolog, follows", "prolog, does not follow"]
    file.write_text(SMALL.replace("6", "8"))
    with pytest.raises(ExperimentError, match="another experiment"):
        run_prover_experiment(read_prover_experiment(file), folder)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("axioms = [3]", "sizes of theories, of 4 or more"),
        ('axioms = [5]\nprovers = ["vampire"]', "no 'vampire'"),
        ("axioms = [5]\ntheories = 0", "theories: expected more than 0"),
        ("axiom = [5]", "no key axiom .did you mean axioms"),
    ],
)
def test_faults_are_told(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "faulty.toml").write_text(f'kind = "provers"\n{text}\n')
    with pytest.raises(ExperimentError, match=fault):
        read_prover_experiment(tmp_path / "faulty.toml")
