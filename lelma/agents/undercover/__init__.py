"""The agents of the Undercover-V paper: the functions of their steps, and what plays without a model.

`attribution` answers by who is taken for what, `neuro` has a prover judge what was said (`case`), `lived` tells both
what was said by whom. `describer` is a model made of what a lexicon knows of words, `abducer` a player. Knows steps,
the prover and descriptions; nothing of the referee or of a game's moves, which the agents' data name.

Begin with `attribution`.
"""

from collections.abc import Mapping

from lelma.agents.steps.functions import StepFunction
from lelma.agents.undercover.attribution import attributed
from lelma.agents.undercover.neuro import first_guess, prover_record, refined_guess

UNDERCOVER_FUNCTIONS: Mapping[str, StepFunction] = {
    "attributed": attributed,
    "first_guess": first_guess,
    "prover_record": prover_record,
    "refined_guess": refined_guess,
}
"""What the agents of the paper name as `call`."""
