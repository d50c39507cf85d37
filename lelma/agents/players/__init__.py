"""Players that call no model: by chance, by a person, by a script, by rules and words of the game's folder.

`rule_agent` moves by rules, `talker` says what may be said of a game and errs, `listener` weighs what is possible;
`conditions` is how their data ask what a role perceived.

Begin with `random_agent`.
"""
