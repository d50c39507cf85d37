"""DSPy: a reward for Refine and BestOfN, and a module that is called again with the feedback. Runs offline.

pip install 'lelma[dspy]' && python examples/with_dspy.py
"""

import dspy
from dspy.utils import DummyLM

from lelma import Verifier
from lelma.adapters.dspy import Checked, reward

WRONG = {"reasoning": "If I choose stag and they choose hare, I get 1.", "move": "stag"}
RIGHT = {"reasoning": "If I choose stag and they choose hare, I get 0.", "move": "hare"}

verifier = Verifier.load("stag_hunt")

print("-- best of three by reward")
dspy.configure(lm=DummyLM([WRONG, RIGHT, WRONG]))  # stands in for dspy.LM("openai/gpt-4o")
best = dspy.BestOfN(dspy.Predict("question -> reasoning, move"), N=3, reward_fn=reward(verifier), threshold=1.0)
print(best(question="Stag or hare?").reasoning)

print("-- called again with the feedback")
dspy.configure(lm=DummyLM([WRONG, RIGHT]))
player = Checked(dspy.Predict("question, feedback -> reasoning, move"), verifier, attempts=3)
answer = player(question="Stag or hare?")
print(answer.reasoning, "->", answer.move, f"(ok: {answer.report.ok})")
