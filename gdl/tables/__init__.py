"""Payoff tables and game trees: files of other programs (CSV, .nfg, .efg) and GDL, from and to each other.

Begin with `table` and `tree`, the values.
"""
