"""The reader of English for all games: a text to claims, as formulas, with what became of each sentence.

Layers: `document`, `words`, `grammar` (and `said`, what the toolkit says itself), `claims`, `discourse`; `reader` joins
them, `weighed` tells what a sentence most likely claims that no construction reads, `choice` finds the move a text ends
with, `talk` reads what players say in a match. It may know a game's vocabulary and the claim language, and nothing of
how a claim is judged (`docs/decisions/0010-reading-is-parsing.md`). Begin with `reader`.
"""
