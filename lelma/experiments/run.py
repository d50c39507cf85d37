"""All runs of an experiment: each a trial (`lelma.experiments.loop_trial`), with the models and games they share."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.executor import Executor, TrialProgress, held, trial_file, unfinished
from lelma.experiments.loop_trial import LoopParts, loop_trial, tally_of, translations_of
from lelma.experiments.plan import Experiment, Run
from lelma.experiments.simulated.model import is_simulated, open_reasoner
from lelma.experiments.trial import Stop, Trial
from lelma.matches.transcript import Event
from lelma.models import (
    Cassette,
    CostLimit,
    Metered,
    Model,
    ModelUnavailable,
    Prices,
    RateLimits,
    Reply,
    Tally,
    connect,
)
from lelma.support.outside import json_value, utf8_text
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier

CONFIG = "experiment.json"

SPENT = "spent.jsonl"
"""What each call cost, in the folder of results, where a limit is set: also calls of matches that were cut off."""

MATCHES = "matches"
"""The `kind` of experiments over matches; those of the loop name none."""

QUESTIONS = "questions"
"""The `kind` of experiments over questions about stories."""

PROVERS = "provers"
"""The `kind` of experiments on the time that provers take."""

INTENTS = "threads"
"""The `kind` of experiments on the intents of messages."""


def kind_of_results(folder: Path) -> str | None:
    """The kind of experiment that a folder holds the results of; None for runs of the loop, and for no such folder.

    Raises:
        UsageError: if what describes it can't be read.
    """
    file = folder / CONFIG
    config = json_value(utf8_text(file), str(file)) if file.is_file() else None
    kind = config.get("kind") if isinstance(config, dict) else None
    return kind if isinstance(kind, str) else None


@dataclass
class RunProgress(TrialProgress):
    """How far an experiment is.

    Attributes:
        tallies: model → what its calls came to, those of earlier processes too.
        cost_limit: what calls may cost, and what they came to; None where there is no limit.
    """

    tallies: dict[str, Tally] = field(default_factory=dict)
    cost_limit: CostLimit | None = None

    @property
    def at_limit(self) -> bool:
        """Whether a call was not made, since it could pass the cost limit."""
        return self.cost_limit is not None and self.cost_limit.reached

    @property
    def tally(self) -> Tally:
        return sum(self.tallies.values(), Tally())

    def add(self, model: str, tally: Tally) -> None:
        self.tallies[model] = self.tallies.get(model, Tally()) + tally

    def as_json(self) -> dict[str, Any]:
        counts = {outcome: list(self.outcomes.values()).count(outcome) for outcome in sorted({*self.outcomes.values()})}
        billed = self.tally.billed
        return {
            "runs": self.total,
            "finished": len(self.outcomes),
            "outcomes": counts,
            "failed": self.failed,
            "interrupted": self.stopping,
            "at_cost_limit": self.at_limit,
            "calls": self.tally.calls,
            "cached_calls": self.tally.cached_calls,
            "prompt_tokens": billed.prompt_tokens,
            "reply_tokens": billed.reply_tokens,
        }


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    bridge: str | None = None,
    on_change: Callable[[RunProgress], None] = lambda state: None,
) -> RunProgress:
    """Play every run that is not finished. Ctrl-C lets replies under way arrive, and a second one does not.

    Raises:
        ExperimentError: if another process works in the folder, or it holds runs on other terms.
        GameError, ModelError: if a game or a model can't be opened; then nothing was run.
    """
    with held(folder):
        runs = {run.id: run for run in experiment.runs}
        state = RunProgress(len(runs))
        executor = Executor(state, lambda: on_change(state), at_once=experiment.at_once)
        opened, missing = _Opened(experiment, bridge), dict[str, str]()
        trials = [_trial(run, experiment, opened, executor, state, missing) for run in runs.values()]

        def count(trial: Trial, events: Sequence[Event]) -> None:
            state.add(runs[trial.id].model, tally_of(events))
            if experiment.translator_model:
                state.add(experiment.translator_model, translations_of(events))

        waiting = unfinished(trials, folder, state, found=count)
        opened.cost_limit = cost_limit_in(folder, experiment.cost_limit, experiment.prices)
        hold_to_limit(opened.cost_limit, state, executor, experiment.prices)
        if waiting:
            # Games and models are opened before the first run, so that what is missing is said at once.
            opened.open([runs[trial.id] for trial in waiting])
            _write_config(experiment, folder)
            try:
                executor.run(waiting, folder)
            finally:
                opened.tell_translator(state)
        on_change(state)
        return state


def cost_limit_in(folder: Path, money: Decimal | None, prices: Prices) -> CostLimit | None:
    """What the calls of an experiment may cost, of which that is spent what its folder tells; None for anything.

    Raises:
        UsageError: if what was spent can't be read.
    """
    return None if money is None else CostLimit(money, prices, file=folder / SPENT)


def hold_to_limit(limit: CostLimit | None, state: RunProgress, executor: Executor, prices: Prices) -> None:
    """Have an executor stop when the limit is reached; what transcripts tell counts where no call was counted yet."""
    if limit is None:
        return
    state.cost_limit, limit.on_reached = limit, executor.stop
    told = sum((prices.cost(model, tally.billed) or Decimal(0) for model, tally in state.tallies.items()), Decimal(0))
    if told and limit.file is not None and not limit.file.exists():
        limit.count_before(told)


def transcript_file(folder: Path, run: Run) -> Path:
    return trial_file(folder, run.id)


def _write_config(experiment: Experiment, folder: Path) -> None:
    """For people and reports; what counts for resuming is in the transcripts."""
    text = json.dumps({"schema": "lelma-experiment", "version": 1, **experiment.as_json()}, indent=1)
    beside = folder / f"{CONFIG}.new"
    beside.write_text(text + "\n", "utf-8")
    os.replace(beside, folder / CONFIG)


class _Opened:
    """The games and models of an experiment; runs share those that have a server, and its limits with them."""

    def __init__(self, experiment: Experiment, bridge: str | None) -> None:
        """Nothing is opened yet."""
        self._experiment, self._bridge = experiment, bridge
        self.cost_limit: CostLimit | None = None
        self._limits = RateLimits(per_minute=experiment.per_minute, at_once=experiment.at_once)
        self._shared: dict[str, Model] = {}
        self._verifiers: dict[tuple[str, str], Verifier] = {}
        self._translator: Metered | None = None

    def open(self, runs: Sequence[Run]) -> None:
        """Open what some runs take.

        Raises:
            GameError, ModelError: if a game or a model can't be opened.
        """
        experiment, alone = self._experiment, ("simulated", "scripted")
        models = sorted({run.model for run in runs})
        self._shared = {model: self._connect(model) for model in models if model.partition(":")[0] not in alone}
        named = experiment.translator_model
        self._translator = Metered(self._connect(named, "translator")) if named else None
        translator = make_translator(experiment.translator, model=self._translator)
        self._verifiers = {
            (game, style): Verifier.load(
                game,
                style=style,
                strict=experiment.strict,
                bridge=self._bridge,
                translator=translator,
                compat=experiment.compat,
            )
            for game, style in dict.fromkeys((run.game, run.feedback) for run in runs)
        }

    def parts(self, run: Run) -> LoopParts:
        """What a run takes."""
        verifier = self._verifiers[run.game, run.feedback]
        return LoopParts(verifier, self._model(run, verifier), self._translator)

    def tell_translator(self, state: RunProgress) -> None:
        """Add what the translator's calls in this process came to."""
        if self._translator is not None:
            state.add(self._translator.name, self._translator.tally)

    def _connect(self, model: str, label: str = "") -> Model:
        experiment = self._experiment
        return connect(
            model,
            limits=self._limits,
            cost_limit=self.cost_limit,
            timeout=experiment.timeout,
            cassette=experiment.cassette,
            replay_only=experiment.replay_only,
            label=label,
        )

    def _model(self, run: Run, verifier: Verifier) -> Model:
        if is_simulated(run.model):
            errors = self._experiment.errors(run.model)
            naming = self._experiment.naming
            simulated = open_reasoner(run.model, verifier, naming=naming, errors=errors, seed=run.seed)
            return simulated if self.cost_limit is None else self.cost_limit.on(simulated, free=True)
        if run.model.startswith("scripted:"):
            return open_reasoner(run.model, verifier)
        shared = self._shared[run.model]
        return shared.labelled(run.id) if isinstance(shared, Cassette) else shared


def _trial(
    run: Run, experiment: Experiment, opened: _Opened, executor: Executor, state: RunProgress, missing: dict[str, str]
) -> Trial:
    """A run that tells of its replies; it fails at once where its model was found to be `missing`."""

    def count(reply: Reply) -> None:
        executor.tell(lambda: state.add(run.model, Tally.of(reply)))

    trial = loop_trial(run, experiment, opened.parts, on_reply=count)

    def play(transcript: Path, stop: Stop) -> str:
        if run.model in missing:
            raise ModelUnavailable(missing[run.model])
        try:
            return trial.run(transcript, stop)
        except ModelUnavailable as error:
            missing[run.model] = str(error)
            raise

    return replace(trial, run=play)
