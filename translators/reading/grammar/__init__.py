"""Phrases and what they mean: constructions as data, and the chart that finds them.

The files `*.constructions` tell what a phrase is made of and which function builds its meaning; `parts` has the values
of meanings; `cases`, `amounts`, `measures`, `odds`, `comparing`, `bests` and `assertions` build them; `chart` finds all
phrases, `cover` chooses among them by `costs.toml`. Knows words, and no game.

Begin with `parts`, then the constructions.
"""
