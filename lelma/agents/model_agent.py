"""An agent whose moves a language model chooses: one call for each question, from what the role perceived alone.

It is the simplest agent of steps (`games/_sets/agents/model.toml`), which needs no game. Short, because those say the
rest.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts
from lelma.agents.steps.plan import StepPlan, known_plans, read_plan
from lelma.models import Model

MODEL_AGENT = "model"


class ModelAgent(StepAgent):
    """Has a model choose. The model may answer anything: what can't be read is refused by the referee."""

    def __init__(self, model: Model, *, temperature: float = 0.7, texts: GameTexts | None = None) -> None:
        super().__init__(replace(_plan(), temperature=temperature), {"": model}, texts=texts)


@cache
def _plan() -> StepPlan:
    return read_plan(known_plans()[MODEL_AGENT])
