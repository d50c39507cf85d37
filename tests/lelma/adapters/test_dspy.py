"""DSPy, with its own dummy model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lelma import Verifier
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("dspy", reason="dspy is not installed: pip install 'lelma[dspy]'")

import dspy
from dspy.utils import DummyLM

from lelma.adapters.dspy import Checked, feedback_metric, reward


def scripted(*texts: str) -> Any:
    return dspy.context(lm=DummyLM([{"reasoning": text} for text in texts]))


@pytest.mark.parametrize(("text", "value"), [(WRONG, 0.0), (RIGHT, 1.0), (IDLE, 0.0), (f"{WRONG} {RIGHT}", 0.5)])
def test_the_reward_is_the_share_of_claims_that_hold(verifier: Verifier, text: str, value: float) -> None:
    assert reward(verifier)({}, dspy.Prediction(reasoning=text)) == value


@pytest.mark.parametrize("kind", ["BestOfN", "Refine"])
def test_the_best_of_several_predictions_is_taken(verifier: Verifier, kind: str) -> None:
    module = getattr(dspy, kind)(dspy.Predict("question -> reasoning"), N=2, reward_fn=reward(verifier), threshold=1.0)
    advice = {"discussion": "wrong", "advice": "{}"}
    replies = [{"reasoning": WRONG}, *([advice] if kind == "Refine" else []), {"reasoning": RIGHT}]
    with dspy.context(lm=DummyLM(replies)):
        assert module(question="Stag or hare?").reasoning == RIGHT


def test_a_module_is_called_again_with_the_feedback(verifier: Verifier) -> None:
    player = Checked(dspy.Predict("question, feedback -> reasoning"), verifier)
    with scripted(WRONG, RIGHT):
        answer = player(question="Stag or hare?")
        told = str(dspy.settings.lm.history[-1]["messages"][-1]["content"])
    assert answer.reasoning == RIGHT and answer.report.ok
    assert TOLD in told


def test_an_awaited_module_is_called_again_too(verifier: Verifier) -> None:
    player = Checked(dspy.Predict("question, feedback -> reasoning"), verifier)
    with scripted(WRONG, RIGHT):
        answer = asyncio.run(player.acall(question="Stag or hare?"))
    assert answer.reasoning == RIGHT and answer.report.ok


def test_the_last_prediction_stands_when_the_attempts_are_used_up(verifier: Verifier) -> None:
    player = Checked(dspy.Predict("question, feedback -> reasoning"), verifier, attempts=2)
    with scripted(WRONG, WRONG):
        assert not player(question="Stag or hare?").report.ok


def test_the_metric_has_the_feedback_beside_the_score(verifier: Verifier) -> None:
    found = feedback_metric(verifier)(dspy.Example(), dspy.Prediction(reasoning=WRONG))
    assert found.score == 0.0 and TOLD in found.feedback
