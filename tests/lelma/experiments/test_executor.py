"""Trials of any kind: as many at once as may be, each finished once, in threads or in processes."""

from __future__ import annotations

import _thread
import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import TrialProgress, run_trials, trial_file
from lelma.experiments.trial import Stop, Trial, outcome_of
from lelma.matches.transcript import read_transcript
from tests.lelma.experiments.trials import counting


def kinds(folder: Path, name: str) -> list[str]:
    return [event["event"] for event in read_transcript(trial_file(folder, name))]


WHOLE = ["began", "count", "count", "count", "run_ended"]


@pytest.mark.parametrize("processes", [False, True])
def test_every_trial_is_run_once_and_then_left_alone(tmp_path: Path, processes: bool) -> None:
    trials = [counting(f"t{number}") for number in range(9)]
    progress = run_trials(trials[:6], tmp_path, at_once=3, processes=processes)
    assert progress.outcomes == {f"t{number}": "counted" for number in range(6)} and progress.finished
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "runs").iterdir()}
    assert run_trials(trials, tmp_path, at_once=2, processes=processes).finished
    assert len(list((tmp_path / "runs").iterdir())) == 9
    for trial in trials:
        assert kinds(tmp_path, trial.id) == WHOLE
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_a_damaged_transcript_is_told_and_the_other_trials_are_run(tmp_path: Path) -> None:
    trials = [counting(f"t{number}") for number in range(3)]
    run_trials(trials[:2], tmp_path)
    file = trial_file(tmp_path, "t1")
    file.write_bytes(b"x" + (before := file.read_bytes()))
    progress = run_trials(trials, tmp_path)
    assert set(progress.outcomes) == {"t0", "t2"} and not progress.finished
    assert progress.failed["t1"].startswith(f"{file}:1:1: not JSON") and "remove the file" in progress.failed["t1"]
    assert file.read_bytes() == b"x" + before


def test_no_more_run_at_once_than_may(tmp_path: Path) -> None:
    running, most, lock = [0], [0], threading.Lock()

    def run(file: Path, stop: Stop) -> str:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.02)
        with lock:
            running[0] -= 1
        return "done"

    seen = list[int]()
    trials = [Trial(f"t{number}", {}, run) for number in range(20)]
    run_trials(trials, tmp_path, at_once=3, on_change=lambda progress: seen.append(progress.under_way))
    assert most[0] == 3 and max(seen) <= 3 and seen[-1] == 0


@pytest.mark.parametrize("processes", [False, True])
def test_what_fails_leaves_the_others_alone_and_is_run_again(tmp_path: Path, processes: bool) -> None:
    repaired = tmp_path / "repaired"
    trials = [counting("a"), counting("b", "told", repaired), counting("c")]
    progress = run_trials(trials, tmp_path, processes=processes)
    assert progress.failed == {"b": "b can't count"} and set(progress.outcomes) == {"a", "c"}
    assert not progress.finished and not progress.stopping
    repaired.touch()
    assert run_trials(trials, tmp_path, processes=processes).finished
    assert kinds(tmp_path, "b") == WHOLE


def test_a_process_that_is_killed_is_a_trial_to_run_again(tmp_path: Path) -> None:
    repaired = tmp_path / "repaired"
    trials = [counting("a", "killed", repaired), *(counting(name) for name in "bcde")]
    progress = run_trials(trials, tmp_path, at_once=2, processes=True)
    assert list(progress.failed) == ["a"] and "ended unexpectedly" in progress.failed["a"]
    assert len(progress.outcomes) == 4
    repaired.touch()
    assert run_trials(trials, tmp_path, processes=True).finished
    assert kinds(tmp_path, "a") == WHOLE


def test_a_trial_in_another_process_has_its_time(tmp_path: Path) -> None:
    # A worker's first job has its start in its time, so the slow one comes second.
    trials = [counting("quick"), counting("slow", seconds=30.0)]
    progress = run_trials(trials, tmp_path, at_once=1, processes=True, seconds=0.5)
    assert list(progress.outcomes) == ["quick"]
    assert progress.failed["slow"].startswith("time")


@pytest.mark.parametrize("processes", [False, True])
def test_an_error_that_nobody_foresaw_ends_all(tmp_path: Path, processes: bool) -> None:
    with pytest.raises(Exception, match="odd"):
        run_trials([counting("odd", "odd"), *(counting(f"t{n}") for n in range(3))], tmp_path, processes=processes)


def test_what_can_not_go_to_another_process_is_told_before_anything_is_run(tmp_path: Path) -> None:
    trials = [counting("a"), Trial("local", {}, lambda file, stop: "done")]
    with pytest.raises(ExperimentError, match="trial local can't go to another process"):
        run_trials(trials, tmp_path, processes=True)
    assert not (tmp_path / "runs").exists()
    assert run_trials(trials, tmp_path).finished


def test_other_terms_and_equal_names_are_refused(tmp_path: Path) -> None:
    run_trials([counting("a"), counting("b")], tmp_path)
    with pytest.raises(ExperimentError, match=r"a\.jsonl: name was 'a', and is 'z' now"):
        run_trials([replace(counting("z"), id="a"), counting("b")], tmp_path)
    with pytest.raises(ExperimentError, match="two trials would write it"):
        run_trials([counting("a"), counting("a")], tmp_path)


def interrupting(after: int) -> Callable[[TrialProgress], None]:
    """Presses Ctrl-C when so many trials are finished."""
    pressed = list[bool]()

    def on_change(progress: TrialProgress) -> None:
        if len(progress.outcomes) >= after and not pressed:
            pressed.append(True)
            _thread.interrupt_main()

    return on_change


@pytest.mark.parametrize("processes", [False, True])
def test_ctrl_c_stops_and_the_rest_is_run_next_time(tmp_path: Path, processes: bool) -> None:
    trials = [counting(f"t{number}", seconds=0.02) for number in range(12)]
    progress = run_trials(trials, tmp_path, at_once=2, processes=processes, on_change=interrupting(3))
    assert progress.stopping and 3 <= len(progress.outcomes) < 12 and progress.under_way == 0
    assert not progress.failed
    assert run_trials(trials, tmp_path, processes=processes).finished
    for trial in trials:
        assert kinds(tmp_path, trial.id) == WHOLE


@pytest.mark.parametrize("processes", [False, True])
def test_a_second_ctrl_c_waits_for_nothing(tmp_path: Path, processes: bool) -> None:
    def twice(progress: TrialProgress) -> None:
        if progress.stopping or progress.outcomes:
            _thread.interrupt_main()

    trials = [counting("quick"), counting("slow", seconds=20.0), counting("slower", seconds=20.0)]
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_trials(trials, tmp_path, at_once=2, processes=processes, on_change=twice)
    assert time.monotonic() - start < 15


def test_a_transcript_says_how_its_trial_ended() -> None:
    assert outcome_of([]) is None
    assert outcome_of([{"event": "run_ended", "outcome": "verified"}, {"event": "run_resumed"}]) is None
    assert outcome_of([{"event": "run_ended", "outcome": "verified"}]) == "verified"
    assert outcome_of([json.loads('{"event": "result", "ended": "terminal"}')]) == "terminal"
