"""An agent that draws each of its legal moves alike.

Short, because each kind of agent has a module of its own.
"""

from __future__ import annotations

import random

from lelma.agents.protocol import AgentFacts, Answer, View


class RandomAgent:
    """Draws its moves by the view's seed; its words mean nothing, and are others each time."""

    name = "random"
    facts = AgentFacts("any legal move, by the agents' seed", calls=0)
    here = True

    def act(self, view: View) -> Answer:
        move = random.Random(view.seed).choice(view.legal)
        return Answer(move, f"I have nothing to say ({view.seed % 10**6})." if move in view.speaking else "")
