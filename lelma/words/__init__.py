"""Words that players hold, and what is said of them: what a description can be true of, and whose word is another one.

`word_facts` has what a lexicon knows of words and how that is said, `honesty` asks the solver what follows of a
description, `clues` tells whether two give the same clue; `outlier` tells from descriptions, or from guesses and an
embedder, whether one's own word is the odd one; `difficulty` ranks pairs of words by how alike they are. Knows the
engine, lexicons and embedders; nothing of any game, of agents or of matches.

Begin with `honesty`.
"""
