"""SWI-Prolog, and the ways to step a game: questions in, answers and states out.

`bridges` reaches SWI-Prolog (a child process, janus or pyswip), `program` keeps a game's program loaded, `solver` asks
it, `answers` are what it is asked and says. `dynamics` is what stepping a game means; `steppers` has the three ways to
do it by name: `progression`, `regression` and the ground `network`. Knows rules in GDL and their programs; nothing of
game folders, claims or players.

Begin with `dynamics`, or with `solver` for queries.
"""
