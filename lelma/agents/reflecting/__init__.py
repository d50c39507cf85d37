"""The agents of the SpyGame paper: they reflect after each description, learn over matches, and are held to rules.

`answering` has their steps, over what `telling` works out for prompts and the `beliefs` that a model's answers come to.
`adherence` checks answers against the rules of cognitive regularization. `cheatsheet` is their memory, and `curating`
the step that has it learn. `reflector` is a model made of a game's lexicon, which errs at stated rates. Knows steps,
descriptions, memory and talk; nothing of the referee or of a game's moves.

Begin with `answering`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from lelma.agents.memory import AgentMemory
from lelma.agents.reflecting.answering import described, reflected, vote_reviewed, voted
from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.agents.reflecting.curating import curated
from lelma.agents.steps.functions import StepFunction
from lelma.game.game import Game

REFLECTING_FUNCTIONS: Mapping[str, StepFunction] = {
    "reflected": reflected,
    "vote_reviewed": vote_reviewed,
    "described": described,
    "voted": voted,
    "curated": curated,
}
"""What the agents of the paper name as `call`."""

REFLECTING_MEMORIES: Mapping[str, Callable[[Game, Mapping[str, Any]], AgentMemory]] = {"cheatsheet": Cheatsheet}
"""What they name as `memory`: made of a game and an agent's options."""
