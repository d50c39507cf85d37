"""LangChain agents, with its own scripted chat model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lelma import Verifier
from tests.lelma.adapters.replies import IDLE, RIGHT, TOLD, WRONG

pytest.importorskip("langchain", reason="langchain is not installed: pip install 'lelma[langchain]'")

from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from lelma.adapters.langchain import VerifierMiddleware


class Model(FakeMessagesListChatModel):
    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self


def payoff() -> str:
    """The payoff of a cell."""
    return WRONG


def agent(verifier: Verifier, *replies: Any, checkpointer: Any = None, **options: Any) -> Any:
    model = Model(responses=[AIMessage(reply) if isinstance(reply, str) else reply for reply in replies])
    middleware = [VerifierMiddleware(verifier, **options)]
    return create_agent(model, [payoff], middleware=middleware, checkpointer=checkpointer)


QUESTION = {"messages": [("user", "Stag or hare?")]}


@pytest.mark.parametrize("awaited", [False, True])
def test_the_model_answers_again_after_the_feedback(verifier: Verifier, awaited: bool) -> None:
    made = agent(verifier, WRONG, RIGHT)
    end = asyncio.run(made.ainvoke(QUESTION)) if awaited else made.invoke(QUESTION)
    assert [message.type for message in end["messages"]] == ["human", "ai", "human", "ai"]
    assert TOLD in end["messages"][2].text
    assert end["report"]["ok"] and end["attempts"] == 2


def test_the_last_answer_stands_when_the_attempts_are_used_up(verifier: Verifier) -> None:
    end = agent(verifier, WRONG, WRONG, attempts=2).invoke(QUESTION)
    assert not end["report"]["ok"] and end["messages"][-1].text == WRONG


def test_only_answers_are_checked_not_what_comes_with_tool_calls(verifier: Verifier) -> None:
    call = AIMessage(WRONG, tool_calls=[{"name": "payoff", "args": {}, "id": "1"}])
    end = agent(verifier, call, RIGHT).invoke(QUESTION)
    assert end["attempts"] == 1 and end["report"]["ok"]


def test_every_call_of_the_agent_has_its_own_attempts(verifier: Verifier) -> None:
    made = agent(verifier, WRONG, RIGHT, WRONG, RIGHT, checkpointer=InMemorySaver(), attempts=2)
    thread = {"configurable": {"thread_id": "1"}}
    assert [made.invoke(QUESTION, thread)["attempts"] for _ in range(2)] == [2, 2]


def test_claims_can_be_demanded(verifier: Verifier) -> None:
    assert agent(verifier, IDLE).invoke(QUESTION)["attempts"] == 1
    assert agent(verifier, IDLE, RIGHT, demand_claims=True).invoke(QUESTION)["attempts"] == 2
