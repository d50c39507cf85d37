"""Pydantic AI: an output validator that has the model reason again, told what was wrong.

>>> agent.output_validator(output_validator(Verifier.load("stag_hunt")))      # doctest: +SKIP

The framework asks again as often as the agent's `retries` allow (1 unless told otherwise) and then raises
`UnexpectedModelBehavior`, so an output that comes out has no failed claim.

Short, because each framework has a module of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from lelma.adapters.shared import missing, objection
from lelma.verify.verifier import Verifier

try:
    from pydantic_ai import ModelRetry, RunContext
except ImportError as error:
    raise missing("pydantic-ai-slim", "pydantic-ai") from error


def output_validator(
    verifier: Verifier, *, text: Callable[[Any], str] = str, demand_claims: bool = False
) -> Callable[[RunContext[Any], Any], Awaitable[Any]]:
    """A validator for `agent.output_validator(…)`.

    Args:
        text: the reasoning in an output, such as `lambda plan: plan.reasoning`; the output itself by default.
        demand_claims: also ask again where nothing could be checked.
    """

    async def validate(context: RunContext[Any], output: Any) -> Any:
        if not context.partial_output:  # while a reply streams in, half sentences arrive here as well
            trouble = objection(await verifier.acheck(text(output)), demand_claims=demand_claims)
            if trouble:
                raise ModelRetry(trouble)
        return output

    return validate
