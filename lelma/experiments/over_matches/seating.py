"""Agents in their seats, by side, identity or seat; and matches of an experiment as trials.

Where a cell's agents keep memory, its matches are played one after another, each with what the one before left.

Who is seated by side or identity needs the deal, which follows from the seed alone: it is drawn before the first
player moves, and is found by beginning the match.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.agents.asking import Asker
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Agent
from lelma.agents.roster import MakeAgents, make_agents
from lelma.experiments.errors import ExperimentError
from lelma.experiments.match_trial import MatchPlan, start_again
from lelma.experiments.over_matches.plan import MatchCell, MatchExperiment, PlannedMatch, line_of
from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.models import Door
from lelma.support.errors import UsageError, did_you_mean, near_files

EVERYBODY_ELSE = "*"
_MOST_SOUGHT = 1000
"""Deals that are looked through for one in which a seat has an identity."""
MEMORY = "memory"
"""The folder of what agents kept, in that of the results."""


class Seating:
    """A game that is loaded, its deals, and what makes agents for it. Threads may share it."""

    def __init__(self, setup: MatchPlan) -> None:
        """Load the game.

        Raises:
            GameError: if it can't be played.
        """
        self.game = Game.load(setup.game, preset=setup.preset, parameters=setup.parameters)
        self.referee = Referee(self.game, settings=Settings(tries=setup.tries, seconds=setup.seconds))
        self._door = setup.door
        self._makers: dict[str, MakeAgents] = {}
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

    def holder(self, identity: str, seed: int) -> str:
        """Who has an identity in the deal that a seed gives.

        Raises:
            ExperimentError: if nobody has it, or several.
        """
        deal = self.deal(seed)
        found = [role for role, held in deal.items() if held == identity]
        if len(found) != 1:
            near = did_you_mean(identity, sorted({*deal.values()}))
            raise ExperimentError([f"rotate: {len(found)} players are {identity!r}, not one{near}"])
        return found[0]

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

        Of an identity that several have, `villager_2` is the second one in the order of seats.

        Args:
            model: the spec of the model that the cell is played with.
            models: name → spec, of those that agents may name.

        Raises:
            ExperimentError: for a role without an agent.
        """
        agents, found = cell.agents(model, models), dict[str, str]()
        deal = {} if agents.keys() <= {EVERYBODY_ELSE, *self.players} else self.deal(seed)  # a deal takes time
        seated = Counter[str]()
        for role in self.players:
            identity = deal.get(role, "")
            seated[identity] += 1
            of_several = f"{identity}_{seated[identity]}"
            keys = (role, of_several, identity, self.game.sides.get(identity, ""), EVERYBODY_ELSE)
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
        counts = Counter(self.deal(0).values())
        known = (
            *dict.fromkeys(self.game.sides.get(each, each) for each in identities),
            *identities,
            *(f"{each}_{number}" for each in counts for number in range(1, counts[each] + 1) if counts[each] > 1),
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

    def _maker(self, spec: str) -> MakeAgents:
        with self._lock:
            if spec not in self._makers:
                self._makers[spec] = make_agents(spec, self.game, self.players, door=self._door)
            return self._makers[spec]

    def _agents(self, seats: Mapping[str, str], label: str) -> dict[str, Agent]:
        made = {spec: self._maker(spec)(label) for spec in dict.fromkeys(seats.values())}
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

    def play(self, run: SeatedRun, transcript: Path, stop: Stop) -> str:
        """Play a match, or raise `Stopped`; how it ended."""

        def watch(event: Event) -> None:
            if stop.is_set() and event["event"] != "result":
                raise Stopped

        agents = self._agents(run.seats, transcript.stem)
        start_again(transcript)
        memory = {} if run.memory is None else run.memory.folders(self, run, transcript)
        try:
            return self.referee.play(
                agents,
                seed=run.seed,
                agent_seed=run.agent_seed,
                transcript=transcript,
                watch=watch,
                memory=memory,
            ).ended
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


def rotated(experiment: MatchExperiment) -> MatchExperiment:
    """An experiment with the seeds of its deals, where the seat of an identity goes round (`rotate`).

    Each deal is that of the next seed at which the next seat in order has the identity.

    Raises:
        ExperimentError: for an identity that not one player alone has, or that a seat is never dealt.
        GameError: if the game has faults.
    """
    if not experiment.rotate:
        return experiment
    seating, seeds, seed = _seating(experiment.setup), list[int](), experiment.seed
    for number in range(experiment.matches):
        seat, last = seating.players[number % len(seating.players)], seed + _MOST_SOUGHT
        while seating.holder(experiment.rotate, seed) != seat:
            seed += 1
            if seed == last:
                raise ExperimentError([f"rotate: in {_MOST_SOUGHT} deals {seat} is never {experiment.rotate!r}"])
        seeds.append(seed)
        seed += 1
    return replace(experiment, seeds=tuple(seeds))


def words_of_game(setup: MatchPlan) -> dict[str, Any]:
    """What is needed to read the transcripts of a game: see `lelma.experiments.over_matches.rows.match_rows`."""
    seating = _seating(setup)
    file = seating.game.file
    return {
        "identity": next(iter(file.knowledge.identity), ""),
        "card": next(iter(file.knowledge.card), ""),
        "sides": seating.game.sides,
        "rounds": next(iter(file.report.parts), ""),
        "sought": dict(file.report.sought),
    }


def _trial(experiment: MatchExperiment, run: PlannedMatch, seats: Mapping[str, str]) -> Trial:
    terms = _seating(experiment.setup).begins(seats, run.seed, run.agent_seed)
    cell = experiment.cell(run.cell)
    if cell.memory == "off":
        return Trial(run.id, terms, SeatedRun(experiment.setup, dict(seats), run.seed, run.agent_seed))
    line = line_of(run.cell, run.model)
    kept = KeptMemory(line, run.deal, cell.memory, cell.memory_from)
    return Trial(run.id, terms, SeatedRun(experiment.setup, dict(seats), run.seed, run.agent_seed, kept), line)


@dataclass(frozen=True)
class KeptMemory:
    """What agents keep over the matches of one line, in a folder for each match, `memory/LINE/DEAL` of the results.

    A match begins with a copy of what the match before left, so that one that was cut off can be played again.

    Attributes:
        deal: which match of the line it is, from 1.
        share: who shares it, one of `lelma.experiments.over_matches.plan.MEMORY_SHARES`.
        start: what the first match begins with, a folder of a match of another experiment; None for nothing.
    """

    line: str
    deal: int
    share: str
    start: Path | None = None

    def folders(self, seating: Seating, run: SeatedRun, transcript: Path) -> dict[str, Path]:
        """Role → its folder for the match of a transcript.

        Raises:
            UsageError: if what it should begin with is not there, or nobody's.
        """
        root = transcript.parent.parent / MEMORY / self.line
        now = root / f"{self.deal:05d}"
        before = self.start if self.deal == 1 else root / f"{self.deal - 1:05d}"
        shutil.rmtree(now, ignore_errors=True)
        if before is not None:
            if not before.is_dir():
                told = f"there is no such folder{near_files(before)}, with which match {self.deal} begins"
                raise UsageError(f"{before}: {told}")
            shutil.copytree(before, now)
        shutil.rmtree(root / f"{self.deal - 2:05d}", ignore_errors=True)
        now.mkdir(parents=True, exist_ok=True)
        deal = seating.deal(run.seed) if self.share == "side" else {}
        named = {role: now / self._name(role, spec, seating, deal) for role, spec in run.seats.items()}
        if self.deal == 1 and before is not None:
            self._begin(before, named)
        return named

    def _begin(self, start: Path, named: Mapping[str, Path]) -> None:
        """Give what other agents kept to those that have other options, such as `frozen`, and so another name.

        Raises:
            UsageError: if nobody has what was kept, and it is not one folder alone that could be meant.
        """
        kept = sorted(each.name for each in start.iterdir() if each.is_dir())
        if len(kept) == 1:
            for folder in {each for each in named.values() if not each.is_dir()}:
                shutil.copytree(start / kept[0], folder)
        elif not any(each.is_dir() for each in named.values()):
            wanted = ", ".join(sorted({each.name for each in named.values()}))
            raise UsageError(f"{start} has nothing for {wanted}; there is: {', '.join(kept) or 'nothing'}")

    def _name(self, role: str, spec: str, seating: Seating, deal: Mapping[str, str]) -> str:
        """The folder of a role: of its seat, or of its spec, for each side or for all."""
        if self.share == "player":
            return role
        identity = deal.get(role, "")
        words = [line_of(spec, ""), *([seating.game.sides.get(identity, identity)] if identity else [])]
        return "-".join(words)


@dataclass(frozen=True)
class SeatedRun:
    """Plays the match of a trial, in whatever process it is called.

    Attributes:
        seats: role → the spec of its agent.
        memory: what agents keep over matches; None if nothing.
    """

    setup: MatchPlan
    seats: Mapping[str, str]
    seed: int
    agent_seed: int
    memory: KeptMemory | None = None

    def __call__(self, transcript: Path, stop: Stop) -> str:
        return _seating(self.setup).play(self, transcript, stop)


_seatings: dict[tuple[str, Door], Seating] = {}
_seatings_lock = threading.Lock()


def _seating(setup: MatchPlan) -> Seating:
    """The seating of a set-up, which this process keeps; only the latest, as an experiment has one game."""
    key = setup.key, setup.door
    with _seatings_lock:
        if key not in _seatings:
            _seatings.clear()
            _seatings[key] = Seating(setup)
        return _seatings[key]
