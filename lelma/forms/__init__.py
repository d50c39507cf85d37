"""Games in normal and extensive form, solved exactly.

`normal.NormalForm` is a payoff table by indices, `tree` makes a game tree of a game's states and a normal form of
a game tree; `dominance`, `equilibria`, `guarantees`, `correlated` and `efficiency` answer one question each about
a normal form, `induction` about a game tree; `lelma.support.linear_programs` is the exact linear algebra below them. All
numbers are `Fraction`; nothing is rounded, and whatever is too large to be worked out raises `errors.TooLarge`, which says why.
"""
