"""Agents that trust by evidence: steps of GRATR (Zhu et al. 2024, arXiv 2408.12333), of its baselines, and ours.

`life` says what of a role's life is evidence, `book` makes the graph of it, `observing` has a model read evidence and
refuses what can't be so, `deciding` tells trust and chains of evidence, `move_check` holds a draft against what its
role knows. `messages`, `retrieving`, `light` and `facts` are what baselines are told in place of trust. `extractor` is
a model that reads evidence without a network, and errs at rates. What is evidence in a game its `trust.toml` says;
which steps an agent takes is data of the game.

Begin with `book`, then `life`.
"""

from collections.abc import Mapping

from lelma.agents.steps.functions import StepFunction
from lelma.agents.trusting.deciding import recent, trust_summary
from lelma.agents.trusting.facts import facts_heard, facts_retrieved
from lelma.agents.trusting.light import light_extracted, light_retrieved
from lelma.agents.trusting.move_check import checked_move
from lelma.agents.trusting.observing import trust_observed
from lelma.agents.trusting.retrieving import retrieved

TRUSTING_FUNCTIONS: Mapping[str, StepFunction] = {
    "trust_observed": trust_observed,
    "trust_summary": trust_summary,
    "checked_move": checked_move,
    "recent_messages": recent,
    "retrieved": retrieved,
    "light_extracted": light_extracted,
    "light_retrieved": light_retrieved,
    "facts_heard": facts_heard,
    "facts_retrieved": facts_retrieved,
}
"""What steps may name as their `call`."""
