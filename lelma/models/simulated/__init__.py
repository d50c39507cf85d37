"""Models that answer without a network: prompts in the form they ask for, with mistakes at stated rates.

`stand_in` is what they have in common, `player` the one that knows no game. Begin with `player`.
"""
