"""All faults of a description at once, each with its place, what was expected and what to do.

Begin with `check`.
"""
