"""What the toolkit says itself, read back: formulas in English, and the sentences of a game's definitions.

It may know the grammar and the claim language. Begin with `templates.py`.
"""
