"""LangChain: an agent whose answers are checked by middleware. Runs offline.

pip install 'lelma[langchain]' && python examples/with_langchain.py
"""

from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage

from lelma import Verifier
from lelma.adapters.langchain import VerifierMiddleware

# Stands in for a model; put a name such as "openai:gpt-4o" in its place.
model = FakeMessagesListChatModel(
    responses=[
        AIMessage("If I choose stag and they choose hare, I get 1. I choose {stag}."),
        AIMessage("If I choose stag and they choose hare, I get 0. I choose {hare}."),
    ]
)
agent = create_agent(model, middleware=[VerifierMiddleware(Verifier.load("stag_hunt"), attempts=3)])

end = agent.invoke({"messages": [("user", "Stag or hare?")]})
for message in end["messages"]:
    print(f"{message.type:6} {message.text}")
print(f"ok after {end['attempts']} attempts:", end["report"]["ok"])
