"""LangGraph, with a node that gives written replies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lelma import Verifier
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("langgraph", reason="langgraph is not installed: pip install 'lelma[langgraph]'")

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, StateGraph

from lelma.adapters.langgraph import VerifiedState, verification_node


def run(verifier: Verifier, *replies: str, at_once: bool = False, **options: Any) -> dict[str, Any]:
    script = list(replies)

    def reason(state: Any) -> dict[str, Any]:
        return {"messages": [AIMessage(script.pop(0))]}

    graph = StateGraph(VerifiedState)
    graph.add_node("reason", reason)
    graph.add_node("verify", verification_node(verifier, again="reason", **options), destinations=("reason", END))
    graph.add_edge(START, "reason")
    graph.add_edge("reason", "verify")
    question = {"messages": [("user", "Stag or hare?")]}
    made = graph.compile()
    found: dict[str, Any] = made.invoke(question) if at_once else asyncio.run(made.ainvoke(question))
    return found


@pytest.mark.parametrize("at_once", [False, True], ids=["awaited", "invoked"])
def test_the_graph_goes_back_with_the_feedback(verifier: Verifier, at_once: bool) -> None:
    end = run(verifier, WRONG, RIGHT, at_once=at_once)
    assert [message.type for message in end["messages"]] == ["human", "ai", "human", "ai"]
    assert TOLD in end["messages"][2].text
    assert end["report"]["ok"] and end["attempts"] == 2


def test_the_graph_goes_on_when_the_attempts_are_used_up(verifier: Verifier) -> None:
    end = run(verifier, WRONG, WRONG, attempts=2)
    assert not end["report"]["ok"] and end["attempts"] == 2 and end["messages"][-1].text == WRONG


def test_claims_can_be_demanded(verifier: Verifier) -> None:
    assert run(verifier, IDLE)["attempts"] == 1
    assert run(verifier, IDLE, RIGHT, demand_claims=True)["attempts"] == 2
