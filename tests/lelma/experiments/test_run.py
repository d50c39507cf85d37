"""Experiments run, are stopped, killed, and gone on with; nothing finished is lost or done twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.loop_trial import run_loop_trial
from lelma.experiments.plan import Experiment, read_experiment
from lelma.experiments.run import RunProgress, run_experiment, transcript_file
from lelma.experiments.simulated.model import open_reasoner
from lelma.experiments.trial import Stopped
from lelma.interfaces.cli.main import main
from lelma.models import Message, Model, ModelError, Reply, Scripted
from lelma.verify.verifier import Verifier
from tests.lelma.experiments.conftest import SMALL, check_whole, results

CHECKOUT = Path(__file__).parents[3]
Write = Callable[..., Path]


def test_every_run_is_written_from_start_to_end(experiment_file: Write, tmp_path: Path) -> None:
    states: list[int] = []
    experiment = read_experiment(experiment_file())
    state = run_experiment(experiment, tmp_path / "out", on_change=lambda s: states.append(len(s.outcomes)))
    assert state.finished and not state.failed and states[-1] == 6
    found = results(tmp_path / "out")
    assert set(found) == {run.id for run in experiment.runs} == set(state.outcomes)
    for events in found.values():
        check_whole(events)
        attempt = events[2]
        assert attempt["report"]["claims"] and attempt["text"] and "choice" in attempt
        assert events[0]["version"] == 1 and events[0]["instruction"]
    replies = [e for events in found.values() for e in events if e["event"] == "replied"]
    assert state.tally.calls == len(replies)
    assert state.tally.billed.reply_tokens == sum(e["reply_tokens"] for e in replies)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_results_and_another_does_not(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run_experiment(experiment, tmp_path / "a")
    run_experiment(replace(experiment, at_once=1), tmp_path / "b")
    run_experiment(replace(experiment, seed=6), tmp_path / "c")
    assert results(tmp_path / "a") == results(tmp_path / "b") != results(tmp_path / "c")


def test_a_finished_experiment_is_left_alone_and_can_be_made_longer(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run_experiment(experiment, tmp_path / "out")
    before = {file: file.read_bytes() for file in (tmp_path / "out" / "runs").iterdir()}
    assert run_experiment(experiment, tmp_path / "out").finished
    longer = run_experiment(replace(experiment, repetitions=4, feedback=("correct",)), tmp_path / "out")
    assert longer.total == len(longer.outcomes) == 4
    for file, data in before.items():
        assert file.read_bytes() == data
    assert len(results(tmp_path / "out")) == 7


def test_other_terms_are_refused(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run_experiment(experiment, tmp_path / "out")
    with pytest.raises(ExperimentError, match=r"attempts was 5, and is 3 now"):
        run_experiment(replace(experiment, attempts=3), tmp_path / "out")


@pytest.mark.slow
def test_a_transcript_cut_at_any_byte_is_completed_as_it_was(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    out = tmp_path / "out"
    run_experiment(experiment, out)
    run = max(experiment.runs, key=lambda r: transcript_file(out, r).stat().st_size)
    verifier = Verifier.load(run.game, style=run.feedback)
    whole = transcript_file(out, run).read_bytes()
    expected = results(out)[run.id]
    chance = Random(1)
    line_ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]
    cuts = sorted({*line_ends, *(chance.randrange(len(whole)) for _ in range(25)), 0, 1})
    for cut in cuts:
        file = transcript_file(tmp_path / "cut", run)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(whole[:cut])
        replied = whole[:cut].rpartition(b"\n")[0].count(b'{"event": "replied"')
        model = open_reasoner(run.model, verifier, naming="paper", errors=experiment.simulated, seed=run.seed)
        asked: list[Reply] = []
        run_loop_trial(run, experiment, verifier, model, file, stop=threading.Event(), on_reply=asked.append)
        assert results(tmp_path / "cut")[run.id] == expected, cut
        assert len(asked) == sum(event["event"] == "replied" for event in expected) - replied
        file.unlink()


def test_a_stopped_run_ends_before_the_next_reply(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run = experiment.runs[0]
    verifier = Verifier.load(run.game, style=run.feedback)
    stop, file = threading.Event(), tmp_path / "run.jsonl"

    def reasoner() -> Model:
        return open_reasoner("simulated:obey=0,payoff=1,relapse=0", verifier, naming="paper", seed=1)

    loops_on = replace(experiment, stop_on_repeat=False)
    for times in (1, 2):
        stop.clear()
        with pytest.raises(Stopped):
            run_loop_trial(run, loops_on, verifier, reasoner(), file, stop=stop, on_reply=lambda reply: stop.set())
        kinds = [json.loads(line)["event"] for line in file.read_text().splitlines()]
        assert kinds.count("attempt") == kinds.count("replied") == times
    stop.clear()
    ended = run_loop_trial(run, loops_on, verifier, reasoner(), file, stop=stop, on_reply=lambda reply: None)
    assert (ended.outcome, ended.attempts) == ("max_attempts", 5)


def test_a_game_without_a_payoff_table_runs_and_goes_on_on_the_same_terms(tmp_path: Path) -> None:
    """Its rules are part of the terms."""
    text = """(role me) (role random) (legal me left) (legal me right) (legal random left) (legal random right)
    (<= (next (hit ?r ?s)) (does ?r ?s)) (<= won (true (hit me ?s)) (true (hit random ?s)))
    (<= terminal (true (hit me ?s))) (<= (goal me 3) won) (<= (goal me 1) (not won))"""
    (tmp_path / "coin.kif").write_text(text)
    experiment = Experiment("coin", (str(tmp_path / "coin.kif"),), ("scripted",), attempts=1)
    run, file = experiment.runs[0], tmp_path / "run.jsonl"

    def ended() -> str:
        verifier, model = Verifier.load(run.game), Scripted(["I take {left}."])
        return run_loop_trial(run, experiment, verifier, model, file, stop=threading.Event(), on_reply=print).outcome

    assert ended() == ended() == "unverified"
    assert "me gets 3." in json.loads(file.read_text().splitlines()[0])["instruction"]
    (tmp_path / "coin.kif").write_text(text.replace("(goal me 3)", "(goal me 4)"))
    with pytest.raises(ExperimentError, match="rules was"):
        ended()


class Failing:
    name = "failing"

    def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        raise ModelError("the server is on fire")


def test_a_run_without_a_reply_is_tried_again_next_time(experiment_file: Write, tmp_path: Path) -> None:
    experiment = read_experiment(experiment_file())
    run = experiment.runs[0]
    verifier = Verifier.load(run.game, style=run.feedback)
    file = transcript_file(tmp_path / "out", run)
    clock = datetime(2030, 1, 1, tzinfo=UTC)
    with pytest.raises(ModelError):
        run_loop_trial(
            run, experiment, verifier, Failing(), file, stop=threading.Event(), on_reply=print, clock=lambda: clock
        )
    last = json.loads(file.read_text().splitlines()[-1])
    assert (last["event"], last["error"]) == ("run_failed", "the server is on fire")
    assert last["time"] == "2030-01-01T00:00:00.000+00:00"
    run_experiment(experiment, tmp_path / "out")
    run_experiment(experiment, tmp_path / "other")
    assert results(tmp_path / "out") == results(tmp_path / "other")


# The whole program, in a process that is ended from outside


def start(file: Path, out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "lelma", "experiment", "run", str(file), "--output", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        preexec_fn=obey_interrupts,
    )


def obey_interrupts() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def size(out: Path) -> int:
    return sum(file.stat().st_size for file in (out / "runs").glob("*.jsonl"))


def wait_for(child: subprocess.Popen[str], out: Path, wanted: int) -> None:
    """Until the transcripts have so many bytes, or the process has ended."""
    end = time.monotonic() + 30
    while child.poll() is None and size(out) < wanted and time.monotonic() < end:
        time.sleep(0.002)


@pytest.mark.slow
def test_killing_the_process_loses_and_doubles_nothing(experiment_file: Write, tmp_path: Path) -> None:
    file = experiment_file(SMALL.replace("repetitions = 3", "repetitions = 5"))
    experiment = read_experiment(file)
    run_experiment(experiment, tmp_path / "whole")
    expected, total = results(tmp_path / "whole"), size(tmp_path / "whole")
    chance, out, kills = Random(2), tmp_path / "killed", 0
    while kills < 4:
        child = start(file, out)
        wait_for(child, out, size(out) + chance.randrange(1, total // 5))
        before = child.poll()
        child.send_signal(signal.SIGKILL)
        child.communicate()
        kills += before is None
        kept = results_so_far(out)
        for name, events in kept.items():
            assert events == expected[name][: len(events)], name
        if before is not None:
            break
    assert kills >= 2
    child = start(file, out)
    _, told = child.communicate(timeout=60)
    assert child.returncode == 0, told
    assert results(out) == expected


def results_so_far(out: Path) -> dict[str, list[dict[str, Any]]]:
    """As `results`, of a copy without the lines that were being written."""
    copy = out.parent / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(out, copy)
    for file in (copy / "runs").glob("*.jsonl"):
        data = file.read_bytes()
        file.write_bytes(data[: data.rfind(b"\n") + 1])
    return results(copy)


@pytest.mark.slow
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(experiment_file: Write, tmp_path: Path) -> None:
    file = experiment_file(SMALL.replace("repetitions = 3", "repetitions = 60"))
    out = tmp_path / "out"
    child = start(file, out)
    wait_for(child, out, 20_000)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=30)
    assert child.returncode == 130, told
    assert "Stopping" in told and f"Go on with: lelma experiment run {file} --output {out}" in told
    assert "Traceback" not in told
    for events in results(out).values():
        kinds = [event["event"] for event in events]
        assert kinds.count("replied") == kinds.count("attempt")
    shorter = replace(read_experiment(file), repetitions=2)
    run_experiment(shorter, out)
    run_experiment(shorter, tmp_path / "whole")
    found = results(out)
    assert all(found[name] == events for name, events in results(tmp_path / "whole").items())


@pytest.mark.slow
def test_two_processes_do_not_work_in_one_folder(
    experiment_file: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fcntl")
    file, out = experiment_file(), tmp_path / "out"
    codes: list[int] = []

    def meanwhile(state: RunProgress) -> None:
        if not codes:
            codes.append(main(["experiment", "run", str(file), "--output", str(out), "--json"]))

    run_experiment(read_experiment(file), out, on_change=meanwhile)
    assert codes == [2]
    assert "another process" in json.loads(capsys.readouterr().out)["error"]


def test_the_command_tells_runs_tokens_and_costs(
    experiment_file: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = experiment_file(SMALL + "[prices.simulated]\nprompt = 1\nreply = 2\n")
    out = tmp_path / "out"
    assert main(["experiment", "run", str(file), "--output", str(out)]) == 0
    told = capsys.readouterr().err
    assert "6 of 6 runs finished" in told and "tokens, cost" in told and "lelma experiment report" in told
    assert main(["experiment", "run", str(file), "--output", str(out), "--json"]) == 0
    found: Mapping[str, Any] = json.loads(capsys.readouterr().out)
    assert found["ok"] and found["finished"] == found["runs"] == 6
    assert found["cost"] == pytest.approx((found["prompt_tokens"] + 2 * found["reply_tokens"]) / 1e6)
    assert main(["experiment", "run", str(tmp_path / "none.toml")]) == 2
