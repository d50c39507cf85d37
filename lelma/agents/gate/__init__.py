"""The gate: what an agent is about to say, think and do is checked before it counts, and what fails is fed back.

`draft_check` judges a draft from the agent's own view alone, `cutting` takes sentences out of a speech, `gated` wraps
an agent and leads the loop. Knows what agents know; never the state of a match.

Begin with `gated`.
"""
