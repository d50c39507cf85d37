"""Pydantic AI: an agent that is asked again until its claims about Stag Hunt hold. Runs offline.

pip install 'lelma[pydantic-ai]' && python examples/with_pydantic_ai.py
"""

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from lelma import Verifier
from lelma.adapters.pydantic_ai import output_validator

REPLIES = iter(
    [
        "If I choose stag and they choose hare, I get 1. I choose {stag}.",
        "If I choose stag and they choose hare, I get 0. I choose {hare}.",
    ]
)


def scripted(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Stands in for a model; put a name such as 'openai:gpt-4o' in its place."""
    print("the model reads: ", messages[-1].parts[-1].content)
    return ModelResponse([TextPart(next(REPLIES))])


agent = Agent(FunctionModel(scripted), retries=3)
agent.output_validator(output_validator(Verifier.load("stag_hunt")))

print("the agent answers:", agent.run_sync("Stag or hare?").output)
