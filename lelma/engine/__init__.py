"""SWI-Prolog, and the ways to step a game: questions in, answers and states out.

`bridges` reaches SWI-Prolog (a child process, janus or pyswip), `program` keeps a game's program loaded, `solver` asks
it, `answers` are what it is asked and says. `progression`, `regression` and the ground `network` step a game; they
agree, and tests hold them to it. Knows rules in GDL and their programs; nothing of game folders, claims or players.

Begin with `solver`.
"""
