"""PettingZoo: any game as an AEC environment, or as a parallel one.

>>> env = GameEnvironment("sequential_prisoners_dilemma"); env.reset(seed=1)               # doctest: +SKIP
>>> env = parallel_environment("stag_hunt"); env.reset(seed=1)                             # doctest: +SKIP

- The agents are the roles. One with nothing to choose but a pass (`noop`, or `pass_moves` in game.toml) is not asked,
  unless the environment is parallel: then all agents act in every round.
  The role `random` is chance: the environment chooses for it, each of its legal moves alike.
- In a round the agents choose one after another; none sees what the others choose in it.
- An action is the number of a move in `env.moves[agent]`; `action_mask`, in the observation, says which are legal.
- Where every role knows every move (rules without `sees`), the observation has a 1 for each fluent of
  `env.fluents` that holds. Otherwise it has a 1 for each percept of `env.percepts[agent]` that the agent saw since
  its last choice, then a 1 for that choice: memory is the agent's own business.
- Rewards are the goal values, given when the game is over; 0 before. A game that goes on for `max_rounds` rounds is
  truncated.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.errors import GdlError
from gdl.ground.ground import GroundLimits, ground
from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Term
from gdl.values import dataclass
from lelma.adapters.shared import missing
from lelma.engine.dynamics import Look, has_percepts
from lelma.engine.program import play_term
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.support.errors import GameError, UsageError

try:
    import numpy as np
    from gymnasium.spaces import Dict, Discrete, MultiBinary
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import aec_to_parallel
except ImportError as error:
    raise missing("pettingzoo", "pettingzoo") from error


@dataclass(frozen=True)
class _Signs:
    """Sentences in a fixed order, found again by how the play program spells them."""

    texts: tuple[str, ...]
    places: Mapping[str, int]

    @classmethod
    def of(cls, terms: Iterable[Term]) -> _Signs:
        texts = tuple(sorted(map(kif_term, terms)))
        return cls(texts, {play_term(text): place for place, text in enumerate(texts)})

    def bits(self, holding: Iterable[str]) -> Any:
        """A vector with a 1 for each sentence that holds; never empty."""
        found = np.zeros(max(1, len(self.texts)), dtype=np.int8)
        for text in holding:
            found[self.places[play_term(text)]] = 1
        return found


class GameEnvironment(AECEnv[str, dict[str, Any], int]):
    """A game as a PettingZoo environment.

    Attributes:
        moves: agent → its moves, in the order of its actions, as KIF.
        fluents: in the order of `state()`, and of observations where every role knows every move.
        percepts: agent → what it may see, in the order of its observation; empty where every role knows every move.
    """

    metadata: dict[str, Any]
    agent_selection: str

    def __init__(
        self,
        game: str | Path | Game,
        *,
        max_rounds: int = 1000,
        render_mode: str | None = None,
        limits: GroundLimits | None = None,
        ask_all: bool = False,
        **options: Any,
    ) -> None:
        """Load a game.

        Args:
            game: a name, folder or rules file, or a game already loaded.
            max_rounds: rounds after which a game that is not over is truncated.
            render_mode: `ansi` or nothing.
            limits: on listing all moves and fluents, which large games such as chess exceed.
            ask_all: whether agents with nothing to choose but a pass are asked as well.
            options: for `Game.load`, such as `preset` and `parameters`.

        Raises:
            GameError: if the game is not sound, has more moves and fluents than can be listed, or breaks off.
            EngineUnavailable: if SWI-Prolog can't be reached.
        """
        super().__init__()
        loaded = game if isinstance(game, Game) else Game.load(game, **options)
        self.metadata = {"name": f"lelma_{loaded.name}", "render_modes": ["ansi"], "is_parallelizable": ask_all}
        self.render_mode = render_mode
        self._passes = frozenset(loaded.file.pass_moves)
        self._max_rounds = max_rounds
        self._ask_all = ask_all
        self._play = Progression(loaded.description, pass_moves=loaded.file.pass_moves)
        self._hidden = has_percepts(loaded.description)
        self.possible_agents = [role for role in self._play.roles if role != RANDOM]
        self._list_signs(loaded, limits)
        self._random = random.Random()

    def _list_signs(self, game: Game, limits: GroundLimits | None) -> None:
        try:
            found = ground(game.description, limits, percepts=self._hidden)
        except GdlError as error:
            raise GameError(f"{game.name} has too many moves and fluents for an environment: {error}") from error
        roles = [kif_term(role) for role in found.roles]
        self._fluents = _Signs.of(found.fluents)
        self._moves = {role: _Signs.of(moves) for role, moves in zip(roles, found.moves, strict=True)}
        percepts = found.percepts or tuple({} for _ in roles)
        self._percepts = {role: _Signs.of(seen) for role, seen in zip(roles, percepts, strict=True)}
        self.fluents = self._fluents.texts
        self.moves = {agent: self._moves[agent].texts for agent in self.possible_agents}
        self.percepts = {agent: self._percepts[agent].texts for agent in self.possible_agents}
        self.state_space = MultiBinary(max(1, len(self.fluents)))
        self.action_spaces = {agent: Discrete(len(moves)) for agent, moves in self.moves.items()}
        self.observation_spaces = {agent: self._observation_space(agent) for agent in self.possible_agents}

    def _observation_space(self, agent: str) -> Any:
        moves = len(self.moves[agent])
        length = max(1, len(self.percepts[agent])) + moves if self._hidden else max(1, len(self.fluents))
        return Dict({"observation": MultiBinary(length), "action_mask": MultiBinary(moves)})

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new play; `seed` is that of the chance moves."""
        if seed is not None:
            self._random = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._seen: dict[str, set[str]] = {agent: set() for agent in self.agents}
        self._last: dict[str, tuple[str, ...]] = dict.fromkeys(self.agents, ())
        self._state = self._play.initial
        self._rounds = 0
        self._look_around()

    def step(self, action: int | None) -> None:
        """Choose a move for the agent whose turn it is; None for one whose play has ended.

        Raises:
            UsageError: if the move is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._legal_move(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[agent] = move
        self._seen[agent], self._last[agent] = set(), (move,)
        self._waiting.remove(agent)
        if self._waiting:
            self.agent_selection = self._waiting[0]
        else:
            self._end_round()
            self._look_around()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows now: see the head of the module."""
        mask = self._moves[agent].bits(self._looked.legal[agent] if agent in self._waiting else ())
        if self._hidden:
            seen = self._percepts[agent].bits(self._seen[agent])
            known = np.concatenate([seen, self._moves[agent].bits(self._last[agent])])
        else:
            known = self._fluents.bits(self._state)
        return {"observation": known, "action_mask": mask}

    def state(self) -> Any:
        """The state as a vector over `fluents`: more than an agent of a game with percepts knows."""
        return self._fluents.bits(self._state)

    def render(self) -> str | None:
        """The fluents that hold, one a line, with `render_mode="ansi"`."""
        return "\n".join(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Forget the game."""
        self._play.close()

    def _legal_move(self, agent: str, action: int | None) -> str:
        moves, legal = self.moves[agent], self._looked.legal[agent]
        known = {play_term(text): text for text in legal}
        chosen = moves[action] if action is not None and 0 <= action < len(moves) else ""
        found = known.get(play_term(chosen)) if chosen else None
        if found is None:
            numbers = ", ".join(str(self._moves[agent].places[term]) for term in known)
            raise UsageError(f"action {action} of {agent} ({chosen or 'no move'}) is not legal; these are: {numbers}")
        return found

    def _look_around(self) -> None:
        """Go on to the next choice of an agent, or to the end."""
        while True:
            self._looked = self._play.look(self._state)
            self._waiting = [] if self._looked.terminal else self._choosers(self._looked)
            self._chosen: dict[str, str] = {}
            over = self._looked.terminal or self._rounds >= self._max_rounds
            if over or self._waiting:
                break
            self._end_round()
        if over:
            self._waiting = []
            self._finish()
        self.agent_selection = self._waiting[0] if self._waiting else self.agents[0]
        legal = self._looked.legal
        self.infos = {
            agent: {"legal": legal[agent] if agent in self._waiting else (), "seen": tuple(sorted(self._seen[agent]))}
            for agent in self.agents
        }

    def _choosers(self, look: Look) -> list[str]:
        """The agents that have something to choose, in the order of the roles."""
        stuck = [role for role in self._play.roles if not look.legal[role]]
        if stuck:
            raise GameError(f"{' and '.join(stuck)} has no legal move in a state that is not terminal")
        return [agent for agent in self.agents if self._ask_all or not self._passes_only(look.legal[agent])]

    def _passes_only(self, legal: Sequence[str]) -> bool:
        return len(legal) == 1 and legal[0] in self._passes

    def _end_round(self) -> None:
        """Make the joint move: what agents chose, what chance chooses, and the only move of all others."""
        legal = self._looked.legal
        moves = {role: self._chosen.get(role, legal[role][0]) for role in self._play.roles}
        if RANDOM in moves:
            moves[RANDOM] = self._random.choice(legal[RANDOM])
        step = self._play.step(self._state, moves)
        self._state = step.state
        self._rounds += 1
        for agent in self.agents:
            self._seen[agent].update(step.percepts[agent])

    def _finish(self) -> None:
        if not self._looked.terminal:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        goals = self._play.goals(self._state)
        for agent in self.agents:
            if len(goals[agent]) != 1:
                raise GameError(f"{agent} has {len(goals[agent])} goal values in a terminal state, and must have one")
        self.rewards = {agent: float(goals[agent][0]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)


def parallel_environment(game: str | Path | Game, **options: Any) -> ParallelEnv[str, dict[str, Any], int]:
    """A game as a parallel environment, in which all agents act in every round: one with no choice passes.

    Args:
        options: those of `GameEnvironment`, but for `ask_all`.
    """
    return aec_to_parallel(GameEnvironment(game, ask_all=True, **options))
