"""Assertions as formulas, put into the situation they stand in.

`ground` tells how a situation is completed and who is meant; `grounding` takes an assertion of any kind; `payoffs`,
`comparisons`, `bests`, `expectations` (on `beliefs`), `theory` and `record` each know some kinds. What stays ambiguous
has alternatives. May know the claim language, never the payoffs of a game.

Begin with `grounding`.
"""
