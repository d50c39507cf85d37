"""Replies about Stag Hunt that the verifier refutes, proves, or can't check."""

WRONG = "If I choose stag and they choose hare, I get 1."
RIGHT = "If I choose stag and they choose hare, I get 0."
IDLE = "I wonder what to do."
TOLD = "if you choose stag and they choose hare, you get 0"
"""What the feedback on `WRONG` says."""
