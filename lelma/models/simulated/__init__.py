"""A model that plays without a network: it answers prompts in the form they ask for, with mistakes at stated rates.

Begin with `player`.
"""
