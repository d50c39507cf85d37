"""Who plays one role: percepts in, a move out.

`protocol` says what an agent is given over a match and what it answers; `roster` makes agents from their names;
`memory` is what they keep between matches, `notes` what they tell of themselves; those of `players/` call no model;
`steps/` runs agents that are data, and `recon/`, `reflecting/` and `undercover/` have the functions of papers' agents;
`word_games/` plays by pairs of words; `gate/` checks what any of them is about to say.
`asking` and `isolated` keep time, and keep an agent away from everything it may not know. An agent never holds the
state of a match. Knows models, games, talk and what can be known; nothing of the referee.

Begin with `protocol`.
"""
