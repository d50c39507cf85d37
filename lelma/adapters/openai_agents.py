"""OpenAI Agents SDK: guardrails on an agent's output and on its tools, and a loop.

An output guardrail of this SDK can only halt: where a claim fails, `Runner.run` raises
`OutputGuardrailTripwireTriggered`. To have the agent reason again, leave the guardrail out and use `run_checked`.
The guardrails of tools need no such loop: in place of the tool's result the model reads the feedback, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.values import dataclass
from lelma.adapters.shared import missing, objection
from lelma.support.errors import UsageError
from lelma.support.outside import json_value
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

try:
    from agents import (
        Agent,
        GuardrailFunctionOutput,
        OutputGuardrail,
        Runner,
        RunResult,
        ToolGuardrailFunctionOutput,
        ToolInputGuardrail,
        ToolInputGuardrailData,
        ToolOutputGuardrail,
        ToolOutputGuardrailData,
    )
except ImportError as error:
    raise missing("openai-agents", "openai-agents") from error


@dataclass(frozen=True)
class CheckedRun:
    """The last run of a loop, the report on its output, and how many runs there were."""

    result: RunResult
    report: Report
    attempts: int


async def run_checked(
    agent: Agent[Any],
    prompt: str,
    verifier: Verifier,
    *,
    attempts: int = 5,
    text: Callable[[Any], str] = str,
    demand_claims: bool = False,
    **options: Any,
) -> CheckedRun:
    """Run an agent until its output passes, with the feedback as the next turn of the conversation.

    Look at `report.ok` of what comes back: the last output may fail as well.

    Args:
        attempts: most runs, at least 1.
        text: the reasoning in a final output; the output itself by default.
        demand_claims: also run again where nothing could be checked.
        options: for `Runner.run`.
    """
    conversation: Any = prompt
    for attempt in range(1, attempts + 1):
        result = await Runner.run(agent, conversation, **options)
        report = await verifier.acheck(text(result.final_output))
        trouble = objection(report, demand_claims=demand_claims)
        if not trouble or attempt == attempts:
            return CheckedRun(result, report, attempt)
        conversation = [*result.to_input_list(), {"role": "user", "content": trouble}]
    raise ValueError("the loop needs at least one attempt")


def output_guardrail(
    verifier: Verifier, *, text: Callable[[Any], str] = str, demand_claims: bool = False
) -> OutputGuardrail[Any]:
    """A guardrail for `Agent(output_guardrails=[…])`, which halts; its `output_info` is the report as JSON."""

    async def check(context: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
        report = await verifier.acheck(text(output))
        trouble = objection(report, demand_claims=demand_claims)
        return GuardrailFunctionOutput(output_info=report.as_json(), tripwire_triggered=bool(trouble))

    return OutputGuardrail(guardrail_function=check, name="lelma")


def tool_input_guardrail(verifier: Verifier, *, argument: str, demand_claims: bool = False) -> ToolInputGuardrail[Any]:
    """A guardrail that keeps a tool from being called on a reasoning that fails; the model reads why, and goes on.

    Args:
        argument: the tool's argument that holds the reasoning.
    """

    async def check(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        text = _argument(data.context.tool_arguments, argument)
        return await _allowed(verifier, text, demand_claims=demand_claims)

    return ToolInputGuardrail(guardrail_function=check, name="lelma")


def tool_output_guardrail(
    verifier: Verifier, *, text: Callable[[Any], str] = str, demand_claims: bool = False
) -> ToolOutputGuardrail[Any]:
    """A guardrail on what a tool says, such as another agent used as one; the model reads the feedback instead."""

    async def check(data: ToolOutputGuardrailData) -> ToolGuardrailFunctionOutput:
        return await _allowed(verifier, text(data.output), demand_claims=demand_claims)

    return ToolOutputGuardrail(guardrail_function=check, name="lelma")


async def _allowed(verifier: Verifier, text: str, *, demand_claims: bool) -> ToolGuardrailFunctionOutput:
    report = await verifier.acheck(text)
    trouble = objection(report, demand_claims=demand_claims)
    if trouble:
        return ToolGuardrailFunctionOutput.reject_content(trouble, output_info=report.as_json())
    return ToolGuardrailFunctionOutput.allow(output_info=report.as_json())


def _argument(arguments: str, name: str) -> str:
    """One argument of a tool call as text; empty where the call lacks it, which the SDK itself complains of."""
    try:
        found = json_value(arguments)
    except UsageError:
        return ""
    return str(found.get(name, "")) if isinstance(found, dict) else ""
