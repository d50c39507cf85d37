"""Inspect: an evaluation that scores reasoning by its claims, without and with the feedback loop. Runs offline.

pip install 'lelma[inspect-ai]' && python examples/with_inspect_ai.py
"""

import tempfile

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

from lelma.adapters.inspect_ai import verified, verified_reasoning

REPLIES = (
    "If I choose stag and they choose hare, I get 1. I choose {stag}.",
    "If I choose stag and they choose hare, I get 0. I choose {hare}.",
)


def said(text: str) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage()  # otherwise the mock model downloads a tokenizer to count with
    return output


for name, solver in (("one answer", generate()), ("with feedback", verified_reasoning("stag_hunt", attempts=3))):
    # Stands in for a model; put a name such as "openai/gpt-4o" in its place.
    model = get_model("mockllm/model", custom_outputs=[said(text) for text in REPLIES], memoize=False)
    task = Task([Sample("Stag or hare?")], solver=solver, scorer=verified("stag_hunt"))
    with tempfile.TemporaryDirectory() as logs:
        (log,) = eval(task, model, log_dir=logs, display="none")
        (score,) = log.samples[0].scores.values()
        print(f"{name}: {score.value} ({' '.join(score.explanation.split())})")
