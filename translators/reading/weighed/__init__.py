"""What a sentence most likely claims where no construction reads it, weighed by its words.

`features` are what the weights look at, `weighing` makes a claim of the likeliest answers; `weights.json` was learnt
from sentences of our own (`tests/translators/reading/forms/train.py`). No payoff is known here. Begin with `weighing`.
"""
