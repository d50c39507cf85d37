"""Agents that are sequences of named steps, written as data: calls of a model by prompt files, and functions.

`plan` reads which steps an agent takes for which task (`games/_sets/agents/NAME.toml`, or a game's own), `prompts`
finds and fills its prompt files, `fields` has what they may name, `reading` makes values of replies, `agent` runs the
steps, `functions` has those that call no model, `faults` finds what is wrong with all of it. A step sees what its role
was told and what the agent kept, and nothing else. Knows what an agent is given; nothing of the roster or of papers.

Begin with `agent`.
"""
