"""Who plays one role: percepts in, a move out.

`protocol` says what an agent is given over a match and what it answers; `roster` makes agents from their names;
`memory` is what they keep between matches; `asking` and `isolated` keep time, and keep an agent away from everything
it may not know. An agent never holds the game or its
state. Knows models, games and what can be known; nothing of the referee.

Begin with `protocol`.
"""
