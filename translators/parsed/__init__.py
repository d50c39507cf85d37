"""A second reader: rules over a dependency parse, to the same formulas, so that a refutation can be doubted.

It may know a game's words (`reading.words`) and the claim language, and nothing else of `reading`: two readers that
share a grammar err alike. `tree` is a parsed sentence, `spacy_parser` makes one, `clauses` cuts it up, `cases` tells
who chooses what, `assertions` what is said of it. Begin with `reader`.
"""
