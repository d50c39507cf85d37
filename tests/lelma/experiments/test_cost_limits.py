"""Experiments that may cost only so much: they stop before, say so, and go on when more may be spent."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.report import report
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.report import match_report
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.plan import read_experiment
from lelma.experiments.run import SPENT, run_experiment
from lelma.interfaces.cli.main import main
from lelma.models import ModelUnavailable, read_spent
from tests.lelma.experiments.conftest import SMALL, check_whole, results
from tests.lelma.models.conftest import Answer, Server, chat_answer

RIGHT = "If I choose stag and the other player chooses hare, I get 0 and they get 3. My choice is {hare}."
SERVED = """
games = ["stag_hunt"]
models = ["openai:m"]
repetitions = 2
max_tokens = 100
at_once = 2
cost_limit = LIMIT
[prices."openai:m"]
prompt = 1000
reply = 1000
"""
MATCHES = """
kind = "matches"
game = "spygame"
matches = 1
seed = 2
cost_limit = LIMIT
MORE
[[model]]
name = "sim"
spec = "simulated:player?wrong=0.2"
prices = { prompt = 1000, reply = 1000 }
[[cell]]
name = "plain"
agents = "plain"
[[cell]]
name = "cot"
sides = { p1 = "cot:{model}", "*" = "plain" }
"""


def test_a_loop_stops_before_the_limit_and_goes_on_as_it_would_have(
    server: Server, experiment_file: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    server.will_say(*(Answer(body=chat_answer(RIGHT)) for _ in range(2)))
    # A call costs 0.018, and could cost some fifty times as much.
    out, file = tmp_path / "out", experiment_file(SERVED.replace("LIMIT", "3"))
    state = run_experiment(read_experiment(file), out)
    assert state.finished and not state.at_limit and read_spent(out / SPENT).total == Decimal("0.036")
    assert "Calls came to 0.0360 of the 3 that they may cost" in report(out).headline[-1]

    server.will_say(*(Answer(body=chat_answer(RIGHT)) for _ in range(2)))
    cut, file = tmp_path / "cut", experiment_file(SERVED.replace("LIMIT", "0.000001"))
    assert main(["experiment", "run", str(file), "--output", str(cut), "--json"]) == 1
    assert len(server.queue) == 2, "nothing was asked"
    with pytest.raises(ExperimentError, match="no finished run"):
        report(cut)
    assert run_experiment(read_experiment(experiment_file(SERVED.replace("LIMIT", "3"))), cut).finished
    assert {name: events[1:] for name, events in results(cut).items()} == {
        name: events[1:] for name, events in results(out).items()
    }
    for events in results(cut).values():
        check_whole(events)


@pytest.mark.slow
def test_a_simulated_reasoner_with_a_price_is_held_to_the_limit_and_what_was_cut_goes_on(
    experiment_file: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = SMALL.replace("repetitions = 3", "repetitions = 1")
    priced = "[prices.simulated]\nprompt = 100\nreply = 200\n"
    run_experiment(read_experiment(experiment_file(small + priced)), tmp_path / "whole")
    out = tmp_path / "out"
    file = experiment_file(small + "cost_limit = 0.3\n" + priced)
    assert main(["experiment", "run", str(file), "--output", str(out)]) == 1
    told_so = capsys.readouterr().err
    assert "Stopped before the cost limit: 0." in told_so and "Raise cost_limit to go on" in told_so
    spent = read_spent(out / SPENT)
    assert spent.reached and 0 < spent.total <= 0.3
    assert not any(event["event"] == "run_failed" for events in results(out).values() for event in events)
    file = experiment_file(small + "cost_limit = 400\n" + priced)
    assert main(["experiment", "run", str(file), "--output", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert results(out) == results(tmp_path / "whole")
    assert float(read_spent(out / SPENT).total) == pytest.approx(told["cost"])


def test_matches_stop_before_the_limit_say_so_and_are_played_when_more_may_be_spent(tmp_path: Path) -> None:
    def plan(limit: str, more: str = "") -> Path:
        (tmp_path / "study.toml").write_text(MATCHES.replace("LIMIT", limit).replace("MORE", more), "utf-8")
        return tmp_path / "study.toml"

    out = tmp_path / "out"
    state = run_match_experiment(read_match_experiment(plan("5", "at_once = 1")), out)
    assert state.at_limit and not state.finished and not state.failed and not state.stopping
    spent = read_spent(out / SPENT)
    assert spent.reached and 0 < spent.total <= 5
    assert [run.split("-")[0] for run in state.outcomes] == ["plain"]
    assert "the experiment stopped there" in match_report(out).headline[-1]
    state = run_match_experiment(read_match_experiment(plan("9000")), out)
    assert state.finished and not state.at_limit
    assert read_spent(out / SPENT).total > spent.total
    assert "of the 9000 that they may cost, those of what was cut off included." in match_report(out).headline[-1]
    with pytest.raises(ExperimentError, match="watched by one process; leave out processes"):
        read_match_experiment(plan("1", "processes = true"))
    with pytest.raises(ExperimentError, match="cost_limit: expected money, 0 or more"):
        read_match_experiment(plan("-1"))
    with pytest.raises(ExperimentError, match="a cluster has many"):
        run_match_experiment(read_match_experiment(plan("1")), tmp_path / "none", on="ray")


def test_a_model_without_a_price_is_told_before_anything_is_asked(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    spec = f"openai:m?base_url={server.url}/v1"
    text = MATCHES.replace("simulated:player?wrong=0.2", spec).replace("LIMIT", "1").replace("MORE", "")
    (tmp_path / "a.toml").write_text(text, "utf-8")
    plan = read_match_experiment(tmp_path / "a.toml")
    assert plan.prices.of(spec) is not None, "prices of a model go by all that its spec tells of its server"
    (tmp_path / "a.toml").write_text(text.replace("prices = { prompt = 1000, reply = 1000 }", ""), "utf-8")
    with pytest.raises(ModelUnavailable, match="has no price, and what calls may cost is limited"):
        run_match_experiment(read_match_experiment(tmp_path / "a.toml"), tmp_path / "out")
    assert not server.requests and not (tmp_path / "out" / "runs").exists()
