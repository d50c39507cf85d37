"""LangGraph: a graph that goes back to the reasoning node until its claims hold. Runs offline.

pip install 'lelma[langgraph]' && python examples/with_langgraph.py
"""

import asyncio

from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import END, START, StateGraph

from lelma import Verifier
from lelma.adapters.langgraph import VerifiedState, verification_node

# Stands in for a model; put init_chat_model("openai:gpt-4o") or another chat model in its place.
model = FakeMessagesListChatModel(
    responses=[
        AIMessage("If I choose stag and they choose hare, I get 1. I choose {stag}."),
        AIMessage("If I choose stag and they choose hare, I get 0. I choose {hare}."),
    ]
)


async def reason(state: VerifiedState) -> dict:
    return {"messages": [await model.ainvoke(state["messages"])]}


graph = StateGraph(VerifiedState)
graph.add_node("reason", reason)
graph.add_node("verify", verification_node(Verifier.load("stag_hunt"), again="reason"), destinations=("reason", END))
graph.add_edge(START, "reason")
graph.add_edge("reason", "verify")

end = asyncio.run(graph.compile().ainvoke({"messages": [("user", "Stag or hare?")]}))
for message in end["messages"]:
    print(f"{message.type:6} {message.text}")
print(f"ok after {end['attempts']} attempts:", end["report"]["ok"])
