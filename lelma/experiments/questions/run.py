"""All questions of an experiment, asked: each once, however often it is interrupted, into transcripts of a hundred.

A transcript begins with the terms (`run_started`) and has a line for each question (`answered`), before the next
is asked; one that is finished ends with `run_ended`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import Executor, held, trial_file, unfinished
from lelma.experiments.questions.belief_sheet import ReadingFault
from lelma.experiments.questions.items import StoryQuestion
from lelma.experiments.questions.methods import AnsweredQuestion, AskingTerms, answer_question
from lelma.experiments.questions.plan import SHARD, QuestionExperiment, shard_id
from lelma.experiments.run import CONFIG, RunProgress
from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.matches.transcript import Event, Transcript, read_transcript
from lelma.models import Model
from lelma.models.costs import Tally
from lelma.models.protocol import Usage

ANSWERED = "answered"
"""The event of a question that was asked."""


def run_questions(
    experiment: QuestionExperiment, folder: Path, *, on_change: Callable[[RunProgress], None] = lambda state: None
) -> RunProgress:
    """Ask every question that was not asked. Ctrl-C ends after the question that is asked.

    Raises:
        ExperimentError: if another process works in the folder, or it holds answers on other terms.
        ModelError: if a model can't be reached; then nothing was asked.
    """
    questions = experiment.questions()
    models = {name: experiment.door.model(spec) for name, spec in experiment.models.items()}
    shards = [list(questions[at : at + SHARD]) for at in range(0, len(questions), SHARD)]
    trials = [
        _trial(experiment, method, name, models[name], number, shard)
        for number, shard in enumerate(shards, 1)
        for name in models
        for method in experiment.methods
    ]
    with held(folder):
        state, counted = RunProgress(len(trials)), set[str]()

        def count(trial: str, events: Sequence[Event]) -> None:
            counted.add(trial)
            for event in events:
                if event["event"] == ANSWERED:
                    state.add(str(event["asked"]), tally_of_answer(event))

        def changed() -> None:
            for trial in state.outcomes.keys() - counted:
                count(trial, read_transcript(trial_file(folder, trial)))
            on_change(state)

        waiting = unfinished(trials, folder, state)
        _write_config(experiment, [question.id for question in questions], folder)
        if waiting:
            Executor(state, changed, at_once=experiment.at_once).run(waiting, folder)
        changed()
        return state


def _write_config(experiment: QuestionExperiment, ids: Sequence[str], folder: Path) -> None:
    about = {"schema": "lelma-experiment", "version": 1, **experiment.as_json(), "questions": list(ids)}
    beside = folder / f"{CONFIG}.new"
    beside.write_text(json.dumps(about, indent=1) + "\n", "utf-8")
    os.replace(beside, folder / CONFIG)


def _trial(
    experiment: QuestionExperiment, method: str, name: str, model: Model, number: int, shard: Sequence[StoryQuestion]
) -> Trial:
    terms = experiment.terms
    told = {
        "method": method,
        "model": name,
        "spec": experiment.models[name],
        "questions": [question.id for question in shard],
        **{key: getattr(terms, key) for key in ("seed", "temperature", "breadth", "votes", "reader")},
        "events": None if experiment.events is None else str(experiment.events),
    }
    return Trial(shard_id(method, name, number), told, _ShardRun(method, model, terms, tuple(shard), told))


@dataclass(frozen=True)
class _ShardRun:
    """Asks the questions of a transcript that are not in it."""

    method: str
    model: Model
    terms: AskingTerms
    questions: tuple[StoryQuestion, ...]
    told: Mapping[str, Any]

    def __call__(self, file: Path, stop: Stop) -> str:
        before = read_transcript(file) if file.exists() else []
        done = {event["id"] for event in before if event["event"] == ANSWERED}
        file.parent.mkdir(parents=True, exist_ok=True)
        transcript = Transcript(file, sync=False)
        try:
            if not before:
                transcript.write("run_started", **self.told)
            for question in self.questions:
                if question.id in done:
                    continue
                if stop.is_set():
                    raise Stopped
                try:
                    answered = answer_question(self.method, self.model, question, self.terms)
                except ReadingFault as fault:
                    raise ExperimentError([f"the reading of question {question.id}: {fault}"]) from None
                transcript.write(ANSWERED, **answer_event(question, answered, self.model.name))
            transcript.write("run_ended", outcome=ANSWERED)
        finally:
            transcript.close()
        return ANSWERED


def answer_event(question: StoryQuestion, answered: AnsweredQuestion, model: str) -> dict[str, Any]:
    """What a transcript has of a question."""
    tally = answered.tally
    about = {name: getattr(question, name) for name in ("id", "row", "variable", "initial", "condition", "correct")}
    told = {name: getattr(answered, name) for name in ("given", "first", "by", "events", "model", "reason")}
    return {
        **about,
        **told,
        "asked": model,
        "calls": tally.calls + tally.cached_calls,
        "prompt_tokens": tally.billed.prompt_tokens,
        "reply_tokens": tally.billed.reply_tokens,
        "seconds": round(tally.seconds, 3),
        "replies": answered.asked,
        "unread": answered.unread,
    }


def tally_of_answer(event: Mapping[str, Any]) -> Tally:
    """What a question took."""
    usage = Usage(int(event["prompt_tokens"]), int(event["reply_tokens"]))
    return Tally(calls=int(event["calls"]), billed=usage, seconds=float(event["seconds"]))
