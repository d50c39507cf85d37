"""What players say in a match, and whether it is so from a point of view: the public's, the speaker's, everybody's.

`record` is what was seen until a moment, `moments` asks the solver there, `deals` are the identities that are possible,
`judge` reads speeches and judges their claims. Knows the verifier and knowledge; nothing of agents or the referee.

Begin with `judge`.
"""
