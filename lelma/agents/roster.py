"""From `p1=human,random` to agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console

from lelma.agents.human_agent import HumanAgent
from lelma.agents.model_agent import ModelAgent
from lelma.agents.protocol import Agent
from lelma.agents.random_agent import RandomAgent
from lelma.agents.rule_agent import preferring_agents
from lelma.agents.scripted_agent import ScriptedAgent
from lelma.game.game import Game
from lelma.models import connect
from lelma.support.errors import UsageError

_KINDS = {
    "random": "random (any legal move, by the match's seed)",
    "human": "human (you, at this terminal)",
    "scripted": "scripted:FILE (a move a line, or MOVE | WORDS, or a transcript)",
    "model": "model:NAME (a language model, such as model:openai:MODEL)",
}


def make_agents(text: str, game: Game, players: Sequence[str]) -> Callable[[], dict[str, Agent]]:
    """What makes the agents of one match: `KIND` for every role, `ROLE=KIND,…`, or both.

    Raises:
        UsageError: for a role or a kind there is not, and for a role without one; the message lists them.
        ModelUnavailable: if a model can't be reached.
    """
    chosen = _chosen(text, players)
    own = preferring_agents(game.folder)
    models = {kind: connect(kind.partition(":")[2]) for kind in set(chosen.values()) if kind.startswith("model:")}

    def make(role: str, kind: str) -> Agent:
        name, _, rest = kind.partition(":")
        if kind in own:
            return own[kind]
        if kind in models:
            return ModelAgent(models[kind])
        if kind == "random":
            return RandomAgent()
        if kind == "human":
            return HumanAgent(Console())
        if name == "scripted" and rest:
            return ScriptedAgent.from_file(Path(rest), role)
        known = [*_KINDS.values(), *(f"{name} (of this game)" for name in own)]
        raise UsageError("\n".join([f"no agent is called {kind!r}; there are:", *known]))

    def make_all() -> dict[str, Agent]:
        return {role: make(role, kind) for role, kind in chosen.items()}

    make_all()  # so that what is wrong is told before the first match
    return make_all


def _chosen(text: str, players: Sequence[str]) -> Mapping[str, str]:
    """Role → kind."""
    chosen: dict[str, str] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        role, equals, kind = entry.partition("=")
        if not equals:
            role, kind = "*", entry
        if role not in (*players, "*"):
            raise UsageError(f"there is no role {role!r}; there are: {', '.join(players)}")
        if role in chosen:
            raise UsageError(f"{entry}: {'all roles' if role == '*' else role} would have two agents")
        chosen[role] = kind
    missing = [role for role in players if role not in chosen and "*" not in chosen]
    if missing:
        raise UsageError(f"no agent for {', '.join(missing)}; write ROLE=KIND,… or one KIND for all others")
    return {role: chosen.get(role, chosen.get("*", "")) for role in players}
