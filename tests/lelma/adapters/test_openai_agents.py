"""The OpenAI Agents SDK, with a model that gives written replies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from lelma import Verifier
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("agents", reason="openai-agents is not installed: pip install 'lelma[openai-agents]'")

from agents import Agent, OutputGuardrailTripwireTriggered, Runner, Usage, function_tool, set_tracing_disabled
from agents.items import ModelResponse
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from lelma.adapters.openai_agents import output_guardrail, run_checked, tool_input_guardrail, tool_output_guardrail


@pytest.fixture(autouse=True)
def _no_tracing() -> None:
    set_tracing_disabled(True)


class Script(Model):
    """Gives replies in turn (a text, or a tool's arguments) and keeps what the model was told last."""

    def __init__(self, *replies: str | dict[str, str]) -> None:
        self.replies, self.told = list(replies), list[str]()

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **options: Any) -> ModelResponse:
        last = {"content": input} if isinstance(input, str) else input[-1]
        self.told.append(str(last.get("content") or last.get("output")))
        reply = self.replies.pop(0)
        found: Any
        if isinstance(reply, str):
            text = ResponseOutputText(annotations=[], text=reply, type="output_text")
            found = ResponseOutputMessage(id="1", content=[text], role="assistant", status="completed", type="message")
        else:
            call, arguments = f"call {len(self.told)}", json.dumps(reply)
            found = ResponseFunctionToolCall(arguments=arguments, call_id=call, name="submit", type="function_call")
        return ModelResponse(output=[found], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def test_an_output_guardrail_halts_with_the_report(verifier: Verifier) -> None:
    agent = Agent("player", model=Script(WRONG), output_guardrails=[output_guardrail(verifier)])
    with pytest.raises(OutputGuardrailTripwireTriggered) as stopped:
        asyncio.run(Runner.run(agent, "Stag or hare?"))
    assert TOLD in stopped.value.guardrail_result.output.output_info["feedback"]


def test_an_output_guardrail_lets_pass_what_holds_and_what_claims_nothing(verifier: Verifier) -> None:
    for text in (RIGHT, IDLE):
        agent = Agent("player", model=Script(text), output_guardrails=[output_guardrail(verifier)])
        assert asyncio.run(Runner.run(agent, "Stag or hare?")).final_output == text


def test_the_loop_runs_the_agent_again_with_the_feedback(verifier: Verifier) -> None:
    script = Script(WRONG, RIGHT)
    run = asyncio.run(run_checked(Agent("player", model=script), "Stag or hare?", verifier))
    assert (run.result.final_output, run.report.ok, run.attempts) == (RIGHT, True, 2)
    assert TOLD in script.told[1]


def test_the_loop_ends_with_its_attempts(verifier: Verifier) -> None:
    run = asyncio.run(run_checked(Agent("player", model=Script(WRONG, WRONG)), "Well?", verifier, attempts=2))
    assert (run.report.ok, run.attempts) == (False, 2)


def test_a_tool_is_not_called_on_a_reasoning_that_fails(verifier: Verifier) -> None:
    called = list[str]()

    @function_tool(tool_input_guardrails=[tool_input_guardrail(verifier, argument="reasoning")])
    def submit(reasoning: str) -> str:
        called.append(reasoning)
        return "submitted"

    script = Script({"reasoning": WRONG}, {"reasoning": RIGHT}, "Done.")
    result = asyncio.run(Runner.run(Agent("player", model=script, tools=[submit]), "Submit."))
    assert called == [RIGHT]
    assert TOLD in script.told[1] and script.told[2] == "submitted" and result.final_output == "Done."


def test_a_tool_call_without_the_argument_is_left_to_the_framework(verifier: Verifier) -> None:
    @function_tool(tool_input_guardrails=[tool_input_guardrail(verifier, argument="reasoning")])
    def submit(move: str) -> str:
        return f"submitted {move}"

    script = Script({"move": "hare"}, "Done.")
    asyncio.run(Runner.run(Agent("player", model=script, tools=[submit]), "Submit."))
    assert script.told[1] == "submitted hare"


def test_the_model_reads_feedback_in_place_of_what_a_tool_says_wrongly(verifier: Verifier) -> None:
    @function_tool(tool_output_guardrails=[tool_output_guardrail(verifier)])
    def submit(question: str) -> str:
        return WRONG

    script = Script({"question": "What does stag bring?"}, "Done.")
    asyncio.run(Runner.run(Agent("player", model=script, tools=[submit]), "Ask."))
    assert TOLD in script.told[1]
