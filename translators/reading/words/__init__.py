"""Words and what they may be: tokens, the lexicon that games share, a game's own names.

`tokens` cuts a sentence, `lexicon` holds `lexicon.toml`, `inflection` makes word forms, `game_words` adds roles and
moves, `tagging` gives each word of a sentence all its categories. Knows a game's vocabulary, never its payoffs.

Begin with `lexicon.toml`.
"""
