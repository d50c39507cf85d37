"""Pydantic AI, with its own model that calls a function."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from lelma import Verifier
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("pydantic_ai", reason="pydantic-ai-slim is not installed: pip install 'lelma[pydantic-ai]'")

from pydantic_ai import Agent, UnexpectedModelBehavior
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from lelma.adapters.pydantic_ai import output_validator


class Script:
    """Gives replies in turn and keeps what the model was told."""

    def __init__(self, *replies: str) -> None:
        self.replies, self.told = list(replies), list[str]()

    def __call__(self, messages: Any, info: Any) -> ModelResponse:
        self.told.append(str(messages[-1].parts[-1].content))
        reply = self.replies.pop(0)
        if info.output_tools:
            return ModelResponse([ToolCallPart(info.output_tools[0].name, {"reasoning": reply, "move": "hare"})])
        return ModelResponse([TextPart(reply)])


@dataclass
class Plan:
    reasoning: str
    move: str


def agent(script: Script, verifier: Verifier, *, output: Any = str, retries: int = 3, **options: Any) -> Any:
    made = Agent(FunctionModel(script), output_type=output, retries=retries)
    made.output_validator(output_validator(verifier, **options))
    return made


def test_the_model_is_asked_again_with_the_feedback(verifier: Verifier) -> None:
    script = Script(WRONG, RIGHT)
    assert agent(script, verifier).run_sync("Stag or hare?").output == RIGHT
    assert TOLD in script.told[1]


def test_no_output_with_a_failed_claim_comes_out(verifier: Verifier) -> None:
    with pytest.raises(UnexpectedModelBehavior):
        agent(Script(WRONG, WRONG), verifier, retries=1).run_sync("Stag or hare?")


def test_the_reasoning_can_be_a_part_of_the_output(verifier: Verifier) -> None:
    script = Script(WRONG, RIGHT)
    made = agent(script, verifier, output=Plan, text=lambda plan: plan.reasoning)
    assert made.run_sync("Stag or hare?").output == Plan(RIGHT, "hare")
    assert len(script.told) == 2


def test_claims_can_be_demanded(verifier: Verifier) -> None:
    assert agent(Script(IDLE), verifier).run_sync("Stag or hare?").output == IDLE
    assert agent(Script(IDLE, RIGHT), verifier, demand_claims=True).run_sync("Stag or hare?").output == RIGHT


def test_agents_may_share_a_verifier_at_the_same_time(verifier: Verifier) -> None:
    async def all_of_them() -> list[Any]:
        agents = [agent(Script(WRONG, RIGHT), verifier) for _ in range(8)]
        return [run.output for run in await asyncio.gather(*(each.run("Stag or hare?") for each in agents))]

    assert asyncio.run(all_of_them()) == [RIGHT] * 8
