"""A match as a trial, and what matches of one game and its agents share: `lelma play` plays by the same.

A transcript is written as the match is played, as `lelma play --out` writes it. A match that was cut off starts again
from its beginning, with the same seeds: what its agents knew is not in its transcript.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.agents.asking import Asker
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.memory import memory_folder
from lelma.agents.roster import chosen_agents, make_agents
from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.game.game import Game
from lelma.matches.referee import Match, Referee, Settings
from lelma.matches.transcript import Event, read_transcript
from lelma.models import Door
from lelma.support.errors import UsageError

_MOST_TABLES = 8
"""Games that are kept loaded for trials."""


@dataclass(frozen=True)
class MatchPlan:
    """Which matches are played: everything but the seeds of each.

    Attributes:
        game: a name, a game folder or a file of rules.
        agents: as `lelma.agents.roster` has it, such as `p1=human,random`.
        preset, parameters, obfuscate: as `Game.load` takes them.
        tries, seconds: as `lelma.matches.referee.Settings` has them.
        gate: the policy of the gate that agents stand behind, or `off` (`lelma.agents.gate`).
        door: how agents reach models. It makes no other matches.
    """

    game: str
    agents: str = "random"
    preset: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    obfuscate: int | None = None
    tries: int = 3
    seconds: float | None = 120.0
    gate: str = "off"
    door: Door = field(default_factory=Door)

    @property
    def key(self) -> str:
        """The same text for the same plan, through whatever door."""
        told = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "door"}
        if self.gate == "off":
            del told["gate"]
        return json.dumps(told, sort_keys=True, default=str)


class MatchTable:
    """A game that is loaded, and what makes agents for it. Threads may share it."""

    def __init__(self, plan: MatchPlan) -> None:
        """Load the game, and see whether the agents can be made.

        Raises:
            GameError: if the game can't be played.
            UsageError: if there is no such agent or role.
            ModelUnavailable: if a model can't be reached.
        """
        self.game = Game.load(plan.game, preset=plan.preset, parameters=plan.parameters, obfuscate=plan.obfuscate)
        self.referee = Referee(self.game, settings=Settings(tries=plan.tries, seconds=plan.seconds))
        self.chosen = chosen_agents(plan.agents, self.referee.players)
        self._make = make_agents(plan.agents, self.game, self.referee.players, gate=plan.gate, door=plan.door)

    def play(
        self,
        seed: int,
        *,
        agent_seed: int = 0,
        transcript: Path | None = None,
        watch: Callable[[Event], None] | None = None,
        memory: Path | None = None,
        label: str = "",
        resume: bool = False,
    ) -> Match:
        """Play one match with new agents, or go on with one; see `Referee.play`.

        Below `memory` each role's agent has its folder. Where a cassette keeps replies, matches that go on at the same
        time each need a `label` of their own.
        """
        agents = self._make(label)
        folders = {} if memory is None else self._folders(memory)
        try:
            return self.referee.play(
                agents,
                seed=seed,
                agent_seed=agent_seed,
                transcript=transcript,
                watch=watch,
                memory=folders,
                resume=resume,
            )
        finally:
            for agent in agents.values():
                inner = getattr(agent, "agent", agent) if Asker(agent).name.startswith("gated:") else agent
                if isinstance(inner, IsolatedAgent):
                    inner.close()

    def begins(self, seed: int, agent_seed: int) -> dict[str, Any]:
        """What the first event of a transcript says of a match, as far as it may not change."""
        disguise = {} if self.game.disguise is None else {"obfuscate": self.game.disguise.seed}
        told = {
            "game": self.game.name,
            "parameters": dict(self.game.parameters),
            "seed": seed,
            "agent_seed": agent_seed,
            "agents": self._names,
            **disguise,
        }
        found: dict[str, Any] = json.loads(json.dumps(told))
        return found

    @cached_property
    def _names(self) -> dict[str, str]:
        """Role → what its agent calls itself."""
        return {role: Asker(agent).name for role, agent in self._make().items()}

    def _folders(self, memory: Path) -> dict[str, Path]:
        return {role: memory_folder(memory, self.game, spec, role) for role, spec in self.chosen.items()}


def match_trial(plan: MatchPlan, seed: int, *, agent_seed: int = 0, name: str = "") -> Trial:
    """One match as a trial, which can also be run in another process.

    Args:
        seed, agent_seed: of the deal, and of what agents draw; see `Referee.play`. Matches of one `agent_seed` have the
            same agents' chance.
        name: its id; by default one that no other plan and seeds have.

    Raises:
        GameError, UsageError, ModelUnavailable: if the game or its agents have faults; see `MatchTable`.
    """
    table = _table(plan)
    mark = sha256(plan.key.encode()).hexdigest()[:8]
    short = re.sub(r"[^A-Za-z0-9._]+", "_", f"{table.game.name}-{plan.agents}")[:60]
    numbers = f"{seed:06}" + (f"-{agent_seed:06}" if agent_seed else "")
    name = name or f"{short}-{mark}-{numbers}"
    return Trial(name, table.begins(seed, agent_seed), _MatchRun(plan, seed, agent_seed, name))


@dataclass(frozen=True)
class _MatchRun:
    """Plays the match of a trial, in whatever process it is called."""

    plan: MatchPlan
    seed: int
    agent_seed: int
    label: str

    def __call__(self, transcript: Path, stop: Stop) -> str:
        def watch(event: Event) -> None:
            if stop.is_set() and event["event"] != "result":
                raise Stopped

        start_again(transcript)
        table = _table(self.plan)
        match = table.play(self.seed, agent_seed=self.agent_seed, transcript=transcript, watch=watch, label=self.label)
        return match.ended


def start_again(transcript: Path) -> None:
    """Take away what there is of a match that was cut off."""
    if not transcript.exists():
        return
    events = read_transcript(transcript)
    if events and (events[0]["event"] != "match" or events[-1]["event"] == "result"):
        raise UsageError(f"{transcript} holds something else than a match that was cut off")
    transcript.unlink()


_tables: dict[tuple[str, Door], MatchTable] = {}
_tables_lock = threading.Lock()


def _table(plan: MatchPlan) -> MatchTable:
    """The table of a plan, which the trials of this process share; the oldest goes when there are many."""
    key = plan.key, plan.door
    with _tables_lock:
        if key not in _tables:
            while len(_tables) >= _MOST_TABLES:
                del _tables[next(iter(_tables))]
            _tables[key] = MatchTable(plan)
        return _tables[key]
