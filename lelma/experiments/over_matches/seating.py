"""Agents in their seats, by side, identity or seat; and matches of an experiment as trials.

Who is seated by side or identity needs the deal, which follows from the seed alone: it is drawn before the first
player moves, and is found by beginning the match.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gdl.tree.keywords import RANDOM
from lelma.agents.asking import Asker
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Agent
from lelma.agents.roster import make_agents
from lelma.experiments.errors import ExperimentError
from lelma.experiments.match_trial import MatchPlan, start_again
from lelma.experiments.over_matches.plan import MatchCell, MatchExperiment, PlannedMatch
from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.support.errors import did_you_mean

EVERYBODY_ELSE = "*"


class Seating:
    """A game that is loaded, its deals, and what makes agents for it. Threads may share it."""

    def __init__(self, setup: MatchPlan) -> None:
        """Load the game.

        Raises:
            GameError: if it can't be played.
        """
        self.game = Game.load(setup.game, preset=setup.preset, parameters=setup.parameters)
        self.referee = Referee(self.game, settings=Settings(tries=setup.tries, seconds=setup.seconds))
        self._makers: dict[str, Callable[[], dict[str, Agent]]] = {}
        self._names: dict[str, dict[str, str]] = {}
        self._deals: dict[int, dict[str, str]] = {}
        self._lock = threading.Lock()

    @property
    def players(self) -> tuple[str, ...]:
        return self.referee.players

    def deal(self, seed: int) -> dict[str, str]:
        """Role → identity of the deal that a seed gives; empty for a game without identities."""
        with self._lock:
            if seed not in self._deals:
                self._deals[seed] = self._dealt(seed) if self.game.file.knowledge.identity else {}
            return self._deals[seed]

    def _dealt(self, seed: int) -> dict[str, str]:
        found: dict[str, str] = {}

        def watch(event: Event) -> None:
            if event["event"] == "identities":
                found.update(identities_of(event, self.game.file.knowledge.identity[0]))
            if event["event"] == "move" and event["role"] != RANDOM:
                raise _Dealt

        with contextlib.suppress(_Dealt):
            self.referee.play({role: RandomAgent() for role in self.players}, seed=seed, watch=watch)
        return found

    def seats(self, cell: MatchCell, model: str, seed: int, models: Mapping[str, str]) -> dict[str, str]:
        """Role → the spec of its agent in a deal: that of its seat, else of its identity, its side, or everybody else.

        Args:
            model: the spec of the model that the cell is played with.
            models: name → spec, of those that agents may name.

        Raises:
            ExperimentError: for a role without an agent.
        """
        agents, deal, found = cell.agents(model, models), self.deal(seed), dict[str, str]()
        for role in self.players:
            identity = deal.get(role, "")
            keys = (role, identity, self.game.sides.get(identity, ""), EVERYBODY_ELSE)
            spec = next((agents[key] for key in keys if key in agents), None)
            if spec is None:
                as_what = f", who is {identity} in the deal of seed {seed}," if identity else ""
                raise ExperimentError([f'cell {cell.name!r}: {role}{as_what} has no agent; "*" is for everybody else'])
            found[role] = spec
        return found

    def check(self, cell: MatchCell) -> None:
        """See whether a cell's sides are known.

        Raises:
            ExperimentError: for one that there is not.
        """
        identities = self._identities()
        known = (
            *dict.fromkeys(self.game.sides.get(each, each) for each in identities),
            *identities,
            *self.players,
            "*",
        )
        for name in cell.sides:
            if name not in known:
                listed = ", ".join(dict.fromkeys(known))
                near = did_you_mean(name, known)
                fault = f"there is no side, identity or seat {name!r}{near}; there are: {listed}"
                raise ExperimentError([f"cell {cell.name!r}: {fault}"])

    def _identities(self) -> list[str]:
        return [*dict.fromkeys([*self.deal(0).values(), *self.game.sides])]

    def prepare(self, specs: Sequence[str]) -> None:
        """See whether agents can be made.

        Raises:
            UsageError: if there is no such agent.
            ModelUnavailable: if a model can't be reached.
        """
        for spec in specs:
            self._maker(spec)

    def _maker(self, spec: str) -> Callable[[], dict[str, Agent]]:
        with self._lock:
            if spec not in self._makers:
                self._makers[spec] = make_agents(spec, self.game, self.players)
            return self._makers[spec]

    def _agents(self, seats: Mapping[str, str]) -> dict[str, Agent]:
        made = {spec: self._maker(spec)() for spec in dict.fromkeys(seats.values())}
        return {role: made[spec][role] for role, spec in seats.items()}

    def begins(self, seats: Mapping[str, str], seed: int, agent_seed: int) -> dict[str, Any]:
        """What the first event of a transcript says of a match, as far as it may not change."""
        for spec in {*seats.values()} - {*self._names}:
            self._names[spec] = {role: Asker(agent).name for role, agent in self._maker(spec)().items()}
        told = {
            "game": self.game.name,
            "parameters": dict(self.game.parameters),
            "seed": seed,
            "agent_seed": agent_seed,
            "agents": {role: self._names[spec][role] for role, spec in seats.items()},
        }
        found: dict[str, Any] = json.loads(json.dumps(told))
        return found

    def play(self, seats: Mapping[str, str], seed: int, agent_seed: int, transcript: Path, stop: Stop) -> str:
        """Play a match, or raise `Stopped`; how it ended."""

        def watch(event: Event) -> None:
            if stop.is_set() and event["event"] != "result":
                raise Stopped

        agents = self._agents(seats)
        start_again(transcript)
        try:
            return self.referee.play(agents, seed=seed, agent_seed=agent_seed, transcript=transcript, watch=watch).ended
        finally:
            for agent in agents.values():
                if isinstance(agent, IsolatedAgent):
                    agent.close()


class _Dealt(Exception):
    """The first player moves: the deal is done."""


def identities_of(event: Event, fluent: str) -> dict[str, str]:
    """Role → identity of an `identities` event: what a fluent tells of each, and not the others, such as words."""
    return {role: str(held[fluent]) for role, held in event["identities"].items() if fluent in held}


def seated_trials(experiment: MatchExperiment) -> tuple[list[Trial], dict[str, dict[str, str]]]:
    """The matches of an experiment as trials, which also run in other processes, and the seats of each by its id.

    Raises:
        ExperimentError: for a side that there is not, or a role without an agent.
        GameError, UsageError, ModelUnavailable: if the game or an agent has faults.
    """
    seating = _seating(experiment.setup)
    for cell in experiment.cells:
        seating.check(cell)
    models = experiment.models
    seats = {
        run.id: seating.seats(experiment.cell(run.cell), models.get(run.model, ""), run.seed, models)
        for run in experiment.runs
    }
    seating.prepare(sorted({spec for each in seats.values() for spec in each.values()}))
    return [_trial(experiment, run, seats[run.id]) for run in experiment.runs], seats


def words_of_game(setup: MatchPlan) -> dict[str, Any]:
    """What is needed to read the transcripts of a game: see `lelma.experiments.over_matches.rows.match_rows`."""
    seating = _seating(setup)
    file = seating.game.file
    return {
        "identity": next(iter(file.knowledge.identity), ""),
        "sides": seating.game.sides,
        "rounds": next(iter(file.report.parts), ""),
    }


def _trial(experiment: MatchExperiment, run: PlannedMatch, seats: Mapping[str, str]) -> Trial:
    terms = _seating(experiment.setup).begins(seats, run.seed, run.agent_seed)
    return Trial(run.id, terms, _SeatedRun(experiment.setup, dict(seats), run.seed, run.agent_seed))


@dataclass(frozen=True)
class _SeatedRun:
    """Plays the match of a trial, in whatever process it is called."""

    setup: MatchPlan
    seats: Mapping[str, str]
    seed: int
    agent_seed: int

    def __call__(self, transcript: Path, stop: Stop) -> str:
        return _seating(self.setup).play(self.seats, self.seed, self.agent_seed, transcript, stop)


_seatings: dict[str, Seating] = {}
_seatings_lock = threading.Lock()


def _seating(setup: MatchPlan) -> Seating:
    """The seating of a set-up, which this process keeps; only the latest, as an experiment has one game."""
    with _seatings_lock:
        if setup.key not in _seatings:
            _seatings.clear()
            _seatings[setup.key] = Seating(setup)
        return _seatings[setup.key]
