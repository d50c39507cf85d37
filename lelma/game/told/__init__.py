"""The rules of a game told from its GDL alone, for games that have no words of their own.

Begin with `generated_page`, which writes the page from what `plays` finds; `phrases` has the words for roles, moves
and single rules. Knows games and the engine.
"""
