"""LangChain: middleware that has an agent answer again where a claim of its answer fails.

>>> create_agent(model, tools, middleware=[VerifierMiddleware(verifier)])                 # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any, TypedDict

from lelma.adapters.shared import missing, objection
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

try:
    from langchain.agents.middleware import AgentMiddleware, hook_config
    from langchain_core.messages import AIMessage, HumanMessage
except ImportError as error:
    raise missing("langchain", "langchain") from error


class VerifiedAgentState(TypedDict, total=False):
    """What the middleware adds to an agent's state.

    Attributes:
        report: on the last answer, as `Report.as_json` writes it.
        attempts: how many answers were checked since the agent was called.
    """

    report: dict[str, Any]
    attempts: int


class VerifierMiddleware(AgentMiddleware[Any, Any]):
    """Checks every answer that calls no tool; where a claim fails, the model reads the feedback and answers again.

    Look at `state["report"]["ok"]` in what comes out: where the attempts are used up, the last answer stands.
    """

    state_schema = VerifiedAgentState

    def __init__(self, verifier: Verifier, *, attempts: int = 5, demand_claims: bool = False) -> None:
        """Middleware for one game.

        Args:
            attempts: most answers that are checked in one call of the agent.
            demand_claims: also ask again where nothing could be checked.
        """
        super().__init__()
        self.verifier = verifier
        self.attempts = attempts
        self.demand_claims = demand_claims

    def before_agent(self, state: Any, runtime: Any) -> dict[str, Any]:
        """Count afresh: with a checkpointer, the state of the call before is still there."""
        return {"attempts": 0}

    @hook_config(can_jump_to=["model"])
    def after_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Check the answer, in an agent that is invoked."""
        text = _answer(state)
        return None if text is None else self._update(state, self.verifier.check(text))

    @hook_config(can_jump_to=["model"])
    async def aafter_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Check the answer, in an agent that is awaited."""
        text = _answer(state)
        return None if text is None else self._update(state, await self.verifier.acheck(text))

    def _update(self, state: Any, report: Report) -> dict[str, Any]:
        count = state.get("attempts", 0) + 1
        update: dict[str, Any] = {"report": report.as_json(), "attempts": count}
        trouble = objection(report, demand_claims=self.demand_claims)
        if not trouble or count >= self.attempts:
            return update
        return {**update, "messages": [HumanMessage(trouble)], "jump_to": "model"}


def _answer(state: Any) -> str | None:
    """The text of the last message; None if the model only calls tools in it."""
    last = state["messages"][-1]
    return str(last.text) if isinstance(last, AIMessage) and not last.tool_calls else None
