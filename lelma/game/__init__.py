"""A game as a folder: read, checked, worded, created.

`game.Game` is what the rest of `lelma` knows of a game: its rules, its words, its query templates and the values of its
parameters; the games themselves are data, in `games/`. Only this room reads `game.toml` (`file_format`). `checks/`
finds what is wrong with rules, at rest and in play. Knows the engine; nothing of reasoning, agents or matches.

Begin with `game`.
"""
