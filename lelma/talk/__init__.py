"""What players say in a match, and whether it is so from a point of view: the public's, the speaker's, everybody's.

`record` is what was seen until a moment, `engine` and `moments` ask the solver there, `deals` are the identities that
are possible, `judge` reads speeches and judges their claims, `live` does so for one role while a match goes on. Knows
the verifier and knowledge; nothing of agents or the referee.

Begin with `judge`.
"""
