"""An experiment file of `kind = "matches"`, read and checked: cells × models × deals, and how each match goes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.match_trial import MatchPlan
from lelma.experiments.plan import cost_limit_of, prices_of
from lelma.experiments.run import INTENTS, MATCHES, PROVERS, QUESTIONS
from lelma.experiments.studies.layout import layout_faults, layout_of
from lelma.experiments.studies.library import STUDY, other_models, with_study
from lelma.experiments.threads.experiment import ThreadExperiment, thread_experiment, thread_faults
from lelma.models import Door, ModelUnavailable
from lelma.models.connect import read_spec
from lelma.models.costs import Prices
from lelma.support.errors import did_you_mean
from lelma.support.outside import toml_file
from lelma.support.shape import misshapen

MODEL_SPEC = "{model}"
"""What stands for a model's spec in that of an agent; a cell with it is played with every model.

`{NAME}`, the name of a model, stands for the spec of that one.
"""

GATES: Mapping[str, str] = {
    "off": "{agent}",
    "strict": "gated:{agent}",
    "advise": "advised:{agent}",
    "observe": "observed:{agent}",
}
"""Switch → how the spec of an agent is written under it."""

MEMORY_SHARES = ("off", "player", "model", "side")
"""Who shares what agents keep from one match of a cell to the next: nobody keeps anything, each seat keeps its own,
all agents of one spec share it, or those of one spec on one side."""

_KINDS = (MATCHES, QUESTIONS, PROVERS, INTENTS)
_LONGEST = 60
_NUMBER = (int, Decimal)
_ROW = {"name": str, "spec": str, "prices": {"prompt": _NUMBER, "reply": _NUMBER}}
_CELL = {"name": str, "sides": {"*": str}, "agents": str, "gate": str, "memory": str, "memory_from": str}
_SHAPE: Mapping[str, Any] = {
    "kind": str,
    "name": str,
    "game": str,
    "preset": str,
    "parameters": dict,
    "matches": int,
    "seed": int,
    "agent_seed": int,
    "rotate": str,
    "tries": int,
    "seconds": _NUMBER,
    "at_once": int,
    "processes": bool,
    "cassette": str,
    "replay_only": bool,
    "cost_limit": _NUMBER,
    "baseline": str,
    "side": str,
    "source": str,
    "cell": [_CELL],
    "model": [_ROW],
    "prices": {"*": {"prompt": _NUMBER, "reply": _NUMBER}},
    "table": list,
    "figure": list,
    "by_agent": list,
    "threads": dict,
}
_NAMED_MODEL = re.compile(r"\{(?P<name>[^{}]+)\}")
_LEAST = {"matches": 1, "tries": 1, "at_once": 1}


@dataclass(frozen=True)
class MatchCell:
    """One treatment: side, identity or seat → the spec of an agent, which may hold `{model}`; `*` is everybody else.

    Attributes:
        memory: one of `MEMORY_SHARES`; if it isn't `off`, the cell's matches are played one after another.
        memory_from: what agents kept in another experiment, a folder; they begin with that. None for nothing.
    """

    name: str
    sides: Mapping[str, str]
    gate: str = "off"
    memory: str = "off"
    memory_from: Path | None = None

    @property
    def asks_for_a_model(self) -> bool:
        return any(MODEL_SPEC in spec for spec in self.sides.values())

    def agents(self, model: str, models: Mapping[str, str]) -> dict[str, str]:
        """Side, identity or seat → the spec of its agent with a model, and others by their names, under the gate."""
        named = {**models, MODEL_SPEC[1:-1]: model}

        def spec_of(found: re.Match[str]) -> str:
            return named.get(found["name"], found[0])

        gate = GATES[self.gate]
        return {name: gate.replace("{agent}", _NAMED_MODEL.sub(spec_of, spec)) for name, spec in self.sides.items()}


@dataclass(frozen=True)
class PlannedMatch:
    """A match to be played: `deal` counts from 1 and is the same deal in every cell; `id` names the transcript."""

    id: str
    cell: str
    model: str
    deal: int
    seed: int
    agent_seed: int


@dataclass(frozen=True)
class MatchExperiment:
    """What an experiment file over matches says; see docs/experiments.md for each key.

    Attributes:
        models: name → spec; empty where no cell asks for one.
        baseline: the cell that the others are tested against.
        side: whose wins are tested; empty for the first side of the table.
        source: of the study that it follows.
        rotate: an identity that one player has; its seat goes round from deal to deal. Empty for whatever is drawn.
        seeds: of the deals, where they don't follow `seed` one by one (`over_matches.seating.rotated`).
        cost_limit: what calls of models may cost, in the currency of the prices; None for anything.
        layout: `table` and `figure`, the entries that say which its report has in form.
        threads: messages whose intents are told besides, in the folder `threads` of the results.
    """

    name: str
    setup: MatchPlan
    matches: int
    cells: tuple[MatchCell, ...]
    models: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    agent_seed: int = 0
    at_once: int = 2
    processes: bool = False
    baseline: str = ""
    side: str = ""
    prices: Prices = field(default_factory=Prices)
    cost_limit: Decimal | None = None
    source: str = ""
    layout: Mapping[str, Any] = field(default_factory=dict)
    threads: ThreadExperiment | None = None
    rotate: str = ""
    seeds: tuple[int, ...] = ()

    @property
    def runs(self) -> tuple[PlannedMatch, ...]:
        """Every match, deals outermost: an experiment that is broken off is balanced."""
        return tuple(
            self._planned(cell, model, deal)
            for deal in range(1, self.matches + 1)
            for cell in self.cells
            for model in (self.models if cell.asks_for_a_model else ("",))
        )

    def _planned(self, cell: MatchCell, model: str, deal: int) -> PlannedMatch:
        name = f"{line_of(cell.name, model)}-{deal:05d}"
        seed = self.seeds[deal - 1] if self.seeds else self.seed + deal - 1
        return PlannedMatch(name, cell.name, model, deal, seed, self.agent_seed + deal - 1)

    def cell(self, name: str) -> MatchCell:
        return next(cell for cell in self.cells if cell.name == name)

    def as_json(self) -> dict[str, Any]:
        setup, prices = self.setup, self.prices.table.items()
        return {
            "kind": MATCHES,
            "name": self.name,
            "game": setup.game,
            "preset": setup.preset,
            "parameters": dict(setup.parameters),
            "matches": self.matches,
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            **({"rotate": self.rotate} if self.rotate else {}),
            "tries": setup.tries,
            "seconds": setup.seconds,
            "baseline": self.baseline,
            "side": self.side,
            "cells": [
                {"name": each.name, "sides": dict(each.sides), "gate": each.gate}
                | ({} if each.memory == "off" else {"memory": each.memory})
                | ({} if each.memory_from is None else {"memory_from": str(each.memory_from)})
                for each in self.cells
            ],
            "models": dict(self.models),
            "prices": {name: [str(price.prompt), str(price.reply)] for name, price in prices},
            **({} if self.cost_limit is None else {"cost_limit": str(self.cost_limit)}),
            **({"source": self.source} if self.source else {}),
            **self.layout,
        }


def line_of(cell: str, model: str) -> str:
    """The name, fit for files, of what the matches of a cell with a model have in common."""
    mark = sha256(f"{cell}/{model}".encode()).hexdigest()[:6]
    words = [cell, *([model] if model else []), mark]
    return "-".join(re.sub(r"[^A-Za-z0-9._]+", "_", word)[:_LONGEST] for word in words)


def experiment_kind(file: Path) -> str:
    """The kind of an experiment file: `matches`, `questions`, `provers`, or nothing for runs of the loop.

    Raises:
        ExperimentError: if it can't be read, or is of another kind.
    """
    content = toml_file(file, fail=lambda fault: ExperimentError([fault]))
    kind = with_study(content, file).get("kind", "")
    if kind not in ("", *_KINDS):
        near = did_you_mean(str(kind), _KINDS)
        told = f"there are {', '.join(map(repr, _KINDS))}, and runs of the loop, which name none"
        raise ExperimentError([f"{file}: kind: there is no {kind!r}{near}; {told}"])
    return str(kind)


def read_match_experiment(file: Path) -> MatchExperiment:
    """The experiment of a TOML file; keys it does not have come from its `study`, where it names one.

    Raises:
        ExperimentError: with all that is wrong with the file.
    """
    written = toml_file(file, fail=lambda fault: ExperimentError([fault]), parse_float=Decimal)
    content = with_study(written, file)
    near = (STUDY, *_SHAPE)
    faults = [f"{key}: there is no such key{did_you_mean(key, near)}" for key in content if key not in _SHAPE]
    faults += list(misshapen(content, dict(_SHAPE)))
    faults += [f"{key}: is missing" for key in ("game", "cell") if not content.get(key)]
    if not faults:
        faults = _faults(content)
    if faults:
        raise ExperimentError([f"{file}: {fault}" for fault in faults])
    return _experiment(content, file)


def instead(experiment: MatchExperiment, *, models: Sequence[str] = (), matches: int | None = None) -> MatchExperiment:
    """An experiment with other models, each `NAME=SPEC` for one that it names, or with so many deals.

    Raises:
        ExperimentError: for a model that it does not name.
    """
    return replace(experiment, models=other_models(experiment.models, models), matches=matches or experiment.matches)


def _faults(content: Mapping[str, Any]) -> list[str]:
    """What is wrong with entries that have their shape."""
    faults = [f"{key}: expected {least} or more" for key, least in _LEAST.items() if content.get(key, least) < least]
    cells, models = content["cell"], content.get("model", [])
    for table, entries, needed in (("cell", cells, ("name",)), ("model", models, ("name", "spec"))):
        names = [entry.get("name") for entry in entries]
        for number, entry in enumerate(entries, 1):
            faults += [f"[[{table}]] {number}: {key} is missing" for key in needed if not entry.get(key)]
            known = (_CELL if table == "cell" else _ROW).keys()
            faults += [
                f"[[{table}]] {number}: there is no key {key!r}{did_you_mean(key, known)}"
                for key in entry
                if key not in known
            ]
        faults += [
            f"[[{table}]]: two are named {name!r}" for name in dict.fromkeys(names) if name and names.count(name) > 1
        ]
    for number, cell in enumerate(cells, 1):
        if bool(cell.get("sides")) == bool(cell.get("agents")):
            faults.append(f'[[cell]] {number}: needs sides = {{ SIDE = "AGENT" }} or agents = "AGENT", not both')
        gate = cell.get("gate", "off")
        if gate not in GATES:
            near = f"{did_you_mean(gate, GATES)}; there are: {', '.join(GATES)}"
            faults.append(f"[[cell]] {number}: there is no gate {gate!r}{near}")
        memory = cell.get("memory", "off")
        if memory not in MEMORY_SHARES:
            near = f"{did_you_mean(memory, MEMORY_SHARES)}; there are: {', '.join(MEMORY_SHARES)}"
            faults.append(f"[[cell]] {number}: there is no memory {memory!r}{near}")
        if memory == "off" and cell.get("memory_from"):
            faults.append(f"[[cell]] {number}: memory_from goes with memory, which is off")
    if content.get("replay_only") and not content.get("cassette"):
        faults.append("replay_only: needs a cassette")
    if "cost_limit" in content:
        try:
            cost_limit_of(content["cost_limit"])
        except ValueError as error:
            faults.append(f"cost_limit: {error}")
        if content.get("processes"):
            faults.append("cost_limit: is watched by one process; leave out processes = true")
    if content.get("cassette") and content.get("processes"):
        faults.append("cassette: is written by one process; leave out processes = true")
    if not models and any(MODEL_SPEC in str(cell) for cell in cells):
        faults.append(f"[[model]]: is missing, and a cell asks for {MODEL_SPEC}")
    named = {str(model.get("name")) for model in models} | {MODEL_SPEC[1:-1]}
    for number, cell in enumerate(cells, 1):
        for spec in [*cell.get("sides", {}).values(), cell.get("agents", "")]:
            unknown = [found for found in _NAMED_MODEL.findall(spec) if found not in named]
            faults += [f"[[cell]] {number}: there is no model {name!r}{did_you_mean(name, named)}" for name in unknown]
    faults += layout_faults(content, [str(cell.get("name")) for cell in cells])
    baseline, names = content.get("baseline"), [cell.get("name") for cell in cells]
    if baseline is not None and baseline not in names:
        faults.append(f"baseline: there is no cell {baseline!r}{did_you_mean(baseline, [n for n in names if n])}")
    faults += [f"threads: {fault}" for fault in thread_faults(_threads(content))]
    return faults


def _experiment(content: Mapping[str, Any], file: Path) -> MatchExperiment:
    cassette = file.parent / content["cassette"] if content.get("cassette") else None
    seconds = content.get("seconds", 120)
    setup = MatchPlan(
        content["game"],
        "",
        preset=content.get("preset"),
        parameters=content.get("parameters", {}),
        tries=content.get("tries", 3),
        seconds=float(seconds),
        door=Door(cassette, content.get("replay_only", False)),
    )
    models = content.get("model", [])
    prices = {_model_name(entry["spec"]): entry["prices"] for entry in models if "prices" in entry}
    cells = tuple(
        MatchCell(
            entry["name"],
            entry.get("sides") or {"*": entry["agents"]},
            entry.get("gate", "off"),
            entry.get("memory", "off"),
            file.parent / entry["memory_from"] if entry.get("memory_from") else None,
        )
        for entry in content["cell"]
    )
    plain = ("seed", "agent_seed", "at_once", "processes", "side", "source", "rotate")
    optional = {key: content[key] for key in plain if key in content}
    return MatchExperiment(
        content.get("name", file.stem),
        setup,
        content.get("matches", 10),
        cells,
        {entry["name"]: entry["spec"] for entry in models},
        baseline=content.get("baseline", cells[0].name),
        prices=prices_of({**prices, **content.get("prices", {})}),
        cost_limit=cost_limit_of(content["cost_limit"]) if "cost_limit" in content else None,
        layout=layout_of(content),
        threads=thread_experiment(_threads(content), file) if "threads" in content else None,
        **optional,
    )


def _threads(content: Mapping[str, Any]) -> dict[str, Any]:
    """The table `threads`, with rates as `thread_faults` has them: they are no money."""
    told = content.get("threads", {})
    return {key: float(value) if isinstance(value, Decimal) else value for key, value in told.items()}


def _model_name(spec: str) -> str:
    """What the model of a spec calls itself; of what is no spec of a model, that itself."""
    try:
        return read_spec(spec).name
    except ModelUnavailable:
        return spec
