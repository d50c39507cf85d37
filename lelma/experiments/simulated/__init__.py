"""A reasoner whose errors are known: it reasons about any payoff table, and is wrong at rates one chooses.

Begin with `model`; `topics` are the things it can be right or wrong about.
"""
