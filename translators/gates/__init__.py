"""Claims held against the words they were read from: what a formula says must be what its sentence shows.

`sentences` numbers the sentences of a text with what governs each, `signs` tells what a few words show, `gates` refuse
a formula whose signs differ, and `second_look` asks them before a claim that the deterministic reader read is refuted.
Nothing is understood here, so its mistakes are others than a reader's. May know the claim language and the words of a
game, no reader.

Begin with `gates`.
"""
