"""Tests of hypotheses, corrections and ratings as pure functions, exact where they can be; they know only numbers.

`two_by_two` compares two shares, `goodness` counts with what is expected, `paired` the same seeds under two
treatments, `several` corrects for many tests at once, `ratings` puts many agents in order. Nothing here needs SciPy:
the tests of this room hold every function to it.

Begin with `two_by_two`.
"""
