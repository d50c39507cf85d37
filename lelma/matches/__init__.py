"""One play of a game by agents, and everything that is told of it.

`referee` asks the agents and applies the rules; `log` and `transcript` write down what happens (`events` are the
types); `replay`, `story` and `world_counts` read it again. `talk/` judges what players say, `recorded/` replays games
that others recorded. Knows agents, verifier and knowledge; nothing of experiments or screens.

Begin with `referee`.
"""
