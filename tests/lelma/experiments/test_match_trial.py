"""Matches as trials: the transcripts of `lelma play`, several at once, each once however often it was interrupted."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import run_trials, trial_file
from lelma.experiments.match_trial import MatchPlan, match_trial
from lelma.experiments.trial import Stopped, Trial
from lelma.interfaces.cli.main import main
from lelma.matches.replay import replay_match
from lelma.support.errors import GameError, UsageError
from tests.lelma.experiments.test_executor import interrupting
from tests.lelma.matches.whisper import whisper

CHECKOUT = Path(__file__).parents[3]
SEEDS = range(8)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(whisper(tmp_path_factory.mktemp("games")).path)


@pytest.fixture(scope="module")
def plan(game: str) -> MatchPlan:
    return MatchPlan(game, "b=tests.lelma.agents.own_agents:First,random", tries=2)


@pytest.fixture(scope="module")
def expected(game: str, plan: MatchPlan, tmp_path_factory: pytest.TempPathFactory) -> dict[int, bytes]:
    """What `lelma play` writes, by seed."""
    out = tmp_path_factory.mktemp("played")
    command = ["play", game, "--agents", plan.agents, "--tries", "2", "--matches", str(len(SEEDS))]
    assert main([*command, "--out", str(out), "--quiet"]) == 0
    return {seed: (out / f"{seed:06}.jsonl").read_bytes() for seed in SEEDS}


def trials(plan: MatchPlan) -> list[Trial]:
    return [match_trial(plan, seed, agent_seed=seed) for seed in SEEDS]


def written(folder: Path, plan: MatchPlan) -> dict[int, bytes]:
    return {seed: trial_file(folder, each.id).read_bytes() for seed, each in zip(SEEDS, trials(plan), strict=True)}


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_matches_are_those_that_lelma_play_plays(
    tmp_path: Path, plan: MatchPlan, expected: dict[int, bytes], processes: bool
) -> None:
    progress = run_trials(trials(plan), tmp_path, at_once=3, processes=processes)
    assert progress.finished and set(progress.outcomes.values()) == {"terminal"}
    assert written(tmp_path, plan) == expected
    assert len(list((tmp_path / "runs").iterdir())) == len(SEEDS)


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_interrupted_matches_are_played_once_each(
    tmp_path: Path, plan: MatchPlan, expected: dict[int, bytes], processes: bool
) -> None:
    progress = run_trials(trials(plan), tmp_path, at_once=2, processes=processes, on_change=interrupting(2))
    assert progress.stopping
    whole = {trial for trial in progress.outcomes if trial}
    before = {trial: trial_file(tmp_path, trial).stat().st_mtime_ns for trial in whole}
    assert run_trials(trials(plan), tmp_path, at_once=2, processes=processes).finished
    assert written(tmp_path, plan) == expected
    assert {trial: trial_file(tmp_path, trial).stat().st_mtime_ns for trial in whole} == before


@pytest.mark.slow
def test_a_match_cut_at_any_byte_starts_again(tmp_path: Path, plan: MatchPlan, expected: dict[int, bytes]) -> None:
    trial, whole, chance = trials(plan)[3], expected[3], Random(1)
    file = trial_file(tmp_path, trial.id)
    file.parent.mkdir()
    for cut in (0, 1, *(chance.randrange(len(whole) - 1) for _ in range(12))):
        file.write_bytes(whole[:cut])
        assert run_trials([trial], tmp_path).finished
        assert file.read_bytes() == whole, cut


def test_a_match_stops_at_its_next_event(tmp_path: Path, plan: MatchPlan, expected: dict[int, bytes]) -> None:
    stop, file = threading.Event(), tmp_path / "match.jsonl"
    stop.set()
    trial = trials(plan)[2]
    with pytest.raises(Stopped):
        trial.run(file, stop)
    assert expected[2].startswith(file.read_bytes()) and file.read_bytes().count(b"\n") == 1
    stop.clear()
    assert trial.run(file, stop) == "terminal"
    with pytest.raises(UsageError, match="something else"):
        trial.run(file, stop)


def test_a_match_has_a_name_of_its_own_for_each_plan_and_seed(plan: MatchPlan, game: str) -> None:
    others = [plan, MatchPlan(game), MatchPlan(game, plan.agents), MatchPlan(game, plan.agents, seconds=5.0)]
    ids = {match_trial(other, seed).id for other in others for seed in (1, 2)}
    assert len(ids) == 8 and all("/" not in name for name in ids)
    assert match_trial(plan, 1, name="mine").id == "mine"


def test_matches_on_other_terms_are_refused(tmp_path: Path, plan: MatchPlan, game: str) -> None:
    run_trials([match_trial(plan, 1, name="mine")], tmp_path)
    with pytest.raises(ExperimentError, match="seed was 1, and is 2 now"):
        run_trials([match_trial(plan, 2, name="mine")], tmp_path)
    with pytest.raises(ExperimentError, match=r"agents was .*'b': 'first'.*, and is"):
        run_trials([match_trial(MatchPlan(game), 1, name="mine")], tmp_path)
    assert run_trials([match_trial(plan, 1, name="mine")], tmp_path).finished


def test_an_older_match_told_one_seed_which_was_that_of_its_agents_too(tmp_path: Path, plan: MatchPlan) -> None:
    trial = match_trial(plan, 3, agent_seed=3, name="mine")
    run_trials([trial], tmp_path)
    file = trial_file(tmp_path, "mine")
    file.write_text(file.read_text().replace('"agent_seed": 3, ', ""))
    assert run_trials([trial], tmp_path).finished
    with pytest.raises(ExperimentError, match="agent_seed was 3, and is 0 now"):
        run_trials([match_trial(plan, 3, name="mine")], tmp_path)
    assert match_trial(plan, 3, agent_seed=3).id != match_trial(plan, 3).id


def test_what_is_missing_is_told_before_a_match(game: str) -> None:
    with pytest.raises(GameError, match="no game"):
        match_trial(MatchPlan("no_such_game"), 1)
    with pytest.raises(UsageError, match="no agent is called 'robot'"):
        match_trial(MatchPlan(game, "robot"), 1)


@pytest.mark.slow
def test_presets_and_made_up_words_are_terms(tmp_path: Path) -> None:
    plan = MatchPlan("avalon", "plain", preset="board", obfuscate=7)
    trial = match_trial(plan, 1)
    assert trial.terms["obfuscate"] == 7 and trial.terms["game"] == "avalon"
    assert pickle.loads(pickle.dumps(trial)) == trial
    assert run_trials([trial, match_trial(plan, 2)], tmp_path, at_once=2).finished
    assert run_trials([trial, match_trial(plan, 2)], tmp_path, at_once=2).finished
    replayed = replay_match(trial_file(tmp_path, trial.id))
    assert replayed.ok and replayed.finished


PROGRAM = """
import sys
from pathlib import Path
from lelma.experiments.executor import run_trials
from lelma.experiments.match_trial import MatchPlan, match_trial

