"""Inspect, with its own mock model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed: pip install 'lelma[inspect-ai]'")

from inspect_ai import Task, eval
from inspect_ai._util.registry import registry_lookup
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

from lelma.adapters.inspect_ai import verified, verified_reasoning


def said(text: str) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage()  # otherwise the mock model downloads a tokenizer to count with
    return output


def run(folder: Path, solver: Any, *replies: str, samples: int = 1) -> Any:
    model = get_model("mockllm/model", custom_outputs=[said(text) for text in replies], memoize=False)
    task = Task([Sample("Stag or hare?", id=at) for at in range(samples)], solver=solver, scorer=verified("stag_hunt"))
    (log,) = eval(task, model, log_dir=str(folder), display="none", max_connections=1)
    assert log.status == "success", log.error
    return log


def test_completions_are_scored_by_their_claims(tmp_path: Path) -> None:
    log = run(tmp_path, generate(), WRONG, RIGHT, IDLE, samples=3)
    scores = [next(iter(sample.scores.values())) for sample in log.samples]
    assert sorted(score.value for score in scores) == ["C", "I", "N"]
    assert any(TOLD in score.explanation for score in scores)
    assert all(score.metadata["report"]["game"] == "stag_hunt" for score in scores)
    assert log.results.scores[0].metrics["accuracy"].value == pytest.approx(1 / 3, abs=1e-9)


def test_the_solver_generates_again_with_the_feedback(tmp_path: Path) -> None:
    (sample,) = run(tmp_path, verified_reasoning("stag_hunt"), WRONG, RIGHT).samples
    assert TOLD in sample.messages[2].text
    assert sample.metadata["attempts"] == 2
    assert next(iter(sample.scores.values())).value == "C"


def test_the_last_completion_stands_when_the_attempts_are_used_up(tmp_path: Path) -> None:
    (sample,) = run(tmp_path, verified_reasoning("stag_hunt", attempts=2), WRONG, WRONG).samples
    assert next(iter(sample.scores.values())).value == "I"


def test_scorer_and_solver_are_found_by_name() -> None:
    assert registry_lookup("scorer", "lelma/verified") is not None
    assert registry_lookup("solver", "lelma/verified_reasoning") is not None
