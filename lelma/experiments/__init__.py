"""Many trials under one plan, what was measured of them, and the reports.

`trial` says what can be run once: `loop_trial` is one run of the feedback loop, `match_trial` one match. `executor`
runs trials, some at a time, and goes on where it was stopped. `plan` reads an experiment file, `run` carries it out.
`metrics/` are pure functions, a file a metric; `statistics/` are tests and ratings; `evaluation/` makes tables of
results, one's own and the published ones; `raters/` has people judge them; `over_matches/` is the same for matches;
`trust_records/` tries trust on recorded matches; `simulated/` is a reasoner with known errors. Knows everything but the
interfaces.

Begin with `trial`.
"""
