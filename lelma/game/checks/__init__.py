"""What is wrong with a game: faults of its rules at rest and in play, and whether it agrees with recorded playthroughs.

Begin with `all_faults`, which `lelma check` prints. Knows games and the engine.
"""
