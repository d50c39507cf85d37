"""Problems of the paper's kind whose outcomes were worked out by hand."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from lelma.prover import ProverLimits, check, explain, isabelle_text, labelled_text, read_theory
from lelma.prover.eprover import ask_eprover, eprover_path
from lelma.prover.sorts import charitable

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")

PROBLEMS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "problems.toml").read_text("utf-8"))["problem"]
ALONE = ProverLimits(external=False)


def test_there_are_forty_three() -> None:
    assert len(PROBLEMS) == len({each["name"] for each in PROBLEMS}) == 43


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda each: str(each["name"]))
def test_the_outcome_is_right(problem: dict[str, Any]) -> None:
    theory = read_theory(problem["theory"])
    found = check(theory, limits=ALONE)
    assert found.outcome == problem["outcome"], found
    assert found.reason == problem.get("reason", found.reason)
    for text in (labelled_text(theory), isabelle_text(theory)):
        again = read_theory(text)
        assert [axiom.formula for axiom in again.axioms] == [axiom.formula for axiom in theory.axioms]
        assert again.goal == theory.goal


@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_agrees_on_them() -> None:
    for problem in PROBLEMS:
        if problem["outcome"] != "error":
            theory = read_theory(problem["theory"])
            statuses = [ask_eprover(theory, seconds=5, negate_goal=negated).status for negated in (False, True)]
            expected = {"entailed": "theorem", "contradicted": "countersatisfiable", "open": "countersatisfiable"}
            assert statuses[0] == expected[problem["outcome"]], problem["name"]
            assert (statuses[1] == "theorem") == (problem["outcome"] == "contradicted"), problem["name"]


def test_what_is_missing_is_told_of_most_that_are_open() -> None:
    theories = [read_theory(each["theory"]) for each in PROBLEMS if each["outcome"] == "open"]
    told = [explain(theory, limits=ALONE) for theory in theories]
    assert sum(map(bool, told)) >= 0.9 * len(theories)


def test_what_is_said_of_everything_is_read_as_it_was_meant() -> None:
    theory = read_theory(next(each["theory"] for each in PROBLEMS if "everything" in each["name"]))
    assert check(charitable(theory), limits=ALONE).outcome == "open"
    assert not check(theory, limits=ALONE).convincing
