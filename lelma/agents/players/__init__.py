"""Players that call no model: by chance, by a person, by a script, by rules of the game's folder.

Begin with `random_agent`.
"""
