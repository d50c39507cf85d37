"""Mutants of the solver and of the theory: one operator changed at a time, to see whether a test notices."""
