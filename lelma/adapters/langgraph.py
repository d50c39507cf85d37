"""LangGraph: a node that checks the last message and sends the graph back until it passes.

>>> graph.add_node("verify", verification_node(verifier, again="reason"), destinations=("reason", END))
...                                                                                     # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from lelma.adapters.shared import missing, objection
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

try:
    from langchain_core.messages import HumanMessage
    from langchain_core.runnables import Runnable, RunnableLambda
    from langgraph.graph import END, MessagesState
    from langgraph.types import Command
except ImportError as error:
    raise missing("langgraph", "langgraph") from error


class VerifiedState(MessagesState):
    """The state of a graph with a verification node; give it to `StateGraph`, or a class made from it.

    Attributes:
        report: on the last message that was checked, as `Report.as_json` writes it.
        attempts: how many were checked.
    """

    report: dict[str, Any]
    attempts: int


def verification_node(
    verifier: Verifier, *, again: str, done: str = END, attempts: int = 5, demand_claims: bool = False
) -> Runnable[VerifiedState, Any]:
    """A node for a graph over `VerifiedState`, invoked or awaited, which says itself where the graph goes on.

    Look at `state["report"]["ok"]` in what comes out: where the attempts are used up, the graph goes on as well.

    Args:
        again: the node that reasons; it finds the feedback as the last message.
        done: the node after a text that passed.
        attempts: most texts that are checked.
        demand_claims: also go back where nothing could be checked.
    """

    def check(state: VerifiedState) -> Any:
        return told(state, verifier.check(_last(state)))

    async def acheck(state: VerifiedState) -> Any:
        return told(state, await verifier.acheck(_last(state)))

    def told(state: VerifiedState, report: Report) -> Any:
        count = state.get("attempts", 0) + 1
        update: dict[str, Any] = {"report": report.as_json(), "attempts": count}
        trouble = objection(report, demand_claims=demand_claims)
        if not trouble or count >= attempts:
            return Command(update=update, goto=done)
        return Command(update={**update, "messages": [HumanMessage(trouble)]}, goto=again)

    return RunnableLambda(check, afunc=acheck, name="lelma")


def _last(state: VerifiedState) -> str:
    return str(state["messages"][-1].text)
