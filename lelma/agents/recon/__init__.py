"""Steps of the agents of ReCon (Wang et al. 2023, arXiv 2310.01320) that are worked out and not asked of a model.

What `recon` and its ablations are is data (`games/avalon/agents`); here is what their steps call, and what `recon_plus`
does with the worlds of its role (`lelma.knowledge`) where the paper has only a prompt.

Begin with `guessing`.
"""

from collections.abc import Mapping

from lelma.agents.recon.first_order import reconciled
from lelma.agents.recon.guessing import guessed_beliefs
from lelma.agents.recon.odds import team_odds
from lelma.agents.recon.second_order import best_said, overheard, refined_answer
from lelma.agents.steps.functions import StepFunction

RECON_FUNCTIONS: Mapping[str, StepFunction] = {
    "guessed_beliefs": guessed_beliefs,
    "reconciled": reconciled,
    "overheard": overheard,
    "best_said": best_said,
    "refined": refined_answer,
    "team_odds": team_odds,
}
"""What steps may name as their `call`."""
