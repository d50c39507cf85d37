"""Experiments whose translator is a model: what it takes is in the transcripts and in the report."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.evaluation.report import report
from lelma.experiments.loop_trial import translations_of
from lelma.experiments.plan import read_experiment
from lelma.experiments.run import run_experiment
from lelma.matches.transcript import read_transcript
from lelma.models import Cassette, Message, Reply, Tape
from lelma.models.protocol import Usage

TEXT = """
games = ["stag_hunt"]
models = ["simulated"]
repetitions = 2
attempts = 1
seed = 5
translator = "union"
translator_model = "pretend:m"
cassette = "tape.sqlite"
"""


class Pretend:
    """A model that reads no claim in any text, for 7 tokens of prompt and 5 of reply."""

    name = "pretend:m"

    def complete(self, messages: Sequence[Message], **parameters: Any) -> Reply:
        return Reply(json.dumps({"claims": [], "choice": ""}), Usage(7, 5))


def test_what_the_translator_took_is_told_for_each_attempt_and_added_up(
    experiment_file: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(spec: str, *, cassette: Path, label: str, **options: Any) -> Cassette:
        return Cassette(Tape(cassette), Pretend(), label=label)

    monkeypatch.setattr("lelma.experiments.run.connect", connect)
    experiment = read_experiment(experiment_file(TEXT))
    for folder in ("live", "again"):
        state = run_experiment(experiment, tmp_path / folder)
        assert state.finished, state.failed
    transcripts = [read_transcript(file) for file in sorted((tmp_path / "live" / "runs").glob("*.jsonl"))]
    for events in transcripts:
        (attempt,) = [event for event in events if event["event"] == "attempt"]
        assert attempt["translation"]["calls"] == translations_of(events).calls >= 1
        assert attempt["translation"]["billed"] == [7, 5]
    replayed = [read_transcript(file) for file in sorted((tmp_path / "again" / "runs").glob("*.jsonl"))]
    assert all(translations_of(events).calls == 0 for events in replayed)
    assert all(translations_of(events).saved == Usage(7, 5) for events in replayed)
    (row,) = report(tmp_path / "live").as_json()["tables"]["costs"]["rows"]
    assert row["Translator's tokens"] == 2 * (7 + 5)


def test_without_a_model_that_translates_nothing_is_told(
    experiment_file: Callable[[str], Path], tmp_path: Path
) -> None:
    text = 'games = ["stag_hunt"]\nmodels = ["simulated"]\nattempts = 1\n'
    run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    (file,) = (tmp_path / "out" / "runs").glob("*.jsonl")
    events = read_transcript(file)
    assert not any("translation" in event for event in events)
    (row,) = report(tmp_path / "out").as_json()["tables"]["costs"]["rows"]
    assert row["Translator's tokens"] is None
