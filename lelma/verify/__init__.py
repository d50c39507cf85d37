"""Claims in, verdicts and feedback out: the room the project is named for.

A text is translated into claims, each claim is bound to a query template and put to the solver (`judging`), verdicts
become a report (`report`) and, where something failed, a prompt that says so (`feedback`). `loop` lets a reasoner try
until its claims hold; `queries` answers single queries. What can be claimed is data: the query templates of
`games/_sets/` and of a game's `queries.toml`. Knows one game at a time; nothing of matches or agents.

Begin with `verifier`, the public face.
"""