if __name__ == "__main__":
    plan = MatchPlan("avalon", "plain")
    trials = [match_trial(plan, seed) for seed in range(16)]
    run_trials(trials, Path(sys.argv[1]), at_once=2, processes=sys.argv[2] == "processes")
"""


@pytest.mark.slow
@pytest.mark.parametrize("where", ["threads", "processes"])
def test_killing_the_program_loses_and_doubles_nothing(tmp_path: Path, where: str) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    plan, out, chance = MatchPlan("avalon", "plain"), tmp_path / "out", Random(3)
    named = {seed: match_trial(plan, seed) for seed in range(16)}
    run_trials(list(named.values()), tmp_path / "whole")
    command = [sys.executable, str(tmp_path / "program.py"), str(out), where]
    kills = 0
    while kills < 3:
        child = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, start_new_session=True)
        already, wanted = _finished(out), chance.randrange(2, 8)
        while child.poll() is None and _finished(out) < already + wanted:
            time.sleep(0.005)
        if child.poll() is not None:
            break
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        kills += 1
    assert kills >= 2
    before = {file: file.stat().st_mtime_ns for file in _whole(out)}
    assert run_trials(list(named.values()), out).finished
    assert {file: file.stat().st_mtime_ns for file in before} == before
    for trial in named.values():
        assert trial_file(out, trial.id).read_bytes() == trial_file(tmp_path / "whole", trial.id).read_bytes()


def _whole(out: Path) -> list[Path]:
    found = []
    for file in (out / "runs").glob("*.jsonl"):
        with suppress(FileNotFoundError):  # one begun anew at this moment
            found += [file] if b'{"event": "result"' in file.read_bytes() else []
    return found


def _finished(out: Path) -> int:
    return len(_whole(out))
