"""Replies about Stag Hunt that the verifier refutes, proves, or can't check."""

WRONG = "If I choose stag and they choose hare, I get 1."
RIGHT = "If I choose stag and they choose hare, I get 0."
IDLE = "I wonder what to do."
TOLD = "stag and them choosing hare results in payoff 0 for you"
"""What the feedback on `WRONG` says."""
