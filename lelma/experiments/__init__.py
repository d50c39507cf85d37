"""Many trials under one plan, what was measured of them, and the reports.

`plan` reads an experiment file, `run` carries it out and goes on where it was stopped, `loop_trial` is one run of the
feedback loop. `metrics/` are pure functions, a file a metric; `evaluation/` makes tables of results, one's own and the
published ones; `simulated/` is a reasoner with known errors. Knows everything but the interfaces.

Begin with `plan`.
"""
