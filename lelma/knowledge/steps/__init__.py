"""From the states that were possible before a joint move to those that are after it, by what somebody did and saw.

`step` takes one step and `step_in_parts` takes it apart; `guesses` are the moves that others may have made. What was
worked out already is not worked out again: `public_step` has what all see alike, and what everyone knows, made once for
all observers; `kept_steps`, through which all others go, has steps from the same states by the same rules.

Begin with `step`.
"""
