"""Questions about what somebody in a short story believes, asked of models and worked out from events: BigToM.

`items` reads the questions of a file. `belief_sheet` says what a character takes to be so after some events, by the
GDL-II sheet `games/_sets/false_belief.gdl`; `story_reader` reads events from a story without a model. `methods` answers
a question in one of the ways that are compared, `plan` reads an experiment, `run` asks all its questions, `tables` says
what came of it.

Begin with `items`.
"""
