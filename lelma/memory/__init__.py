"""What is learnt over matches, in entries that are tested before they are used.

`store` keeps a few entries with their vectors and finds the nearest; `rule_language` reads what an entry claims as a
rule, `finished_match` says what a rule can be about, `rule_evidence` counts over finished matches whether it holds,
`rule_clashes` finds rules that contradict or contain each other, by what the solver says of their `condition_clauses`,
and `tested_entries` gives entries their statuses.
Knows embedders and the solver; nothing of any game, of agents or of how matches are played.

Begin with `tested_entries`.
"""
