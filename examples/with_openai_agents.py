"""OpenAI Agents SDK: a guardrail that halts, the loop that asks again, and a tool's guardrail. Runs offline.

pip install 'lelma[openai-agents]' && python examples/with_openai_agents.py
"""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

from agents import Agent, OutputGuardrailTripwireTriggered, Runner, Usage, function_tool, set_tracing_disabled
from agents.items import ModelResponse
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from lelma import Verifier
from lelma.adapters.openai_agents import output_guardrail, run_checked, tool_input_guardrail

WRONG = "If I choose stag and they choose hare, I get 1."
RIGHT = "If I choose stag and they choose hare, I get 0."
NUMBERS = count(1)


class Scripted(Model):
    """Stands in for a model: gives its replies one after another; leave `model=` out to use OpenAI's."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **options: Any) -> ModelResponse:
        if not isinstance(input, str):
            print("the model reads:  ", input[-1].get("content") or input[-1].get("output"))
        return ModelResponse(output=[self.replies.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> AsyncIterator[Any]:
        raise NotImplementedError("this example does not stream")


def said(text: str) -> ResponseOutputMessage:
    content = ResponseOutputText(annotations=[], text=text, type="output_text")
    return ResponseOutputMessage(id="1", content=[content], role="assistant", status="completed", type="message")


def called(tool: str, **arguments: str) -> ResponseFunctionToolCall:
    call = f"call {next(NUMBERS)}"
    return ResponseFunctionToolCall(arguments=json.dumps(arguments), call_id=call, name=tool, type="function_call")


async def main() -> None:
    set_tracing_disabled(True)
    verifier = Verifier.load("stag_hunt")

    print("-- an output guardrail halts")
    agent = Agent("halts", model=Scripted(said(WRONG)), output_guardrails=[output_guardrail(verifier)])
    try:
        await Runner.run(agent, "Stag or hare?")
    except OutputGuardrailTripwireTriggered as stop:
        print("halted with:      ", stop.guardrail_result.output.output_info["feedback"])

    print("-- the loop asks again")
    agent = Agent("asked again", model=Scripted(said(WRONG), said(RIGHT)))
    run = await run_checked(agent, "Stag or hare?", verifier, attempts=3)
    print("the agent answers:", run.result.final_output)

    print("-- a tool is not called on a reasoning that fails")

    @function_tool(tool_input_guardrails=[tool_input_guardrail(verifier, argument="reasoning")])
    def submit(reasoning: str, move: str) -> str:
        """Submit a move with the reasoning behind it."""
        return f"{move} is submitted"

    script = Scripted(
        called("submit", reasoning=WRONG, move="stag"), called("submit", reasoning=RIGHT, move="hare"), said("Done.")
    )
    result = await Runner.run(Agent("plays", model=script, tools=[submit]), "Submit your move.")
    print("the agent answers:", result.final_output)


asyncio.run(main())
