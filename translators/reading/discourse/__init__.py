"""A text read from its beginning to its end: who is meant, which case, what leans on what.

`scene` puts cases of the language into a game, `course` those of games in turn; `sentence` parses one sentence; `walk`
keeps what headings, items and earlier sentences tell; `tables` reads payoffs that stand in rows and columns. May know
grammar, words and claims.

Begin with `walk`.
"""
