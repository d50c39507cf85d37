"""Commands about what is learnt over matches, and about words.

`entries` has `lelma memory`, `word_pairs` has `lelma words`. Each parses, calls a room below and shows.

Begin with `entries`.
"""
