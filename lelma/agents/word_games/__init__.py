"""Agents for games in which each player describes a word and one of the words is another, without a model.

`word_table` is what such an agent knows of the game, `heard` what it sees of votes in a match, `deducer` the agent.

Begin with `deducer`.
"""
