"""Formulas of the claim language about one game: what they may name, what is given, whether they hold, in words.

It may know `translators.formulas`, a game and its solver, and nothing of texts that people write. Begin with
`judge.py`.
"""
