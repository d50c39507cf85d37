"""Game theory, exact: what follows from a game's payoffs and tree, whoever plays.

`normal_form.NormalForm` is a payoff table by indices; `game_tree` makes a tree of a game's states. `dominance`,
`equilibria` and `maximin_and_pareto` answer one question each about a normal form, `backward_induction` and
`subgame_perfect` about a tree, `exact_value` about a game too large for one. All numbers are `Fraction`; nothing is
rounded, and whatever is too large to be worked out raises `errors.TooLarge`, which says why.

Begin with `solution`, which asks all of them. Knows games and the engine, nothing of claims or players.
"""
